/** Where the numbers of lines in VS Code's editor part from those of the log: the editor breaks a line at a carriage return too that no line feed follows. */

const FEED = 10;
const RETURN = 13;
/** More of them are no text any more that somebody reads. */
const MOST = 10_000_000;

/** The log's line (1-based) of each carriage return that no line feed follows, ascending. UTF-16 has none: it is read by pairs of bytes, and such logs come from programs that end lines properly. */
export async function findLoneReturns(chunks: AsyncIterable<Uint8Array>): Promise<Uint32Array> {
  const found: number[] = [];
  let line = 1;
  let isFirst = true;
  /** The chunk before ended with a carriage return. */
  let isPending = false;
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue;
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
  return Uint32Array.from(found);
}

function feedsIn(chunk: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let at = chunk.indexOf(FEED, from); at >= 0 && at < to; at = chunk.indexOf(FEED, at + 1)) count += 1;
  return count;
}

function isUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
