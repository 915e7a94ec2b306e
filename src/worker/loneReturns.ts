import { LINE_ENDS_BYTES } from '../journal/bytes/returns.ts';

/** Where the numbers of lines in VS Code's editor part from those of the log: the editor breaks a line at a carriage return too that no line feed follows. */

const FEED = 10;
const RETURN = 13;
/** More of them are no text any more that somebody reads. */
const MOST = 10_000_000;

/** The log's line (1-based) of each carriage return that no line feed follows, ascending. UTF-16 has none: it is read by pairs of bytes, and such logs come from programs that end lines properly. Where returns end the log's lines, editor and log agree. */
export async function findLoneReturns(chunks: AsyncIterable<Uint8Array>): Promise<Uint32Array> {
  const found: number[] = [];
  let line = 1;
  let isFirst = true;
  /** The chunk before ended with a carriage return. */
  let isPending = false;
  let bytes = 0;
  let hasFeed = false;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
    if (!hasFeed && bytes < LINE_ENDS_BYTES) {
      hasFeed = chunk.subarray(0, LINE_ENDS_BYTES - bytes).includes(FEED);
      bytes += chunk.length;
      if (!hasFeed && bytes >= LINE_ENDS_BYTES && (found.length > 0 || isPending || chunk.includes(RETURN)))
        return new Uint32Array();
    }
    if (isFirst && isUtf16(chunk)) break;
    isFirst = false;
    if (isPending && chunk[0] !== FEED) found.push(line);
    isPending = false;
    let from = 0;
    for (let at = chunk.indexOf(RETURN); at >= 0 && found.length < MOST; at = chunk.indexOf(RETURN, at + 1)) {
      if (at + 1 === chunk.length) isPending = true;
      else if (chunk[at + 1] !== FEED) {
        line += feedsIn(chunk, from, at);
        from = at;
        found.push(line);
      }
    }
    line += feedsIn(chunk, from, chunk.length);
  }
  return hasFeed || bytes >= LINE_ENDS_BYTES ? Uint32Array.from(found) : new Uint32Array();
}

function feedsIn(chunk: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = chunk.indexOf(FEED, from); at >= 0 && at < to; at = chunk.indexOf(FEED, at + 1)) count += 1;
  return count;
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
