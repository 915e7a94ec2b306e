/** Where the lines of a process run go back in time: its clock was set back, or the parts of the log stand in another order. */
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { LineReference } from '../history.ts';
import { namedRelist, SAME_RELIST } from '../relists/namedRelist.ts';
import type { ProcessLedger } from './ledger.ts';

/** From `to`, the time of the line before, back to `from`, that of the line at `at`; `first` is that of the first line of the process run in the order of the log. */
export interface StepBack {
  readonly from: Instant;
  readonly to: Instant;
  readonly first: number;
  readonly at: LineReference;
  /** Kept once a skip stands behind it. */
  namesOneRelist?: boolean;
}

/** Parts of one log follow one another within this time, whatever their order in the file. */
const NEXT_PART: Duration = seconds(60);
/** Lines of two threads, and those that came late, go back by less. */
export const LATEST_LINE: Duration = seconds(10);

/**
 * Whether a step back is no clock's, but the begin of a part that stands behind a later one: files that were joined the wrong way round, the log once more, errors before all else. Such a
 * part begins before all that came so far, and ends where that began, or with it, or it begins where that began. A clock that is set back so far goes on from where it is set to.
 */
export function isOtherOrder(step: StepBack, ledger: ProcessLedger): boolean {
  const { from, to, first } = step;
  const { time } = ledger.clock;
  const beginsBefore = from <= first + seconds(1);
  const endsWithin = time >= first - NEXT_PART && time <= to + LATEST_LINE;
  const beginsThere = Math.abs(from - first) <= NEXT_PART && to - from > 2 * NEXT_PART;
  return (beginsBefore && endsWithin) || beginsThere || namesOneRelist(step, ledger);
}

/** The skips on both sides name the same relist by the same time: by a clock that was set, it would have begun at another one. */
function namesOneRelist(step: StepBack, { skips }: ProcessLedger): boolean {
  if (step.namesOneRelist !== undefined) return step.namesOneRelist;
  const { source, line } = step.at;
  const last = skips.at(-1);
  if (last === undefined || (last.source === source && last.line < line)) return false;
  const index = skips.findIndex((skip) => skip.source === source && skip.line >= line);
  const [before, after] = [skips[index - 1], skips[index]];
  if (before?.source !== source || after === undefined) return false;
  const apart = (namedRelist(after)?.start ?? Number.NaN) - (namedRelist(before)?.start ?? Number.NaN);
  return (step.namesOneRelist = Math.abs(apart) < SAME_RELIST);
}

function isSetBack(step: StepBack, ledger: ProcessLedger): boolean {
  return step.to - step.from > LATEST_LINE && !isOtherOrder(step, ledger);
}

/** When a process run wrote first: the earliest time of its lines, or that of its first line, where the clock was set back after it. */
export function firstWritten(ledger: ProcessLedger): Instant | undefined {
  return asWritten(ledger, ledger.clock.first) ?? ledger.from;
}

/** When a process run wrote last: the latest time of its lines, or that of its last line, where the clock was set back before. */
export function lastWritten(ledger: ProcessLedger): Instant | undefined {
  return asWritten(ledger, ledger.clock.time) ?? ledger.to;
}

/** The time of a line by its place in the log, where the clock was set back. */
function asWritten(ledger: ProcessLedger, time: number): Instant | undefined {
  return Number.isFinite(time) && ledger.stepsBack.some((step) => isSetBack(step, ledger))
    ? (time as Instant)
    : undefined;
}

/** True if the clock was set back over some time between two: nothing tells in which order lines of that time were written. */
export function setBackBetween(ledger: ProcessLedger, min: Instant, max: Instant): boolean {
  return ledger.stepsBack.some((step) => step.to >= min && step.from <= max && isSetBack(step, ledger));
}

/** True if lines that stand before this one have later times because the clock was set back over its own. */
export function wasSetBackBefore(
  ledger: ProcessLedger,
  { time, source, line }: LineReference & { readonly time: Instant },
): boolean {
  return ledger.stepsBack.some(
    (step) =>
      step.from <= time &&
      time <= step.to &&
      step.at.source === source &&
      step.at.line <= line &&
      isSetBack(step, ledger),
  );
}

/** True if parts of the lines of a process run stand in another order than they were written, and its clock was never set back. */
export function isReordered(ledger: ProcessLedger): boolean {
  return ledger.stepsBack.length > 0 && ledger.stepsBack.every((step) => isOtherOrder(step, ledger));
}
