/** How long things took, as a metric tells: how many, all together, and how many up to each bound of a bucket. */

export interface Bucket {
  /** Seconds; `Infinity` for the last. */
  readonly upTo: number;
  /** How many took at most that long. */
  readonly count: number;
}

export interface Distribution {
  readonly count: number;
  /** Seconds, all together. */
  readonly sum: number;
  /** Of a histogram, in order; the last one has all. Of a summary there are none. */
  readonly buckets: readonly Bucket[];
  /** Of a summary, which the kubelet up to 1.17 has: seconds by quantile, over the last minutes before the scrape. */
  readonly quantiles: readonly { readonly quantile: number; readonly seconds: number }[];
  /** 1-based line of its count. */
  readonly line: number;
}

/** What was added from one scrape to the next; `undefined` where the counter began anew. */
export function added(before: Distribution, after: Distribution): Distribution | undefined {
  const count = after.count - before.count;
  const sum = after.sum - before.sum;
  if (count < 0 || sum < -1e-6) return undefined;
  const earlier = new Map(before.buckets.map((bucket) => [bucket.upTo, bucket.count]));
  const buckets = after.buckets.map(({ upTo, count: all }) => ({ upTo, count: all - (earlier.get(upTo) ?? 0) }));
  if (buckets.some((bucket) => bucket.count < 0)) return undefined;
  return { count, sum: Math.max(0, sum), buckets, quantiles: after.quantiles, line: after.line };
}

/** Of two stretches together. Without the buckets where they are not the same ones. */
export function together(one: Distribution, other: Distribution): Distribution {
  const same =
    one.buckets.length === other.buckets.length &&
    one.buckets.every(({ upTo }, at) => other.buckets[at]?.upTo === upTo);
  return {
    count: one.count + other.count,
    sum: one.sum + other.sum,
    buckets: same
      ? one.buckets.map(({ upTo, count }, at) => ({ upTo, count: count + (other.buckets[at]?.count ?? 0) }))
      : [],
    quantiles: other.quantiles,
    line: other.line,
  };
}

/** Mean in seconds; `undefined` of nothing. */
export function meanOf({ count, sum }: Pick<Distribution, 'count' | 'sum'>): number | undefined {
  return count > 0 ? sum / count : undefined;
}

/** The bucket in which a quantile lies: it took more than `min` and at most `max` seconds (`Infinity` in the last). `undefined` where there are no buckets. */
export function quantileBounds(
  { count, buckets }: Distribution,
  quantile: number,
): { readonly min: number; readonly max: number } | undefined {
  if (count <= 0) return undefined;
  let min = 0;
  for (const bucket of buckets) {
    if (bucket.count >= quantile * count) return { min, max: bucket.upTo };
    min = bucket.upTo;
  }
  return undefined;
}

/**
 * Those that took longer than the last finite bound, and what the sum leaves for each of them on average: others took at least the lower and at most the upper bound of their bucket.
 * `undefined` where there are no buckets, or none took that long.
 */
export function beyondBuckets({
  count,
  sum,
  buckets,
}: Distribution):
  | { readonly count: number; readonly bound: number; readonly meanMin: number; readonly meanMax: number }
  | undefined {
  const finite = buckets.filter(({ upTo }) => Number.isFinite(upTo));
  const last = finite.at(-1);
  if (last === undefined || count <= last.count) return undefined;
  const beyond = count - last.count;
  let low = 0;
  let high = 0;
  let [below, bound] = [0, 0];
  for (const bucket of finite) {
    low += (bucket.count - below) * bound;
    high += (bucket.count - below) * bucket.upTo;
    [below, bound] = [bucket.count, bucket.upTo];
  }
  const meanMin = Math.max(last.upTo, (sum - high) / beyond);
  return { count: beyond, bound: last.upTo, meanMin, meanMax: Math.max(meanMin, (sum - low) / beyond) };
}
