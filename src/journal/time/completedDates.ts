import { daysFromCivil, isLeapYear, microsecondsOf, yearOf } from './civil.ts';
import type { ReaderOptions, YearFrom } from '../record.ts';
import type { Yearless } from './yearHints.ts';

const SECOND = 1_000_000;
const DAY = 86_400 * SECOND;
const HALF_YEAR = 183 * DAY;
const QUARTER_YEAR = HALF_YEAR / 2;
/** A date goes over into another year only if it lies this near there. */
const TURN_OF_YEAR = 365 * DAY - QUARTER_YEAR;
/** The zone that is farthest ahead of UTC. */
const FARTHEST_ZONE = 14 * 3600 * SECOND;

/** Completes dates that lack their year, and times of day that lack their date, of one source in the order of its lines (design section 4, Clocks). Times are local microseconds, as if UTC. */
export class CompletedDates {
  readonly #optionYear: number | undefined;
  /** The year that the log was found to be of. */
  #logYear: number | undefined;
  /** The first date that a line of the log tells, for lines before it that have lost theirs. */
  #firstDate: Yearless | undefined;
  readonly #fallback: number | undefined;
  readonly #fallbackIs: YearFrom;
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

  constructor(options: ReaderOptions) {
    this.#optionYear = options.year;
    this.#fallback = options.fallbackYearFrom;
    this.#fallbackIs = options.fallbackIs ?? 'file-date';
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
    else if (microsecondsOf(year, month, day, secondOfDay) > this.#fallback + DAY * 1.5) year--;
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
      this.#yearFrom = this.#fallbackIs;
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
    else if (this.#fallback !== undefined) this.#yearFrom = this.#fallbackIs;
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
}

/** The year of a date beside a time; it is another one than that time's only if the date would lie farther from it than `farthest` in the same year. */
function nearestYear(month: number, day: number, secondOfDay: number, near: number, farthest: number): number {
  let year = yearOf(near);
  if (month === 2 && day === 29) {
    let best = Number.NaN;
    for (let candidate = year - 4; candidate <= year + 4; candidate++) {
      if (!isLeapYear(candidate)) continue;
      const distance = Math.abs(daysFromCivil(candidate, 2, 29) * DAY - near);
      if (Number.isNaN(best) || distance < Math.abs(daysFromCivil(best, 2, 29) * DAY - near)) best = candidate;
    }
    return Number.isNaN(best) ? year : best;
  }
  const there = microsecondsOf(year, month, day, secondOfDay);
  if (there - near > farthest) year--;
  else if (near - there > farthest) year++;
  return year;
}
