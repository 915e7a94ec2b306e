/** One block of bzip2: bits in, the bytes before the sort out, in pieces. The format is that of bzip2 1.0 (its decompress.c); the randomised blocks of 0.9.0 are not read. */

/** A block is at most so long packed: its 900,000 symbols take at most 20 bits each, its tables less than 30 kB. */
export const PACKED_BLOCK_BYTES = 2_400_000;
const GROUP = 50;
const MOST_SYMBOLS = 258;
const LONGEST_CODE = 20;
const PIECE_BYTES = 256 * 1024;

/** Reads bits, the highest first. Behind the end there are zeros. */
export class HighBits {
  readonly #bytes: Uint8Array;
  readonly #end: number;
  /** Bits of the bytes before the next one. */
  at: number;

  constructor(bytes: Uint8Array, atBit: number, end: number) {
    this.#bytes = bytes;
    this.#end = end;
    this.at = atBit;
  }

  get isOverrun(): boolean {
    return this.at > this.#end * 8;
  }

  /** At most 24 bits. */
  read(count: number): number {
    const value = this.peek(count);
    this.at += count;
    return value;
  }

  peek(count: number): number {
    const byte = this.at >> 3;
    const four =
      ((this.#byte(byte) << 24) | (this.#byte(byte + 1) << 16) | (this.#byte(byte + 2) << 8) | this.#byte(byte + 3)) >>>
      0;
    return ((four << (this.at & 7)) >>> 0) >>> (32 - count);
  }

  #byte(at: number): number {
    return at < this.#end ? (this.#bytes[at] ?? 0) : 0;
  }
}

/** A block that was read: `order` leads from each byte to the next (its place × 256 + the byte). */
export interface Block {
  readonly checksum: number;
  readonly order: Uint32Array;
  readonly count: number;
  readonly first: number;
}

interface Table {
  readonly limits: Int32Array;
  readonly bases: Int32Array;
  readonly symbols: Uint16Array;
  readonly shortest: number;
}

/** Reads a block after its 48 bits of magic. `order` gives room for the largest block of the stream. */
export function readBlock(bits: HighBits, order: Uint32Array): Block | 'cut' | 'broken' {
  const block = parseBlock(bits, order);
  // Whatever looked wrong behind the end is nothing but the end.
  return bits.isOverrun ? 'cut' : block;
}

function parseBlock(bits: HighBits, order: Uint32Array): Block | 'broken' {
  const checksum = ((bits.read(16) << 16) | bits.read(16)) >>> 0;
  const isRandomised = bits.read(1) === 1;
  const first = bits.read(24);
  if (isRandomised) return 'broken';
  const bytesOf = usedBytes(bits);
  const symbols = bytesOf.length + 2;
  const tables = bits.read(3);
  const selectorCount = bits.read(15);
  if (bytesOf.length === 0 || tables < 2 || tables > 6 || selectorCount < 1) return 'broken';
  const selectors = readSelectors(bits, tables, selectorCount);
  if (selectors === undefined) return 'broken';
  const codes: Table[] = [];
  for (let table = 0; table < tables; table += 1) {
    const code = readTable(bits, symbols);
    if (code === undefined) return 'broken';
    codes.push(code);
  }
  const count = readSymbols(bits, { bytesOf, codes, selectors, order });
  if (count === undefined || first >= count) return 'broken';
  return { checksum, order, count, first: sortBack(order, count, first) };
}

function usedBytes(bits: HighBits): Uint8Array {
  const used: number[] = [];
  const ranges = bits.read(16);
  for (let range = 0; range < 16; range += 1) {
    if ((ranges & (0x8000 >> range)) === 0) continue;
    const inRange = bits.read(16);
    for (let byte = 0; byte < 16; byte += 1) if ((inRange & (0x8000 >> byte)) !== 0) used.push(range * 16 + byte);
  }
  return Uint8Array.from(used);
}

function readSelectors(bits: HighBits, tables: number, count: number): Uint8Array | undefined {
  const selectors = new Uint8Array(count);
  const recent = [0, 1, 2, 3, 4, 5];
  for (let i = 0; i < count; i += 1) {
    let place = 0;
    while (bits.read(1) === 1) {
      place += 1;
      if (place >= tables) return undefined;
    }
    const [table = 0] = recent.splice(place, 1);
    recent.unshift(table);
    selectors[i] = table;
  }
  return selectors;
}

function readTable(bits: HighBits, symbols: number): Table | undefined {
  const lengths = new Uint8Array(symbols);
  let length = bits.read(5);
  for (let symbol = 0; symbol < symbols; symbol += 1) {
    for (;;) {
      if (length < 1 || length > LONGEST_CODE || bits.isOverrun) return undefined;
      if (bits.read(1) === 0) break;
      length += bits.read(1) === 0 ? 1 : -1;
    }
    lengths[symbol] = length;
  }
  const sorted = new Uint16Array(MOST_SYMBOLS);
  const limits = new Int32Array(LONGEST_CODE + 2).fill(-1);
  const bases = new Int32Array(LONGEST_CODE + 2);
  let [code, used] = [0, 0];
  const shortest = lengths.reduce((a, b) => Math.min(a, b));
  for (let of = shortest; of <= LONGEST_CODE; of += 1) {
    bases[of] = used - code;
    for (let symbol = 0; symbol < symbols; symbol += 1) {
      if (lengths[symbol] !== of) continue;
      sorted[used++] = symbol;
      code += 1;
    }
    limits[of] = code - 1;
    code <<= 1;
  }
  return { limits, bases, symbols: sorted, shortest };
}

interface Coded {
  readonly bytesOf: Uint8Array;
  readonly codes: readonly Table[];
  readonly selectors: Uint8Array;
  readonly order: Uint32Array;
}

/** Undoes codes, runs and the list of recent bytes; `undefined` where they are none. */
function readSymbols(bits: HighBits, { bytesOf, codes, selectors, order }: Coded): number | undefined {
  const recent = Uint8Array.from(bytesOf);
  const end = bytesOf.length + 1;
  let [count, run, power, group, left] = [0, 0, 1, 0, 0];
  let table: Table | undefined;
  for (;;) {
    if (left === 0) {
      table = codes[selectors[group++] ?? -1];
      left = GROUP;
      if (bits.isOverrun) return undefined;
    }
    if (table === undefined) return undefined;
    left -= 1;
    const symbol = readSymbol(bits, table);
    if (symbol === undefined) return undefined;
    if (symbol < 2) {
      run += power << symbol;
      power *= 2;
      if (run > order.length) return undefined;
      continue;
    }
    if (run > 0) {
      if (count + run > order.length) return undefined;
      order.fill(recent[0] ?? 0, count, count + run);
      count += run;
      [run, power] = [0, 1];
    }
    if (symbol === end) return count;
    if (symbol > end || count >= order.length) return undefined;
    const place = symbol - 1;
    const byte = recent[place] ?? 0;
    recent.copyWithin(1, 0, place);
    recent[0] = byte;
    order[count++] = byte;
  }
}

function readSymbol(bits: HighBits, { limits, bases, symbols, shortest }: Table): number | undefined {
  const ahead = bits.peek(LONGEST_CODE);
  for (let length = shortest; length <= LONGEST_CODE; length += 1) {
    const code = ahead >>> (LONGEST_CODE - length);
    if (code > (limits[length] ?? -1)) continue;
    bits.at += length;
    return symbols[code + (bases[length] ?? 0)];
  }
  return undefined;
}

/** Turns the last column of the sort into the way from byte to byte; gives where it begins. */
function sortBack(order: Uint32Array, count: number, first: number): number {
  const starts = new Uint32Array(256);
  for (let i = 0; i < count; i += 1) starts[(order[i] ?? 0) & 255] = (starts[(order[i] ?? 0) & 255] ?? 0) + 1;
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const own = starts[byte] ?? 0;
    starts[byte] = sum;
    sum += own;
  }
  for (let i = 0; i < count; i += 1) {
    const byte = (order[i] ?? 0) & 255;
    const at = starts[byte] ?? 0;
    starts[byte] = at + 1;
    order[at] = ((order[at] ?? 0) | (i << 8)) >>> 0;
  }
  return (order[first] ?? 0) >>> 8;
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** The bytes of a block, in pieces; returns whether they match the checksum. A run of four equal bytes is followed by how many more there are. */
export function* bytesOfBlock({ order, count, first, checksum }: Block): Generator<Uint8Array, boolean> {
  let piece = new Uint8Array(PIECE_BYTES);
  let [used, crc, at, last, equal] = [0, 0xffffffff | 0, first, -1, 0];
  for (let i = 0; i < count; i += 1) {
    const entry = order[at] ?? 0;
    at = entry >>> 8;
    const byte = entry & 255;
    let times = 1;
    let value = byte;
    if (equal === 4) {
      times = byte;
      value = last;
      equal = 0;
      last = -1;
    } else if (byte === last) equal += 1;
    else {
      last = byte;
      equal = 1;
    }
    for (; times > 0; times -= 1) {
      piece[used++] = value;
      crc = (crc << 8) ^ (CRC[(crc >>> 24) ^ value] ?? 0);
      if (used < PIECE_BYTES) continue;
      yield piece;
      piece = new Uint8Array(PIECE_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield piece.subarray(0, used);
  return ~crc >>> 0 === checksum;
}
