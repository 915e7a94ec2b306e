/** Bytes of a log in any chunking: names are learned, or replaced. Lines stay lines, so that their numbers are those of the log. */
import { decodeText, encodeText, NEWLINE } from '../journal/bytes/bytes.ts';
import { EncodingReader } from '../journal/bytes/encoding.ts';
import type { NameBook } from './nameBook.ts';
import { learnJson, redactJson } from './redactJson.ts';
import { learnText, redactText } from './redactText.ts';

/** A line that is longer is taken in parts. */
const LONGEST_LINE = 8 * 1024 * 1024;
/** The length of a binary field of `journalctl -o export`, in bytes. */
const LENGTH_BYTES = 8;

/** Takes bytes, gives what stands for them as UTF-8. */
export interface BytesRedactor {
  push(chunk: Uint8Array): void;
  end(): void;
}

/** Takes the names of a log into the book. */
export function learningBytes(book: NameBook): BytesRedactor {
  return new LineBytes((line) => {
    if (!learnJson(line, book)) learnText(line, book);
    return line;
  }, undefined);
}

/** Gives the log with pseudonyms to `out`. */
export function redactingBytes(book: NameBook, out: (bytes: Uint8Array) => void): BytesRedactor {
  return new LineBytes((line) => redactJson(line, book) ?? redactText(line, book), out);
}

class LineBytes implements BytesRedactor {
  readonly #line: (line: string) => string;
  readonly #out: ((bytes: Uint8Array) => void) | undefined;
  readonly #encoding = new EncodingReader((bytes) => {
    this.#take(bytes);
  });
  /** Bytes of a line that has not ended. */
  #rest = new Uint8Array(0);
  #isExport = false;

  constructor(line: (line: string) => string, out: ((bytes: Uint8Array) => void) | undefined) {
    this.#line = line;
    this.#out = out;
  }

  push(chunk: Uint8Array): void {
    this.#encoding.push(chunk);
  }

  end(): void {
    this.#encoding.end();
    if (this.#rest.length > 0) this.#give(this.#line(decodeText(this.#rest, 0, this.#rest.length)));
    this.#rest = new Uint8Array(0);
  }

  #take(chunk: Uint8Array): void {
    let bytes = chunk;
    if (this.#rest.length > 0) {
      bytes = new Uint8Array(this.#rest.length + chunk.length);
      bytes.set(this.#rest);
      bytes.set(chunk, this.#rest.length);
    }
    let at = 0;
    let block = 0;
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, at)) {
      if (this.#isExport && isFieldName(bytes, at, end)) {
        const data = binaryAfter(bytes, end + 1);
        if (data === 'more') break;
        if (data !== undefined) {
          this.#lines(bytes, block, end + 1);
          this.#binary(decodeText(bytes, data.start, data.end));
          at = block = data.end + 1;
          continue;
        }
      }
      if (bytes[at] === 95 && decodeText(bytes, at, Math.min(end, at + 10)) === '__CURSOR=s') this.#isExport = true;
      at = end + 1;
    }
    this.#lines(bytes, block, at);
    this.#rest = bytes.slice(at);
    if (this.#rest.length <= LONGEST_LINE) return;
    this.#give(this.#line(decodeText(this.#rest, 0, this.#rest.length)));
    this.#rest = new Uint8Array(0);
  }

  /** Whole lines. */
  #lines(bytes: Uint8Array, start: number, end: number): void {
    if (end <= start) return;
    const text = decodeText(bytes, start, end - 1)
      .split('\n')
      .map(this.#line)
      .join('\n');
    this.#give(`${text}\n`);
  }

  #binary(data: string): void {
    const bytes = encodeText(data.split('\n').map(this.#line).join('\n'));
    const length = new Uint8Array(LENGTH_BYTES);
    new DataView(length.buffer).setUint32(0, bytes.length, true);
    this.#out?.(length);
    this.#out?.(bytes);
    this.#give('\n');
  }

  #give(text: string): void {
    this.#out?.(encodeText(text));
  }
}

/** A line of `export` that is the name of a binary field: capitals, digits and underscores alone. */
function isFieldName(bytes: Uint8Array, start: number, end: number): boolean {
  return end > start && end - start <= 64 && /^[A-Z_][A-Z0-9_]*$/.test(decodeText(bytes, start, end));
}

/** The data of a binary field; `undefined` where its length cannot be one. */
function binaryAfter(
  bytes: Uint8Array,
  at: number,
): { readonly start: number; readonly end: number } | 'more' | undefined {
  if (bytes.length < at + LENGTH_BYTES) return 'more';
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, LENGTH_BYTES);
  const length = view.getUint32(0, true);
  if (view.getUint32(4, true) !== 0 || length > LONGEST_LINE) return undefined;
  const end = at + LENGTH_BYTES + length;
  return bytes.length <= end ? 'more' : { start: at + LENGTH_BYTES, end };
}
