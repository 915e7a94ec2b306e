/** Which part of a log a picture shows: all of it, or where that would make the trouble a hair, the trouble and what is around it. */
import {
  type EpisodeChip,
  MARK_STYLES,
  type StalenessSeries,
  type TimelineDocument,
} from '../../timeline/timelineDocument.ts';

/** Times in microseconds since the document's origin. */
export interface ChartPart {
  readonly from: number;
  readonly to: number;
  readonly isWhole: boolean;
  /** Name of the one node that is drawn; `undefined` where the log has one alone. */
  readonly node?: string;
  readonly series: readonly StalenessSeries[];
  /** Unhealthy times of the node; normal starts are none. */
  readonly episodes: readonly EpisodeChip[];
  /** Stretches in which the node was reported NotReady. */
  readonly notReady: readonly { readonly from: number; readonly to: number; readonly proven: boolean }[];
  /** Times of the skips, ascending. */
  readonly skips: readonly number[];
  /** Seconds. */
  readonly threshold: number;
  /** The highest staleness in the part, in seconds; NaN where none is known. */
  readonly highest: number;
}

/** A trouble shorter than this part of the log is drawn with what is around it alone. */
const HAIR = 1 / 25;
/** As much is shown before and after it at least. */
const AROUND = 360e6;
/** A staleness that is worth a picture without an unhealthy time, as a part of the threshold. */
const HIGH = 1 / 3;

const NOT_READY = MARK_STYLES.indexOf('not-ready');

/** The part that tells the story; `undefined`: PLEG kept up and the node was not NotReady, so there is none. */
export function chartPart(document: TimelineDocument): ChartPart | undefined {
  const real = document.episodes.filter(({ startup }) => !startup);
  const answered = real.find(({ id }) => id === document.answered) ?? real[0];
  const nodes = new Set(document.lanes.flatMap(({ node }) => (node === undefined ? [] : [node])));
  const node = nodes.size < 2 ? undefined : (answered?.node ?? document.staleness[0]?.node);
  const series = document.staleness.filter((one) => node === undefined || one.node === node);
  const episodes = real.filter((one) => node === undefined || one.node === node);
  const notReady = notReadyTimes(document, node);
  const threshold = Math.max(0, ...series.map((one) => one.threshold)) || 180;
  if (episodes.length === 0 && notReady.length === 0 && !(highestIn(series, 0, document.length) > threshold * HIGH))
    return undefined;
  const { from, to } = windowOf(document, episodes, answered);
  return {
    from,
    to,
    isWhole: from <= 0 && to >= document.length,
    ...(node === undefined ? {} : { node }),
    series,
    episodes,
    notReady,
    skips: skipsOf(document, node),
    threshold,
    highest: highestIn(series, from, to),
  };
}

function windowOf(
  { length }: TimelineDocument,
  episodes: readonly EpisodeChip[],
  answered: EpisodeChip | undefined,
): { readonly from: number; readonly to: number } {
  const whole = { from: 0, to: Math.max(length, 1) };
  const lengthOf = ({ begin, endMax }: EpisodeChip): number => endMax - begin;
  const longest = Math.max(0, ...episodes.map(lengthOf));
  if (answered === undefined || longest > length * HAIR) return whole;
  const around = Math.max(AROUND, lengthOf(answered));
  const from = Math.max(0, answered.begin - around);
  return {
    from,
    to: Math.min(length, Math.max(answered.endMax + around, from + around)),
  };
}

function notReadyTimes({ lanes }: TimelineDocument, node: string | undefined): ChartPart['notReady'] {
  return lanes
    .filter((lane) => lane.kind === 'node-ready' && (node === undefined || lane.node === node))
    .flatMap((lane) =>
      Array.from(lane.start, (from, index) => ({
        from,
        to: lane.end[index] ?? from,
        style: lane.style[index],
        proven: lane.proven[index] === 1,
      })),
    )
    .filter((one) => one.style === NOT_READY);
}

function skipsOf({ skips, marks, lanes }: TimelineDocument, node: string | undefined): number[] {
  return [...skips.time].filter(
    (_, index) => node === undefined || lanes[marks.lane[skips.mark[index] ?? -1] ?? -1]?.node === node,
  );
}

function highestIn(series: readonly StalenessSeries[], from: number, to: number): number {
  let highest = Number.NaN;
  for (const { time, seconds } of series)
    seconds.forEach((value, index) => {
      const at = time[index] ?? 0;
      if (at >= from && at <= to && !(value <= highest) && !Number.isNaN(value)) highest = value;
    });
  return highest;
}
