/** Changes of the inner state in order of time, for stepping from one to the next. Idle relists, one a second, are no changes. */
import { onceFor } from '../../kubelet/oncePer.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { LineReference, ProvenHistory } from '../../inference/history.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { InnerState } from '../../replay/innerState/innerState.ts';
import type { ModelRelist, StretchRun } from '../../replay/innerState/runStretch.ts';
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
    const changes = onceFor(this.#changes, state.run, () =>
      changesOf(this.#history, state.facts, state.plan, state.run, podName),
    );
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
  const { from, to } = run.stretch;
  return [
    ...skipChanges(facts),
    ...stallChanges(facts),
    ...eventChanges(run, podName),
    ...run.relists.flatMap((relist) => relistChanges(relist, facts, plan, to, podName)),
    ...facts.statuses.map(({ end, at }) => changed(end, 'the Status call of the runtime fails', 'proven', at)),
    ...readyChanges(history, facts),
  ]
    .filter(({ time }) => time >= from && time <= to)
    .sort((a, b) => a.time - b.time);
}

function changed(time: Instant, what: string, known: Known, at?: LineReference): Change {
  return { time, what, known, ...(at === undefined ? {} : { at: lineOf(at) }) };
}

function skipChanges({ skips }: ProcessFacts): readonly Change[] {
  return skips.flatMap(({ skip, sleep, isLast }) => [
    changed(skip.time, 'the loop skips', 'proven', skip),
    ...(isLast ? [changed((skip.time + sleep) as Instant, 'the last sleep of the back-off ends', 'proven', skip)] : []),
  ]);
}

function stallChanges({ stalls }: ProcessFacts): readonly Change[] {
  return stalls.flatMap(({ from, to, by, evidence: [at] }) =>
    by === 'housekeeping'
      ? [
          changed(from.max, 'housekeeping begins to hold up the loop', 'proven', at),
          changed(to.max, 'housekeeping ends', 'proven', at),
        ]
      : [changed(from.max, 'the loop is held up', 'likely', at), changed(to.max, 'the loop goes on', 'proven', at)],
  );
}

function eventChanges({ channel }: StretchRun, podName: (uid: string) => string): readonly Change[] {
  return channel.events.flatMap(({ type, uid, sent, sentProven, handled, line }) => {
    const event = `${type} of ${podName(uid)}`;
    return [
      changed(sent, `PLEG sends ${event}`, sentProven ? 'proven' : 'likely', line),
      ...(Number.isFinite(handled)
        ? [changed(handled, `the loop takes ${event}`, line === undefined ? 'likely' : 'proven', line)]
        : []),
    ];
  });
}

/** A relist that was quick and found nothing changes nothing that anybody looks for; `to`: where the run ends. */
function relistChanges(
  relist: ModelRelist,
  facts: ProcessFacts,
  plan: Plan,
  to: Instant,
  podName: (uid: string) => string,
): readonly Change[] {
  const { start, listed, end, sent, failed, inspected } = relist;
  if (sent === 0 && !failed && (end ?? to) - start < SLOW && inspected.length === 0) return [];
  const of = relist.scope === 'pod' ? `the relist of ${podName(relist.podUid ?? '')}` : 'a relist';
  const at = planOf(plan, start);
  return [
    changed(start, `${of} starts`, 'likely', at),
    ...(listed !== undefined && listed - start > SLOW
      ? [changed(listed, `${of} has listed the containers`, 'likely')]
      : []),
    ...inspected.flatMap((pod) => inspectionChanges(pod, facts, podName(pod.uid))),
    ...(end === undefined ? [] : [changed(end, failed ? `${of} fails` : `${of} ends`, 'likely', at)]),
  ];
}

function inspectionChanges(
  { uid, began, end, error }: ModelRelist['inspected'][number],
  { inspections }: ProcessFacts,
  pod: string,
): readonly Change[] {
  if (end - began < SLOW && error === undefined) return [];
  const failure =
    error === undefined
      ? undefined
      : inspections.find((one) => one.uid === uid && Math.abs(one.time - end) < seconds(0.2));
  return [
    changed(began, `the inspection of ${pod} begins`, 'likely', failure?.at),
    changed(
      end,
      `the inspection of ${pod} ${error === undefined ? 'ends' : 'fails'}`,
      failure === undefined ? 'likely' : 'proven',
      failure?.at,
    ),
  ];
}

function readyChanges({ nodeReady }: ProvenHistory, { process }: ProcessFacts): readonly Change[] {
  return nodeReady
    .filter((change) => change.process === process.id)
    .map((change) =>
      changed(
        change.time,
        change.ready ? 'the node is reported Ready' : 'the node is reported NotReady',
        'proven',
        change,
      ),
    );
}

function planOf(plan: Plan, start: Instant): LineReference | undefined {
  const relist = plan.relists[firstAfter(plan.relists, start + 1000, (one) => one.start) - 1];
  return relist !== undefined && Math.abs(relist.start - start) < 2000 && relist.guessed !== true
    ? relist.relist.evidence[0]
    : undefined;
}
