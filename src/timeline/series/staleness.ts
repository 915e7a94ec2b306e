import type { Analysis } from '../../analysis/analysis.ts';
import type { Relist, Skip } from '../../inference/history.ts';
import {
  EVENTED_RELIST_PERIOD,
  EVENTED_RELIST_THRESHOLD,
  RELIST_PERIOD,
  RELIST_THRESHOLD,
} from '../../kubelet/constants.ts';
import { inSeconds } from '../../kubelet/time.ts';
import type { StalenessPoint } from '../../replay/reconstruction.ts';
import type { TimelineContext } from '../context.ts';
import type { HealthyRelists, SkipMarks, StalenessSeries } from '../timelineDocument.ts';
import { metricsStaleness } from './metricsStaleness.ts';

/** A relist that took longer tells nothing about how long healthy ones take. */
const HEALTHY_DURATION = 1_000_000;
/** What the curve of the metrics is called beside those of nodes. */
const METRICS = 'metrics';
/** Bounds of a start may be this far apart to be drawn as one tick. */
const ONE_TICK = 100_000;

/** The sawtooth of each process, in seconds over microseconds since origin, with the threshold that applied to it; of metrics what these tell, beside a log under a name of their own. */
export function stalenessSeries(context: TimelineContext, analysis: Analysis): StalenessSeries[] {
  const out: StalenessSeries[] = [];
  for (const [process, points] of analysis.reconstruction.staleness) {
    if (points.length === 0) continue;
    const sorted = points.toSorted((a, b) => a.time - b.time);
    const relists = context.history.relists.filter((relist) => relist.process === process && relist.scope === 'all');
    const node = context.process(process)?.node;
    out.push({
      process,
      node: node === undefined ? '' : context.nodeName(node),
      threshold: thresholdOf(context, process),
      starts: provenStarts(context, relists),
      healthy: healthyRelists(context, process, sorted, relists),
      ...columns(context, sorted),
      ...eventedUntil(context, process),
    });
  }
  return [...out, ...metricsStaleness(context, context.history.metrics, out.length > 0 ? METRICS : '')];
}

function columns(
  context: TimelineContext,
  sorted: readonly StalenessPoint[],
): Pick<StalenessSeries, 'time' | 'seconds' | 'bandMin' | 'bandMax' | 'proven'> {
  return {
    time: Float64Array.from(sorted, (point) => context.at(point.time)),
    seconds: Float64Array.from(sorted, (point) =>
      point.staleness === undefined ? Number.NaN : inSeconds(point.staleness),
    ),
    bandMin: Float64Array.from(sorted, (point) => (point.min === undefined ? Number.NaN : inSeconds(point.min))),
    bandMax: Float64Array.from(sorted, (point) => (point.max === undefined ? Number.NaN : inSeconds(point.max))),
    proven: Uint8Array.from(sorted, (point) => (point.proven ? 1 : 0)),
  };
}

function provenStarts(context: TimelineContext, relists: readonly Relist[]): Float64Array {
  return Float64Array.from(
    relists.filter(({ start }) => start.max - start.min <= ONE_TICK),
    ({ start }) => context.at(start.max),
  ).sort();
}

/** The stretches that the replay gives as one level line between bounds: relists that no line names, one period apart. */
function healthyRelists(
  context: TimelineContext,
  process: string,
  sorted: readonly StalenessPoint[],
  relists: readonly Relist[],
): HealthyRelists {
  const stretches: { from: number; to: number; anchor: number }[] = [];
  const period = isEvented(context, process) ? EVENTED_RELIST_PERIOD : RELIST_PERIOD;
  sorted.forEach((point, index) => {
    const next = sorted[index + 1];
    if (
      next === undefined ||
      next.time <= point.time ||
      !isLevel(point) ||
      !isLevel(next) ||
      point.staleness !== next.staleness
    )
      return;
    const from = context.at(point.time);
    const to = context.at(next.time);
    // A relist that a line names right after it, or right before it, gives the beat; else the first one starts with the stretch.
    const after = sorted[index + 2];
    const before = sorted[index - 1];
    const namedAfter = after !== undefined && after.time === next.time && after.staleness === 0;
    const namedBefore =
      !namedAfter &&
      before !== undefined &&
      before.proven &&
      before.staleness !== undefined &&
      before.staleness < period;
    stretches.push({
      from,
      to,
      anchor: namedAfter ? to : namedBefore ? context.at(before.time) - before.staleness : from,
    });
  });
  return {
    from: Float64Array.from(stretches, (stretch) => stretch.from),
    to: Float64Array.from(stretches, (stretch) => stretch.to),
    anchor: Float64Array.from(stretches, (stretch) => stretch.anchor),
    period,
    duration: likelyDuration(relists),
  };
}

/** A point of a level stretch: likely, and bounded from below by nothing. */
function isLevel(point: StalenessPoint): boolean {
  return !point.proven && point.min === 0 && point.max !== undefined && point.staleness !== undefined;
}

/** The median of what is known of quick relists that worked; nothing known counts as no time at all. */
function likelyDuration(relists: readonly Relist[]): number {
  const known: number[] = [];
  for (const { outcome, start, end } of relists) {
    if (outcome !== 'ok' || end === undefined) continue;
    const longest = end.max - start.min;
    if (longest >= 0 && longest < HEALTHY_DURATION) known.push((longest + Math.max(0, end.min - start.max)) / 2);
  }
  known.sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? 0;
}

function isEvented(context: TimelineContext, process: string): boolean {
  const evented = context.process(process)?.evented;
  return evented !== undefined && evented.until === undefined;
}

function eventedUntil(context: TimelineContext, process: string): Pick<StalenessSeries, 'evented'> {
  const until = context.process(process)?.evented?.until;
  return until === undefined
    ? {}
    : { evented: { until: context.at(until), threshold: inSeconds(EVENTED_RELIST_THRESHOLD) } };
}

/** What a skip of this process says of its threshold; else the constant of the generic PLEG, or of the generic beside the evented one. */
function thresholdOf(context: TimelineContext, process: string): number {
  for (const skip of context.history.skips) {
    if (skip.process !== process) continue;
    for (const reason of skip.reasons)
      if (reason.threshold !== undefined && reason.threshold > 0) return inSeconds(reason.threshold);
  }
  return inSeconds(isEvented(context, process) ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD);
}

/** The skips on the staleness chart: at their time and at the elapsed that they print. `numbers` are the marks of the skips. */
export function skipMarks(
  context: TimelineContext,
  numbers: ReadonlyMap<Skip, number>,
): { readonly time: number; readonly seconds: number; readonly mark: number }[] {
  return context.history.skips.map((skip) => {
    const elapsed = skip.reasons.find((reason) => reason.elapsed !== undefined)?.elapsed;
    return {
      time: context.at(skip.time),
      seconds: elapsed === undefined ? Number.NaN : inSeconds(elapsed),
      mark: numbers.get(skip) ?? -1,
    };
  });
}

/** Skip marks as arrays sorted by time; `final` maps the collector's numbers to places. */
export function skipColumns(
  rows: readonly { readonly time: number; readonly seconds: number; readonly mark: number }[],
  final: Int32Array,
): SkipMarks {
  const sorted = rows.toSorted((a, b) => a.time - b.time);
  return {
    time: Float64Array.from(sorted, (row) => row.time),
    seconds: Float64Array.from(sorted, (row) => row.seconds),
    mark: Int32Array.from(sorted, (row) => (row.mark < 0 ? -1 : (final[row.mark] ?? -1))),
  };
}
