/** A log that ends while a relist hangs: when PLEG, and with it the node, will turn unhealthy unless that relist gets through. */
import type { KubeletProcess, LineReference, Relist } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import {
  EVENTED_RELIST_PERIOD,
  EVENTED_RELIST_THRESHOLD,
  RELIST_PERIOD,
  RELIST_THRESHOLD,
} from '../../kubelet/constants.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import { durationText } from '../words/durationText.ts';
import { requestTimeout } from '../words/requestTimeout.ts';
import { aboutTime, type Paragraph } from './paragraph.ts';
import type { DiagnosisView } from '../view.ts';

export interface Forecast {
  readonly process: KubeletProcess;
  /** When the threshold passes. */
  readonly at: Instant;
  /** The last listing that worked began about then. */
  readonly lastRelist: Instant;
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
  const well = lastRecovery(view, process);
  const relists = history.relists
    .filter((relist) => relist.process === process.id && relist.scope === 'all' && relist.start.max > well)
    .sort((a, b) => a.start.max - b.start.max);
  const good = relists.findLastIndex((relist) => relist.outcome === 'ok' || relist.listed !== undefined);
  const streak = relists.slice(good + 1);
  const [first] = streak;
  if (
    first === undefined ||
    first.start.max - first.start.min > KNOWN_WELL ||
    (good < 0 && well === Number.NEGATIVE_INFINITY && isFirstOfAll(process, first)) ||
    !streak.every(isBad) ||
    listedSince(view, process, first) ||
    wouldHaveFailed(process, streak)
  )
    return undefined;
  const lastRelist = Math.max(first.start.max - RELIST_PERIOD, process.loopStarted ?? process.from) as Instant;
  const at = (lastRelist + (isEvented(process, lastRelist) ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD)) as Instant;
  return process.to - lastRelist < LATE || at <= process.to
    ? undefined
    : { process, at, lastRelist, line: first.evidence[0] };
}

/** When PLEG was last well again after it had not been: relists before that say nothing of the end of the log. */
function lastRecovery({ history }: DiagnosisView, { id }: KubeletProcess): number {
  return history.episodes
    .filter(
      ({ process, endedBy, reasons }) =>
        process === id && endedBy === 'recovered' && (reasons.includes('pleg-stale') || reasons.includes('pleg-never')),
    )
    .reduce((latest, { end }) => Math.max(latest, end?.max ?? latest), Number.NEGATIVE_INFINITY);
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
  const takes = ended - last.start.min < AT_ONCE ? LATE : requestTimeout(process);
  return process.to - ended > (isEvented(process, ended) ? EVENTED_RELIST_PERIOD : RELIST_PERIOD) + takes + LATE_LINE;
}

function isEvented({ evented }: KubeletProcess, time: Instant): boolean {
  return evented !== undefined && (evented.until === undefined || evented.until > time);
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
  { at, lastRelist, line, process }: Forecast,
  paragraph: Paragraph,
): void {
  const node = history.nodes.find(({ id }) => id === process.node)?.names[0] ?? 'the node';
  paragraph
    .sentence('forecast')
    .strong(
      `When the log ends at ${formatTime(process.to)}, no line shows a relist that got through since ${aboutTime({ min: lastRelist, max: (lastRelist + SECOND) as Instant }, formatTime)} (${durationText((process.to - lastRelist) as never)})`,
      line,
    );
  paragraph.strong(
    `: ${node} will turn NotReady at ${aboutTime({ min: at, max: (at + SECOND) as Instant }, formatTime)} unless a relist gets through.`,
  );
}
