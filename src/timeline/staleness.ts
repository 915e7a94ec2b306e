import type { Analysis } from '../analysis/analysis.ts';
import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../kubelet/constants.ts';
import { inSeconds } from '../kubelet/time.ts';
import type { StalenessPoint } from '../replay/reconstruction.ts';
import type { TimelineContext } from './context.ts';
import type { SkipMarks, StalenessSeries } from './timelineDocument.ts';

/** The sawtooth of each process, in seconds over microseconds since origin, with the threshold that applied to it. */
export function stalenessSeries(context: TimelineContext, analysis: Analysis): StalenessSeries[] {
  const out: StalenessSeries[] = [];
  for (const [process, points] of analysis.reconstruction.staleness) {
    if (points.length === 0) continue;
    out.push({ process, threshold: thresholdOf(context, process), ...columns(context, points) });
  }
  return out;
}

function columns(context: TimelineContext, points: readonly StalenessPoint[]): Omit<StalenessSeries, 'process' | 'threshold'> {
  const sorted = points.toSorted((a, b) => a.time - b.time);
  return {
    time: Float64Array.from(sorted, (point) => context.at(point.time)),
    seconds: Float64Array.from(sorted, (point) => (point.staleness === undefined ? Number.NaN : inSeconds(point.staleness))),
    bandMin: Float64Array.from(sorted, (point) => (point.min === undefined ? Number.NaN : inSeconds(point.min))),
    bandMax: Float64Array.from(sorted, (point) => (point.max === undefined ? Number.NaN : inSeconds(point.max))),
    proven: Uint8Array.from(sorted, (point) => (point.proven ? 1 : 0)),
  };
}

/** What a skip of this process says of its threshold; else the constant of the generic PLEG, or of the generic beside the evented one. */
function thresholdOf(context: TimelineContext, process: string): number {
  for (const skip of context.history.skips) {
    if (skip.process !== process) continue;
    for (const reason of skip.reasons) if (reason.threshold !== undefined && reason.threshold > 0) return inSeconds(reason.threshold);
  }
  const evented = context.process(process)?.evented;
  return inSeconds(evented !== undefined && evented.until === undefined ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD);
}

/** The skips on the staleness chart: at their time and at the elapsed that they print. `numbers` are the marks of the skips. */
export function skipMarks(context: TimelineContext, numbers: readonly number[]): { readonly time: number; readonly seconds: number; readonly mark: number }[] {
  return context.history.skips.map((skip, index) => {
    const elapsed = skip.reasons.find((reason) => reason.elapsed !== undefined)?.elapsed;
    return { time: context.at(skip.time), seconds: elapsed === undefined ? Number.NaN : inSeconds(elapsed), mark: numbers[index] ?? -1 };
  });
}

/** Skip marks as arrays sorted by time; `final` maps the collector's numbers to places. */
export function skipColumns(rows: readonly { readonly time: number; readonly seconds: number; readonly mark: number }[], final: Int32Array): SkipMarks {
  const sorted = rows.toSorted((a, b) => a.time - b.time);
  return {
    time: Float64Array.from(sorted, (row) => row.time),
    seconds: Float64Array.from(sorted, (row) => row.seconds),
    mark: Int32Array.from(sorted, (row) => (row.mark < 0 ? -1 : final[row.mark] ?? -1)),
  };
}
