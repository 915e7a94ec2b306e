/** The tables of deflate (RFC 1951), and how lengths of codes become a table to read symbols by. */

const LONGEST_CODE = 15;

export const LENGTH_BASE = Uint16Array.from([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
]);
export const LENGTH_EXTRA = Uint8Array.from([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
export const DISTANCE_BASE = Uint16Array.from([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
]);
export const DISTANCE_EXTRA = Uint8Array.from([
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]);
export const LENGTH_ORDER = Uint8Array.of(16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15);

/** Codes of a block: for each sequence of `bits` bits, symbol × 16 + length of its code; 0 where there is none. */
export interface Codes {
  readonly table: Uint16Array;
  readonly bits: number;
}

/** `undefined` for lengths that no set of codes can have. An incomplete set is taken: what matters is the code that is missing. */
export function codesOf(lengths: Uint8Array): Codes | undefined {
  const counts = new Uint16Array(LONGEST_CODE + 1);
  let bits = 1;
  for (const length of lengths) {
    counts[length] = (counts[length] ?? 0) + 1;
    if (length > bits) bits = length;
  }
  const next = new Uint16Array(LONGEST_CODE + 2);
  let left = 1;
  for (let length = 1; length <= LONGEST_CODE; length += 1) {
    const count = counts[length] ?? 0;
    left = left * 2 - count;
    if (left < 0) return undefined;
    next[length + 1] = ((next[length] ?? 0) + count) << 1;
  }
  const table = new Uint16Array(1 << bits);
  for (let symbol = 0; symbol < lengths.length; symbol += 1) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const code = next[length] ?? 0;
    next[length] = code + 1;
    let reversed = 0;
    for (let bit = 0; bit < length; bit += 1) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    for (let at = reversed; at < table.length; at += 1 << length) table[at] = (symbol << 4) | length;
  }
  return { table, bits };
}

function required(codes: Codes | undefined): Codes {
  if (codes === undefined) throw new Error('the fixed codes of deflate are a complete set');
  return codes;
}

export const FIXED_LITERALS = required(
  codesOf(
    Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
  ),
);
export const FIXED_DISTANCES = required(codesOf(new Uint8Array(30).fill(5)));
