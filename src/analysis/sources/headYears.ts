/** The years of logs that are given together, where they do not tell them. */
import { type Instant, instant } from '../../kubelet/time.ts';
import { HALF_YEAR } from '../follow/partTimes.ts';
import type { SourceHead } from './sourceHead.ts';

const YEAR = 365.25 * 86_400_000_000;

/** A year that the user gave is that of the first line of all: a source that would begin half a year before another one is of the year after. */
export function overTheYear(heads: readonly SourceHead[]): readonly SourceHead[] {
  const newest = Math.max(...heads.map((head) => head.earliest ?? Number.NEGATIVE_INFINITY));
  return heads.map((head) => {
    const { earliest, latest } = head;
    if (earliest === undefined || latest === undefined || newest - earliest < HALF_YEAR) return head;
    return {
      ...head,
      earliest: yearsLater(earliest, 1),
      latest: yearsLater(latest, 1),
      year: new Date(earliest / 1000).getUTCFullYear() + 1,
    };
  });
}

/** Logs that are given together are of one time: one that does not tell its year is of that in which it lies nearest to one that does. */
export function besideOthers(heads: readonly SourceHead[]): readonly SourceHead[] {
  const told = heads.flatMap(({ tellsYear, earliest }) => (tellsYear ? (earliest ?? []) : []));
  if (told.length === 0) return heads;
  return heads.map((head) => {
    const { earliest, latest, tellsYear } = head;
    if (earliest === undefined || latest === undefined || tellsYear) return head;
    let best = { distance: Number.POSITIVE_INFINITY, years: 0, beside: earliest };
    for (const beside of told) {
      const years = Math.round((beside - earliest) / YEAR);
      const distance = Math.abs(yearsLater(earliest, years) - beside);
      if (distance < best.distance) best = { distance, years, beside };
    }
    return {
      ...head,
      earliest: yearsLater(earliest, best.years),
      latest: yearsLater(latest, best.years),
      beside: best.beside,
    };
  });
}

/** The same date and time so many years later, which may be less than none. */
export function yearsLater(time: Instant, years: number): Instant {
  const date = new Date(time / 1000);
  const later =
    Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate()) -
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate());
  return instant(time + later * 1000);
}
