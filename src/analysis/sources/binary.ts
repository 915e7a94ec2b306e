/** Tells blank and binary input by the first bytes, so that the message to the user can say which it is. */

const SNIFFED_BYTES = 8192;
/** A text file has next to no control characters; UTF-16 has its NULs on one side of each pair only. */
const MOST_CONTROLS = 0.1;

export class BinarySniffer {
  private seen = 0;
  private controls = 0;
  private nuls: [even: number, odd: number] = [0, 0];
  private ink = false;
  private readonly first = new Uint8Array(SNIFFED_BYTES);

  /** Takes the next bytes; only the first 8 KB count for the binary test. */
  see(chunk: Uint8Array): void {
    for (let at = 0; !this.ink && at < chunk.length; at += 1) this.ink = (chunk[at] ?? 0) > 32;
    const until = Math.min(chunk.length, SNIFFED_BYTES - this.seen);
    if (until > 0) this.first.set(chunk.subarray(0, until), this.seen);
    for (let at = 0; at < until; at += 1) {
      const byte = chunk[at] ?? 0;
      if (byte === 0) this.nuls[(this.seen + at) % 2 === 0 ? 0 : 1] += 1;
      else if (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 27) this.controls += 1;
    }
    this.seen += Math.max(0, until);
  }

  /** The first bytes as text; of UTF-16 what is ASCII. */
  get head(): string {
    const text = new TextDecoder().decode(this.first.subarray(0, this.seen));
    return text.replaceAll('\0', '').replace(/^[\ufeff\ufffd]{1,2}/, '');
  }

  /** Nothing but blanks and line ends so far. */
  get isBlank(): boolean {
    return !this.ink;
  }

  /** Not text in UTF-8 or UTF-16. */
  get isBinary(): boolean {
    const [even, odd] = this.nuls;
    const isUtf16 = Math.max(even, odd) > this.seen * 0.3 && Math.min(even, odd) < this.seen * 0.02;
    return (
      this.controls + (isUtf16 ? 0 : even + odd) > this.seen * MOST_CONTROLS ||
      (!isUtf16 && even + odd > 0 && this.controls > 0)
    );
  }
}
