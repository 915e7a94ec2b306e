import { appendTo } from '../../kubelet/groups.ts';
import { withoutEscapes } from '../bytes/binary.ts';
import { ESCAPE, decodeText, isDigit } from '../bytes/bytes.ts';
import { isMonthDay, microsecondsOf, yearOf } from './civil.ts';
import { monthOf } from './months.ts';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
/** A date on a line tells the same moment as the line's own stamp, whatever their zones. */
const SAME_MOMENT = 15 * 3600 * SECOND;
/** A line so soon after the begin of its journal is taken for one of the same year. */
const SHORT_JOURNAL = 45 * DAY;
const LONGEST_LINE = 16_384;
/** Of so many lines the days are noted, for dates that stand on lines without a stamp. */
const NOTED_LINES = 20_000;
/** So many lines that agree are enough. */
const ENOUGH = 3;
/** Bytes after which nothing is sought any more, and after which a log without any yearless stamp needs no year. */
const MOST_BYTES = 8 * 1024 * 1024;
const LEAST_BYTES = 256 * 1024;
/** What stands before a date that says nothing of when the line was written: how long a certificate is valid, when something is due. */
const OF_CERTIFICATES =
  /expir|notafter|not after|notbefore|not before|is after|is before|deadline|valid|rotat|certificate/i;
const CURRENT_TIME = /current time:? ?"?$/i;
/** How Go writes a time that this process read from its clock (time.Time.String): ` +0000 UTC m=+0.534789930`. That is no date in a certificate. */
const READ_FROM_CLOCK = /^[\d :.-]{19,29} [+-]\d{4} [A-Z0-9+-]{1,6} m=[+-]\d/;
const AFTER_LENGTH = 60;
const BEFORE_LENGTH = 80;

const ISO_DATE = /(20\d\d)([-/])(\d\d)\2(\d\d)[T _](\d\d):(\d\d):(\d\d)/g;
/** `04 Feb 2024 12:39:10 GMT` (HTTP), `04-Feb-2024 12:39:10` (traces of Kubernetes, k8s.io/utils/trace), and `Aug 20 20:28:26 UTC 2019` (ctime). */
const HTTP_DATE = /\b(\d{1,2})[ -]([A-Z][a-z]{2})[ -](20\d\d) (\d\d):(\d\d):(\d\d)/g;
const CTIME_DATE = /\b([A-Z][a-z]{2}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)(?: [A-Z]{2,5})? (20\d\d)\b/g;
/** `Active: failed since Fri 2025-05-16>`: the begin of a date of which a pager cut the time. */
const CUT_DATE = /\bsince \S{1,12} (20\d\d)-(\d\d)-(\d\d)(?: [\d:]{0,7})?[>…]/;
/** `date: 2019-06-24 04:04PM` at the head of a note (YAML or TOML): when it was written. */
const OF_NOTE =
  /^(?:date|created|updated|lastmod|publishDate)["']? {0,12}[:=] {0,12}["']?(20\d\d)[-/](\d{1,2})[-/](\d{1,2})/i;
/** The head of a note is no longer. */
const HEAD_LINES = 40;
/** `[Wed Jul 31 23:14:18 2024] ` of `dmesg -T`, in the words of any language. */
const KERNEL_DATE = /^\[\S{1,12} {1,2}(\S{2,12}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d) (20\d\d)\] /;
/** `2/8/2017 2:42:03 PM` that begins a line, as Rancher 1.6 shows it: whether day or month stands first, the stamp beside it tells. */
const SLASH_DATE = /^(\d{1,2})\/(\d{1,2})\/(20\d\d),? (\d{1,2}):(\d\d):(\d\d)(?: ([AP])M)?/;
/** How Go writes a time as source (`%#v`), as events that could not be sent are printed: `time.Date(2025, time.October, 1, 20, 20, 41, 230683131, time.Local)`. */
const GO_DATE = /\btime\.Date\((20\d\d), time\.([A-Z][a-z]{2,8}), (\d{1,2}), (\d{1,2}), (\d{1,2}), (\d{1,2}),/g;
/**
 * The same of Go before 1.17 (Kubernetes up to 1.22), which prints the fields of a time.Time (time/time.go): `sec` counts seconds from the year 1; with the clock of the process beside
 * it `wall` has the highest bit set and counts them from 1885 in the 33 bits below.
 */
const GO_FIELDS = /\btime\.Time\{(?:sec:(\d{11}), nsec:|wall:0x([89a-f][0-9a-f]{15}), ext:)/g;
const FROM_YEAR_1 = 62_135_596_800;
const FROM_1885 = 2_682_288_000;
const NANOSECOND_BITS = 2 ** 30;
const KLOG_STAMP = /(?:^|[^A-Za-z0-9]| [AP]M|:\d\d)[IWEF](\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.\d/;
/** A stamp of syslog at the begin of a line; the name of the month may be of any language. */
const SHORT_STAMP = /^[^\w]{0,8}(\S{2,12}) {1,2}(\d{1,2}) (\d\d):(\d\d):(\d\d)/;
const REALTIME = /__REALTIME_TIMESTAMP"? ?[:=] ?"?(\d{16})/;
/** The clock of klog's JSON, in milliseconds, behind the stamp of a journal. */
const JSON_STAMP = /\{"ts":(1\d{12})\b/;
const UNIX_STAMP = /^(1\d{9})\.\d{3,6} /;
const AGO = /; ([\dа-яa-z ]{1,60}) ago/;
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(\d{1,6}) years?/, 365.25 * DAY],
  [/(\d{1,6}) months?/, 30.44 * DAY],
  [/(\d{1,6}) (?:weeks?|w)\b/, 7 * DAY],
  [/(\d{1,6}) ?(?:days?|d)\b/, DAY],
  [/(\d{1,6}) ?h\b/, 3600 * SECOND],
  [/(\d{1,6}) ?min\b/, 60 * SECOND],
  [/(\d{1,6}) ?s\b/, SECOND],
];

/** A month, a day and a time of day (seconds) without a year. */
export interface Yearless {
  readonly month: number;
  readonly day: number;
  readonly second: number;
}

/**
 * Finds out of which year a log is that prints none in its stamps, from what it says anywhere: a date on a line that agrees with the line's own month, day and time;
 * else a date elsewhere (a neighbour's stamp, `Log file created at`) of a day that the log is of; else the end of the journal as journalctl tells it.
 * Dates of certificates tell nothing. Sees the first 8 MiB at most; what it finds does not depend on how the bytes are cut.
 */
export class YearHints {
  #carry: Uint8Array | undefined;
  #bytes = 0;
  #lines = 0;
  #newlines = 0;
  #first: Yearless | undefined;
  readonly #days = new Set<number>();
  /** Moments that lines with a stamp of their own name, by year. */
  readonly #agreeing = new Map<number, { count: number; readonly moment: number }>();
  #agreed = 0;
  /** Moments on lines without a stamp. */
  readonly #elsewhere: number[] = [];
  /** The log was printed then: no line is later. */
  #printedAt = Number.NaN;
  /** `journalctl -f` says only since when it has lines; that can be long before. */
  #begunAt = Number.NaN;
  /** Whoever wrote a note around the lines says when: mostly soon after them. */
  #writtenAt = Number.NaN;
  #done = false;

  /** Newlines that were seen. */
  get newlines(): number {
    return this.#newlines;
  }

  /** The first date without a year, of whichever line. */
  get first(): Yearless | undefined {
    return this.#first;
  }

  /** Looks at the next bytes (UTF-8). `true`: there is nothing more to find out. */
  see(chunk: Uint8Array): boolean {
    let at = 0;
    while (at < chunk.length && !this.#done) {
      const newline = chunk.indexOf(10, at);
      if (newline < 0) {
        this.#keep(chunk.subarray(at));
        break;
      }
      this.#newlines += 1;
      this.#line(this.#joined(chunk.subarray(at, newline)));
      this.#count(newline + 1 - at);
      at = newline + 1;
    }
    return this.#done;
  }

  /** The year of the first stamp that has none; `undefined` when nothing tells it. All bytes were seen, or enough of them. */
  year(): number | undefined {
    if (this.#carry !== undefined) this.#line(this.#joined(new Uint8Array(0)));
    const first = this.#first;
    if (first === undefined) return undefined;
    const moment = this.#commonMoment();
    if (moment !== undefined) return nearestYearOf(first, moment);
    if (Number.isNaN(this.#printedAt)) {
      const begun = Number.isNaN(this.#begunAt) ? undefined : nearestYearOf(first, this.#begunAt);
      const after = begun === undefined ? -1 : momentOf(first, begun) - this.#begunAt;
      if (begun !== undefined && after > -DAY && after < SHORT_JOURNAL) return begun;
      const written = Number.isNaN(this.#writtenAt) ? undefined : nearestYearOf(first, this.#writtenAt);
      const before = written === undefined ? -1 : this.#writtenAt + DAY - momentOf(first, written);
      return before > 0 && before < SHORT_JOURNAL ? written : undefined;
    }
    const year = yearOf(this.#printedAt);
    return momentOf(first, year) <= this.#printedAt + DAY ? year : year - 1;
  }

  #commonMoment(): number | undefined {
    let best: { count: number; readonly moment: number } | undefined;
    for (const votes of this.#agreeing.values()) if (best === undefined || votes.count > best.count) best = votes;
    if (best !== undefined) return best.moment;
    const byYear = new Map<number, number[]>();
    for (const moment of this.#elsewhere) {
      const day = Math.floor(moment / DAY);
      if (![day - 1, day, day + 1].some((near) => this.#days.has(dayKey(near)))) continue;
      appendTo(byYear, yearOf(moment), moment);
    }
    let most: readonly number[] = [];
    for (const moments of byYear.values()) if (moments.length > most.length) most = moments;
    return most[0];
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#agreed >= ENOUGH && this.#agreeing.size === 1) this.#done = true;
    else if (this.#bytes >= MOST_BYTES || (this.#bytes >= LEAST_BYTES && this.#first === undefined)) this.#done = true;
  }

  /** The begin of a line whose end is still to come. */
  #keep(part: Uint8Array): void {
    const before = this.#carry?.length ?? 0;
    const kept = new Uint8Array(Math.min(LONGEST_LINE, before + part.length));
    if (this.#carry !== undefined) kept.set(this.#carry);
    kept.set(part.subarray(0, kept.length - before), before);
    this.#carry = kept;
    this.#bytes += part.length;
  }

  #joined(end: Uint8Array): Uint8Array {
    if (this.#carry === undefined) return end.length > LONGEST_LINE ? end.subarray(0, LONGEST_LINE) : end;
    const carried = this.#bytes;
    this.#keep(end);
    this.#bytes = carried;
    const line = this.#carry;
    this.#carry = undefined;
    return line;
  }

  #line(read: Uint8Array): void {
    this.#lines += 1;
    // A colour stands before the stamp.
    const line = read.includes(ESCAPE) ? withoutEscapes(read, 0, read.length) : read;
    const dated = holdsDate(line);
    if (!dated && this.#lines > NOTED_LINES) return;
    const text = decodeText(line, 0, dated ? line.length : Math.min(line.length, 300));
    const own = ownStamp(text);
    if (own !== undefined) {
      this.#first ??= own;
      this.#days.add(own.month * 32 + own.day);
    }
    if (!dated) return;
    const note = this.#lines <= HEAD_LINES && Number.isNaN(this.#writtenAt) ? OF_NOTE.exec(text) : null;
    if (note !== null && isMonthDay(Number(note[2]), Number(note[3])))
      this.#writtenAt = microsecondsOf(Number(note[1]), Number(note[2]), Number(note[3]), 0);
    if (text.startsWith('-- ') || text.startsWith('* -- ')) this.#mark(text);
    else this.#dates(text, own);
  }

  /** `-- Logs begin at …, end at … --`: no line is later than that. */
  #mark(text: string): void {
    const end = text.search(/ ends? at /);
    if (end < 0) {
      this.#begunAt = datesIn(text)[0]?.moment ?? this.#begunAt;
      return;
    }
    const [moment] = datesIn(text.slice(end));
    if (moment !== undefined) this.#printedAt = moment.moment;
  }

  #dates(text: string, own: Yearless | undefined): void {
    const dates = datesIn(text);
    const stamp = REALTIME.exec(text)?.[1];
    if (stamp !== undefined) dates.push({ moment: Number(stamp), at: 0 });
    const unix = UNIX_STAMP.exec(text)?.[1];
    if (unix !== undefined) dates.push({ moment: Number(unix) * SECOND, at: 0 });
    const json = JSON_STAMP.exec(text)?.[1];
    if (json !== undefined) dates.push({ moment: Number(json) * (SECOND / 1000), at: 0 });
    for (const { moment, at } of dates) {
      const before = text.slice(Math.max(0, at - BEFORE_LENGTH), at);
      if (
        OF_CERTIFICATES.test(before) &&
        !CURRENT_TIME.test(before) &&
        !READ_FROM_CLOCK.test(text.slice(at, at + AFTER_LENGTH))
      )
        continue;
      if (own !== undefined) this.#compare(own, moment);
      else {
        const ago = AGO.exec(text)?.[1];
        if (ago !== undefined && before.includes('since')) this.#printedAt = moment + lengthOf(ago);
        if (this.#elsewhere.length < NOTED_LINES) this.#elsewhere.push(moment);
      }
    }
  }

  #compare(own: Yearless, moment: number): void {
    const year = nearestYearOf(own, moment);
    if (Math.abs(momentOf(own, year) - moment) > SAME_MOMENT) return;
    this.#agreed += 1;
    const votes = this.#agreeing.get(year);
    if (votes === undefined) this.#agreeing.set(year, { count: 1, moment: momentOf(own, year) });
    else votes.count += 1;
  }
}

/** Whether four digits of a year of Kubernetes stand in it, with something of a date beside them, or the clock of a journal's JSON. */
function holdsDate(line: Uint8Array): boolean {
  const last = line.length - 9;
  for (let i = line.indexOf(50); i >= 0 && i <= last; i = line.indexOf(50, i + 1)) {
    if (line[i + 1] !== 48 || !isDigit(line[i + 2]) || !isDigit(line[i + 3])) continue;
    const next = line[i + 4];
    // `[Wed Jul 31 23:14:18 2024]`
    if (next === 93 && line[0] === 91) return true;
    if (next === 45 || next === 47 || (next === 32 && (line[i + 7] === 58 || line[i + 6] === 58))) return true;
    // `2025, time.October`
    if (next === 44 && line[i + 6] === 116 && line[i + 10] === 46) return true;
  }
  // `time.Time{sec:63612134305`, `time.Time{wall:0x`, `{"ts":1655581336241`
  for (let i = line.indexOf(123); i >= 4 && i < last; i = line.indexOf(123, i + 1)) {
    if (line[i - 1] === 101 && (line[i + 4] === 58 || line[i + 5] === 58)) return true;
    if (line[i + 2] === 116 && line[i + 3] === 115 && line[i + 5] === 58) return true;
  }
  if (line[0] === 49 && line[10] === 46) return true;
  const end = line.length;
  // ctime's year stands last.
  for (let i = end - 4; i > 0 && i > end - 12; i -= 1)
    if (line[i] === 50 && line[i + 1] === 48 && isDigit(line[i + 2]) && isDigit(line[i + 3]) && line[i - 1] === 32)
      return true;
  return line[0] === 123 || line[0] === 95;
}

function ownStamp(text: string): Yearless | undefined {
  const klog = KLOG_STAMP.exec(text);
  const short = klog === null ? SHORT_STAMP.exec(text) : null;
  const found = klog ?? short;
  if (found === null) return undefined;
  const month = klog === null ? monthOf(found[1] ?? '') : Number(found[1]);
  const day = Number(found[2]);
  if (month === undefined || !isMonthDay(month, day)) return undefined;
  return { month, day, second: Number(found[3]) * 3600 + Number(found[4]) * 60 + Number(found[5]) };
}

interface DateIn {
  readonly moment: number;
  readonly at: number;
}

/** The dates with a time of day in a text, as if in UTC, and where they stand. */
function datesIn(text: string): DateIn[] {
  const dates: DateIn[] = [];
  const add = (
    year: string | undefined,
    month: number | undefined,
    day: string | undefined,
    clock: readonly (string | undefined)[],
    at: number,
  ): void => {
    if (month === undefined || !isMonthDay(month, Number(day))) return;
    const [hours, minutes, seconds] = clock.map(Number);
    dates.push({
      moment: microsecondsOf(
        Number(year),
        month,
        Number(day),
        (hours ?? 0) * 3600 + (minutes ?? 0) * 60 + (seconds ?? 0),
      ),
      at,
    });
  };
  for (const found of text.matchAll(ISO_DATE))
    add(found[1], Number(found[3]), found[4], found.slice(5, 8), found.index);
  const cut = dates.length === 0 ? CUT_DATE.exec(text) : null;
  if (cut !== null) add(cut[1], Number(cut[2]), cut[3], [], cut.index);
  for (const found of text.matchAll(HTTP_DATE))
    add(found[3], monthOf(found[2] ?? ''), found[1], found.slice(4, 7), found.index);
  for (const found of text.matchAll(CTIME_DATE))
    add(found[6], monthOf(found[1] ?? ''), found[2], found.slice(3, 6), found.index);
  const ofKernel = dates.length === 0 ? KERNEL_DATE.exec(text) : null;
  if (ofKernel !== null) add(ofKernel[6], monthOf(ofKernel[1] ?? ''), ofKernel[2], ofKernel.slice(3, 6), 0);
  const slash = SLASH_DATE.exec(text);
  if (slash !== null) {
    const [, first, second, year, hours, minutes, seconds, half] = slash;
    const ofDay = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'P' ? 12 : 0);
    const clock = [String(ofDay), minutes, seconds];
    add(year, Number(first), second, clock, 0);
    add(year, Number(second), first, clock, 0);
  }
  for (const found of text.matchAll(GO_DATE))
    add(found[1], monthOf(found[2]?.slice(0, 3) ?? ''), found[3], found.slice(4, 7), found.index);
  for (const found of text.matchAll(GO_FIELDS)) {
    const [, sec, wall] = found;
    const seconds = wall === undefined ? Number(sec) - FROM_YEAR_1 : secondsOfWall(wall) - FROM_1885;
    if (seconds > 0) dates.push({ moment: seconds * SECOND, at: found.index });
  }
  return dates;
}

/** Of the 64 bits the lowest 30 are nanoseconds. */
function secondsOfWall(wall: string): number {
  const high = Number.parseInt(wall.slice(0, 8), 16) - 2 ** 31;
  const low = Number.parseInt(wall.slice(8), 16);
  return high * 4 + Math.floor(low / NANOSECOND_BITS);
}

/** The length of `3 days 4h`. */
function lengthOf(text: string): number {
  let length = 0;
  for (const [unit, microseconds] of UNITS) length += Number(unit.exec(text)?.[1] ?? 0) * microseconds;
  return length;
}

function momentOf({ month, day, second }: Yearless, year: number): number {
  return microsecondsOf(year, month, day, second);
}

/** The year in which the date lies nearest to a moment. */
function nearestYearOf(own: Yearless, moment: number): number {
  const year = yearOf(moment);
  let best = year;
  for (const other of [year - 1, year + 1])
    if (Math.abs(momentOf(own, other) - moment) < Math.abs(momentOf(own, best) - moment)) best = other;
  return best;
}

/** Month and day of a day since the epoch, as one number. */
function dayKey(day: number): number {
  const date = new Date(day * 86_400_000);
  return (date.getUTCMonth() + 1) * 32 + date.getUTCDate();
}
