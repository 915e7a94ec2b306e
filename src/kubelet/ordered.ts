/** Searching in what is in order (binary search). A condition here holds for what comes first, and for nothing after the first that it does not hold for. */

/** How many items at the begin of a list fulfil a condition. */
export function countLeading<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const item = items[middle];
    if (item !== undefined && holds(item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same for what stands in columns: how many of the first `count` places fulfil a condition. */
export function countPlaces(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Index of the first item whose time is after `time`; the length of the list when there is none. */
export function firstAfter<T>(items: readonly T[], time: number, timeOf: (item: T) => number): number {
  return countLeading(items, (item) => timeOf(item) <= time);
}

/** Index of the first number that is at least `value`. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
  return countPlaces(sorted.length, (place) => (sorted[place] as number) < value);
}

/** Index of the first number that is greater than `value`. */
export function upperBound(sorted: ArrayLike<number>, value: number): number {
  return countPlaces(sorted.length, (place) => (sorted[place] as number) <= value);
}

/** Whether a number is among them with `from` <= it <= `to`. */
export function hasBetween(sorted: ArrayLike<number>, from: number, to: number): boolean {
  return (sorted[lowerBound(sorted, from)] ?? Number.POSITIVE_INFINITY) <= to;
}
