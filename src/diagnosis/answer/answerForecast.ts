/** A log that ends while a relist hangs: when PLEG, and with it the node, will turn unhealthy unless that relist gets through. */
import type { KubeletProcess, LineReference, Relist } from '../../inference/history.ts';
import { queriesOf } from '../../inference/queries.ts';
import { EVENTED_RELIST_THRESHOLD, RELIST_PERIOD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import { durationText } from '../words/durationText.ts';
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
  const relists = history.relists
    .filter((relist) => relist.process === process.id && relist.scope === 'all')
    .sort((a, b) => a.start.max - b.start.max);
  const good = relists.findLastIndex((relist) => relist.outcome === 'ok' || relist.listed !== undefined);
  const streak = relists.slice(good + 1);
  const [first] = streak;
  if (
    first === undefined ||
    first.start.max - first.start.min > KNOWN_WELL ||
    !streak.every(isBad) ||
    listedSince(view, process, first)
  )
    return undefined;
  const lastRelist = Math.max(first.start.max - RELIST_PERIOD, process.loopStarted ?? process.from) as Instant;
  const evented =
    process.evented !== undefined && (process.evented.until === undefined || process.evented.until > lastRelist);
  const at = (lastRelist + (evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD)) as Instant;
  return process.to - lastRelist < LATE || at <= process.to
    ? undefined
    : { process, at, lastRelist, line: first.evidence[0] };
}

function isBad({ outcome }: Relist): boolean {
  return outcome === 'list-failed' || outcome === 'open';
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
