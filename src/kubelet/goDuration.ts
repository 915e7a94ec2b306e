/**
 * Go's `time.Duration` as text, exactly as the Go standard library reads and writes it (src/time/format.go and src/time/time.go, go1.27).
 * Exact values are nanoseconds in a `bigint` (Go's int64); the fast path for log lines gives microseconds in a double.
 */
import type { Duration } from './time.ts';

/** What `parseGoDuration` gives: nanoseconds, or the exact error text of Go's `time.ParseDuration`. */
export type GoDurationResult =
  | { readonly ok: true; readonly nanoseconds: bigint }
  | { readonly ok: false; readonly error: string };

const LIMIT = 1n << 63n;
const LEADING_LIMIT = LIMIT / 10n;
const FRACTION_LIMIT = (LIMIT - 1n) / 10n;

/** The longest duration that Go holds, about 292 years. */
const LONGEST_MICROSECONDS = 2 ** 63 / 1000;

const UNITS: ReadonlyMap<string, bigint> = new Map([
  ['ns', 1n],
  ['us', 1_000n],
  ['\u00B5s', 1_000n],
  ['\u03BCs', 1_000n],
  ['ms', 1_000_000n],
  ['s', 1_000_000_000n],
  ['m', 60_000_000_000n],
  ['h', 3_600_000_000_000n],
]);

/**
 * Reads a Go duration such as `3m0.416753742s` or `-1.5h`.
 * Mirrors `time.ParseDuration`, with its limits (int64 nanoseconds) and its error texts.
 */
export function parseGoDuration(text: string): GoDurationResult {
  const invalid = (): GoDurationResult => ({ ok: false, error: `time: invalid duration ${quoteForGo(text)}` });
  let at = 0;
  let negative = false;
  if (text[0] === '-' || text[0] === '+') {
    negative = text[0] === '-';
    at = 1;
  }
  if (text.length - at === 1 && text[at] === '0') return { ok: true, nanoseconds: 0n };
  if (at >= text.length) return invalid();

  let total = 0n;
  while (at < text.length) {
    if (text[at] !== '.' && !isDigit(text.charCodeAt(at))) return invalid();
    const whole = leadingInteger(text, at);
    if (whole === undefined) return invalid();
    const before = whole.end > at;
    at = whole.end;
    let fraction = { value: 0n, scale: 1, end: at };
    let after = false;
    if (text[at] === '.') {
      fraction = leadingFraction(text, at + 1);
      after = fraction.end > at + 1;
      at = fraction.end;
    }
    if (!before && !after) return invalid();
    let end = at;
    while (end < text.length && text[end] !== '.' && !isDigit(text.charCodeAt(end))) end += 1;
    if (end === at) return { ok: false, error: `time: missing unit in duration ${quoteForGo(text)}` };
    const name = text.slice(at, end);
    const unit = UNITS.get(name);
    if (unit === undefined)
      return { ok: false, error: `time: unknown unit ${quoteForGo(name)} in duration ${quoteForGo(text)}` };
    at = end;
    if (whole.value > LIMIT / unit) return invalid();
    let part = whole.value * unit;
    if (fraction.value > 0n) {
      part += BigInt(Math.trunc(Number(fraction.value) * (Number(unit) / fraction.scale)));
      if (part > LIMIT) return invalid();
    }
    total += part;
    if (total > LIMIT) return invalid();
  }
  if (negative) return { ok: true, nanoseconds: -total };
  if (total > LIMIT - 1n) return invalid();
  return { ok: true, nanoseconds: total };
}

/** Writes nanoseconds as Go's `Duration.String` does: `3m0s`, `350ms`, `1.5µs`, `0s`; never days. */
export function formatGoDuration(nanoseconds: bigint): string {
  if (nanoseconds === 0n) return '0s';
  const sign = nanoseconds < 0n ? '-' : '';
  const value = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  if (value < 1_000n) return `${sign}${value}ns`;
  if (value < 1_000_000n) return `${sign}${decimal(value, 3)}µs`;
  if (value < 1_000_000_000n) return `${sign}${decimal(value, 6)}ms`;
  const minutes = value / 60_000_000_000n;
  const seconds = `${decimal(value % 60_000_000_000n, 9)}s`;
  if (minutes === 0n) return sign + seconds;
  const hours = minutes / 60n;
  return hours === 0n ? `${sign}${minutes}m${seconds}` : `${sign}${hours}h${minutes % 60n}m${seconds}`;
}

/** `Duration.Round`: to the nearest multiple of `unit`, halves away from zero. The kubelet rounds housekeeping times to milliseconds. */
export function roundGoDuration(nanoseconds: bigint, unit: bigint): bigint {
  if (unit <= 0n) return nanoseconds;
  const value = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const rest = value % unit;
  const rounded = rest * 2n < unit ? value - rest : value - rest + unit;
  const limited = rounded > LIMIT - 1n ? LIMIT - 1n : rounded;
  return nanoseconds < 0n ? (rounded >= LIMIT ? -LIMIT : -rounded) : limited;
}

/**
 * The fast path for log lines: a whole Go duration to microseconds (nanoseconds are the fraction), or `undefined` if the text is not one or is longer than Go's longest.
 * Units must each be complete, as Go prints them; no sign for positive values, no blanks. Exact to the nanosecond below 10 days; above, a double holds no more.
 */
export function goDurationToMicroseconds(text: string): Duration | undefined {
  const length = text.length;
  let at = text.charCodeAt(0) === 0x2d ? 1 : 0;
  const negative = at === 1;
  if (at >= length) return undefined;
  if (length - at === 1 && text[at] === '0') return 0 as Duration;
  let total = 0;
  while (at < length) {
    const start = at;
    while (at < length && isDigit(text.charCodeAt(at))) at += 1;
    if (at < length && text.charCodeAt(at) === 0x2e) {
      at += 1;
      while (at < length && isDigit(text.charCodeAt(at))) at += 1;
    }
    if (at === start || (at === start + 1 && text.charCodeAt(start) === 0x2e)) return undefined;
    const value = Number(text.slice(start, at));
    const unit = text.charCodeAt(at);
    const next = text.charCodeAt(at + 1);
    if (unit === 0x68) total += value * 3_600_000_000; // h
    else if (unit === 0x6d && next === 0x73) {
      total += value * 1000; // ms
      at += 1;
    } else if (unit === 0x6d) total += value * 60_000_000; // m
    else if (unit === 0x73) total += value * 1_000_000; // s
    else if ((unit === 0x75 || unit === 0xb5 || unit === 0x3bc) && next === 0x73) {
      total += value; // us, µs
      at += 1;
    } else if (unit === 0x6e && next === 0x73) {
      total += value / 1000; // ns
      at += 1;
    } else return undefined;
    at += 1;
  }
  if (total > LONGEST_MICROSECONDS) return undefined;
  // Sums of decimal parts carry rounding noise far below a nanosecond: bring them back onto whole nanoseconds where a double can hold them.
  const exact = total < 9e12 ? Math.round(total * 1000) / 1000 : total;
  return (negative ? -exact : exact) as Duration;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function leadingInteger(text: string, from: number): { value: bigint; end: number } | undefined {
  let end = from;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  let value = 0n;
  for (let at = from; at < end; at += 1) {
    if (value > LEADING_LIMIT) return undefined;
    value = value * 10n + BigInt(text.charCodeAt(at) - 0x30);
    if (value > LIMIT) return undefined;
  }
  return { value, end };
}

function leadingFraction(text: string, from: number): { value: bigint; scale: number; end: number } {
  let end = from;
  let value = 0n;
  let scale = 1;
  let full = false;
  for (; end < text.length && isDigit(text.charCodeAt(end)); end += 1) {
    if (full) continue;
    if (value > FRACTION_LIMIT) {
      full = true;
      continue;
    }
    const next = value * 10n + BigInt(text.charCodeAt(end) - 0x30);
    if (next > LIMIT) {
      full = true;
      continue;
    }
    value = next;
    scale *= 10;
  }
  return { value, scale, end };
}

function decimal(value: bigint, digits: number): string {
  const text = value.toString().padStart(digits + 1, '0');
  const whole = text.slice(0, -digits);
  const fraction = text.slice(-digits);
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return end === 0 ? whole : `${whole}.${fraction.slice(0, end)}`;
}

/** The quoting of package time: printable ASCII as it is, everything else as `\xNN` of its UTF-8 bytes. */
function quoteForGo(text: string): string {
  const encoder = new TextEncoder();
  let out = '"';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0x80 || code < 0x20) {
      for (const byte of encoder.encode(character)) out += `\\x${byte.toString(16).padStart(2, '0')}`;
    } else {
      out += character === '"' || character === '\\' ? `\\${character}` : character;
    }
  }
  return `${out}"`;
}
