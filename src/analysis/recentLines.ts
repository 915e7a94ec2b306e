/**
 * The text of the lines that just went by. A record is complete only when the next one begins, so its lines lie in the chunk
 * being read or in the one before; lines further back are gone, and asking for them gives `undefined`.
 */
import type { LineIndex } from './lineIndex.ts';

/** At most this many bytes of a line are decoded; a line of a megabyte is evidence by its beginning too. */
const LONGEST_TEXT_BYTES = 2048;

export class RecentLines {
  private readonly index: LineIndex;
  private readonly decoder = new TextDecoder('utf-8');
  private chunks: { readonly offset: number; readonly bytes: Uint8Array }[] = [];
  private starts: number[] = [0];
  private firstLine = 1;

  constructor(index: LineIndex) {
    this.index = index;
  }

  /** Takes the next bytes and passes them on to the index. The bytes are kept until the chunk after the next one comes. */
  see(chunk: Uint8Array): void {
    const offset = this.index.bytes;
    this.chunks = [...this.chunks.slice(-1), { offset, bytes: chunk }];
    const oldest = this.chunks[0]?.offset ?? offset;
    let gone = 0;
    while (gone + 1 < this.starts.length && (this.starts[gone] ?? 0) < oldest) gone += 1;
    if (gone > 0) {
      this.starts = this.starts.slice(gone);
      this.firstLine += gone;
    }
    this.index.see(chunk, (start) => this.starts.push(start));
  }

  /** The beginning of a line without its line end, if its first byte is still here. */
  textOf(line: number): string | undefined {
    const from = this.starts[line - this.firstLine];
    if (from === undefined || line < this.firstLine) return undefined;
    const next = this.starts[line - this.firstLine + 1];
    const to = Math.min(next === undefined ? this.index.bytes : next - 1, from + LONGEST_TEXT_BYTES);
    let text = '';
    for (const { offset, bytes } of this.chunks) {
      if (offset > from && text === '') return undefined;
      const part = bytes.subarray(Math.max(0, from - offset), Math.max(0, to - offset));
      if (part.length > 0) text += this.decoder.decode(part, { stream: true });
    }
    text += this.decoder.decode();
    return text;
  }
}
