/** A log that ends while a relist hangs: when PLEG, and with it the node, will turn unhealthy unless that relist gets through. */
import { nodeNameOf } from '../../inference/nodeName.ts';
import { isOfPleg } from '../../kubelet/skipReason.ts';
import type { KubeletProcess, LineReference, Relist } from '../../inference/history.ts';
import { eventedAt } from '../../inference/streams/eventedAt.ts';
import { queriesOf } from '../../inference/queries.ts';
import {
  EVENTED_RELIST_PERIOD,
  EVENTED_RELIST_THRESHOLD,
  RELIST_PERIOD,
  RELIST_THRESHOLD,
} from '../../kubelet/constants.ts';
import { between, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import { durationText } from '../words/durationText.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import { aboutTime, type Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';

export interface Forecast {
  readonly process: KubeletProcess;
  /** When the threshold passes: as late as `max`, which is likely, unless the last good relist was slow. */
  readonly at: TimeBounds;
  /** The last listing that worked began about then, if it was quick. */
  readonly lastRelist: Instant;
  /** Nothing shows that a listing worked then: the log begins with those that failed, and earlier ones may have. */
  readonly isOpen: boolean;
  readonly line: LineReference | undefined;
}

/** Nothing is said of a relist that was late by less than that: it may just be slow. */
const LATE = seconds(20);
/** A forecast needs a last good relist that is known so well. */
const KNOWN_WELL = seconds(2.5);
const SECOND = seconds(1);
/** A call that failed so soon did not wait for its time-out. */
const AT_ONCE = seconds(5);
/** A line of a failure comes so late at most on a node under load. */
const LATE_LINE = seconds(2);
/** Between two relists that fail at once there is room for one that got through, as of a runtime that crashes each time it was started. */
const TWO_RELISTS = seconds(1.8);
/** The kubelet writes its status when a condition changes, ten seconds later at most (kubelet_node_status.go, nodeStatusUpdateFrequency). */
const REPORTED_WITHIN = seconds(10);

/**
 * The forecast for the node whose log ends last; `undefined` where its last process ended, is unhealthy already, or a listing worked until the end as far as lines tell. Known only by relists that
 * failed: the last good one began about a second before the first of those that end the log.
 */
export function forecastOf(view: DiagnosisView): Forecast | undefined {
  const { history } = view;
  const process = history.processes.findLast(
    (candidate) => candidate.endedBy === 'end-of-log' && candidate.ending === undefined,
  );
  if (
    process === undefined ||
    history.span === undefined ||
    view.episodes.some(({ episode }) => episode.process === process.id && episode.endedBy === 'end-of-log')
  )
    return undefined;
  const recovery = lastRecovery(view, process);
  const well = recovery?.ofPleg === true ? recovery.from : Number.NEGATIVE_INFINITY;
  const relists = history.relists
    .filter((relist) => relist.process === process.id && relist.scope === 'all' && relist.start.max > well)
    .sort((a, b) => a.start.max - b.start.max);
  const streak = lastStreak(relists, process);
  const [first] = streak ?? [];
  if (
    streak === undefined ||
    first === undefined ||
    !isKnownWell(streak, well) ||
    (streak.length === relists.length && well === Number.NEGATIVE_INFINITY && isFirstOfAll(process, first)) ||
    listedSince(view, process, first) ||
    wouldHaveFailed(process, streak) ||
    (recovery !== undefined && mayHaveEnded(streak, recovery))
  )
    return undefined;
  const lastRelist = Math.max(first.start.max - RELIST_PERIOD, process.loopStarted ?? process.from) as Instant;
  const isRare = eventedAt(process, lastRelist) && !comeEachSecond(streak);
  const threshold = isRare ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD;
  const at: TimeBounds = {
    min: (earliestListing(relists, first, process, lastRelist) + threshold) as Instant,
    max: (lastRelist + threshold) as Instant,
  };
  return process.to - lastRelist < LATE || at.min <= process.to
    ? undefined
    : {
        process,
        at,
        lastRelist,
        isOpen: relists[0] === first && well === Number.NEGATIVE_INFINITY && beginsWith(process, first),
        line: first.evidence[0],
      };
}

/** The lines of a kubelet begin so shortly before a relist that the one before it may have failed, too. */
function beginsWith(process: KubeletProcess, relist: Relist): boolean {
  const longest = failsAtOnce(relist) ? 0 : 2 * requestTimeout(process);
  return (
    !process.startedInLog && relist.start.max - process.from < periodOf(process, process.from) + longest + LATE_LINE
  );
}

/**
 * The last good relist began then at the earliest. Between two failures there is time for quick ones, each a second after the other, or for one that was nearly as slow as those that failed: no line tells
 * which, unless the pause is longer than its two list calls may take. Where nothing failed before, relists were quick.
 */
function earliestListing(
  relists: readonly Relist[],
  first: Relist,
  process: KubeletProcess,
  lastRelist: Instant,
): Instant {
  const before = relists[relists.indexOf(first) - 1];
  if (before?.outcome !== 'list-failed' || before.end === undefined) return lastRelist;
  const next = before.end.min + periodOf(process, before.start.max);
  return lastRelist - next > 2 * requestTimeout(process) ? lastRelist : (Math.min(next, lastRelist) as Instant);
}

/** When the kubelet was last well again after it had not been. Of PLEG: relists before that say nothing of the end of the log. */
interface Recovery {
  readonly from: Instant;
  readonly to: Instant;
  readonly ofPleg: boolean;
}

function lastRecovery({ history }: DiagnosisView, { id }: KubeletProcess): Recovery | undefined {
  const last = history.episodes.findLast(
    ({ process, endedBy, startup }) => process === id && endedBy === 'recovered' && !startup,
  );
  return last?.end === undefined
    ? undefined
    : {
        from: last.end.min,
        to: last.end.max,
        ofPleg: isOfPleg(last.reasons),
      };
}

/**
 * The relists that failed one right after another until the log ends; none where a good one is the last. A pause between two of them is a relist that got through, for those that fail are logged;
 * `undefined` where it is not known whether there was one.
 */
function lastStreak(relists: readonly Relist[], process: KubeletProcess): readonly Relist[] | undefined {
  const good = relists.findLastIndex((relist) => relist.outcome === 'ok' || relist.listed !== undefined);
  let from = good + 1;
  for (let at = from + 1; at < relists.length; at += 1) {
    const [before, relist] = [relists[at - 1], relists[at]];
    if (before === undefined || relist === undefined) break;
    const ended = before.end?.max ?? before.start.max;
    const next = ended + periodOf(process, before.start.max) + LATE_LINE;
    if (relist.start.max <= next) {
      if (failsAtOnce(before) && failsAtOnce(relist) && relist.start.max - ended > TWO_RELISTS) return undefined;
      continue;
    }
    if (relist.start.min <= next && !failsAtOnce(relist)) return undefined;
    from = at;
  }
  const streak = relists.slice(from);
  return streak.every(isBad) ? streak : undefined;
}

function periodOf(process: KubeletProcess, time: Instant): number {
  return eventedAt(process, time) ? EVENTED_RELIST_PERIOD : RELIST_PERIOD;
}

/** Two of these relists came a second apart, so Evented PLEG is not in charge (any more), whatever is turned on. */
function comeEachSecond(streak: readonly Relist[]): boolean {
  return streak.some((relist, at) => {
    const before = streak[at - 1];
    return (
      before !== undefined && relist.start.max - (before.end?.max ?? before.start.max) <= RELIST_PERIOD + LATE_LINE
    );
  });
}

/**
 * The begin of its first relist is known. A call that has not waited for its time-out began right before it failed, and the good relist about a second before that, where PLEG was well meanwhile and relists are seen
 * to come each second (Evented PLEG, which no line may tell of, makes one in five minutes).
 */
function isKnownWell([first, second]: readonly Relist[], well: number): boolean {
  if (first === undefined || first.start.max - first.start.min <= KNOWN_WELL) return first !== undefined;
  return (
    failsAtOnce(first) &&
    well > first.start.min &&
    second !== undefined &&
    second.start.max - (first.end?.max ?? first.start.max) <= RELIST_PERIOD + LATE_LINE
  );
}

/** It failed without a wait for its time-out, as far as lines tell. */
function failsAtOnce({ outcome, phase }: Pick<Relist, 'outcome' | 'phase'>): boolean {
  return outcome === 'list-failed' && phase !== 'listing';
}

/** The kubelet was well again after the last relist that failed: what held that up may be over as well. One that fails at once would be followed by others that do. */
function mayHaveEnded(streak: readonly Relist[], { from, to }: Recovery): boolean {
  const last = streak.at(-1);
  return last !== undefined && (last.end?.max ?? last.start.max) < (failsAtOnce(last) ? to : from);
}

/** A kubelet that has not listed a single time since its start is unhealthy already. */
function isFirstOfAll({ startedInLog, loopStarted, from }: KubeletProcess, { start }: Relist): boolean {
  return startedInLog && start.max - (loopStarted ?? from) < LATE;
}

function isBad({ outcome }: Relist): boolean {
  return outcome === 'list-failed' || outcome === 'open';
}

/** After the last relist that failed the next one had its whole time-out and more, and no line says that it failed, too. */
function wouldHaveFailed(process: KubeletProcess, streak: readonly Relist[]): boolean {
  const last = streak.at(-1);
  const ended = last?.outcome === 'list-failed' ? last.end?.max : undefined;
  if (last === undefined || ended === undefined) return false;
  // Calls that fail at once go on to do so, or are answered.
  const takes = ended - last.start.min < AT_ONCE ? AT_ONCE : requestTimeout(process);
  return process.to - ended > (comeEachSecond(streak) ? RELIST_PERIOD : periodOf(process, ended)) + takes + LATE_LINE;
}

/** A line after the failed relist began that only a listing after it can give. */
function listedSince(view: DiagnosisView, { id, to }: KubeletProcess, { start }: Relist): boolean {
  return (
    view.facts.between(id, 'container-finished', start.max, to).length > 0 ||
    queriesOf(view.history).eventsBetween(id, (start.max + REPORTED_WITHIN) as Instant, to).length > 0
  );
}

/** `PLEG will turn unhealthy at about …, unless a relist gets through; the node is then reported NotReady within ten seconds.` */
export function sayForecast(
  { formatTime, history }: DiagnosisView,
  { at, lastRelist, isOpen, line, process }: Forecast,
  paragraph: Paragraph,
): void {
  const node = nodeNameOf(history, process.node) ?? 'the node';
  const since = isOpen
    ? `the kubelet's lines begin at ${formatTime(process.from)}`
    : aboutTime({ min: lastRelist, max: (lastRelist + SECOND) as Instant }, formatTime);
  paragraph
    .sentence('forecast')
    .strong(
      `When the log ends at ${formatTime(process.to)}, no line shows a relist that got through since ${since} (${durationText(between(isOpen ? process.from : lastRelist, process.to))})`,
      line,
    );
  const latest = aboutTime({ min: at.max, max: (at.max + SECOND) as Instant }, formatTime);
  const when = isOpen
    ? `by ${latest.replace('about ', '')} at the latest`
    : at.max - at.min <= KNOWN_WELL
      ? `at ${latest}`
      : `between ${aboutTime({ min: at.min, max: (at.min + SECOND) as Instant }, formatTime)} and ${latest.replace('about ', '')}`;
  paragraph.strong(`: ${node} will turn NotReady ${when} unless a relist gets through.`);
}
