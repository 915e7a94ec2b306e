import type { Random } from './random.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Texts that a reader may stumble over. */
export const PIECES: readonly [Uint8Array, ...Uint8Array[]] = [
  bytes('\0'),
  bytes('\0\0\0\0'),
  bytes('\u001b[31m'),
  bytes('\u001b[0m'),
  bytes('\u001b]0;title\u0007'),
  bytes('\r'),
  bytes('\t'),
  bytes('\ufeff'),
  Uint8Array.of(0xff),
  Uint8Array.of(0xc3),
  Uint8Array.of(0xe2, 0x82),
  Uint8Array.of(0xf0, 0x9f, 0x98),
  Uint8Array.of(0xed, 0xa0, 0x80),
  Uint8Array.of(0xc0, 0xaf),
  bytes('['),
  bytes(']'),
  bytes('{'),
  bytes('}'),
  bytes('('),
  bytes('<'),
  bytes('"'),
  bytes('\\"'),
  bytes('\\'),
  bytes('\\u'),
  bytes('\\x'),
  bytes('\\ud800'),
  bytes('='),
  bytes('=<'),
  bytes(' >'),
  bytes('err="'),
  bytes('['.repeat(200)),
  bytes('99999999999999999999999'),
  bytes('-1'),
  bytes('1e999'),
  bytes('NaN'),
  bytes('0x'),
  bytes('2562047h47m16.854775807s'),
  bytes('9999999999h'),
  bytes('-3m0s'),
  bytes('v99.99.99'),
  bytes('0000-00-00T00:00:00.000000+9999'),
  bytes('Feb 30 25:61:61'),
  bytes('I1399 99:99:99.999999'),
  bytes('E0229 23:59:60.999999       1 kubelet.go:1] '),
  bytes('-- Boot 0 --'),
  bytes('-- Reboot --'),
  bytes('Suppressed 99999999999 messages from kubelet.service'),
  bytes('"__REALTIME_TIMESTAMP":"1e400"'),
  bytes('{"MESSAGE":[1,2,3]}'),
  bytes('{"ts":1e308,"msg":"x"}'),
  bytes('<34>1 '),
  bytes(' stdout P '),
  bytes(' stderr F '),
  bytes('toString'),
  bytes('__proto__="x"'),
  bytes('constructor=1'),
  bytes('hasOwnProperty'),
  bytes('\u2026'),
  bytes('\u202e'),
  bytes('\u0000'.repeat(3)),
];

/** Changes a line in one to three ways. `other` is a line to splice with. The result can hold line feeds, and can share the bytes of the line. */
export function mutateLine(random: Random, line: Uint8Array, other: Uint8Array): Uint8Array {
  let changed = line;
  for (let times = 1 + random.below(3); times > 0; times -= 1) changed = mutateOnce(random, changed, other);
  return changed;
}

function mutateOnce(random: Random, line: Uint8Array, other: Uint8Array): Uint8Array {
  const at = random.below(line.length + 1);
  const to = Math.min(line.length, at + 1 + random.below(24));
  switch (random.below(11)) {
    case 0: {
      const flipped = line.slice();
      for (let times = 1 + random.below(4); times > 0 && flipped.length > 0; times -= 1) {
        const place = random.below(flipped.length);
        flipped[place] = (flipped[place] ?? 0) ^ (1 << random.below(8));
      }
      return flipped;
    }
    case 1:
      return line.subarray(0, at);
    case 2:
      return line.subarray(at);
    case 3:
      return joined(line.subarray(0, at), line.subarray(to));
    case 4:
      return joined(line.subarray(0, to), line.subarray(at));
    case 5:
      return joined(line.subarray(0, at), other.subarray(random.below(other.length + 1)));
    case 6:
      return joined(line.subarray(0, at), random.pick(PIECES), line.subarray(at));
    case 7:
      return joined(line.subarray(0, at), random.pick(PIECES), line.subarray(to));
    case 8:
      return otherNumber(random, line);
    case 9:
      return random.below(60) === 0
        ? joined(line.subarray(0, at), longToken(random, line), line.subarray(at))
        : joined(line.subarray(0, at), line.subarray(at, to), line.subarray(at, to), line.subarray(to));
    default: {
      const noise = new Uint8Array(1 + random.below(8));
      for (let place = 0; place < noise.length; place += 1) noise[place] = random.below(256);
      return joined(line.subarray(0, at), noise, line.subarray(to));
    }
  }
}

/** Replaces one of the line's numbers. */
function otherNumber(random: Random, line: Uint8Array): Uint8Array {
  let start = random.below(line.length + 1);
  while (start < line.length && !isDigit(line[start])) start += 1;
  let end = start;
  while (end < line.length && isDigit(line[end])) end += 1;
  const digits = new Uint8Array(random.below(6) === 0 ? 40 : end - start);
  for (let place = 0; place < digits.length; place += 1) digits[place] = 48 + random.below(10);
  return joined(line.subarray(0, start), digits, line.subarray(end));
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

/** A character, or a slice of the line, very often. */
function longToken(random: Random, line: Uint8Array): Uint8Array {
  const from = random.below(line.length + 1);
  const slice =
    random.below(2) === 0 || line.length === 0 ? random.pick(PIECES) : line.subarray(from, from + 1 + random.below(12));
  const token = new Uint8Array(slice.length * (1 + random.below(4000)));
  for (let place = 0; place < token.length; place += 1) token[place] = slice[place % slice.length] ?? 0;
  return token;
}

/** Parts in one array. */
export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
