import {
  BLANK,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOT,
  LESS,
  OPEN_BRACKET,
  TAB,
  clockSeconds,
  copyBytes,
  decodeText,
  digitsValue,
  encodeText,
  fractionMicroseconds,
  isDigit,
  skipBlanks,
  skipDigits,
  startsWithAt,
  twoDigits,
} from '../bytes/bytes.ts';
import { isMonthDay, microsecondsOf } from '../time/civil.ts';
import type { RecordClock, StampKind } from '../time/clock.ts';
import { monthOf } from '../time/months.ts';
import type { JournalMode } from '../record.ts';
import { zoneOffset } from '../time/zones.ts';

const LONGEST_NAME = 32;

/**
 * Reads the stamp that begins a line of journalctl's `short` family or of a syslog file. After `read` returned a position,
 * the fields describe the stamp. The text up to the second is remembered: most lines repeat it.
 */
export class StampReader {
  readonly #clock: RecordClock;
  mode: JournalMode = 'none';
  kind: StampKind = 'none';
  /** Microseconds: since the epoch, or local as if UTC, or since the boot. */
  time = Number.NaN;
  /** Length of the stamp up to its second's end; 0 where lines after it cannot have the same stamp but for its digits. */
  secondLength = 0;
  /** Where in the stamp a count of seconds begins; −1 for one with a clock. */
  countOffset = -1;
  /** Its fraction is finer than microseconds, as journald and syslog write none: a container runtime's. */
  finer = false;
  /** Only `dmesg -T` and `dmesg --time-format iso` write such a stamp: no host or program follows. */
  ofKernel = false;
  #lastText = new Uint8Array(64);
  #lastLength = 0;
  #lastBase = 0;
  /** The zone read last, with the blank after it, and its microseconds east of UTC. */
  #zoneText: Uint8Array = new Uint8Array(0);
  #zoneOffset = 0;
  #lastMonth = 0;
  #lastDay = 0;
  #lastShape: 'short' | 'iso' | 'full' = 'short';

  constructor(clock: RecordClock) {
    this.#clock = clock;
  }

  /** The position after a stamp whose text up to the second is the same as before, or −1. */
  repeat(bytes: Uint8Array, start: number, end: number): number {
    const remembered = this.#lastLength;
    if (remembered === 0 || end - start <= remembered) return -1;
    const known = this.#lastText;
    let i = remembered - 1;
    while (i >= 0 && known[i] === bytes[start + i]) i--;
    return i < 0 ? this.#afterSecond(bytes, start + remembered, end) : -1;
  }

  /** Reads a stamp at `start`. Gives the position after it (and its blank), or −1. */
  read(bytes: Uint8Array, start: number, end: number): number {
    const repeated = this.repeat(bytes, start, end);
    if (repeated >= 0) return repeated;
    const first = bytes[start];
    this.ofKernel = false;
    if (first === undefined || end - start < 12) return -1;
    if (first === OPEN_BRACKET) {
      const monotonic = this.#monotonic(bytes, start, end);
      return monotonic >= 0 ? monotonic : this.#ctime(bytes, start, end);
    }
    if (isDigit(first)) {
      if (bytes[start + 4] === 45) return this.#iso(bytes, start, end, start);
      const unix = this.#unix(bytes, start, end);
      if (unix >= 0) return unix;
    }
    return this.#named(bytes, start, end);
  }

  /** `Sep 25 ` or `9月 25 ` or `Sat 2026-11-21 `, then the clock. */
  #named(bytes: Uint8Array, start: number, end: number): number {
    const sameDay = this.#repeatDay(bytes, start, end);
    if (sameDay >= 0) return sameDay;
    let blank = start;
    while (blank < end && bytes[blank] !== BLANK) {
      if (blank - start > LONGEST_NAME || bytes[blank] === COLON) return -1;
      blank++;
    }
    const next = skipBlanks(bytes, blank, end);
    if (!isDigit(bytes[next])) return -1;
    if (bytes[next + 4] === 45) return isWeekday(bytes, start, blank) ? this.#iso(bytes, next, end, start) : -1;
    const dayEnd = skipDigits(bytes, next, end);
    if (dayEnd - next > 2) return -1;
    const month = monthOf(decodeText(bytes, start, blank));
    if (month === undefined) return -1;
    const day = digitsValue(bytes, next, dayEnd);
    const at = skipBlanks(bytes, dayEnd, end);
    const second = clockSeconds(bytes, at);
    if (second < 0 || at + 8 > end || !isMonthDay(month, day)) return -1;
    this.#remember(bytes, start, at + 8, this.#clock.dates.complete(month, day, second), 'short');
    this.#lastMonth = month;
    this.#lastDay = day;
    return this.#afterSecond(bytes, at + 8, end);
  }

  /** A stamp of `short` that differs from the one before in its time of day only. */
  #repeatDay(bytes: Uint8Array, start: number, end: number): number {
    const date = this.#lastLength - 8;
    if (date <= 0 || this.#lastShape !== 'short' || end - start < date + 9) return -1;
    for (let i = 0; i < date; i++) if (this.#lastText[i] !== bytes[start + i]) return -1;
    const at = start + date;
    const second = clockSeconds(bytes, at);
    if (second < 0) return -1;
    for (let i = 0; i < 8; i++) this.#lastText[date + i] = bytes[at + i] ?? 0;
    this.#lastBase = this.#clock.dates.complete(this.#lastMonth, this.#lastDay, second);
    return this.#afterSecond(bytes, at + 8, end);
  }

  /** `2026-11-21T00:27:32`, also with a blank; `start` is where the line's stamp begins (a weekday may stand before). */
  #iso(bytes: Uint8Array, at: number, end: number, start: number): number {
    const base = isoSecond(bytes, at, end);
    if (Number.isNaN(base)) return -1;
    this.#remember(bytes, start, at + 19, base, bytes[at + 10] === BLANK ? 'full' : 'iso');
    return this.#afterSecond(bytes, at + 19, end);
  }

  /** `[Wed Jul 31 23:14:18 2024] ` of `dmesg -T`: local time, its names in the words of the locale (util-linux, sys-utils/dmesg.c, record_ctime). */
  #ctime(bytes: Uint8Array, start: number, end: number): number {
    let weekday = start + 1;
    while (weekday < end && weekday - start <= LONGEST_NAME && bytes[weekday] !== BLANK) weekday++;
    const name = skipBlanks(bytes, weekday, end);
    let blank = name;
    while (blank < end && blank - name <= LONGEST_NAME && bytes[blank] !== BLANK) blank++;
    const next = skipBlanks(bytes, blank, end);
    const dayEnd = skipDigits(bytes, next, end);
    const at = skipBlanks(bytes, dayEnd, end);
    if (dayEnd === next || dayEnd - next > 2 || at + 15 > end || bytes[at + 8] !== BLANK) return -1;
    if (bytes[at + 13] !== CLOSE_BRACKET || bytes[at + 14] !== BLANK) return -1;
    const month = monthOf(decodeText(bytes, name, blank));
    const day = digitsValue(bytes, next, dayEnd);
    const second = clockSeconds(bytes, at);
    const year = twoDigits(bytes, at + 9) * 100 + twoDigits(bytes, at + 11);
    if (month === undefined || second < 0 || year < 1970 || year > 2200 || !isMonthDay(month, day)) return -1;
    this.mode = 'other';
    this.kind = 'local';
    this.secondLength = 0;
    this.countOffset = -1;
    this.finer = false;
    this.ofKernel = true;
    this.time = microsecondsOf(year, month, day, second);
    this.#clock.dates.follow(this.time);
    return at + 15;
  }

  #remember(bytes: Uint8Array, start: number, end: number, base: number, shape: 'short' | 'iso' | 'full'): void {
    this.#lastBase = base;
    this.#lastShape = shape;
    this.#lastLength = end - start <= this.#lastText.length ? end - start : 0;
    for (let i = 0; i < this.#lastLength; i++) this.#lastText[i] = bytes[start + i] ?? 0;
  }

  /** Fraction and zone after the second. */
  #afterSecond(bytes: Uint8Array, start: number, end: number): number {
    let at = start;
    let time = this.#lastBase;
    let precise = false;
    this.secondLength = this.#lastLength;
    this.countOffset = -1;
    this.finer = false;
    this.ofKernel = false;
    let isKernels = false;
    if (bytes[at] === DOT || bytes[at] === COMMA) {
      const fractionEnd = skipDigits(bytes, at + 1, end);
      if (fractionEnd === at + 1) return -1;
      this.finer = fractionEnd - at > 7;
      isKernels = bytes[at] === COMMA && fractionEnd - at === 7 && this.#lastShape === 'iso';
      time += fractionMicroseconds(bytes, at + 1, fractionEnd);
      at = fractionEnd;
      precise = true;
    }
    if (this.#lastShape === 'short') {
      if (bytes[at] !== BLANK || at >= end) return -1;
      this.mode = precise ? 'short-precise' : 'short';
      this.kind = 'local';
      this.time = time;
      return at + 1;
    }
    const after = this.#zone(bytes, at, end, time, precise);
    // `2026-08-27T11:38:00,123456+00:00 `: nobody else writes a comma and this zone (util-linux, sys-utils/dmesg.c, iso_8601_time).
    if (isKernels && after > 0 && bytes[after - 4] === COLON) {
      this.mode = 'other';
      this.ofKernel = true;
    }
    return after;
  }

  #zone(bytes: Uint8Array, start: number, end: number, time: number, precise: boolean): number {
    this.#clock.dates.follow(time);
    const known = this.#zoneText;
    if (known.length > 0 && startsWithAt(bytes, start, end, known)) {
      this.mode = this.#lastShape === 'full' ? 'short-full' : precise ? 'short-iso-precise' : 'short-iso';
      this.kind = 'absolute';
      this.time = time - this.#zoneOffset;
      return start + known.length;
    }
    const full = this.#lastShape === 'full';
    const at = full ? skipBlanks(bytes, start, end) : start;
    let zoneEnd = at;
    while (zoneEnd < end && zoneEnd - at < 8 && bytes[zoneEnd] !== BLANK && bytes[zoneEnd] !== TAB) zoneEnd++;
    if (bytes[zoneEnd] !== BLANK && bytes[zoneEnd] !== TAB && zoneEnd < end) return -1;
    const zone = decodeText(bytes, at, zoneEnd);
    const offset = zoneOffset(zone);
    if (full && offset === undefined && !/^[A-Z]{2,6}$/.test(zone)) {
      // `2026-11-21 00:27:32 host …`: a local time without any zone.
      this.mode = 'other';
      this.kind = 'local';
      this.time = time;
      return at;
    }
    this.mode = full ? 'short-full' : precise ? 'short-iso-precise' : 'short-iso';
    this.kind = offset === undefined ? 'local' : 'absolute';
    this.time = time - (offset ?? 0);
    if (offset !== undefined && zoneEnd < end) {
      this.#zoneText = copyBytes(bytes, start, zoneEnd + 1);
      this.#zoneOffset = offset;
    }
    return Math.min(zoneEnd + 1, end);
  }

  /** `1795220852.819344 `. */
  #unix(bytes: Uint8Array, start: number, end: number): number {
    const dot = skipDigits(bytes, start, end);
    if (dot - start < 9 || dot - start > 11 || bytes[dot] !== DOT) return -1;
    const fractionEnd = skipDigits(bytes, dot + 1, end);
    if (fractionEnd === dot + 1 || bytes[fractionEnd] !== BLANK) return -1;
    this.mode = 'short-unix';
    this.secondLength = dot - start;
    this.countOffset = 0;
    this.finer = false;
    this.kind = 'absolute';
    this.time = digitsValue(bytes, start, dot) * 1_000_000 + fractionMicroseconds(bytes, dot + 1, fractionEnd);
    return fractionEnd + 1;
  }

  /** `[ 2764.634077] ` and `[ 2765.650308 <    1.016231 >] `. */
  #monotonic(bytes: Uint8Array, start: number, end: number): number {
    const at = skipBlanks(bytes, start + 1, end);
    const dot = skipDigits(bytes, at, end);
    if (dot === at || dot - at > 10 || bytes[dot] !== DOT) return -1;
    const fractionEnd = skipDigits(bytes, dot + 1, end);
    if (fractionEnd === dot + 1) return -1;
    let close = skipBlanks(bytes, fractionEnd, end);
    const delta = close > fractionEnd;
    if (bytes[close] === LESS) {
      while (close < end && bytes[close] !== CLOSE_BRACKET && close - fractionEnd < 40) close++;
    }
    if (bytes[close] !== CLOSE_BRACKET || bytes[close + 1] !== BLANK || close + 1 >= end) return -1;
    this.mode = delta ? 'short-delta' : 'short-monotonic';
    this.kind = 'monotonic';
    this.secondLength = delta ? 0 : dot - start;
    this.countOffset = 1;
    this.finer = false;
    this.time = digitsValue(bytes, at, dot) * 1_000_000 + fractionMicroseconds(bytes, dot + 1, fractionEnd);
    return close + 2;
  }
}

/** Microseconds of `2026-11-21T00:27:32`, as if UTC; `NaN` where none stands there. */
function isoSecond(bytes: Uint8Array, at: number, end: number): number {
  const separator = bytes[at + 10];
  if (at + 19 > end || bytes[at + 7] !== 45 || (separator !== 84 && separator !== BLANK && separator !== 116))
    return Number.NaN;
  const year = twoDigits(bytes, at) * 100 + twoDigits(bytes, at + 2);
  const month = twoDigits(bytes, at + 5);
  const day = twoDigits(bytes, at + 8);
  const second = clockSeconds(bytes, at + 11);
  return year < 1970 || year > 2200 || second < 0 || !isMonthDay(month, day)
    ? Number.NaN
    : microsecondsOf(year, month, day, second);
}

const LOGRUS = encodeText('time="');

/**
 * The time of a line of logrus, in which k3s, containerd and cri-dockerd write: `time="2024-07-19T10:31:16+08:00" level=info msg=…`. Microseconds as if UTC, for its clock is
 * that of the klog headers beside it; `NaN` for other lines.
 */
export function logrusTime(bytes: Uint8Array, start: number, end: number): number {
  if (!startsWithAt(bytes, start, end, LOGRUS)) return Number.NaN;
  const at = start + LOGRUS.length;
  const second = isoSecond(bytes, at, end);
  return bytes[at + 19] === DOT
    ? second + fractionMicroseconds(bytes, at + 20, skipDigits(bytes, at + 20, end))
    : second;
}

/** Three letters, `Sat`: `short-full` and `verbose` keep English in every locale. */
function isWeekday(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 3) return false;
  for (let i = start; i < end; i++) {
    const letter = (bytes[i] ?? 0) | 32;
    if (letter < 97 || letter > 122) return false;
  }
  return true;
}
