import { joinedStretches, type Stretch } from '../../kubelet/stretches.ts';
import { countLeading } from '../../kubelet/ordered.ts';
import { RELIST_PERIOD, RUNTIME_STATUS_PERIOD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { InspectFailedFact, NodeConditionFact, RelistFailedFact, SkipFact } from '../../messages/fact.ts';
import { downMoments, isDownThroughout } from '../episodes/downThroughout.ts';
import type { ProcessLedger } from '../streams/ledger.ts';
import { BEFORE_ALL, inOrder } from '../store/lines.ts';
import { namingReason, startOfNamed } from './namedRelist.ts';
import { inspectionsOfPleg, ONE_FAILURE } from './ownInspections.ts';
import type { PossibleTraits } from '../episodes/possibleTraits.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { STAMP_NOISE, TIMEOUT_LAG, TIMEOUT_LEAD } from '../rules/margins.ts';
import { type FruitlessStatus, timedOut } from './statusCalls.ts';
import { usesEvented } from '../streams/usesEvented.ts';

/** Calls of a relist and of a housekeeping that hang for one cause begin within this time of one another, and fail so near to one another: they come every second and every two. */
export const SAME_HANG_WITHIN: Duration = seconds(3);
/** What a relist takes that lists and finds nothing new. */
const IDLE_RELIST: Duration = milliseconds(300);

/** What a call asks the runtime for: one that hangs need not hang with another. */
export type CallKind = 'list' | 'inspect' | 'status';

/** Stretches of time of each kind of call, in order and apart. */
export type WaitedOut = Readonly<Record<CallKind, readonly Stretch[]>>;

/**
 * Where calls to the runtime failed that ran for the whole `timeout`, lines show: such a call ended that long after the moment in which it can have begun, a
 * pause after the one before it in its goroutine (of a second between relists, 5 s between Status calls, none between inspections), or a housekeeping that
 * met the same hang took as long. A runtime that answers DeadlineExceeded itself shows none, but by chance. Of calls that timed out one after the other the
 * first has nothing before it that shows when it began: the runtime may have given that one up itself, right before it hung. For a Status call both have to
 * come together, a housekeeping in the same moment and a next call that hung, because the runtime may answer Status by itself while its lists hang.
 */
export function waitedOutIn(ledger: ProcessLedger, traits: PossibleTraits, timeout: Duration): WaitedOut {
  const ofHousekeeping = inOrder(ledger.slowHousekeeping).filter(({ took }) => isOf(timeout, took, TIMEOUT_LAG));
  const { list, inspect } = waitsOfPleg(ledger, traits, timeout);
  const withHousekeeping = ofHousekeeping.map(({ time }) => around(time, SAME_HANG_WITHIN));
  return {
    list: joinedStretches([...list, ...withHousekeeping]),
    inspect: joinedStretches(inspect),
    status: joinedStretches(
      waitsOfStatus(
        ledger,
        timeout,
        ofHousekeeping.map(({ time }) => time),
      ),
    ),
  };
}

function around(time: Instant, reach: Duration): Stretch {
  return { from: (time - reach) as Instant, to: (time + reach) as Instant };
}

/** True if a wait is as long as the time-out, or longer by no more than `over`. */
function isOf(timeout: Duration, wait: number, over: Duration): boolean {
  return wait - timeout >= -TIMEOUT_LEAD - STAMP_NOISE && wait - timeout <= over;
}

/**
 * When a call of PLEG ended that ran for the whole time-out: PLEG makes one call at a time, and pauses for a second after each relist, but not where the relist
 * of a single pod (1.36) or Evented PLEG asks for one. A skip or node condition names the last relist that listed, so the one that failed next followed it.
 */
function waitsOfPleg(
  ledger: ProcessLedger,
  traits: PossibleTraits,
  timeout: Duration,
): Readonly<Record<'list' | 'inspect', readonly Stretch[]>> {
  const ends: Record<'list' | 'inspect', Stretch[]> = { list: [], inspect: [] };
  const named = namedStarts(ledger);
  const evented = usesEvented(ledger);
  let before: RelistFailedFact | InspectFailedFact | undefined;
  for (const fact of inOrder<RelistFailedFact | InspectFailedFact>([
    ...ledger.relistFailures,
    ...inspectionsOfPleg(inOrder(ledger.inspectFailures), traits),
  ])) {
    const { kind, time, error } = fact;
    const wait = time - (before?.time ?? BEFORE_ALL);
    if (wait < ONE_FAILURE) continue;
    if (ranIntoTimeout(error)) {
      const own = ends[kind === 'relist-failed' ? 'list' : 'inspect'];
      const follows =
        isOf(timeout, wait - RELIST_PERIOD, TIMEOUT_LAG) ||
        ((evented || !isGlobal(fact) || (traits.podRelists && !isGlobal(before))) && isOf(timeout, wait, TIMEOUT_LAG));
      const isAfterNamed =
        kind === 'relist-failed' &&
        isOf(
          timeout,
          time - (named[countLeading(named, (start) => start < time) - 1] ?? BEFORE_ALL) - RELIST_PERIOD,
          IDLE_RELIST,
        );
      if (follows || isAfterNamed) own.push(around(time, ONE_FAILURE));
    }
    before = fact;
  }
  return ends;
}

/** True for the failure of a relist of all pods: between two of them is the pause. */
function isGlobal(fact: RelistFailedFact | InspectFailedFact | undefined): boolean {
  return fact?.kind === 'relist-failed' && fact.scope === 'all';
}

/** When a Status call ended that ran for the whole time-out, given the ends of the housekeepings that did, in order. Good ones between two that failed write no line, but the runtime then counts as up for half a minute. */
function waitsOfStatus(
  ledger: ProcessLedger,
  timeout: Duration,
  hungHousekeepings: readonly Instant[],
): readonly Stretch[] {
  const ends: Stretch[] = [];
  const down = downMoments(ledger);
  const reachedHousekeeping = (time: Instant): boolean =>
    (hungHousekeepings[countLeading(hungHousekeepings, (end) => end < time - RUNTIME_STATUS_PERIOD - TIMEOUT_LAG)] ??
      Number.POSITIVE_INFINITY) <=
    time + SAME_HANG_WITHIN;
  let before: FruitlessStatus | undefined;
  for (const fact of inOrder(ledger.statusFailures)) {
    if (
      before !== undefined &&
      timedOut(fact) &&
      isOf(timeout, fact.time - before.time - RUNTIME_STATUS_PERIOD, TIMEOUT_LAG) &&
      isDownThroughout(down, before.time, fact.time)
    ) {
      ends.push(around(fact.time, ONE_FAILURE));
      if (reachedHousekeeping(before.time)) ends.push(around(before.time, ONE_FAILURE));
    }
    before = fact;
  }
  return ends;
}

/** Starts of the relists that lines name, in order of time. */
export function namedStarts(ledger: ProcessLedger): readonly Instant[] {
  const starts: Instant[] = [];
  for (const fact of inOrder<SkipFact | NodeConditionFact>([...ledger.skips, ...ledger.conditions])) {
    const reason = namingReason(fact);
    if (reason === undefined) continue;
    const start = startOfNamed(fact, reason);
    if (start > (starts.at(-1) ?? BEFORE_ALL)) starts.push(start);
  }
  return starts;
}
