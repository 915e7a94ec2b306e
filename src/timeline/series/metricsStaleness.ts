/** The staleness as scrapes of the kubelet's metrics tell it: from the start of the last listed relist up to each scrape. */
import { RELIST_PERIOD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { inSeconds } from '../../kubelet/time.ts';
import type { MetricsStory } from '../../metrics/story.ts';
import type { TimelineContext } from '../context.ts';
import type { StalenessSeries } from '../timelineDocument.ts';

/** Two scrapes name the same relist when its start is no further apart than this, in microseconds. */
const SAME = 1e6;

/** The series, of the `node` that it is shown as; none where no scrape has `kubelet_pleg_last_seen_seconds`. What was between scrapes that name different relists is not known. */
export function metricsStaleness(
  context: TimelineContext,
  story: MetricsStory | undefined,
  node: string,
): StalenessSeries[] {
  if (story === undefined || story.staleness.length === 0) return [];
  const time: number[] = [];
  const seconds: number[] = [];
  const proven: number[] = [];
  const add = (at: number, value: number, isProven: boolean): void => {
    time.push(at);
    seconds.push(value);
    proven.push(isProven ? 1 : 0);
  };
  let began = Number.NEGATIVE_INFINITY;
  for (const { time: at, seconds: value, isExact } of story.staleness.toSorted((a, b) => a.time - b.time)) {
    const end = context.at(at);
    const start = end - value * 1e6;
    if (end < 0 || end > context.length) continue;
    if (Math.abs(start - began) > SAME) {
      if (time.length > 0) add(time.at(-1) ?? 0, Number.NaN, false);
      const from = Math.max(0, start, time.at(-1) ?? 0);
      add(from, (from - start) / 1e6, false);
      began = start;
    }
    add(end, value, isExact);
  }
  if (time.length === 0) return [];
  const none = (): Float64Array => new Float64Array(time.length).fill(Number.NaN);
  const nothing = new Float64Array();
  return [
    {
      process: 'metrics',
      node,
      starts: nothing,
      healthy: { from: nothing, to: nothing, anchor: nothing, period: RELIST_PERIOD, duration: 0 },
      time: Float64Array.from(time),
      seconds: Float64Array.from(seconds),
      bandMin: none(),
      bandMax: none(),
      proven: Uint8Array.from(proven),
      threshold: inSeconds(RELIST_THRESHOLD),
    },
  ];
}
