/** How the runtime answers in a stretch: as lines prove it, else at once; and the model's time as time of the log. */
import { appendTo } from '../../kubelet/groups.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import { type Nanoseconds, nanoseconds } from '../../model/nanoseconds.ts';
import type { RuntimeAnswer, RuntimeBehaviour, RuntimeCall } from '../../model/runtimeBehaviour.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { Plan } from './innerStatePlan.ts';
import { listingTime, relistAt } from './plannedRelists.ts';
import type { TimedChange } from './sentTimes.ts';
import type { ModelClock } from './modelClock.ts';

/** Events this near to one another can be of one relist. */
export const ONE_RELIST: Duration = milliseconds(300);
const AT_ONCE: RuntimeAnswer = { after: nanoseconds(0) };
const FAILED = 'the call failed';
/** Lines of failed relists that are further apart tell nothing of what was between them. */
const MOST_BETWEEN_FAILURES: Duration = seconds(60);

/** From when on a failed inspection counts as the one that a call belongs to. */
function shownFrom({ time, began }: ProcessFacts['inspections'][number]): number {
  return time - Math.min(seconds(0.5), (time - began) / 2);
}

/** The runtime's answers: what lines prove, else at once. */
export class PlannedRuntime implements RuntimeBehaviour {
  readonly #facts: ProcessFacts;
  readonly #plan: Plan;
  readonly #clock: ModelClock;
  readonly #sentOf = new Map<string, Instant[]>();
  readonly #failuresOf = new Map<string, ProcessFacts['inspections'][number][]>();
  /** Times at which relists that no line bounds reported their first event. */
  readonly #firstEvents: readonly Instant[];

  constructor(
    facts: ProcessFacts,
    plan: Plan,
    clock: ModelClock,
    changes: readonly TimedChange[],
    firstEvents: readonly Instant[],
  ) {
    this.#firstEvents = firstEvents;
    this.#facts = facts;
    this.#plan = plan;
    this.#clock = clock;
    for (const { change, sent, loose } of changes) {
      // Inside a planned relist an event of which only the place in the channel is known takes no time of its own.
      if (loose !== true || relistAt(plan.relists, sent) === undefined) appendTo(this.#sentOf, change.uid, sent);
    }
    for (const failure of facts.inspections) appendTo(this.#failuresOf, failure.uid, failure);
  }

  call(call: RuntimeCall): RuntimeAnswer {
    const at = this.#clock.real(call.at);
    switch (call.caller) {
      case 'relist':
        return call.podUid === undefined ? this.#list(call, at) : this.#inspect(call, call.podUid, at);
      case 'pod-relist':
        return call.podUid !== undefined && (call.method === 'PodSandboxStatus' || call.method === 'ContainerStatus')
          ? this.#inspect(call, call.podUid, at)
          : this.#podList(at);
      case 'housekeeping':
        return this.#housekeeping(at);
      case 'runtime-status':
      case 'initialization':
        return this.#status(at);
      case 'evented':
        return this.#stream(at);
      case 'garbage-collection':
      case 'node-status':
      case 'pod-worker':
        return AT_ONCE;
    }
  }

  conditions(at: Nanoseconds): ReturnType<NonNullable<RuntimeBehaviour['conditions']>> {
    const time = this.#clock.real(at);
    const next = this.#facts.skips[firstAfter(this.#facts.skips, time, ({ skip }) => skip.time)];
    const notReady =
      next !== undefined &&
      next.skip.time - time < seconds(6) &&
      next.skip.reasons.some((reason) => reason.kind === 'runtime-not-ready');
    return { runtimeReady: { ready: !notReady }, networkReady: { ready: true } };
  }

  /** Pods in the order in which their inspections end; pods without a known end come first, and take no time. */
  order(uids: readonly string[], now: Instant): readonly string[] {
    const ends = new Map(
      uids.map((uid) => [
        uid,
        this.#endOf(uid, now) ?? (this.#isFailing(uid, now) ? Number.MAX_VALUE : -Number.MAX_VALUE),
      ]),
    );
    return [...uids].sort((a, b) => compare(ends.get(a), ends.get(b)));
  }

  #endOf(uid: string, at: Instant): Instant | undefined {
    const failure = this.#failureAt(uid, at);
    if (failure !== undefined) return failure.time;
    const sent = this.#sentOf.get(uid);
    const next = sent?.[firstAfter(sent, at - 10, (time) => time)];
    if (this.#isFailing(uid, at)) return next;
    const limit = relistAt(this.#plan.relists, at)?.end ?? at + ONE_RELIST;
    return next === undefined || next > limit ? undefined : next;
  }

  /** The last inspection failed, and no event of the pod came since: the next one hangs too, until an event comes. */
  #isFailing(uid: string, at: Instant): boolean {
    const failures = this.#failuresOf.get(uid);
    const failed = failures?.[firstAfter(failures, at + 1000, shownFrom) - 1];
    const sent = this.#sentOf.get(uid);
    const lastEvent = sent?.[firstAfter(sent, at - 10, (time) => time) - 1];
    return failed !== undefined && (lastEvent === undefined || lastEvent < Math.min(failed.time, at));
  }

  #failureAt(uid: string, at: Instant): ProcessFacts['inspections'][number] | undefined {
    const list = this.#failuresOf.get(uid);
    // A call that ran into its time-out began long before its line: one that begins now is the next.
    const failure = list?.[firstAfter(list, at + 1000, shownFrom)];
    const limit = relistAt(this.#plan.relists, at)?.end ?? at + seconds(1);
    return failure === undefined || (failure.began > at + seconds(1.5) && failure.time > limit + milliseconds(20))
      ? undefined
      : failure;
  }

  #list(call: RuntimeCall, at: Instant): RuntimeAnswer {
    const { relists } = this.#plan;
    const planned = relistAt(relists, at) ?? relistAt(relists, at + 1000) ?? relistAt(relists, at - 10);
    if (planned !== undefined) {
      const failing = planned.relist.call === 'ListContainers' ? 'ListContainers' : 'ListPodSandbox';
      if (planned.failed) return call.method === failing ? answer(at, planned.end ?? at, FAILED) : AT_ONCE;
      if (planned.listed !== undefined) return this.#listedBy(planned.listed, call, at);
    }
    if (this.#failsAtOnce(at))
      return call.method === 'ListPodSandbox' ? { after: nanoseconds(0), error: FAILED } : AT_ONCE;
    if (this.#hangsOn(at))
      return call.method === 'ListPodSandbox' ? answer(at, this.#facts.process.to + 1, FAILED) : AT_ONCE;
    // Between two skips that name the same relist no other one can have been listed.
    const window = this.#plan.noListing[firstAfter(this.#plan.noListing, at, (one) => one.to)];
    if (window !== undefined && at > window.from + 1000) return this.#listedBy(window.release, call, at);
    const until = this.#plan.proven.notListedUntil(at);
    if (until > at) return this.#listedBy(until, call, at, 1000);
    const slow = call.method === 'ListPodSandbox' ? listingTime(this.#facts, at) : undefined;
    if (slow === undefined) return AT_ONCE;
    const soon = (at + 1000) as Instant;
    const firstEvent = nextTime(this.#firstEvents, soon, (time) => time);
    const next = nextTime(this.#plan.relists, soon, (one) => one.start) - RELIST_PERIOD;
    return answer(at, Math.max(at, Math.min(firstEvent < at + slow + seconds(1.5) ? firstEvent - 1 : at + slow, next)));
  }

  /** The two calls of a listing are answered by then, or a little `later`: neither takes longer than its time-out. */
  #listedBy(time: number, call: RuntimeCall, at: Instant, later = 0): RuntimeAnswer {
    const isHalf = call.method === 'ListPodSandbox' && time - at >= this.#facts.callTimeout;
    return answer(at, isHalf ? (at + time) / 2 : time + later);
  }

  /** The last listing ran into its time-out, nothing says since that another one got through, and log or process end before the next one would time out. */
  #hangsOn(at: Instant): boolean {
    const { callTimeout, handled, finished, process, recoveries } = this.#facts;
    const { relists } = this.#plan;
    const last = relists.at(-1);
    if (last?.failed !== true || last.end === undefined || last.end > at || at + callTimeout <= process.to)
      return false;
    const { end } = last;
    return (
      end - last.start > callTimeout - seconds(1.5) &&
      (handled.at(-1)?.time ?? 0) <= end &&
      (finished.at(-1)?.time ?? 0) <= end &&
      (recoveries.at(-1)?.max ?? 0) <= end &&
      this.#plan.proven.laterListedBy(last.start) > process.to
    );
  }

  /** Between relists that failed at once others do too: their lines are not all there. */
  #failsAtOnce(at: Instant): boolean {
    const { relists } = this.#plan;
    const index = firstAfter(relists, at, (one) => one.start);
    const [before, after] = [relists[index - 1], relists[index]];
    return (
      [before, after].every(
        (one) => one?.failed === true && one.end !== undefined && one.end - one.start < seconds(1),
      ) && (after?.start ?? at) - at < MOST_BETWEEN_FAILURES
    );
  }

  #podList(at: Instant): RuntimeAnswer {
    const relist = this.#facts.podRelists.find(
      (one) => one.end !== undefined && one.end.max > at && one.start.max <= at + 1000,
    );
    return relist?.end === undefined
      ? AT_ONCE
      : answer(at, relist.end.max, relist.outcome === 'list-failed' ? FAILED : undefined);
  }

  #inspect(call: RuntimeCall, uid: string, at: Instant): RuntimeAnswer {
    const failure = this.#failureAt(uid, at);
    if (failure !== undefined) {
      if (
        call.method !== failure.method ||
        (failure.containerId !== undefined &&
          call.id !== undefined &&
          failure.method === 'ContainerStatus' &&
          call.id !== failure.containerId)
      )
        return AT_ONCE;
      return answer(at, failure.time, failure.error);
    }
    const end = this.#endOf(uid, at);
    if (end !== undefined) return answer(at, end);
    // Nothing says that the pod that hung before answers now, and the log ends before its call would time out.
    const endless =
      this.#isFailing(uid, at) &&
      call.method === 'PodSandboxStatus' &&
      at + this.#facts.callTimeout > this.#facts.process.to;
    return endless ? answer(at, this.#facts.process.to + 1, FAILED) : AT_ONCE;
  }

  #housekeeping(at: Instant): RuntimeAnswer {
    const { stalls, callTimeout } = this.#facts;
    const stall = stalls[firstAfter(stalls, at, (one) => one.to.max)];
    if (
      stall !== undefined &&
      at >=
        (stall.by === 'housekeeping' ? stall.from.max - seconds(1) : this.#stallBegins(stall.from.min, stall.to.max))
    )
      return answer(at, stall.to.max, stall.to.max - at >= callTimeout - seconds(1.5) ? FAILED : undefined);
    if (this.#hangsOn(at)) return answer(at, this.#facts.process.to + 1, FAILED);
    // Housekeeping makes the same list call as the relist that hangs just now; the next thing that the loop says ends it.
    const relist = relistAt(this.#plan.relists, at);
    if (relist === undefined || !relist.failed || relist.end === undefined || relist.end - relist.start < seconds(10))
      return AT_ONCE;
    const next = Math.min(
      nextTime(this.#facts.skips, at, ({ skip }) => skip.time),
      nextTime(this.#facts.handled, at, (event) => event.time),
    );
    return answer(at, Math.min(next, at + callTimeout), FAILED);
  }

  /** A stall of which only the end is known begins with the list calls that hang in it, if there are any. */
  #stallBegins(from: Instant, to: Instant): Instant {
    const { relists } = this.#plan;
    for (let index = firstAfter(relists, from, (one) => one.start); index < relists.length; index += 1) {
      const relist = relists[index];
      if (relist === undefined || relist.start > to) break;
      if ((relist.listed ?? relist.end ?? relist.start) - relist.start > seconds(10)) return relist.start;
    }
    return from;
  }

  #status(at: Instant): RuntimeAnswer {
    const { statuses } = this.#facts;
    const failure = statuses[firstAfter(statuses, at, (one) => one.end)];
    if (failure !== undefined && (failure.began <= at + seconds(2.5) || failure.end - at < seconds(4)))
      return answer(at, failure.end, failure.error);
    const window = this.#plan.noStatus[firstAfter(this.#plan.noStatus, at, (one) => one.to)];
    return window !== undefined && at >= window.from ? answer(at, window.to) : AT_ONCE;
  }

  /** The stream stays open until Evented PLEG is given up. */
  #stream(at: Instant): RuntimeAnswer {
    const until = this.#facts.process.evented?.until;
    const { streamFailures } = this.#facts;
    const failure = streamFailures[firstAfter(streamFailures, at + 500, (time) => time)];
    if (failure !== undefined && (until === undefined || failure < until)) return answer(at, failure, FAILED);
    return until === undefined ? { after: Number.POSITIVE_INFINITY as Nanoseconds } : answer(at, until, FAILED);
  }
}

function nextTime<Item>(items: readonly Item[], at: Instant, timeOf: (item: Item) => number): number {
  const next = items[firstAfter(items, at, timeOf)];
  return next === undefined ? Number.POSITIVE_INFINITY : timeOf(next);
}

function answer(at: Instant, end: number, error?: string): RuntimeAnswer {
  const after = nanoseconds(Math.max(0, end - at) * 1000);
  return error === undefined ? { after } : { after, error };
}

function compare(a: number | undefined, b: number | undefined): number {
  const left = a ?? 0;
  const right = b ?? 0;
  return left === right ? 0 : left - right;
}
