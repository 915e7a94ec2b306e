/**
 * Deflate (RFC 1951), for data that may be damaged: Node's zlib keeps back what it unpacked of the chunk in which it fails. This one gives out every byte before the
 * damage, and says where it is; it takes two to three times as long.
 */
import type { PackedInput } from './packedInput.ts';
import {
  type Codes,
  DISTANCE_BASE,
  DISTANCE_EXTRA,
  FIXED_DISTANCES,
  FIXED_LITERALS,
  LENGTH_BASE,
  LENGTH_EXTRA,
  LENGTH_ORDER,
  codesOf,
} from './inflateCodes.ts';

/** The most that the head of a block takes, and the longest code with its distance, in bytes. */
export const INFLATE_NEEDS = 1024;
/** How far back a match can lie. */
const WINDOW = 32 * 1024;
const ROOM = 2 * WINDOW + 256 * 1024;
const LONGEST_MATCH = 258;

const END_OF_BLOCK = 256;

/** `more`: it needs more input, or has room no more; `end`: the last block has ended. */
type InflateStatus = 'more' | 'full' | 'end' | 'cut' | 'broken';

export class Inflate {
  readonly #room = new Uint8Array(ROOM);
  // Damaged data can look back to before its begin: zeros are there, as for `gzip`.
  #used = WINDOW;
  #given = WINDOW;
  #hold = 0;
  #bits = 0;
  #overrun = false;
  #state: 'block' | 'stored' | 'codes' | 'ended' = 'block';
  #stored = 0;
  #isLastBlock = false;
  #literals: Codes = FIXED_LITERALS;
  #distances: Codes = FIXED_DISTANCES;

  /** Goes on with what has come. While the input is not the last, it stops when less than `INFLATE_NEEDS` bytes are left. */
  run(input: PackedInput): InflateStatus {
    for (;;) {
      if (this.#state === 'ended') return 'end';
      if (!input.isLast && input.available < INFLATE_NEEDS) return 'more';
      if (this.#used + LONGEST_MATCH > ROOM) return 'full';
      const status = this.#step(input);
      if (status !== undefined) return status;
    }
  }

  /** What was unpacked since the last time. It stands until `run` is called again. */
  take(): Uint8Array {
    if (this.#used > ROOM - WINDOW) {
      // The bytes that matches may look back on are moved to the front once what follows them was taken.
      const taken = this.#room.slice(this.#given, this.#used);
      this.#room.copyWithin(0, this.#used - WINDOW, this.#used);
      this.#used = WINDOW;
      this.#given = WINDOW;
      return taken;
    }
    const taken = this.#room.slice(this.#given, this.#used);
    this.#given = this.#used;
    return taken;
  }

  #step(input: PackedInput): InflateStatus | undefined {
    switch (this.#state) {
      case 'block':
        return this.#beginBlock(input);
      case 'stored':
        return this.#copyStored(input);
      default:
        return this.#readCodes(input);
    }
  }

  /** Has so many bits ready, at most 16. Behind the end they are zeros; whether they were needed is seen when they are taken. */
  #prepare(input: PackedInput, count: number): void {
    while (this.#bits < count) {
      if (input.start < input.end) this.#hold |= (input.bytes[input.start] ?? 0) << this.#bits;
      input.start += 1;
      this.#bits += 8;
    }
  }

  #takeBits(input: PackedInput, count: number): void {
    this.#hold >>>= count;
    this.#bits -= count;
    if (input.start - (this.#bits >> 3) > input.end) this.#overrun = true;
  }

  #read(input: PackedInput, count: number): number {
    if (count === 0) return 0;
    this.#prepare(input, count);
    const value = this.#hold & ((1 << count) - 1);
    this.#takeBits(input, count);
    return value;
  }

  #beginBlock(input: PackedInput): InflateStatus | undefined {
    this.#isLastBlock = this.#read(input, 1) === 1;
    const type = this.#read(input, 2);
    if (this.#overrun) return 'cut';
    if (type === 0) {
      // Whole bytes follow; those that were read ahead are given back.
      input.start -= this.#bits >> 3;
      this.#hold = this.#bits = 0;
      if (input.available < 4) return 'cut';
      const size = this.#read(input, 16);
      if ((size ^ this.#read(input, 16)) !== 0xffff) return 'broken';
      this.#stored = size;
      this.#state = 'stored';
      return undefined;
    }
    if (type === 3) return 'broken';
    if (type === 1) {
      this.#literals = FIXED_LITERALS;
      this.#distances = FIXED_DISTANCES;
    } else {
      const codes = this.#readCodeLengths(input);
      if (this.#overrun) return 'cut';
      if (codes === undefined) return 'broken';
      [this.#literals, this.#distances] = codes;
    }
    this.#state = 'codes';
    return undefined;
  }

  #copyStored(input: PackedInput): InflateStatus | undefined {
    const count = Math.min(this.#stored, input.available, ROOM - this.#used);
    this.#room.set(input.bytes.subarray(input.start, input.start + count), this.#used);
    input.start += count;
    this.#used += count;
    this.#stored -= count;
    if (this.#stored === 0) this.#endBlock(input);
    else if (input.available === 0 && input.isLast) return 'cut';
    return undefined;
  }

  #readCodeLengths(input: PackedInput): [Codes, Codes] | undefined {
    const literals = this.#read(input, 5) + 257;
    const distances = this.#read(input, 5) + 1;
    const count = this.#read(input, 4) + 4;
    if (literals > 286 || distances > 30) return undefined;
    const ofLengths = new Uint8Array(19);
    for (let i = 0; i < count; i += 1) ofLengths[LENGTH_ORDER[i] ?? 0] = this.#read(input, 3);
    const codes = codesOf(ofLengths);
    if (codes === undefined) return undefined;
    const lengths = new Uint8Array(literals + distances);
    for (let at = 0; at < lengths.length;) {
      const symbol = this.#symbol(input, codes);
      if (symbol < 0 || this.#overrun) return undefined;
      if (symbol < 16) {
        lengths[at++] = symbol;
        continue;
      }
      if (symbol === 16 && at === 0) return undefined;
      const repeated = symbol === 16 ? (lengths[at - 1] ?? 0) : 0;
      const times =
        symbol === 16 ? 3 + this.#read(input, 2) : symbol === 17 ? 3 + this.#read(input, 3) : 11 + this.#read(input, 7);
      if (at + times > lengths.length) return undefined;
      lengths.fill(repeated, at, at + times);
      at += times;
    }
    if (lengths[END_OF_BLOCK] === 0) return undefined;
    const ofLiterals = codesOf(lengths.subarray(0, literals));
    const ofDistances = codesOf(lengths.subarray(literals));
    return ofLiterals === undefined || ofDistances === undefined ? undefined : [ofLiterals, ofDistances];
  }

  /** The next symbol; −1: no code begins so. */
  #symbol(input: PackedInput, { table, bits }: Codes): number {
    this.#prepare(input, bits);
    const entry = table[this.#hold & ((1 << bits) - 1)] ?? 0;
    const length = entry & 15;
    if (length === 0) return -1;
    this.#takeBits(input, length);
    return entry >> 4;
  }

  #readCodes(input: PackedInput): InflateStatus | undefined {
    const room = this.#room;
    const most = ROOM - LONGEST_MATCH;
    while (this.#used <= most && (input.isLast || input.available >= INFLATE_NEEDS)) {
      const symbol = this.#symbol(input, this.#literals);
      if (this.#overrun || (symbol < 0 && input.start > input.end)) return 'cut';
      if (symbol < 0) return 'broken';
      if (symbol < END_OF_BLOCK) {
        room[this.#used++] = symbol;
        continue;
      }
      if (symbol === END_OF_BLOCK) {
        this.#endBlock(input);
        return undefined;
      }
      const code = symbol - END_OF_BLOCK - 1;
      const base = LENGTH_BASE[code];
      if (base === undefined) return 'broken';
      const length = base + this.#read(input, LENGTH_EXTRA[code] ?? 0);
      const far = this.#symbol(input, this.#distances);
      if (this.#overrun || (far < 0 && input.start > input.end)) return 'cut';
      const distanceBase = DISTANCE_BASE[far];
      if (far < 0 || distanceBase === undefined) return 'broken';
      const distance = distanceBase + this.#read(input, DISTANCE_EXTRA[far] ?? 0);
      if (this.#overrun) return 'cut';
      const used = this.#used;
      if (distance >= length) room.copyWithin(used, used - distance, used - distance + length);
      else for (let i = 0; i < length; i += 1) room[used + i] = room[used - distance + i] ?? 0;
      this.#used = used + length;
    }
    return undefined;
  }

  #endBlock(input: PackedInput): void {
    this.#state = this.#isLastBlock ? 'ended' : 'block';
    if (!this.#isLastBlock && input.start <= input.end) return;
    // Bytes that were read ahead belong to what follows.
    input.start -= this.#bits >> 3;
    this.#bits &= 7;
    this.#hold &= (1 << this.#bits) - 1;
  }
}
