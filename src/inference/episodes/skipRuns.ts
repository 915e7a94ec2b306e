import type { BackoffSchedule } from '../../kubelet/profile.ts';
import { type Instant, milliseconds } from '../../kubelet/time.ts';
import type { SkipFact } from '../../messages/fact.ts';
import { isOneSleep, lastStep, skipsBetween, sleepAfter, sleepOf, TIMER_GRAIN } from './backoff.ts';
import { clockStepBetween, nameTheSame } from './clockSteps.ts';
import { startedBetween, unhealthySince } from './unhealthySince.ts';
import type { FoldedBefore } from './foldedSkips.ts';

/** A skip and its place in the back-off. */
export interface PlacedSkip {
  readonly fact: SkipFact;
  /** Number of the sleep after it: 0 is 100 ms; `undefined` when neither spacing tells. */
  readonly step: number | undefined;
  /** Skips that the spacing before it proves to be missing. */
  readonly missingBefore: number;
  /** How far the wall clock stepped between the skip before and this one, in microseconds; 0 for not at all. */
  readonly clockStep: number;
  /** The process was silent before it as nowhere else, and no elapsed tells how much time passed since the skip before. */
  readonly afterSilence?: true;
  /** Skips of the same run between the one before and this one that are not kept. */
  readonly foldedBefore?: number;
}

/** Skips without a healthy check between them. */
export interface SkipRun {
  readonly skips: readonly PlacedSkip[];
  /** The first skip is the first of the run: the sleeps begin with the shortest. False when the log begins in the middle of the run. */
  readonly fromStart: boolean;
  /** A healthy check before its first skip and after the run before is shown, by a line or by the sleep that follows; else it is only taken from what is not in the log. */
  readonly afterReset: boolean;
}

/** Skips before the run are not kept, and nobody knows how the loop fared in that time. */
export function comesAfterHole({ skips: [first] }: SkipRun): boolean {
  return first?.foldedBefore !== undefined;
}

/**
 * Parts the skips of one process (in order of time) into runs. `provenHealthy(a, b)` says whether other lines prove a healthy check between two times.
 * `knownStart` is true when the first skip cannot have had one before it (the process began in this log). `foldedBefore` counts the skips before one that are not kept.
 * `isSilent(a, b)` says whether the process was silent between two times as nowhere else: no sleeps are counted over that.
 */
export function partIntoRuns(
  skips: readonly SkipFact[],
  schedule: BackoffSchedule,
  knownStart: boolean,
  provenHealthy: (from: Instant, to: Instant) => boolean,
  foldedBefore: (skip: SkipFact) => FoldedBefore | undefined = () => undefined,
  isSilent: (from: Instant, to: Instant) => boolean = () => false,
): readonly SkipRun[] {
  const parting = new RunParting(schedule, knownStart, provenHealthy, isSilent);
  skips.forEach((fact, index) => {
    const folded = foldedBefore(fact);
    if (folded === undefined) parting.take(fact, skips[index + 1]);
    else parting.takeAfterFolded(fact, folded);
  });
  return parting.end();
}

/** A skip that is not simply the next turn of the loop, as it stands to the one before and the one after. */
interface Unusual {
  readonly fact: SkipFact;
  /** It names the relist that the skip before names: the state was unhealthy all the time between them. */
  readonly stale: boolean;
  readonly gap: number;
  readonly nextGap: number | undefined;
  readonly clockStep: number;
  /** The process was silent before it as nowhere else, and no elapsed tells how much time passed. */
  readonly silent: boolean;
}

/** The run that goes on while skips are taken, and what is known of the back-off at its last skip. */
class RunParting {
  readonly #schedule: BackoffSchedule;
  readonly #knownStart: boolean;
  readonly #provenHealthy: (from: Instant, to: Instant) => boolean;
  readonly #isSilent: (from: Instant, to: Instant) => boolean;
  readonly #last: number;
  readonly #runs: SkipRun[] = [];
  #run: PlacedSkip[] = [];
  #fromStart: boolean;
  #afterReset = false;
  /** Number of the sleep that is due. */
  #step: number | undefined;
  /** The skip from which the sleep that is due counts. */
  #anchor: SkipFact | undefined;
  /** The first step of the run is what the spacing after it shows, which is no sleep where the next skip is of another run. */
  #shownByNext = false;

  constructor(
    schedule: BackoffSchedule,
    knownStart: boolean,
    provenHealthy: (from: Instant, to: Instant) => boolean,
    isSilent: (from: Instant, to: Instant) => boolean,
  ) {
    this.#schedule = schedule;
    this.#knownStart = knownStart;
    this.#provenHealthy = provenHealthy;
    this.#isSilent = isSilent;
    this.#last = lastStep(schedule);
    this.#fromStart = knownStart;
  }

  take(fact: SkipFact, next: SkipFact | undefined): void {
    const anchor = this.#anchor;
    const nextGap = next === undefined ? undefined : next.time - fact.time;
    if (anchor === undefined) return this.#takeFirst(fact, nextGap);
    const step = this.#step;
    const between = fact.time - anchor.time;
    const stale = nameTheSame(anchor, fact);
    // The usual one: the next turn of a loop for which the same relist is too old. All else asks more.
    if (
      stale &&
      step !== undefined &&
      isOneSleep(this.#schedule, step, between) &&
      !this.#provenHealthy(anchor.time, fact.time)
    )
      return this.#goOn(fact, step + 1);
    // Elapsed and stamps of two skips that name the same relist differ by less than a step.
    const clockStep = stale ? 0 : this.#believableStep(anchor, fact);
    const silent = !stale && clockStep === 0 && this.#isSilent(anchor.time, fact.time);
    const unusual: Unusual = { fact, stale, gap: between - clockStep, nextGap, clockStep, silent };
    const wasHealthy = clockStep === 0 && this.#provenHealthy(anchor.time, fact.time);
    if (wasHealthy && this.#isUnderWay(nextGap)) this.#begin(fact, this.#last, false, { afterReset: true });
    else if (wasHealthy || this.#restarts(unusual)) this.#begin(fact, 0, true, { afterReset: true });
    else if (step === undefined) this.#takeWithoutStep(unusual);
    else if (unusual.gap < sleepAfter(this.#schedule, step) - TIMER_GRAIN) this.#takeEarly(unusual, step);
    else if (!this.#takesUpAgain(unusual, step)) this.#takeOffBackoff(unusual);
  }

  /** A skip before which some are not kept: the loop went on skipping as it did, or nobody knows what it did. */
  takeAfterFolded(fact: SkipFact, { count, isSteady }: FoldedBefore): void {
    if (isSteady) {
      this.#step = this.#last;
      this.#run.push({ fact, step: this.#last, missingBefore: 0, clockStep: 0, foldedBefore: count });
      this.#anchor = fact;
      return;
    }
    this.#begin(fact, undefined, false);
    this.#run = this.#run.map((skip) => ({ ...skip, foldedBefore: 0 }));
  }

  end(): readonly SkipRun[] {
    this.#close();
    return this.#runs;
  }

  #close(): void {
    const [only] = this.#run;
    if (only !== undefined)
      this.#runs.push(
        this.#run.length === 1 && this.#shownByNext
          ? { skips: [{ ...only, step: undefined }], fromStart: false, afterReset: this.#afterReset }
          : { skips: this.#run, fromStart: this.#fromStart, afterReset: this.#afterReset },
      );
    this.#run = [];
  }

  #begin(
    fact: SkipFact,
    step: number | undefined,
    isStart: boolean,
    { afterReset = false, shownByNext = false }: { readonly afterReset?: boolean; readonly shownByNext?: boolean } = {},
  ): void {
    this.#close();
    this.#step = step;
    this.#fromStart = isStart;
    this.#afterReset = afterReset;
    this.#shownByNext = shownByNext;
    this.#run.push({ fact, step, missingBefore: 0, clockStep: 0 });
    this.#anchor = fact;
  }

  #goOn(fact: SkipFact, step: number | undefined, clockStep = 0, missingBefore = 0, isAfterSilence = false): void {
    this.#step = step;
    const capped = step === undefined ? undefined : Math.min(step, this.#last);
    this.#run.push({
      fact,
      step: capped,
      missingBefore,
      clockStep,
      ...(isAfterSilence ? { afterSilence: true } : {}),
    });
    this.#anchor = fact;
  }

  #takeFirst(fact: SkipFact, nextGap: number | undefined): void {
    const isExponential = this.#schedule.kind === 'exponential';
    const shown = this.#shownStep(nextGap);
    const isStart = this.#knownStart || (isExponential && shown === 0);
    this.#begin(fact, isStart ? 0 : shown, isStart, { shownByNext: !this.#knownStart && isExponential });
  }

  /** The longest sleep follows: the skips with the shorter ones before it are not in this log, which was searched for a word. */
  #isUnderWay(nextGap: number | undefined): boolean {
    return this.#last > 0 && nextGap !== undefined && this.#shownStep(nextGap) === this.#last;
  }

  /** The back-off begins anew with this skip: the shortest sleep follows it, where a longer one was due before it. */
  #restarts({ stale, gap, nextGap }: Unusual): boolean {
    return (
      !stale &&
      this.#schedule.kind === 'exponential' &&
      nextGap !== undefined &&
      sleepOf(this.#schedule, nextGap) === 0 &&
      (this.#step === undefined || gap >= sleepAfter(this.#schedule, this.#step) - TIMER_GRAIN)
    );
  }

  /** No spacing says which sleep is due. */
  #takeWithoutStep({ fact, stale, gap, nextGap, clockStep, silent }: Unusual): void {
    const schedule = this.#schedule;
    const missing =
      sleepOf(schedule, gap) !== undefined ? 0 : silent ? undefined : skipsBetween(schedule, this.#last, gap);
    const isTooLong =
      !stale &&
      gap > sleepAfter(schedule, this.#last) &&
      (missing === undefined || missing > MOST_MISSING) &&
      !this.#allowsNoHealth(fact);
    if (isTooLong) {
      const isExponential = schedule.kind === 'exponential';
      const following = this.#shownStep(nextGap);
      const isStart = isExponential && following === 0;
      this.#begin(fact, following, isStart, { afterReset: isStart, shownByNext: isExponential });
      return;
    }
    const shown = this.#shownStep(gap);
    this.#goOn(fact, shown === undefined ? undefined : shown + 1, clockStep, missing ?? 0, silent);
  }

  /** Nearer to the skip before than its sleep: no turn of this loop can have printed it there, or a clock stepped. */
  #takeEarly({ fact, nextGap }: Unusual, step: number): void {
    this.#run.push({ fact, step, missingBefore: 0, clockStep: 0 });
    // A wall clock that stepped shows the next sleep from here, a stranger's line from the skip before.
    if (!this.#isSleep(step + 1, nextGap)) return;
    this.#anchor = fact;
    this.#step = step + 1;
  }

  /** Whether the back-off goes on with this skip: one sleep later, several of which the skips are missing, or late. */
  #takesUpAgain({ fact, stale, gap, nextGap, clockStep, silent }: Unusual, step: number): boolean {
    const schedule = this.#schedule;
    const missing = isOneSleep(schedule, step, gap) ? 0 : silent ? undefined : skipsBetween(schedule, step, gap);
    const isBelievable =
      missing !== undefined &&
      (stale ||
        missing <= MOST_MISSING ||
        (!this.#started(fact) &&
          (schedule.kind === 'exponential' && nextGap !== undefined
            ? this.#isSleep(step + missing + 1, nextGap)
            : step >= this.#last && this.#areWhole(missing + 1, gap))));
    // Late by more than a wake-up takes, but the back-off goes on: a stopped process or a clock step, not a healthy check.
    const isLate = !isBelievable && gap <= sleepAfter(schedule, step) * 2 && this.#isSleep(step + 1, nextGap);
    if (isBelievable) this.#goOn(fact, step + missing + 1, clockStep, missing);
    else if (isLate) this.#goOn(fact, step + 1, clockStep);
    return isBelievable || isLate;
  }

  /** The sleeps do not add up: another run, or, within one stretch, a process that stood still, or lines that are missing and others late. */
  #takeOffBackoff({ fact, stale, gap, nextGap, clockStep, silent }: Unusual): void {
    const fits = nextGap !== undefined && sleepOf(this.#schedule, nextGap) !== undefined;
    const shown = this.#shownStep(nextGap);
    const longest = sleepAfter(this.#schedule, this.#last);
    const isSame = stale || this.#allowsNoHealth(fact);
    // A run begins with the shortest sleep: where a longer one follows, this is none that begins, but one of which skips are missing.
    const goesOn = isSame || (fits && shown !== undefined && shown > 0 && gap <= longest * (MOST_MISSING + 1));
    // Where all sleeps are alike none shows a beginning.
    const isReset = fits && shown === 0 && this.#schedule.kind === 'exponential';
    if (!goesOn) return this.#begin(fact, fits ? shown : 0, !fits || shown === 0, { afterReset: isReset });
    const missing = Math.max(
      Math.floor(gap / longest) - 1,
      !isSame && sleepOf(this.#schedule, gap) === undefined ? 1 : 0,
    );
    // Where the loop sleeps for longer behind a silence than one sleep makes, it skipped in that: the lines are missing, and time did pass.
    const isPause = silent && !(fits && shown !== undefined && shown > (this.#step ?? this.#last) + 1);
    this.#goOn(fact, fits ? shown : this.#last, clockStep, isPause ? 0 : Math.max(0, missing), isPause);
  }

  /** The elapsed of two relists can differ by some sleep by chance: it has to be the one that is due, and nothing may have been done in between. */
  #believableStep(before: SkipFact, fact: SkipFact): number {
    const due = this.#step;
    const by = clockStepBetween(this.#schedule, before, fact);
    const fits = due === undefined || this.#isSleep(due, fact.time - before.time - by);
    return fits && !(by > 0 && this.#provenHealthy(before.time, fact.time)) ? by : 0;
  }

  /** Whether a spacing is so many of the longest sleeps, and hardly more. */
  #areWhole(sleeps: number, gap: number): boolean {
    return gap - sleeps * sleepAfter(this.#schedule, this.#last) <= DRIFT + sleeps * DRIFT_OF_SLEEP;
  }

  #allowsNoHealth(fact: SkipFact): boolean {
    return this.#anchor !== undefined && unhealthySince(this.#anchor, fact);
  }

  #started(fact: SkipFact): boolean {
    return this.#anchor !== undefined && startedBetween(this.#anchor, fact);
  }

  #isSleep(step: number, gap: number | undefined): boolean {
    return gap !== undefined && isOneSleep(this.#schedule, step, gap);
  }

  /** The step whose sleep a spacing shows, where it is one sleep; `undefined` where it is none, or can be a shorter one from which the loop woke late. */
  #shownStep(gap: number | undefined): number | undefined {
    const step = gap === undefined ? undefined : sleepOf(this.#schedule, gap);
    return step !== undefined && step > 0 && this.#isSleep(step - 1, gap) ? undefined : step;
  }
}

/** A loop that only sleeps and skips is hardly late, and by so much more after each sleep: another run has such a spacing by chance once in fifty times. */
const DRIFT = milliseconds(20);
const DRIFT_OF_SLEEP = milliseconds(1);

/** So many skips can be missing between two without another sign that both are of one run. */
const MOST_MISSING = 3;
