import { daysFromCivil, isLeapYear, microsecondsOf, yearOf } from './civil.ts';
import type { ReaderOptions, YearFrom } from '../record.ts';
import type { Yearless } from './yearHints.ts';
import { type ZoneRule, zoneRule } from './zones.ts';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
/** What may still be learned of a zone moves times by less. */
const FARTHEST_SHIFT = 2 * DAY;
/** The change of a zone's offset between two times moves those around it by less. */
const AROUND_A_CHANGE = 7200 * SECOND;
const QUARTER_HOUR = 900 * SECOND;
const HALF_YEAR = 183 * 86_400 * SECOND;
const QUARTER_YEAR = HALF_YEAR / 2;
/** A date goes over into another year only if it lies this near there. */
const TURN_OF_YEAR = 365 * 86_400 * SECOND - QUARTER_YEAR;
/** The zone that is farthest ahead of UTC. */
const FARTHEST_ZONE = 14 * 3600 * SECOND;
/** The times of klog headers stand out of order by less than this. */
const OUT_OF_ORDER = 5 * SECOND;
/** Minutes east of UTC that some place keeps; differences that are none of these are lateness. */
const REAL_ZONES: readonly number[] = [
  ...Array.from({ length: 27 }, (_unused, i) => (i - 12) * 60),
  -570,
  -210,
  -150,
  210,
  270,
  330,
  345,
  390,
  525,
  570,
  630,
  765,
  825,
].map((minutes) => minutes * 60 * SECOND);
/** So many klog records are looked at before the zone is settled from late ones. */
const LEARNING_RECORDS = 64;
/** Late ones within less time, up to so many of them, do not show whether their stamps are of the time at which they were printed. */
const TELLING_SPAN = 20 * SECOND;
const MOST_LEARNING_RECORDS = 1024;
/** Records that a program printed again have stamps that lie closer together than their own times, by this much. */
const PRINTED_SHARE = 10;
/** A journal takes up lines less late than this. */
const LATEST = QUARTER_HOUR;
/** So many records without a stamp, and none with one: there will be none. */
const BARE_RECORDS = 8;

/** What kind of time an envelope prints. */
export type StampKind = 'none' | 'absolute' | 'local' | 'monotonic';

/**
 * Completes years and zones (design section 4, Clocks). Local times come in as microseconds as if UTC; what goes out is one clock for klog
 * headers and envelopes: UTC where the zone is known, else the kubelet's own local time as if UTC.
 */
export class RecordClock {
  readonly #rule: ZoneRule | undefined;
  /** What tells the two passes of an hour apart that the end of daylight saving repeats: the time of the klog header before, or the stamp with a zone beside it. */
  #given = Number.NaN;
  #stamped = Number.NaN;
  readonly #isSecond = (first: number, second: number): boolean => {
    if (!Number.isNaN(this.#stamped)) return Math.abs(second - this.#stamped) < Math.abs(first - this.#stamped);
    return first < this.#given - OUT_OF_ORDER;
  };
  readonly #optionYear: number | undefined;
  /** The year that the log was found to be of. */
  #logYear: number | undefined;
  /** The first date that a line of the log tells, for lines before it that have lost theirs. */
  #firstDate: Yearless | undefined;
  readonly #fallback: number | undefined;
  readonly #fallbackIsNow: boolean;
  #year: number | undefined;
  #yearFrom: YearFrom = 'unknown';
  /** A date without a year was completed. */
  #hasCompleted = false;
  /** A stamp with its year was seen: it says more of the dates beside it than an option that is meant for logs without one. */
  #hasFollowed = false;
  #last = Number.NaN;
  /** The day completed last: its midnight in local microseconds. */
  #month = 0;
  #day = 0;
  #midnight = Number.NaN;
  #settled = false;
  #bare = 0;
  #known: boolean;
  /** Added to klog times. */
  #klogShift = 0;
  /** Added to local and monotonic stamps, before `#klogShift`. */
  #stampShift = 0;
  #candidate = Number.NaN;
  #candidateKind: StampKind = 'none';
  #seen = 0;
  /** Between which times those lie that were seen, and between which their stamps. */
  #klogSpan = NO_SPAN;
  #stampSpan = NO_SPAN;
  /** The stamps tell when something printed the log again, and nothing of the log. */
  #isPrinted = false;
  #lastOnTime = Number.NaN;

  constructor(options: ReaderOptions) {
    this.#rule = options.timeZone === undefined ? undefined : zoneRule(options.timeZone);
    this.#known = this.#rule !== undefined;
    this.#optionYear = options.year;
    this.#fallback = options.fallbackYearFrom;
    this.#fallbackIsNow = options.fallbackIsNow === true;
  }

  /** Whether times can be given out; before, records must wait. */
  get settled(): boolean {
    return this.#settled;
  }

  get zoneKnown(): boolean {
    return this.#known;
  }

  /** The year of the first time, and what gave it. */
  get year(): number | undefined {
    return this.#year;
  }

  get yearFrom(): YearFrom {
    return this.#yearFrom;
  }

  /** Says of which year the first date without one is, as the log tells somewhere; `undefined`: nothing tells it. */
  setLogYear(year: number | undefined): void {
    this.#logYear = year;
  }

  /** Says which date without a year is the first of the log; `undefined`: it has none. */
  setFirstDate(first: Yearless | undefined): void {
    this.#firstDate = first;
  }

  /**
   * Local microseconds of a date without a year: the year that lies nearest to `reference` (a stamp with a year) or else to the time before,
   * so that December runs on into January. The first one, if no stamp with a year came before, takes the option, else the year that the log tells, else the fallback's year, or the year before if the date would lie in its future.
   */
  complete(month: number, day: number, secondOfDay: number, reference?: number): number {
    const near = reference ?? this.#last;
    if (month !== this.#month || day !== this.#day || !(Math.abs(near - this.#midnight) < QUARTER_YEAR)) {
      const year = this.#yearOf(month, day, secondOfDay, reference, near);
      if (this.#year === undefined && this.#yearFrom === 'unknown') this.#note(year, reference, near);
      this.#hasCompleted = true;
      this.#month = month;
      this.#day = day;
      this.#midnight = microsecondsOf(year, month, day, 0);
    }
    const local = this.#midnight + secondOfDay * SECOND;
    // Beside a stamp with a year, that stamp is what later dates follow, whichever of the two is read last.
    if (reference === undefined) this.#last = local;
    return local;
  }

  #yearOf(month: number, day: number, secondOfDay: number, reference: number | undefined, near: number): number {
    if (reference !== undefined) return nearestYear(month, day, secondOfDay, near, HALF_YEAR);
    const knownYear = this.#optionYear ?? this.#logYear;
    if (knownYear !== undefined && !this.#hasCompleted && !this.#hasFollowed) return knownYear;
    // One log is of one year, unless the year really turns: its months lie side by side then.
    if (!Number.isNaN(near))
      return nearestYear(month, day, secondOfDay, near, this.#hasCompleted ? TURN_OF_YEAR : HALF_YEAR);
    if (this.#fallback === undefined) return 2000;
    let year = yearOf(this.#fallback);
    // The node's clock can be ahead of the file's date, which counts in UTC: on New Year's Day there it may still be December.
    if (microsecondsOf(year + 1, month, day, secondOfDay) <= this.#fallback + FARTHEST_ZONE) year++;
    else if (microsecondsOf(year, month, day, secondOfDay) > this.#fallback + 86_400 * SECOND * 1.5) year--;
    if (month === 2 && day === 29) while (!isLeapYear(year)) year--;
    return year;
  }

  /** Local microseconds of a time of day that has lost its date: of the day of the line before, or the next; without one, of the day of the first line that has one, or the day before; else of the fallback's day. */
  completeDay(timeOfDay: number): number {
    const first = Number.isNaN(this.#last) ? this.#firstTime() : Number.NaN;
    const known = !Number.isNaN(this.#last) ? this.#last : !Number.isNaN(first) ? first : this.#fallback;
    let local = (known === undefined ? microsecondsOf(2000, 1, 1, 0) : Math.floor(known / DAY) * DAY) + timeOfDay;
    if (this.#last - local > DAY / 2) local += DAY;
    else if (local - first > DAY / 2) local -= DAY;
    if (this.#yearFrom === 'unknown' && known !== undefined) {
      this.#year = yearOf(known);
      this.#yearFrom = this.#fallbackIsNow ? 'now' : 'file-date';
    }
    this.#last = local;
    return local;
  }

  /** Local microseconds of the first date of the log, its year completed as if it came first; NaN: there is none. */
  #firstTime(): number {
    if (this.#firstDate === undefined) return Number.NaN;
    const { month, day, second } = this.#firstDate;
    const year = this.#yearOf(month, day, second, undefined, Number.NaN);
    if (this.#yearFrom === 'unknown') this.#note(year, undefined, Number.NaN);
    return microsecondsOf(year, month, day, second);
  }

  /** Notes the first year and where it is from. */
  #note(year: number, reference: number | undefined, near: number): void {
    const knownYear = reference === undefined ? (this.#optionYear ?? this.#logYear) : undefined;
    if (knownYear !== undefined) this.#yearFrom = this.#optionYear === undefined ? 'log' : 'option';
    else if (!Number.isNaN(near)) this.#yearFrom = 'log';
    else if (this.#fallback !== undefined) this.#yearFrom = this.#fallbackIsNow ? 'now' : 'file-date';
    else return;
    this.#year = year;
  }

  /** Notes a stamp that carries its year, so that dates without one can follow it. */
  follow(local: number): void {
    this.#last = local;
    this.#hasFollowed = true;
    if (this.#yearFrom === 'unknown') {
      this.#year = yearOf(local);
      this.#yearFrom = 'log';
    }
  }

  /** Takes in a klog time (local) beside the envelope's stamp and learns the zone from their difference. Returns `true` when the zone changed after it was settled. */
  learn(klog: number, stamp: number, kind: StampKind): boolean {
    if (kind === 'none') {
      // The first lines of a paste may have lost their stamps: the zone that later ones tell is theirs, too.
      if (this.#candidateKind === 'none' && ++this.#bare >= BARE_RECORDS) this.#settled = true;
      return false;
    }
    const difference = klog - stamp;
    if (this.#settled && this.#candidateKind === kind) return this.#relearn(difference, kind, stamp);
    if (this.#candidateKind !== kind) {
      this.#candidateKind = kind;
      this.#candidate = difference;
      this.#seen = 0;
      this.#klogSpan = NO_SPAN;
      this.#stampSpan = NO_SPAN;
    }
    if (difference > this.#candidate) this.#candidate = difference;
    this.#seen++;
    this.#klogSpan = widened(this.#klogSpan, klog);
    this.#stampSpan = widened(this.#stampSpan, stamp);
    const rounded = roundToQuarter(difference);
    if (kind === 'monotonic') this.#settle(difference, kind);
    else if (Math.abs(difference - rounded) <= 2 * SECOND && (kind === 'local' || REAL_ZONES.includes(rounded))) {
      this.#settle(rounded, kind);
      this.#lastOnTime = stamp;
    } else if (this.#settled || this.#hasSeenEnough) this.#settleLate(kind);
    return false;
  }

  /** Whether records that are all late tell no more by further ones. */
  get #hasSeenEnough(): boolean {
    return (
      this.#seen >= MOST_LEARNING_RECORDS ||
      (this.#seen >= LEARNING_RECORDS && lengthOf(this.#klogSpan) >= TELLING_SPAN)
    );
  }

  /** Settles from records that are all late: the zone is the nearest in which none is ahead of its stamp, unless the stamps are of another time altogether. */
  #settleLate(kind: StampKind): void {
    const zone = zoneOfLate(this.#candidate);
    const isBurst =
      lengthOf(this.#klogSpan) >= TELLING_SPAN && lengthOf(this.#stampSpan) * PRINTED_SHARE <= lengthOf(this.#klogSpan);
    this.#isPrinted = zone - this.#candidate > LATEST || (isBurst && zone !== 0);
    if (this.#isPrinted) this.#settled = true;
    else this.#settle(zone, kind);
  }

  /** Whether `learn` would change nothing for any of the lines whose klog times differ so from their stamps; then it is done for them. `stamp`: of the last one. */
  confirms(leastDifference: number, largestDifference: number, stamp: number, kind: StampKind): boolean {
    if (!this.#agrees(leastDifference, largestDifference, kind)) return false;
    if (kind !== 'none') this.#lastOnTime = stamp;
    return true;
  }

  #agrees(leastDifference: number, largestDifference: number, kind: StampKind): boolean {
    if (kind === 'none') return this.#settled;
    if (!this.#settled || this.#candidateKind !== kind || kind === 'monotonic') return false;
    const settled = kind === 'absolute' ? -this.#klogShift : this.#stampShift;
    return leastDifference - settled > -2 * SECOND && largestDifference - settled < 2 * SECOND;
  }

  /** Two times between which all times of such lines lie when they are put on the clock. */
  boundsOf(
    least: number,
    largest: number,
    leastDifference: number,
    largestDifference: number,
    kind: StampKind,
  ): readonly [number, number] {
    if (!this.#agrees(leastDifference, largestDifference, kind))
      return [least - FARTHEST_SHIFT, largest + FARTHEST_SHIFT];
    const shifts =
      this.#rule === undefined
        ? [0, this.#klogShift, this.#klogShift + this.#stampShift]
        : [least, largest].flatMap((local) => [0, -(this.#rule?.(local, () => false) ?? 0)]);
    const slack = this.#rule === undefined ? 0 : AROUND_A_CHANGE;
    return [least + Math.min(...shifts) - slack, largest + Math.max(...shifts) + slack];
  }

  /** Settles with what is known so far: at the end, or when too many records wait. */
  settleNow(): void {
    if (!this.#settled && !Number.isNaN(this.#candidate)) this.#settleLate(this.#candidateKind);
    this.#settled = true;
  }

  /** Whether any time has to be moved. */
  get shifts(): boolean {
    return (
      this.#rule !== undefined ||
      this.#klogShift !== 0 ||
      this.#stampShift !== 0 ||
      this.#isPrinted ||
      this.#candidateKind === 'monotonic'
    );
  }

  /** The clock's time of a klog header. */
  klogTime(local: number): number {
    const time = this.#inUtc(local);
    if (!Number.isNaN(time)) this.#given = time;
    return time;
  }

  /** The clock's time of an envelope's stamp. `NaN` for a monotonic stamp without any klog record to place it, and for one that tells when the log was printed again. */
  stampTime(stamp: number, kind: StampKind): number {
    if (this.#isPrinted && kind === this.#candidateKind) return Number.NaN;
    if (kind === 'absolute') {
      this.#stamped = stamp;
      return stamp;
    }
    if (kind === 'monotonic' && this.#candidateKind !== 'monotonic') return Number.NaN;
    if (kind === 'none') return Number.NaN;
    return this.#inUtc(stamp + this.#stampShift);
  }

  #inUtc(local: number): number {
    return this.#rule === undefined ? local + this.#klogShift : local - this.#rule(local, this.#isSecond);
  }

  #settle(difference: number, kind: StampKind): void {
    this.#isPrinted = false;
    if (kind === 'absolute') {
      this.#klogShift = -difference;
      this.#known = true;
    } else this.#stampShift = difference;
    this.#settled = true;
  }

  /** After settling: a klog clock ahead of the journal disproves the zone; a jump of an hour on both sides of on-time records is daylight saving. */
  #relearn(difference: number, kind: StampKind, stamp: number): boolean {
    const settled = kind === 'absolute' ? -this.#klogShift : this.#stampShift;
    if (kind === 'monotonic') {
      if (difference > settled && difference - settled < 60 * SECOND) this.#stampShift = difference;
      return false;
    }
    const off = difference - settled;
    if (off > -2 * SECOND && off < 2 * SECOND) {
      this.#lastOnTime = stamp;
      return false;
    }
    const rounded = roundToQuarter(difference);
    const onTime = Math.abs(difference - rounded) <= 2 * SECOND;
    if (!onTime || rounded === settled) return false;
    const daylightSaving =
      kind === 'absolute' &&
      Math.abs(Math.abs(rounded - settled) - 3600 * SECOND) < SECOND &&
      Math.abs(stamp - this.#lastOnTime) < 3600 * SECOND;
    if (!daylightSaving && off < QUARTER_HOUR / 2) return false;
    this.#settle(rounded, kind);
    this.#lastOnTime = stamp;
    return true;
  }
}

function roundToQuarter(microseconds: number): number {
  return Math.round(microseconds / QUARTER_HOUR) * QUARTER_HOUR;
}

/** The nearest zone in which records with such a difference are late, and none is ahead of its stamp. */
function zoneOfLate(difference: number): number {
  let best = Number.NaN;
  for (const zone of REAL_ZONES) if (zone >= difference - 2 * SECOND && !(zone >= best)) best = zone;
  return Number.isNaN(best) ? 0 : best;
}

type Span = readonly [number, number];
const NO_SPAN: Span = [Infinity, -Infinity];

function widened([from, to]: Span, time: number): Span {
  return [Math.min(from, time), Math.max(to, time)];
}

function lengthOf([from, to]: Span): number {
  return Math.max(0, to - from);
}

/** The year of a date beside a time; it is another one than that time's only if the date would lie farther from it than `farthest` in the same year. */
function nearestYear(month: number, day: number, secondOfDay: number, near: number, farthest: number): number {
  let year = yearOf(near);
  if (month === 2 && day === 29) {
    let best = Number.NaN;
    for (let candidate = year - 4; candidate <= year + 4; candidate++) {
      if (!isLeapYear(candidate)) continue;
      const distance = Math.abs(daysFromCivil(candidate, 2, 29) * 86_400 * SECOND - near);
      if (Number.isNaN(best) || distance < Math.abs(daysFromCivil(best, 2, 29) * 86_400 * SECOND - near))
        best = candidate;
    }
    return Number.isNaN(best) ? year : best;
  }
  const there = microsecondsOf(year, month, day, secondOfDay);
  if (there - near > farthest) year--;
  else if (near - there > farthest) year++;
  return year;
}
