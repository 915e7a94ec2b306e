/** Changes of the inner state in order of time, for stepping from one to the next. Idle relists, one a second, are no changes. */
import { firstAfter } from '../../kubelet/ordered.ts';
import type { LineReference, ProvenHistory } from '../../inference/history.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { InnerState } from '../../replay/innerState/innerState.ts';
import type { StretchRun } from '../../replay/innerState/runStretch.ts';
import { type ProcessFacts } from '../../replay/innerState/innerStateFacts.ts';
import type { Plan } from '../../replay/innerState/innerStatePlan.ts';
import type { Known, MomentChange } from './moment.ts';
import { lineOf } from '../../inference/store/lines.ts';

interface Change {
  readonly time: Instant;
  readonly what: string;
  readonly known: Known;
  readonly at?: LineReference;
}

const SLOW: Duration = milliseconds(200);
/** The state just after a change is asked for this much later. */
const JUST_AFTER = 1;
const MOST_SHOWN = 3;

export class MomentChanges {
  readonly #changes = new WeakMap<StretchRun, readonly Change[]>();
  readonly #history: ProvenHistory;

  constructor(history: ProvenHistory) {
    this.#history = history;
  }

  /** The nearest change before and after a moment; changes at one time are listed together. */
  around(
    state: InnerState,
    podName: (uid: string) => string,
  ): { readonly previousChange?: MomentChange; readonly nextChange?: MomentChange } {
    let changes = this.#changes.get(state.run);
    if (changes === undefined)
      this.#changes.set(state.run, (changes = changesOf(this.#history, state.facts, state.plan, state.run, podName)));
    const before = firstAfter(changes, state.time - JUST_AFTER - 1, (one) => one.time) - 1;
    const after = firstAfter(changes, state.time, (one) => one.time);
    const previous = changeAt(changes, before, -1);
    const next = changeAt(changes, after, 1);
    return {
      ...(previous === undefined ? {} : { previousChange: previous }),
      ...(next === undefined ? {} : { nextChange: next }),
    };
  }
}

function changeAt(changes: readonly Change[], index: number, step: 1 | -1): MomentChange | undefined {
  const first = changes[index];
  if (first === undefined) return undefined;
  const together: Change[] = [];
  for (
    let at = index;
    Math.abs((changes[at]?.time ?? Number.POSITIVE_INFINITY) - first.time) <= JUST_AFTER;
    at += step
  ) {
    const change = changes[at];
    if (change !== undefined) together.push(change);
  }
  if (step < 0) together.reverse();
  const last = Math.max(...together.map((one) => one.time));
  const proven = together.find((one) => one.known === 'proven');
  const place = proven?.at ?? together.find((one) => one.at !== undefined)?.at;
  const more = together.length > MOST_SHOWN ? `, and ${together.length - MOST_SHOWN} more` : '';
  return {
    time: Math.ceil(last) + JUST_AFTER,
    what:
      together
        .slice(0, MOST_SHOWN)
        .map((one) => one.what)
        .join('; ') + more,
    known: proven === undefined ? first.known : 'proven',
    ...(place === undefined ? {} : { source: place.source, line: place.line }),
  };
}

function changesOf(
  history: ProvenHistory,
  facts: ProcessFacts,
  plan: Plan,
  run: StretchRun,
  podName: (uid: string) => string,
): readonly Change[] {
  const changes: Change[] = [];
  const { from, to } = run.stretch;
  const add = (time: Instant, what: string, known: Known, at?: LineReference): void => {
    if (time >= from && time <= to)
      changes.push({ time, what, known, ...(at === undefined ? {} : { at: lineOf(at) }) });
  };
  for (const { skip, sleep, isLast } of facts.skips) {
    add(skip.time, 'the loop skips', 'proven', skip);
    if (isLast) add((skip.time + sleep) as Instant, 'the last sleep of the back-off ends', 'proven', skip);
  }
  for (const stall of facts.stalls) {
    add(
      stall.from.max,
      stall.by === 'housekeeping' ? 'housekeeping begins to hold up the loop' : 'the loop is held up',
      stall.by === 'housekeeping' ? 'proven' : 'likely',
      stall.evidence[0],
    );
    add(
      stall.to.max,
      stall.by === 'housekeeping' ? 'housekeeping ends' : 'the loop goes on',
      'proven',
      stall.evidence[0],
    );
  }
  for (const event of run.channel.events) {
    add(
      event.sent,
      `PLEG sends ${event.type} of ${podName(event.uid)}`,
      event.sentProven ? 'proven' : 'likely',
      event.line,
    );
    if (Number.isFinite(event.handled))
      add(
        event.handled,
        `the loop takes ${event.type} of ${podName(event.uid)}`,
        event.line === undefined ? 'likely' : 'proven',
        event.line,
      );
  }
  for (const relist of run.relists) {
    const end = relist.end ?? to;
    const idle = relist.sent === 0 && !relist.failed && end - relist.start < SLOW && relist.inspected.length === 0;
    if (idle) continue;
    const of = relist.scope === 'pod' ? `the relist of ${podName(relist.podUid ?? '')}` : 'a relist';
    add(relist.start, `${of} starts`, 'likely', planOf(plan, relist.start));
    if (relist.listed !== undefined && relist.listed - relist.start > SLOW)
      add(relist.listed, `${of} has listed the containers`, 'likely');
    for (const pod of relist.inspected) {
      if (pod.end - pod.began < SLOW && pod.error === undefined) continue;
      const failure =
        pod.error === undefined
          ? undefined
          : facts.inspections.find((one) => one.uid === pod.uid && Math.abs(one.time - pod.end) < seconds(0.2));
      add(pod.began, `the inspection of ${podName(pod.uid)} begins`, 'likely', failure?.at);
      add(
        pod.end,
        pod.error === undefined
          ? `the inspection of ${podName(pod.uid)} ends`
          : `the inspection of ${podName(pod.uid)} fails`,
        failure === undefined ? 'likely' : 'proven',
        failure?.at,
      );
    }
    if (relist.end !== undefined)
      add(relist.end, relist.failed ? `${of} fails` : `${of} ends`, 'likely', planOf(plan, relist.start));
  }
  for (const { end, at } of facts.statuses) add(end, 'the Status call of the runtime fails', 'proven', at);
  for (const change of history.nodeReady)
    if (change.process === facts.process.id)
      add(change.time, change.ready ? 'the node is reported Ready' : 'the node is reported NotReady', 'proven', change);
  return changes.sort((a, b) => a.time - b.time);
}

function planOf(plan: Plan, start: Instant): LineReference | undefined {
  const relist = plan.relists[firstAfter(plan.relists, start + 1000, (one) => one.start) - 1];
  return relist !== undefined && Math.abs(relist.start - start) < 2000 && relist.guessed !== true
    ? relist.relist.evidence[0]
    : undefined;
}
