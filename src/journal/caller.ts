import { decodeText, SLASH } from './bytes.ts';

/** Where in the kubelet's source a record comes from. One object per caller and reader, so callers can be compared by identity. */
export interface Caller {
  readonly file: string;
  readonly fileLine: number;
}

interface Slot { readonly bytes: Uint8Array; readonly caller: Caller; readonly next: Slot | undefined }

const SLOTS = 4096;
const LIMIT = 20_000;

/** Interns `file.go:123` straight from the bytes. Bounded: beyond 20,000 different callers nothing more is kept. */
export class CallerTable {
  readonly #slots: (Slot | undefined)[] = new Array<Slot | undefined>(SLOTS).fill(undefined);
  #size = 0;

  /** `bytes[start, colon)` is the file, `lineNumber` the number after the colon, which ends at `end`. */
  intern(bytes: Uint8Array, start: number, colon: number, end: number, lineNumber: number): Caller {
    let hash = lineNumber;
    for (let i = start; i < colon; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0;
    const index = (hash ^ (hash >>> 12)) & (SLOTS - 1);
    const length = end - start;
    for (let slot = this.#slots[index]; slot !== undefined; slot = slot.next) {
      const known = slot.bytes;
      if (known.length !== length) continue;
      let i = length - 1;
      while (i >= 0 && known[i] === bytes[start + i]) i--;
      if (i < 0) return slot.caller;
    }
    let name = start;
    for (let i = start; i < colon; i++) if (bytes[i] === SLASH) name = i + 1;
    const caller: Caller = { file: decodeText(bytes, name, colon), fileLine: lineNumber };
    if (this.#size < LIMIT) {
      this.#size++;
      this.#slots[index] = { bytes: bytes.slice(start, end), caller, next: this.#slots[index] };
    }
    return caller;
  }
}
