/** Calendar arithmetic on whole numbers; the reader never builds a `Date` per line. */

const MICROSECONDS_PER_DAY = 86_400_000_000;

/** Days since 1970-01-01 of a proleptic Gregorian date; `month` is 1–12. Days beyond the month run on into the next. */
export function daysFromCivil(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** Microseconds since the epoch of a civil time read as if it were UTC. */
export function microsecondsOf(year: number, month: number, day: number, secondOfDay: number): number {
  return daysFromCivil(year, month, day) * MICROSECONDS_PER_DAY + secondOfDay * 1_000_000;
}

/** Microseconds since the epoch as a log's number gives them; `undefined` for what is no time: before 1970, or after 2255, where microseconds are no longer exact. */
export function plausibleTime(microseconds: number): number | undefined {
  return microseconds >= 0 && microseconds <= Number.MAX_SAFE_INTEGER ? microseconds : undefined;
}

/** The civil year (UTC) of microseconds since the epoch. */
export function yearOf(microseconds: number): number {
  return new Date(microseconds / 1000).getUTCFullYear();
}

export function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Whether a month has such a day in some year (29 February counts). */
export function isMonthDay(month: number, day: number): boolean {
  const days = DAYS_IN_MONTH[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}
