/** Whether a file of a rotated log was written after another one, by the times in them. */
import { NEWLINE } from '../../journal/bytes/bytes.ts';
import type { ReaderOptions } from '../../journal/record.ts';
import { HeadReader } from '../sources/sourceHead.ts';

/** Lines of one moment are not always in order (microseconds). */
const SAME_MOMENT = 1_000_000;

/** Stamps without a year that are so far behind are of the year after. */
export const HALF_YEAR = 183 * 86_400_000_000;

/** Whether text that begins with `head` was written after text that ends with `tail`, perhaps in the year after; `undefined` where one of them tells no time. */
export function isWrittenAfter(
  tail: Uint8Array,
  head: Uint8Array,
  options: ReaderOptions,
): 'same-year' | 'next-year' | 'before' | undefined {
  const { latest } = timesOf(tail, options);
  // A line that is cut in the middle may tell any time.
  const { earliest } = timesOf(head.subarray(0, head.lastIndexOf(NEWLINE) + 1), options);
  if (latest === undefined || earliest === undefined) return undefined;
  if (latest - earliest > HALF_YEAR) return 'next-year';
  return earliest >= latest - SAME_MOMENT ? 'same-year' : 'before';
}

function timesOf(text: Uint8Array, options: ReaderOptions): ReturnType<HeadReader['end']> {
  const reader = new HeadReader(options);
  reader.push(text);
  return reader.end();
}
