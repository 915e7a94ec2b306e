/** What puts a real log into another dress, and whether that fits it. */
import { type Entry, entriesOf } from './journalDresses.ts';
import type { Told } from './alike.ts';
import { SECOND } from './rule.ts';
import { type Dressed, ownTime } from './textDresses.ts';

/** What is compared, and how closely. */
export interface Compared {
  readonly plain: Dressed;
  readonly other: Dressed;
  /**
   * `words`: nothing at all may differ. `facts`: stamps are finer or coarser. `of nobody`: and nothing names the node. `of two`: another node is there, to which nothing happens.
   * `a part`: what is left of the log tells less, but nothing else; `cut off`: all of its lines are there, if not whole, so that nothing was unhealthy may not be told either.
   */
  readonly as: 'words' | 'facts' | 'of nobody' | 'of two' | 'a part' | 'cut off';
}
/** A log, and what is known of it before it is dressed. */
export interface Worn {
  readonly lines: readonly string[];
  readonly year: number;
  readonly told: Told;
}
export type Wearing = (log: Worn) => Compared | undefined;

export const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** A log as a program wrote it: of a paste with marks, prose or wrapped lines nobody could tell what stood before the lines and what was put there. */
const BEGINS =
  /^(?:[IWEF]\d{4} \d\d:\d\d:|[A-Z][a-z]{2} +\d+ \d\d:\d\d:|\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:(?!.{1,20}\|)|\{"ts":)/;
export const isPlain = ({ lines }: Worn): boolean => lines.every((line) => line === '' || BEGINS.test(line));
/** Of one program, or one journal: of what stands between lines that have a stamp and a name, without such, nobody knows of whom it is. */
export const isOfOneForm = (log: Worn): boolean =>
  isPlain(log) &&
  !log.lines.includes('') &&
  (entriesOf(log.lines, log.year) !== undefined ||
    log.lines.every((line) => /^[IWEF]\d{4} /.test(line)) ||
    log.lines.every((line) => line.startsWith('{')));

/** Zones other than UTC's would have to be known to say when a line arrived; and lines come in the order of their times. */
export function isReadInOrder({ lines, year }: Worn): boolean {
  if (lines.some((line) => /\d[+-](?!0000|00:00)\d\d:?\d\d\b/.test(line))) return false;
  const times = lines.map((line) => ownTime(line, year)).filter((time) => time !== undefined);
  return times.every((time, row) => Number.isFinite(time) && (row === 0 || time > (times[row - 1] ?? 0) - 1000));
}

/** From half a minute on a log is long enough to say that nothing was wrong: a second more or less must not matter. */
export const isNearHalfAMinute = ({ told: { span } }: Worn): boolean =>
  Math.abs((span[1] ?? 0) - (span[0] ?? 0) - 30 * SECOND) < 2 * SECOND;

/** Of logs that are a journal in one of its plain modes. */
export const inJournal =
  (rewrite: (entries: readonly Entry[], log: Worn) => Compared | undefined): Wearing =>
  (log) => {
    const entries = isNearHalfAMinute(log) ? undefined : entriesOf(log.lines, log.year);
    return entries === undefined ? undefined : rewrite(entries, log);
  };
