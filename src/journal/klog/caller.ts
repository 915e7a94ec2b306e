import { BLANK, CLOSE_BRACKET, COLON, SLASH, copyBytes, decodeText, digitsValue, skipDigits } from '../bytes/bytes.ts';

/**
 * Where in the kubelet's source a record comes from. One object per caller and reader, so callers can be compared by identity. A structured
 * call site writes the same message every time, so its text is kept here and need not be decoded again.
 */
export class Caller {
  readonly file: string;
  readonly fileLine: number;
  /** The bytes of the quoted message that was read last, quotes included, and its text. */
  messageBytes: Uint8Array | undefined = undefined;
  messageText = '';
  /** Number of this caller in the kernel (`PlainRun`). */
  kernelSite = -1;

  constructor(file: string, fileLine: number) {
    this.file = file;
    this.fileLine = fileLine;
  }
}

export const NO_CALLER = new Caller('', 0);

interface Slot {
  readonly bytes: Uint8Array;
  readonly caller: Caller;
  readonly next: Slot | undefined;
}

const SLOTS = 4096;
const LIMIT = 20_000;
const LONGEST = 200;

/** Interns `file.go:123` straight from the bytes. Bounded: beyond 20,000 different callers nothing more is kept. */
export class CallerTable {
  readonly #slots: (Slot | undefined)[] = new Array<Slot | undefined>(SLOTS).fill(undefined);
  #size = 0;

  /** Where the caller that `read` found ends: at its `]`. */
  end = 0;

  /** Reads `file.go:123]` at `start`; `undefined` when it does not stand there. */
  read(bytes: Uint8Array, start: number, limit: number): Caller | undefined {
    const last = limit < start + LONGEST ? limit : start + LONGEST;
    let at = start + 3;
    while (at < last && bytes[at] !== CLOSE_BRACKET) at++;
    if (at >= last) return undefined;
    this.end = at;
    const length = at - start;
    // The ends tell most callers apart; a slot compares the rest.
    const index =
      (length * 17 +
        (bytes[at - 1] ?? 0) * 3 +
        (bytes[at - 2] ?? 0) * 37 +
        (bytes[at - 3] ?? 0) * 331 +
        (bytes[start] ?? 0) * 101 +
        (bytes[start + 1] ?? 0) * 7) &
      (SLOTS - 1);
    for (let slot = this.#slots[index]; slot !== undefined; slot = slot.next) {
      const known = slot.bytes;
      if (known.length !== length) continue;
      let i = length - 1;
      while (i >= 0 && known[i] === bytes[start + i]) i--;
      if (i < 0) return slot.caller;
    }
    return this.#learn(bytes, start, at, index);
  }

  #learn(bytes: Uint8Array, start: number, end: number, index: number): Caller | undefined {
    let colon = -1;
    for (let i = start; i < end; i++) {
      const byte = bytes[i] ?? 0;
      if (byte <= BLANK) return undefined;
      if (byte === COLON) colon = i;
    }
    if (colon <= start || end - colon < 2 || end - colon > 8 || skipDigits(bytes, colon + 1, end) !== end)
      return undefined;
    let name = start;
    for (let i = start; i < colon; i++) if (bytes[i] === SLASH) name = i + 1;
    const caller = new Caller(decodeText(bytes, name, colon), digitsValue(bytes, colon + 1, end));
    if (this.#size < LIMIT) {
      this.#size++;
      this.#slots[index] = { bytes: copyBytes(bytes, start, end), caller, next: this.#slots[index] };
    }
    return caller;
  }
}
