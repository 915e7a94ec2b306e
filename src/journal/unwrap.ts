import { NEWLINE, decodeText, encodeText } from './bytes.ts';
import { rewriterFor, type TextRewriter } from './exportText.ts';

/** So much of a source is looked at to tell what it is. */
const LOOKED_AT = 4096;

/** Undoes what an export or a page put around the lines of a log, where its first 4 KB show such a thing; all else passes as it is. */
export class Unwrapper {
  readonly #pass: (bytes: Uint8Array) => void;
  #head: Uint8Array | undefined = new Uint8Array(0);
  #rewriter: TextRewriter | undefined;
  readonly #decoder = new TextDecoder('utf-8');

  constructor(pass: (bytes: Uint8Array) => void) {
    this.#pass = pass;
  }

  /** Whether lines are given out otherwise than they stand in the source. */
  get rewrites(): boolean {
    return this.#rewriter !== undefined;
  }

  /** Newlines in what was pushed and is still looked at. */
  get newlines(): number {
    let count = 0;
    for (const byte of this.#head ?? []) if (byte === NEWLINE) count += 1;
    return count;
  }

  push(chunk: Uint8Array): void {
    if (this.#head === undefined) {
      this.#give(chunk);
      return;
    }
    if (this.#head.length === 0 && chunk.length >= LOOKED_AT) {
      this.#decide(chunk);
      return;
    }
    const head = new Uint8Array(this.#head.length + chunk.length);
    head.set(this.#head);
    head.set(chunk, this.#head.length);
    this.#head = head;
    if (head.length >= LOOKED_AT) this.#decide(head);
  }

  /** The source has ended, for now; what comes later is a part of it. */
  end(): void {
    if (this.#head !== undefined && this.#head.length > 0) this.#decide(this.#head);
    const rest = this.#rewriter?.end() ?? '';
    if (rest !== '') this.#pass(encodeText(rest));
  }

  #decide(bytes: Uint8Array): void {
    this.#head = undefined;
    this.#rewriter = rewriterFor(decodeText(bytes, 0, Math.min(bytes.length, LOOKED_AT)));
    this.#give(bytes);
  }

  #give(bytes: Uint8Array): void {
    if (this.#rewriter === undefined) {
      this.#pass(bytes);
      return;
    }
    const text = this.#rewriter.push(this.#decoder.decode(bytes, { stream: true }));
    if (text !== '') this.#pass(encodeText(text));
  }
}
