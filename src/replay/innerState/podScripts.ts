/** The model's pods: each with the states of its containers, as they are at the beginning of a stretch, then change by change. */
import { onceFor } from '../../kubelet/oncePer.ts';
import type { Plan } from './innerStatePlan.ts';
import { type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { TimedChange } from './sentTimes.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { ModelClock } from './modelClock.ts';
import type { PodScript } from '../../model/inputs.ts';
import { type NotFollowed, leaveOutMost } from './followedPods.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import { MOST_DEAD } from './containerChanges.ts';
import { relistAt } from './plannedRelists.ts';
import type { Stretch } from './innerStateStretch.ts';

/** What the runtime held at a time, and all changes from then on until another; a minute more, for what was there before it was reported. */
function changesUntil(plan: Plan, from: Instant, to: Instant): readonly TimedChange[] {
  const before = firstAfter(plan.changes, from, (one) => one.sent);
  const held = plan.held[firstAfter(plan.held, before, (one) => one.count) - 1];
  return [
    ...(held?.changes ?? []),
    ...plan.changes.slice(
      held?.count ?? 0,
      firstAfter(plan.changes, to + seconds(60), (one) => one.sent),
    ),
  ];
}

/** What a container of the model is, and when it becomes that. */
interface State {
  readonly at: Nanoseconds;
  readonly state: 'running' | 'exited' | 'unknown' | 'removed';
}

interface ScriptedContainer {
  readonly kind: 'container' | 'sandbox';
  readonly states: State[];
}

/** Containers of a pod by their id. */
type Containers = Map<string, ScriptedContainer>;

/** Pods with the states of their containers: as they are at the beginning, then change by change. */
export function podScripts(
  facts: ProcessFacts,
  plan: Plan,
  stretch: Stretch,
  origin: Instant,
  visible: ReadonlyMap<TimedChange, Instant>,
  clock: ModelClock,
): { readonly scripts: readonly PodScript[]; readonly notFollowed: NotFollowed } {
  const pods = new Map<string, Containers>();
  for (const timed of changesUntil(plan, origin, stretch.to)) {
    const at = visible.get(timed);
    if (at !== undefined || timed.sent <= origin) addChange(pods, timed, at, origin, clock, facts.process.startedInLog);
  }
  for (const containers of pods.values()) forgetLongDead(containers, clock.model(origin));
  const failing = new Set(
    facts.inspections.flatMap(({ uid, began, time }) => (time >= stretch.from && began <= stretch.to ? [uid] : [])),
  );
  const notFollowed = leaveOutMost(pods, clock.model(origin), failing);
  addSuspects(facts, plan, stretch, pods, clock, visible);
  addRemovals(facts, pods, clock);
  return { scripts: [...pods].map(([uid, containers]) => scriptOf(uid, containers)), notFollowed };
}

function statesOf(pods: Map<string, Containers>, uid: string, id: string, kind: string): State[] {
  const containers = onceFor(pods, uid, (): Containers => new Map());
  return onceFor(containers, id, (): ScriptedContainer => ({
    kind: kind === 'sandbox' ? 'sandbox' : 'container',
    states: [],
  })).states;
}

/** `at`: when the change shows in the listings; one without that was before the beginning, and only the last of these counts. */
function addChange(
  pods: Map<string, Containers>,
  { change: { uid, id, kind, state } }: TimedChange,
  at: Instant | undefined,
  origin: Instant,
  clock: ModelClock,
  startedInLog: boolean,
): void {
  const states = statesOf(pods, uid, id, kind);
  const before = clock.model(origin - seconds(60));
  if (at === undefined) states.length = 0;
  else if (states.length === 0 && state === 'exited' && !startedInLog) states.push({ at: before, state: 'running' });
  states.push({ at: at === undefined ? before : clock.model(at), state });
}

function addRemovals({ removals }: ProcessFacts, pods: ReadonlyMap<string, Containers>, clock: ModelClock): void {
  const known = new Map(
    [...pods.values()].flatMap((containers) => [...containers].map(([id, { states }]) => [id, states] as const)),
  );
  for (const { time, id } of removals) {
    const states = known.get(id);
    const last = states?.at(-1);
    // The first of these lines comes with the event of the exit, when only the kubelet's own managers forget the container.
    if (states !== undefined && last?.state === 'exited' && clock.model(time - seconds(1)) > last.at)
      states.push({ at: clock.model(time), state: 'removed' });
  }
}

function scriptOf(uid: string, containers: Containers): PodScript {
  return {
    uid,
    name: uid,
    namespace: '',
    containers: [...containers].map(([id, { kind, states }]) => ({
      id,
      kind,
      states: states.sort((a, b) => a.at - b.at),
    })),
  };
}

/** Dead containers are collected once a newer one has died in their place; the log does not always say so. Those that were dead before the beginning are forgotten but for the last ones. */
function forgetLongDead(containers: Containers, begin: Nanoseconds): void {
  const dead = [...containers].filter(
    ([, { states }]) => states.length === 1 && states[0]?.state === 'exited' && states[0].at < begin,
  );
  for (const [id] of dead.slice(0, -MOST_DEAD)) containers.delete(id);
}

/** A pod that PLEG inspects again and again without success has a change that is not reported: if the log never says which, one of its running containers must have gone. */
function addSuspects(
  facts: ProcessFacts,
  plan: Plan,
  stretch: Stretch,
  pods: Map<string, Containers>,
  clock: ModelClock,
  visible: ReadonlyMap<TimedChange, Instant>,
): void {
  const open = new Map<string, Instant>();
  for (const failure of facts.inspections)
    if (failure.time >= stretch.from && failure.began <= stretch.to && !open.has(failure.uid))
      open.set(failure.uid, failure.began);
  if (open.size === 0) return;
  for (const [uid, began] of open) {
    const relist = relistAt(plan.relists, began + milliseconds(20));
    const mine = changesUntil(plan, began, stretch.to).filter(({ change }) => change.uid === uid);
    if (
      mine.some((one) => one.sent > began && one.change.state !== 'running' && (visible.get(one) ?? one.sent) <= began)
    )
      continue;
    const running = mine.findLast(
      ({ change, sent }) => sent < began && change.state === 'running' && change.kind !== 'sandbox',
    );
    if (running !== undefined)
      statesOf(pods, uid, running.change.id, 'container').push({
        at: clock.model((relist?.start ?? began) - 1),
        state: 'exited',
      });
  }
}
