import { KIND_OTHER } from '../../journal/batch/kernel/layout.ts';
import type { PlainLines } from '../../journal/batch/plainLine.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { JournalLossFact } from '../../messages/fact.ts';
import type { EpisodeDraft } from '../episodes/episodeParts.ts';
import type { LineReference, LogGap } from '../history.ts';
import type { ProcessLedger } from './ledger.ts';
import { FoldedCount } from '../store/folded.ts';
import { lineOf, type OpenedRecord } from '../store/lines.ts';
import { RecentTimes } from './recentTimes.ts';
import { SHORTEST_AT_START } from './silences.ts';
import { isOtherOrder, LATEST_LINE, type StepBack } from './stepsBack.ts';

/** A stamp that goes back by more than this within one process is a stepped clock; less is several threads writing. */
const STEP_BACK: Duration = seconds(1);
/** A journal that stamps a record this much later than klog did got it late. */
const LATE: Duration = seconds(10);
const QUARTER: Duration = seconds(900);

/** Follows the clocks of the records: steps back, and a growing difference between journal and klog. Cheap: a few comparisons a record. */
export class ClockWatch {
  readonly #most: number;
  readonly #gaps: LogGap[] = [];
  readonly #recent = new RecentTimes();
  /** Those that are steps back of a process run. */
  readonly #stepsBack = new Map<LogGap, { readonly step: StepBack; readonly ledger: ProcessLedger }>();
  readonly #folded = new FoldedCount();
  readonly #foldedSteps = new FoldedCount();
  #backwards = false;
  /** An ellipsis, and the time of the line before it. */
  #leftOut: { readonly from: Instant; readonly at: LineReference } | undefined;
  #usualDelay: number | undefined;
  #late: LateLines | undefined;

  /** `most`: so many gaps are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  /** Looks at one record of a process. */
  watch({ record, time, journal, klog }: OpenedRecord, ledger: ProcessLedger): void {
    if (time === undefined) return;
    this.#watchClock(
      record.source,
      record.line,
      time,
      klog === undefined ? Number.NaN : (journal?.time ?? Number.NaN),
      ledger,
      klog === undefined,
    );
    this.#recent.add(time);
    if (journal?.time !== undefined && klog !== undefined)
      this.#watchDelay(record.source, record.line, time, journal.time);
  }

  /** The same for the lines of a run: mostly nothing shows in what they have in common; else a loop with no call for a line that shows nothing. */
  watchLines(lines: PlainLines, ledger: ProcessLedger): void {
    const { source, firstLine, count, times, stamps, kinds } = lines;
    const { clock } = ledger;
    if (this.#leftOut !== undefined && lines.count > 0) this.#endLeftOut(times[lines.firstOwn] ?? Number.NaN);
    if (this.#showsNothing(lines, clock.time)) {
      const { lastOwn } = lines;
      this.#recent.addLines(lines, 0, count);
      this.#stand(clock, times[lastOwn] ?? 0, stamps[lastOwn] ?? Number.NaN, source, firstLine + lastOwn);
      return;
    }
    let before = clock.time;
    let last = -1;
    let added = 0;
    let usual = this.#usualDelay ?? Number.POSITIVE_INFINITY;
    for (let index = 0; index < count; index += 1) {
      if (kinds[index] === KIND_OTHER) continue;
      const time = times[index] ?? 0;
      if (time < before - STEP_BACK || time > before + SHORTEST_AT_START) {
        if (last >= 0) this.#stand(clock, before, stamps[last] ?? Number.NaN, source, firstLine + last);
        this.#recent.addLines(lines, added, index);
        added = index;
        this.#watchClock(source, firstLine + index, time as Instant, stamps[index] ?? Number.NaN, ledger);
      }
      before = time;
      last = index;
      const own = delayOf(time, stamps[index] ?? Number.NaN);
      if (own < usual) this.#usualDelay = usual = own;
      if (own - usual > LATE) this.#watchDelay(source, firstLine + index, time as Instant, stamps[index] as Instant);
    }
    if (last >= 0) this.#stand(clock, before, stamps[last] ?? Number.NaN, source, firstLine + last);
    this.#recent.addLines(lines, added, count);
  }

  /** Whether no line of a run goes far from the one before (`before`: that of the first) or arrived late; then the usual delay is learned from them. */
  #showsNothing({ times, firstOwn, count, span, stampKind }: PlainLines, before: number): boolean {
    const step = (times[firstOwn] ?? 0) - before;
    if (
      count === 0 ||
      !(Math.min(step, span.leastStep) >= -STEP_BACK && Math.max(step, span.largestStep) <= SHORTEST_AT_START)
    )
      return false;
    if (stampKind === 'none') return true;
    const least = -span.largestDifference;
    const largest = -span.leastDifference;
    const usual = Math.min(this.#usualDelay ?? Number.POSITIVE_INFINITY, least);
    if (!(least > -QUARTER / 2 && largest < QUARTER / 2 && largest - usual <= LATE)) return false;
    this.#usualDelay = usual;
    return true;
  }

  /** What was left out reaches to the next line. */
  #endLeftOut(time: number): void {
    const { from, at } = this.#leftOut ?? {};
    this.#leftOut = undefined;
    if (from !== undefined && at !== undefined && time > from)
      this.#add({ from, to: time as Instant, why: 'suppressed', evidence: [at] });
  }

  #stand(
    clock: ProcessLedger['clock'],
    time: number,
    arrived: number,
    source: number,
    line: number,
    isArrival = false,
  ): void {
    if (this.#leftOut !== undefined) this.#endLeftOut(time);
    if (!Number.isFinite(clock.time)) clock.first = time;
    clock.isArrival = isArrival;
    clock.time = time;
    clock.arrived = arrived;
    clock.source = source;
    clock.line = line;
  }

  /** `isArrival`: the line has no stamp but the one that the journal gave it when it came. */
  #watchClock(
    source: number,
    line: number,
    time: Instant,
    arrived: number,
    ledger: ProcessLedger,
    isArrival = false,
  ): void {
    const { clock, silences, first } = ledger;
    // From a line's arrival to the begin of the next one the times go back by as much as that one was late.
    const noise = clock.isArrival === isArrival ? STEP_BACK : LATEST_LINE;
    if (time > clock.time + SHORTEST_AT_START && Number.isFinite(clock.time)) {
      silences.add({
        from: clock.time as Instant,
        to: time,
        before: { source: clock.source, line: clock.line },
        after: { source, line },
      });
    } else if (time < clock.time - noise && !(arrived >= clock.arrived - STEP_BACK)) {
      // Where the journal's clock went on, the line is only late: both read the clock of the node.
      // A log that runs backwards (journalctl -r) goes back with every record: that is order, not a clock.
      // A single line, and the next one after other text: somebody quoted them, the later one first. One that came before is sent again.
      const isQuoted = clock.line === first.line && clock.source === first.source && line > clock.line + 1;
      clock.back += 1;
      if (clock.back > 3) this.#backwards = true;
      else if (!isQuoted && !this.#recent.has(time)) {
        const evidence = [
          { source: clock.source, line: clock.line },
          { source, line },
        ];
        this.#stepBack(
          { from: time, to: clock.time as Instant, why: 'clock-step', evidence, process: ledger.id },
          { source, line },
          ledger,
        );
      }
    }
    this.#stand(clock, time, arrived, source, line, isArrival);
  }

  /** A loss that the journal or the file tells. */
  lost(fact: JournalLossFact, before: Instant | undefined): void {
    if (fact.isExcerpt === true) {
      this.#leftOut ??= { from: before ?? fact.time, at: lineOf(fact) };
      return;
    }
    this.#add({ from: before ?? fact.time, to: fact.time, why: 'suppressed', evidence: [lineOf(fact)] });
  }

  /** Counts the gaps that were too many so far. */
  countFolded(count: FoldedCount): void {
    count.addAll(this.#folded);
    if (!this.#backwards) count.addAll(this.#foldedSteps);
  }

  /** Above the bound a gap is counted only. Of lines that are missing the last gap that is kept then reaches to the end of the new one: nothing is concluded from what is not said there. */
  #add(gap: LogGap): void {
    if (this.#gaps.length < this.#most) {
      this.#gaps.push(gap);
      return;
    }
    (gap.why === 'clock-step' ? this.#foldedSteps : this.#folded).add(gap.from, gap.to);
    if (gap.why !== 'suppressed') return;
    const at = this.#gaps.findLastIndex(({ why }) => why === 'suppressed');
    const last = this.#gaps[at];
    if (last === undefined) this.#gaps[this.#gaps.length - 1] = gap;
    else if (gap.to > last.to) this.#gaps[at] = { ...last, to: gap.to };
  }

  #stepBack(gap: LogGap, at: LineReference, ledger: ProcessLedger): void {
    const step: StepBack = { from: gap.from, to: gap.to, first: ledger.clock.first, at };
    if (this.#stepsBack.size < this.#most) {
      this.#stepsBack.set(gap, { step, ledger });
      ledger.stepsBack.push(step);
    }
    this.#add(gap);
  }

  #isClockStep(gap: LogGap): boolean {
    const back = this.#stepsBack.get(gap);
    return !this.#backwards && !(back !== undefined && isOtherOrder(back.step, back.ledger));
  }

  /** Gaps so far. Steps back of a log that runs backwards throughout are left out, and those of one whose parts stand in another order. */
  gaps(): readonly LogGap[] {
    const gaps = this.#gaps.filter((gap) => gap.why !== 'clock-step' || this.#isClockStep(gap));
    if (this.#late !== undefined) gaps.push(lateFlush(this.#late));
    return gaps;
  }

  #watchDelay(source: number, line: number, time: Instant, arrived: Instant): void {
    const own = delayOf(time, arrived);
    if (this.#usualDelay === undefined || own < this.#usualDelay) this.#usualDelay = own;
    if (own - this.#usualDelay <= LATE) return;
    const at = { source, line };
    if (this.#late !== undefined && time - this.#late.to < 60_000_000) {
      this.#late.to = Math.max(this.#late.to, time) as Instant;
      this.#late.last = at;
    } else {
      if (this.#late !== undefined) this.#add(lateFlush(this.#late));
      this.#late = { from: time, to: time, first: at, last: at };
    }
  }
}

interface LateLines {
  from: Instant;
  to: Instant;
  first: LineReference;
  last: LineReference;
}

function lateFlush({ from, to, first, last }: LateLines): LogGap {
  return { from, to, why: 'late-flush', evidence: [first, last] };
}

/** How much later than it was written a record arrived. Zone offsets are whole quarters of an hour: they are no delay. */
function delayOf(time: number, arrived: number): number {
  const delay = arrived - time;
  return delay - Math.round(delay / QUARTER) * QUARTER;
}

/**
 * Gaps that the back-off proves: skips that must have been printed and are not there; and silences of their own kind after a skip. And steps of the wall clock that the elapsed times prove.
 * Those above `most` are counted in `folded`.
 */
export function gapsInSkips(drafts: readonly EpisodeDraft[], most: number, folded: FoldedCount): readonly LogGap[] {
  const gaps: LogGap[] = [];
  const add = (gap: LogGap): void => {
    if (gaps.length < most) gaps.push(gap);
    else folded.add(gap.from, gap.to);
  };
  for (const { run, hole, episode } of drafts) {
    const { process } = episode;
    if (hole !== undefined)
      add({ from: hole.from, to: hole.to, why: 'gap', evidence: [hole.before, hole.after], process });
    run?.skips.forEach((skip, index) => {
      const before = run.skips[index - 1];
      if (before === undefined) return;
      const between = { from: before.fact.time, to: skip.fact.time };
      const evidence = [lineOf(before.fact), lineOf(skip.fact)];
      if (skip.clockStep !== 0) add({ ...between, why: 'clock-step', evidence, process });
      if (skip.missingBefore > 0) add({ ...between, why: 'gap', evidence, process });
    });
  }
  return gaps;
}

/** A log that begins in the middle of a process run misses its begin; one that ends in an open episode misses its end. */
export function truncations(
  first: ProcessLedger | undefined,
  drafts: readonly EpisodeDraft[],
  span: { readonly from: Instant; readonly to: Instant },
): readonly LogGap[] {
  const gaps: LogGap[] = [];
  if (first !== undefined && !first.startedInLog) {
    // In a capture of many programs others can have written hours before.
    const at = first.from ?? span.from;
    gaps.push({ from: at, to: at, why: 'truncated-start', evidence: [first.first] });
  }
  const open = drafts.find(({ episode }) => episode.endedBy === 'end-of-log' && episode.end === undefined);
  if (open?.episode.lastSkip !== undefined)
    gaps.push({ from: span.to, to: span.to, why: 'truncated-end', evidence: [open.episode.lastSkip] });
  return gaps;
}
