import { encodeText } from './bytes.ts';

type Encoding = 'unknown' | 'utf-8' | 'utf-16le' | 'utf-16be';

/** Turns UTF-8 with or without BOM and UTF-16 with BOM into UTF-8 without BOM, in any chunking. Without a BOM the bytes pass as they are. */
export class EncodingReader {
  readonly #push: (chunk: Uint8Array) => void;
  #encoding: Encoding = 'unknown';
  #head: number[] = [];
  #decoder: InstanceType<typeof TextDecoder> | undefined;
  #half: number | undefined;
  #skipped = 0;

  constructor(push: (chunk: Uint8Array) => void) {
    this.#push = push;
  }

  /** Bytes of the source before those that are passed on, as long as they pass as they are; −1 when they are turned into others. */
  get skipped(): number {
    return this.#decoder === undefined ? this.#skipped : -1;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#encoding === 'unknown') this.#sniff(chunk);
    else this.#pass(chunk);
  }

  end(): void {
    if (this.#encoding !== 'unknown' || this.#head.length === 0) return;
    // Fewer than three bytes so far: no mark can follow any more, unless it is a growing file's first bytes.
    const head = Uint8Array.from(this.#head);
    this.#head = [];
    this.#encoding = 'utf-8';
    this.#pass(head);
  }

  #sniff(chunk: Uint8Array): void {
    let taken = 0;
    while (this.#head.length < 3 && taken < chunk.length) this.#head.push(chunk[taken++] ?? 0);
    const [a, b, c] = this.#head;
    const undecided =
      (a === 0xef && (b === undefined || (b === 0xbb && c === undefined))) ||
      ((a === 0xff || a === 0xfe) && b === undefined);
    if (undecided) return;
    const head = Uint8Array.from(this.#head);
    this.#head = [];
    let skip = 0;
    if (a === 0xef && b === 0xbb && c === 0xbf) {
      this.#encoding = 'utf-8';
      skip = 3;
      this.#skipped = 3;
    } else if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) {
      this.#encoding = a === 0xff ? 'utf-16le' : 'utf-16be';
      this.#decoder = new TextDecoder('utf-16le', { ignoreBOM: true });
      skip = 2;
    } else this.#encoding = 'utf-8';
    if (taken === head.length) {
      // The head lies wholly in this chunk: pass it on without copying.
      this.#pass(chunk.subarray(skip));
      return;
    }
    this.#pass(head.subarray(skip));
    this.#pass(chunk.subarray(taken));
  }

  #pass(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#decoder === undefined) this.#push(chunk);
    else
      this.#push(
        encodeText(this.#decoder.decode(this.#encoding === 'utf-16be' ? this.#swap(chunk) : chunk, { stream: true })),
      );
  }

  #swap(chunk: Uint8Array): Uint8Array {
    let whole = chunk;
    if (this.#half !== undefined) {
      whole = new Uint8Array(chunk.length + 1);
      whole[0] = this.#half;
      whole.set(chunk, 1);
    }
    const pairs = whole.length & ~1;
    this.#half = pairs < whole.length ? whole[pairs] : undefined;
    const swapped = new Uint8Array(pairs);
    for (let i = 0; i < pairs; i += 2) {
      swapped[i] = whole[i + 1] ?? 0;
      swapped[i + 1] = whole[i] ?? 0;
    }
    return swapped;
  }
}
