/** The model's inputs for one stretch of a process: pods, runtime answers and known times from the plan, so that the embedded kubelet passes through every proven point. */
import { eventedAt } from '../../inference/streams/eventedAt.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { KubeletInputs, OpenKubelet, RunOptions, RuntimeStreamEvent } from '../../model/inputs.ts';
import { fromDuration, nanoseconds } from '../../model/nanoseconds.ts';
import type { NotFollowed } from './followedPods.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { Plan } from './innerStatePlan.ts';
import type { TimedChange } from './sentTimes.ts';
import { PlannedRuntime } from './innerStateRuntime.ts';
import { ModelClock } from './modelClock.ts';
import { podScripts } from './podScripts.ts';
import { checkAt, firstSkipAt, forcedStarts, relistStart, visibleTimes } from './knownTimes.ts';
import { warmStart } from './warmStart.ts';
import type { Stretch } from './innerStateStretch.ts';

/** Inputs, options, and the time that is 0 in the model. */
export interface StretchInputs {
  readonly inputs: KubeletInputs;
  readonly options: Pick<RunOptions, 'relistStart' | 'checkAt' | 'firstSkipAt' | 'podOrder' | 'seed'>;
  readonly origin: Instant;
  readonly notFollowed: NotFollowed;
  /** To be told of the kubelet once it is open: the order of the pods depends on its time. */
  readonly attach: (kubelet: Pick<OpenKubelet, 'now'>) => void;
}

const LEAD: Duration = seconds(3);

export function stretchInputs(facts: ProcessFacts, plan: Plan, stretch: Stretch): StretchInputs {
  const origin = (stretch.cold ? stretch.from : stretch.from - LEAD) as Instant;
  const clock = new ModelClock(origin);
  const changes = within(plan.changes, origin, (stretch.to + seconds(60)) as Instant);
  const isStreamed = ({ sent }: TimedChange): boolean => eventedAt(facts.process, sent);
  const forced = forcedStarts(
    facts,
    plan,
    changes.filter((one) => !isStreamed(one)),
  );
  const visible = visibleTimes(facts, plan, changes, forced.startOf);
  const requests = relistRequests(facts, origin, clock);
  const { scripts, notFollowed } = podScripts(facts, plan, stretch, origin, visible, clock);
  const runtime = new PlannedRuntime(facts, plan, clock, changes, forced.firstEvents);
  return {
    origin,
    notFollowed,
    inputs: {
      profile: facts.profile,
      runtime,
      pods: scripts,
      stream: changes.filter(isStreamed).map((one) => streamEvent(one, clock)),
      relistRequests: requests,
      settings: {
        runtimeRequestTimeout: fromDuration(facts.callTimeout),
        eventedPleg: facts.process.evented !== undefined,
        onDemandRelist: requests.length > 0,
      },
      ...(stretch.cold ? {} : { warm: warmStart(facts, stretch, origin, clock) }),
    },
    ...timesOfLog(facts, plan, forced.starts, runtime, clock),
  };
}

/** The model's times where the log knows them, of the kubelet that is attached. */
function timesOfLog(
  facts: ProcessFacts,
  plan: Plan,
  starts: readonly Instant[],
  runtime: PlannedRuntime,
  clock: ModelClock,
): Pick<StretchInputs, 'options' | 'attach'> {
  let kubelet: Pick<OpenKubelet, 'now'> = { now: () => nanoseconds(0) };
  let lastStart = Number.NEGATIVE_INFINITY;
  return {
    options: {
      seed: 1,
      relistStart: (time) => {
        const start = relistStart(plan, starts, clock.real(kubelet.now()), clock.real(time), lastStart);
        lastStart = start.known;
        return clock.model(start.time);
      },
      checkAt: (time) => clock.model(checkAt(facts, clock.real(kubelet.now()), clock.real(time))),
      firstSkipAt: (time) => clock.model(firstSkipAt(facts, clock.real(time))),
      podOrder: (uids) => runtime.order(uids, clock.real(kubelet.now())),
    },
    attach: (opened) => {
      kubelet = opened;
      lastStart = Number.NEGATIVE_INFINITY;
    },
  };
}

function streamEvent({ change: { uid, id, state }, sent }: TimedChange, clock: ModelClock): RuntimeStreamEvent {
  return {
    at: clock.model(sent),
    podUid: uid,
    id,
    event: state === 'running' ? 'started' : state === 'removed' ? 'deleted' : 'stopped',
  };
}

function relistRequests(
  facts: ProcessFacts,
  origin: Instant,
  clock: ModelClock,
): NonNullable<KubeletInputs['relistRequests']> {
  return facts.podRelists.flatMap(({ podUid, start }) =>
    podUid === undefined || start.max < origin ? [] : [{ at: clock.model(start.max), podUid }],
  );
}

function within(changes: readonly TimedChange[], from: Instant, to: Instant): readonly TimedChange[] {
  return changes.slice(
    firstAfter(changes, from - 1, (one) => one.sent),
    firstAfter(changes, to, (one) => one.sent),
  );
}
