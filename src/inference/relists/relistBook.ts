import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import type { Duration, Instant } from '../../kubelet/time.ts';
import type { NodeConditionFact, PodReference, RelistFailedFact, SkipFact } from '../../messages/fact.ts';
import { eventedAt, factsBetween, notThereBefore, type ProcessEvidence } from '../evidence.ts';
import type { LineReference } from '../history.ts';
import { lineOf } from '../store/lines.ts';
import { namingReason, startOfNamed, thresholdOf } from './namedRelist.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { countLeading } from '../store/search.ts';
import { leastWait } from './shownTimeout.ts';
import type { SkipRun } from '../episodes/skipRuns.ts';
import type { TimedLine } from '../store/timeColumn.ts';
import { FREE_LOOP_MEETS, STAMP_LAG, STAMP_NOISE, TIMEOUT_LAG, TIMEOUT_LEAD } from '../rules/waits.ts';

/** A relist whose listing succeeded and whose start a skip or a node condition names. */
export interface NamedRelist {
  /** Smallest `time − elapsed` of the lines that name it. */
  readonly start: Instant;
  readonly threshold: Duration;
  /** First line that names it: it was listed before. */
  readonly firstNamed: Instant;
  readonly lastNamed: Instant;
  /** Last line before that named an older relist, or said that there was none yet: it was not listed yet. */
  readonly notListedAt?: Instant;
  readonly lines: readonly LineReference[];
  readonly byCondition: boolean;
}

/** A relist that ended with an error line. */
export interface FailedRelist {
  readonly fact: RelistFailedFact;
  readonly end: Instant;
  readonly startMin: Instant;
  readonly startMax: Instant;
  readonly call?: string;
  readonly pod: PodReference;
  /** Nothing can have been listed between the failed relist before and this one. */
  readonly followsDirectly: boolean;
  readonly lines: readonly LineReference[];
  readonly startRule: 'call-timed-out' | 'relist-period' | 'none';
}

/** What the lines of one process tell about its relists. */
export interface RelistBook {
  readonly named: readonly NamedRelist[];
  readonly failed: readonly FailedRelist[];
}

/** Two relists begin at least a second apart, so starts nearer than this are one. */
const SAME_RELIST = 500_000;

/** Between two relists less far apart than this no third one fits: each is followed by a pause of a second. */
const NO_ROOM = 1_900_000;

/** A relist whose listing ended with the fault is followed by one that lists within this time: a second, and what the inspection of pods takes. */
const LISTED_AGAIN = 4_000_000;

/** A listing makes two calls, of sandboxes and of containers; neither can take longer than its time-out. */
export const LISTING_CALLS = 2;

/** Collects named and failed relists of a process. */
export function relistBookOf(
  process: ProcessEvidence,
  runs: readonly SkipRun[],
  stopCheck: StopCheck = goesOn,
): RelistBook {
  const named = namedRelistsOf(process, runs, stopCheck);
  return { named, failed: failedRelistsOf(process, named) };
}

function namedRelistsOf(
  process: ProcessEvidence,
  runs: readonly SkipRun[],
  stopCheck: StopCheck,
): readonly NamedRelist[] {
  const clockSteps = new Map<SkipFact | NodeConditionFact, number>();
  for (const { skips } of runs)
    for (const { fact, clockStep } of skips) if (clockStep !== 0) clockSteps.set(fact, clockStep);
  const naming: readonly (SkipFact | NodeConditionFact)[] =
    process.conditions.length === 0
      ? process.skips
      : [...process.skips, ...process.conditions].sort((a, b) => a.time - b.time);
  const relists: {
    -readonly [K in keyof NamedRelist]: NamedRelist[K] extends readonly LineReference[]
      ? LineReference[]
      : NamedRelist[K];
  }[] = [];
  let lastTime: Instant | undefined;
  // After a step of the wall clock, time − elapsed is off by the step.
  let stepped = 0;
  for (const fact of naming) {
    stopCheck();
    const reason = namingReason(fact);
    if (reason === undefined) {
      if (fact.reasons.some(({ kind }) => kind === 'pleg-never')) lastTime = fact.time;
      continue;
    }
    const named = startOfNamed(fact, reason);
    stepped += clockSteps.get(fact) ?? 0;
    const shifted = (named - stepped) as Instant;
    const current = relists[relists.length - 1];
    const sameStretch = stepped !== 0 && current !== undefined && Math.abs(shifted - current.start) < SAME_RELIST;
    if (!sameStretch) stepped = 0;
    const start = sameStretch ? shifted : named;
    if (current !== undefined && Math.abs(start - current.start) < SAME_RELIST) {
      current.start = Math.min(current.start, start) as Instant;
      current.lastNamed = fact.time;
      if (fact.kind === 'skip') current.byCondition = false;
      if (current.lines.length < 3) current.lines.push(lineOf(fact));
    } else if (current !== undefined && start < current.start) {
      // The start of the last listed relist never goes back: a stamp that a clock step moved, or a line out of place. The replay counts it.
      continue;
    } else {
      relists.push({
        start,
        threshold: thresholdOf(reason),
        firstNamed: fact.time,
        lastNamed: fact.time,
        lines: [lineOf(fact)],
        byCondition: fact.kind !== 'skip',
        ...(lastTime === undefined ? {} : { notListedAt: lastTime }),
      });
    }
    lastTime = fact.time;
  }
  return relists;
}

function failedRelistsOf(process: ProcessEvidence, named: readonly NamedRelist[]): readonly FailedRelist[] {
  const failed: FailedRelist[] = [];
  const timedOut = (fact: RelistFailedFact): boolean => ranIntoTimeout(fact.error);
  let before: FailedRelist | undefined;
  let namedIndex = 0;
  for (const fact of process.relistFailures) {
    // One that began in the moment in which this one ended is the next.
    while (named[namedIndex] !== undefined && (named[namedIndex]?.start ?? 0) < fact.time - STAMP_NOISE)
      namedIndex += 1;
    const lastNamed = named[namedIndex - 1];
    const cause = factsBetween(process.runtimeCallFailures, (fact.time - 20_000) as Instant, fact.time)
      .filter((call) => call.method.startsWith('List') || call.method.startsWith('Stream'))
      .findLast((call) => call.error.code === fact.error.code);
    const call = cause?.method;
    // Relists follow one another: the earlier one ended before this one began.
    let startMin = Math.max(
      fact.time - LISTING_CALLS * process.callTimeout.max - TIMEOUT_LAG,
      notThereBefore(process),
    ) as Instant;
    if (before !== undefined)
      startMin = Math.max(
        startMin,
        before.end + (hasPauseBetween(process, before.fact, fact) ? RELIST_PERIOD : 0) - STAMP_NOISE,
      ) as Instant;
    if (lastNamed !== undefined) startMin = Math.max(startMin, lastNamed.start - STAMP_LAG) as Instant;
    // PLEG writes nothing in a failing listing, so its own line before belongs to an earlier relist.
    const ownLine = eventedAt(process, fact.time) ? undefined : process.ledger.listings.lastBefore(fact.time);
    if (ownLine !== undefined)
      startMin = Math.max(
        startMin,
        ownLine.time +
          (!process.podRelists && hasPauseBetween(process, { scope: 'all', time: ownLine.time }, fact)
            ? RELIST_PERIOD
            : 0) -
          STAMP_NOISE,
      ) as Instant;
    let startMax: Instant = fact.time;
    let startRule: FailedRelist['startRule'] = before === undefined ? 'none' : 'relist-period';
    if (timedOut(fact)) {
      startMax = Math.min(
        fact.time,
        fact.time - leastWait(process.callTimeout, 'list', fact.time) + TIMEOUT_LEAD,
      ) as Instant;
      const firstCall = call === 'ListPodSandbox' || call === 'StreamPodSandboxes';
      const low = (fact.time - process.callTimeout.max - TIMEOUT_LAG) as Instant;
      if (firstCall && low <= startMax && low >= startMin - TIMEOUT_LAG) {
        startMin = Math.max(startMin, low) as Instant;
        startRule = 'call-timed-out';
      }
    }
    // Then the call cannot have run so long: the runtime gave it up.
    if (startMin > startMax + STAMP_NOISE) startMax = fact.time;
    if (startMin > startMax) startMin = startMax;
    const followsDirectly =
      before !== undefined &&
      startMax - before.end < NO_ROOM &&
      (lastNamed === undefined || lastNamed.start < before.end);
    before = {
      fact,
      end: fact.time,
      startMin,
      startMax,
      pod: fact.pod,
      followsDirectly,
      startRule,
      ...(call === undefined ? {} : { call }),
      lines: cause === undefined ? [lineOf(fact)] : [lineOf(cause), lineOf(fact)],
    };
    failed.push(before);
  }
  return failed;
}

/** Whether generic PLEG made a pause of its period between two failed relists. Evented PLEG forces a relist at once, at -v=0 shown by nothing but their nearness. */
function hasPauseBetween(
  process: ProcessEvidence,
  before: Pick<RelistFailedFact, 'scope' | 'time'>,
  fact: RelistFailedFact,
): boolean {
  return (
    before.scope === 'all' &&
    fact.scope === 'all' &&
    fact.time - before.time >= RELIST_PERIOD - STAMP_NOISE &&
    !eventedAt(process, before.time)
  );
}

/** The first named relist that started after a time. */
export function nextNamed(book: RelistBook, time: Instant): NamedRelist | undefined {
  return book.named[countLeading(book.named, (relist) => relist.start <= time)];
}

/** The first failed relist that ended after a time, by more than stamps differ: the line of one that ended in the moment in which another began can be later than that. */
export function nextFailed(book: RelistBook, time: Instant): FailedRelist | undefined {
  return book.failed[countLeading(book.failed, (relist) => relist.end <= time + STAMP_NOISE)];
}

/** The last named relist that started at or before a time. */
export function lastNamedUpTo(book: RelistBook, time: Instant): NamedRelist | undefined {
  return book.named[countLeading(book.named, (relist) => relist.start <= time) - 1];
}

/** The last failed relist that ended at or before a time. */
export function lastFailedUpTo(book: RelistBook, time: Instant): FailedRelist | undefined {
  return book.failed[countLeading(book.failed, (relist) => relist.end <= time) - 1];
}

/** The named relist whose start this is, as far as a line tells it. */
export function namedAt(book: RelistBook, start: Instant): NamedRelist | undefined {
  const relist = book.named[countLeading(book.named, (other) => other.start <= start + SAME_RELIST) - 1];
  return relist !== undefined && Math.abs(relist.start - start) < SAME_RELIST ? relist : undefined;
}

/** When a named relist was over at the latest, by the start of the next one; `undefined` where no later one is known. */
export function overBy(process: ProcessEvidence, book: RelistBook, { start }: NamedRelist): Instant | undefined {
  const period = eventedAt(process, start) ? 0 : RELIST_PERIOD;
  const next = nextNamed(book, start);
  const failed = nextFailed(book, start);
  const ends: number[] = [];
  if (next !== undefined) ends.push(next.start - period);
  // A relist of one pod (1.36) comes without the pause of a second.
  if (failed !== undefined) ends.push(failed.startMax - (failed.fact.scope === 'pod' ? 0 : period));
  return ends.length === 0 ? undefined : (Math.min(...ends) as Instant);
}

/**
 * Whether a named relist was listed before its own age passed the threshold; then the state was healthy until that very moment. The proofs: a later
 * relist began in time, PLEG's own goroutine wrote a line after the start and before the threshold, a free loop met the fault at once, or no listing can
 * take that long.
 */
export function listedInTime(
  process: ProcessEvidence,
  book: RelistBook,
  relist: NamedRelist,
): { readonly proven: boolean; readonly lines: readonly LineReference[] } {
  const limit = (relist.start + relist.threshold) as Instant;
  const yes = (
    lines: readonly LineReference[],
  ): { readonly proven: true; readonly lines: readonly LineReference[] } => ({ proven: true, lines });
  if (relist.firstNamed <= limit + FREE_LOOP_MEETS && relist.lastNamed > limit + LISTED_AGAIN)
    return yes(relist.lines.slice(0, 1));
  const next = nextNamed(book, relist.start);
  if (next !== undefined && next.start - RELIST_PERIOD <= limit) return yes(next.lines.slice(0, 1));
  const after = nextFailed(book, relist.start);
  const failure = after !== undefined && after.startMax <= limit ? after : undefined;
  if (failure !== undefined) return yes(failure.lines);
  if (!eventedAt(process, limit)) {
    const { listings, relistStarts, channelFull } = process.ledger;
    const [line] = [
      ...listings.between(relist.start, limit, 1),
      // The next one: this one was over a second before.
      ...relistStarts.between((relist.start + SAME_RELIST) as Instant, (limit + RELIST_PERIOD) as Instant, 1),
      ...channelFull.between((relist.start + STAMP_NOISE) as Instant, limit, 1),
    ];
    if (line !== undefined) return yes([line.at]);
    const [inspected] = factsBetween(process.inspectFailures, relist.start, limit);
    if (inspected !== undefined) return yes([lineOf(inspected)]);
  }
  if (relist.threshold > LISTING_CALLS * process.callTimeout.max + TIMEOUT_LAG) return yes([]);
  return { proven: false, lines: [] };
}

/** What PLEG's own lines tell of the inspection of a relist. */
export interface InspectionLines {
  /** The relist was listed before the first of these lines, and not over before the last. */
  readonly first: TimedLine;
  readonly last: TimedLine;
}

/**
 * PLEG's own lines that the inspection of a named relist wrote: up to 1.35 every such line after its start and before the last line that names it. In
 * 1.36 relists of single pods write such lines too, but only in the second after a global relist, and one more that runs on when the next one is due: three
 * pods, each more than a second after the one before, can only be the named relist inspecting one pod after another. Of these the first and the last two
 * can still be of pods' own relists.
 */
export function inspectionLines(process: ProcessEvidence, relist: NamedRelist): InspectionLines | undefined {
  if (eventedAt(process, relist.start)) return undefined;
  const lines = process.ledger.listings.between((relist.start + STAMP_NOISE) as Instant, relist.lastNamed, 2_000);
  if (!process.podRelists) return span(lines, 0, 0);
  const apart: TimedLine[] = [];
  for (const line of lines) {
    const before = apart.at(-1);
    if (before === undefined || (line.label !== before.label && line.time - before.time > RELIST_PERIOD))
      apart.push(line);
  }
  const pods = new Set(apart.map((line) => line.label));
  return pods.size < 3 ? undefined : span(apart, 1, Math.min(2, apart.length - 2));
}

function span(lines: readonly TimedLine[], fromStart: number, fromEnd: number): InspectionLines | undefined {
  const first = lines[fromStart];
  const last = lines[lines.length - 1 - fromEnd];
  return first === undefined || last === undefined ? undefined : { first, last };
}
