/** How long relists took, minute by minute, as far as lines bound it. */
import type { Relist } from '../../../inference/history.ts';
import { inSeconds, type Instant, instant, seconds } from '../../../kubelet/time.ts';
import { formatRfc3339 } from '../instantText.ts';
import { MOST_BUCKETS, type NodeSummary, type SummaryRelists } from './summaryJson.ts';

/** Widths of a bucket: a log of many hours has wider ones. The last is multiplied until all fit. */
const WIDTHS = [60, 300, 900, 3600, 6 * 3600, 24 * 3600] as const;

interface Bucket {
  count: number;
  min: number;
  /** `undefined`: of one nothing bounds the end. */
  max: number | undefined;
}

/** The relists of all pods together (not those of a single pod), in buckets by when they began. `end`: the end of the log, up to which one that did not end lasted at least. */
export function relistMinutes(relists: readonly Relist[], end: Instant | undefined): NodeSummary['relists'] {
  const counted = relists.filter(({ scope, startOpen }) => scope === 'all' && startOpen !== true);
  for (let at = 0; ; at += 1) {
    const width = WIDTHS[at] ?? 24 * 3600 * 2 ** (at - WIDTHS.length + 1);
    const buckets = bucketsOf(counted, end, width);
    if (buckets.length <= MOST_BUCKETS) return { bucketSeconds: width, buckets };
  }
}

function bucketsOf(relists: readonly Relist[], logEnd: Instant | undefined, width: number): SummaryRelists[] {
  const size = seconds(width);
  const buckets = new Map<number, Bucket>();
  for (const { start, end, outcome } of relists) {
    const key = Math.floor(start.max / size);
    const isOpen = end === undefined;
    if (isOpen && outcome !== 'open') continue; // one whose end no line bounds says nothing of how long it took
    const min = Math.max(0, (end?.min ?? logEnd ?? start.max) - start.max);
    const max = end === undefined ? undefined : Math.max(0, end.max - start.min);
    const bucket = buckets.get(key);
    if (bucket === undefined) buckets.set(key, { count: 1, min, max });
    else {
      bucket.count += 1;
      bucket.min = Math.max(bucket.min, min);
      bucket.max = bucket.max === undefined || max === undefined ? undefined : Math.max(bucket.max, max);
    }
  }
  return [...buckets]
    .sort(([a], [b]) => a - b)
    .map(([key, { count, min, max }]) => ({
      from: formatRfc3339(instant(key * size)),
      count,
      longest: { min: rounded(min), ...(max === undefined ? {} : { max: rounded(max) }) },
    }));
}

/** To the millisecond. */
function rounded(micros: number): number {
  return Math.round(inSeconds(micros as Instant & ReturnType<typeof seconds>) * 1000) / 1000;
}
