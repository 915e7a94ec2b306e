/** The heads of inputs, read before their turn comes: when they begin, and when they end. */
import type { ReaderOptions } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import { HALF_YEAR } from '../follow/partTimes.ts';
import { type BegunSource, isHopeless, look } from './begunSource.ts';
import { type LogInput, readerOptions, type ReadingOptions } from './logInput.ts';
import { HEAD_BYTES, HeadReader, type SourceHead } from './sourceHead.ts';
import { yearsLater } from './headYears.ts';

/**
 * Reads the head of an input; with `wholeSpan` also its tail, or everything where the tail is not to be had. What can be read once is handed on by `keep`: the bytes
 * that were looked at, and then the rest.
 */
export async function headOf(
  input: LogInput,
  options: ReadingOptions,
  wholeSpan: boolean,
  keep: (source: BegunSource) => void,
): Promise<SourceHead> {
  const opened = await input.open();
  const { modified, totalBytes, packed } = opened;
  const own = readerOptions(options, modified);
  if (opened.once === true) {
    const reader = new HeadReader(own);
    const source: BegunSource = { source: opened, seen: [], rest: opened.chunks[Symbol.asyncIterator]() };
    keep(source);
    await look(input.name, source, reader, wholeSpan);
    return { ...reader.end(), ...(modified === undefined ? {} : { modified }) };
  }
  const { chunks } = opened;
  const reader = new HeadReader(own);
  let read = 0;
  const throughout = wholeSpan && (packed !== false || totalBytes === undefined);
  for await (const chunk of chunks) {
    const part = throughout ? chunk : chunk.subarray(0, HEAD_BYTES - read);
    reader.push(part);
    read += part.length;
    if (!throughout && read >= HEAD_BYTES) break;
    if (!reader.showsKlog && isHopeless(opened, input.name, read)) break;
  }
  const head: SourceHead = { ...reader.end(), ...(modified === undefined ? {} : { modified }) };
  if (!wholeSpan || throughout || totalBytes === undefined || totalBytes <= read) return head;
  return withTail(input, head, own, Math.max(read, totalBytes - HEAD_BYTES));
}

async function withTail(input: LogInput, head: SourceHead, options: ReaderOptions, from: number): Promise<SourceHead> {
  // A tail has no year of its own: it lies after the head, or before it in a reversed log.
  const reader = new HeadReader({
    ...options,
    ...(head.earliest === undefined ? {} : { year: new Date(head.earliest / 1000).getUTCFullYear() }),
  });
  const { chunks } = await input.open(from);
  for await (const chunk of chunks) reader.push(chunk);
  const tail = reader.end();
  if (head.reversed) return { ...head, ...bounds([head.earliest, tail.earliest, head.latest]) };
  const latest =
    tail.latest !== undefined && head.earliest !== undefined && tail.latest < head.earliest - HALF_YEAR
      ? yearsLater(tail.latest, 1)
      : tail.latest;
  return { ...head, ...bounds([head.earliest, head.latest, latest]) };
}

/** From the first to the last time of all of them; `undefined`: none is known. */
export function spanOf(heads: readonly SourceHead[]): { readonly from: Instant; readonly to: Instant } | undefined {
  const { earliest, latest } = bounds(heads.flatMap((head) => [head.earliest, head.latest]));
  return earliest === undefined || latest === undefined ? undefined : { from: earliest, to: latest };
}

function bounds(times: readonly (Instant | undefined)[]): { readonly earliest?: Instant; readonly latest?: Instant } {
  const known = times.filter((time) => time !== undefined).sort((a, b) => a - b);
  const [earliest, latest] = [known[0], known.at(-1)];
  return { ...(earliest === undefined ? {} : { earliest }), ...(latest === undefined ? {} : { latest }) };
}
