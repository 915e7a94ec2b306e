/** What the stand-in tells of the extension host's memory while it opens, edits and closes a log again and again. */

/** Bytes, after the garbage was collected; `workers`: threads that run. */
export interface HostMemory {
  readonly heapUsed: number;
  readonly external: number;
  readonly rss: number;
  readonly workers: number;
}

export interface OpenedMany {
  readonly count: number;
  /** Before, and in order until after all. */
  readonly heaps: readonly HostMemory[];
}

/** By how much memory that is in use has grown. */
export function grownBetween(before: HostMemory | undefined, after: HostMemory | undefined): number {
  if (before === undefined || after === undefined) return Number.NaN;
  return after.heapUsed + after.external - before.heapUsed - before.external;
}
