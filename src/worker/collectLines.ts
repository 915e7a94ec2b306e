/** Picks a range of lines out of a stream of bytes and stops reading after the last one. */

/** Longer lines are cut: an excerpt is for reading. */
const LONGEST_LINE_BYTES = 64 * 1024;
/** Once as much was taken in all, lines are cut sooner: an excerpt of twenty thousand stays below what VS Code gives extensions. */
const GENEROUS_BYTES = 8 << 20;
const SHORT_LINE_BYTES = 1024;

/**
 * The text of the lines `from` to `to` (1-based, inclusive), when the stream begins with the line `first`. Line ends are taken off.
 * Fewer lines come back when the stream ends earlier.
 */
export async function collectLines(
  chunks: AsyncIterable<Uint8Array>,
  first: number,
  from: number,
  to: number,
): Promise<readonly string[]> {
  const decoder = new TextDecoder('utf-8');
  const lines: string[] = [];
  let line = first;
  let parts: Uint8Array[] = [];
  let size = 0;
  let taken = 0;
  let longest = LONGEST_LINE_BYTES;
  const keep = (part: Uint8Array): void => {
    if (line < from || size >= longest) return;
    const room = part.subarray(0, longest - size);
    parts.push(room.slice());
    size += room.length;
  };
  const end = (): void => {
    if (line >= from) {
      const text = parts.map((part) => decoder.decode(part, { stream: true })).join('') + decoder.decode();
      // An editor would break the line at a carriage return.
      lines.push(text.replace(/\r$/, '').replaceAll('\r', '\u240d'));
    }
    parts = [];
    taken += size;
    if (taken > GENEROUS_BYTES) longest = SHORT_LINE_BYTES;
    size = 0;
    line += 1;
  };
  for await (const chunk of chunks) {
    let at = 0;
    for (let newline = chunk.indexOf(10); newline >= 0 && line <= to; newline = chunk.indexOf(10, at)) {
      keep(chunk.subarray(at, newline));
      end();
      at = newline + 1;
    }
    if (line > to) return lines;
    keep(chunk.subarray(at));
  }
  if (size > 0) end();
  return lines;
}
