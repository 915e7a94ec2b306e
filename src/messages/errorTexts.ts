import { decodeText } from '../journal/bytes.ts';
import { readQuoted } from '../journal/goQuote.ts';
import { hashOfBytes } from '../journal/knownBytes.ts';
import type { RuntimeError } from './fact.ts';
import { codeOf, isNoError } from './runtimeError.ts';

/** An error whose text stands in kept bytes until somebody asks: a long log has very many, and few are looked at. */
class KeptError implements RuntimeError {
  readonly #block: DataView;
  readonly #start: number;
  readonly #length: number;
  readonly #escaped: boolean;

  constructor(block: DataView, start: number, length: number, escaped: boolean) {
    this.#block = block;
    this.#start = start;
    this.#length = length;
    this.#escaped = escaped;
  }

  get text(): string {
    const bytes = new Uint8Array(this.#block.buffer);
    return textOf(bytes, this.#start, this.#start + this.#length, this.#escaped);
  }

  get code(): string | undefined {
    return codeOf(this.text);
  }

  /** Whether its bytes are `view[start, end)`. */
  stands(view: DataView, start: number, end: number): boolean {
    const length = end - start;
    if (length !== this.#length) return false;
    const block = this.#block;
    const shift = this.#start - start;
    const last = end - 4;
    for (let at = start; at < last; at += 4) if (view.getInt32(at, true) !== block.getInt32(at + shift, true)) return false;
    return view.getInt32(last, true) === block.getInt32(last + shift, true);
  }

  /** As plain data. */
  toJSON(): RuntimeError {
    const { text, code } = this;
    return code === undefined ? { text } : { text, code };
  }
}

const SLOTS = 1 << 13;
const SHIFT = 32 - 13;
/** Shorter ones are made into text at once. */
const SHORTEST = 24;
/** `<nil>`, every character of it escaped. */
const LONGEST_NIL = 64;
const BLOCK_BYTES = 1 << 18;

/** Errors by their bytes: one that comes again is kept once, as long as no other with its hash came between. */
export class ErrorTexts {
  readonly #errors: (KeptError | undefined)[] = new Array<KeptError | undefined>(SLOTS).fill(undefined);
  #bytes = new Uint8Array(0);
  #block = new DataView(this.#bytes.buffer);
  #used = 0;

  /** The error `bytes[start, end)`, as `parseRuntimeError` reads it; `view` shows the same bytes. An `escaped` one stands in quotes, which its text is without. */
  of(bytes: Uint8Array, view: DataView, start: number, end: number, escaped: boolean): RuntimeError | undefined {
    const length = end - start;
    if (length < SHORTEST || length > BLOCK_BYTES || (escaped && length < LONGEST_NIL)) {
      const text = textOf(bytes, start, end, escaped);
      if (isNoError(text)) return undefined;
      const code = codeOf(text);
      return code === undefined ? { text } : { text, code };
    }
    const slot = hashOfBytes(view, start, end) >>> SHIFT;
    const known = this.#errors[slot];
    if (known?.stands(view, start, end) === true) return known;
    if (this.#used + length > this.#bytes.length) {
      this.#bytes = new Uint8Array(BLOCK_BYTES);
      this.#block = new DataView(this.#bytes.buffer);
      this.#used = 0;
    }
    this.#bytes.set(bytes.subarray(start, end), this.#used);
    const error = new KeptError(this.#block, this.#used, length, escaped);
    this.#errors[slot] = error;
    this.#used += length;
    return error;
  }
}

/** The text of a value; one with escapes is read together with the quotes around it. */
export function textOf(bytes: Uint8Array, start: number, end: number, escaped: boolean): string {
  return escaped ? readQuoted(`"${decodeText(bytes, start, end)}"`, 0).value : decodeText(bytes, start, end);
}
