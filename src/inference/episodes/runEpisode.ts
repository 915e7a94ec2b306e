/** The unhealthy time that a run of skips shows. */
import { BACKOFF_MAX } from '../../kubelet/constants.ts';
import { type Instant, seconds, type Duration, type TimeBounds } from '../../kubelet/time.ts';
import { canBegin, type SkipReason, type SkipReasonKind } from '../../kubelet/skipReason.ts';
import { eachBetween, type ProcessEvidence } from '../evidence.ts';
import { intersectProofs, type Intersection, type Proof } from '../proof.ts';
import type { RelistBook } from '../relists/bookedRelists.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import { notBeforeReset } from '../rules/backOff.ts';
import { STAMP_LAG } from '../rules/margins.ts';
import { nodeNotReadyProvesTrouble } from '../rules/nodeCondition.ts';
import { readyAgainBetween } from '../rules/notReadyAgain.ts';
import { unhealthyAt } from '../rules/skipProvesTrouble.ts';
import { notUnhealthyBefore, workedAgainBy } from '../rules/workingTurn.ts';
import { BEFORE_ALL, lineOf } from '../store/lines.ts';
import { setBackBetween, wasSetBackBefore } from '../streams/stepsBack.ts';
import { isOneSleep, lastStep, sleepAfter, TIMER_GRAIN } from './backoff.ts';
import {
  causes,
  causesOfEither,
  type EpisodeDraft,
  evidenceLines,
  finite,
  namedBy,
  openBelow,
} from './episodeParts.ts';
import { linesLostBetween } from './lostLines.ts';
import { longestElapsed, missingIn, observedIn, reasonsOf } from './runCounts.ts';
import { silentIn } from './silentTimes.ts';
import { nothingFollows, relistRanOutBy, type RunEnd, runEndOf } from './runEnd.ts';
import type { PlacedSkip, SkipRun } from './skipRuns.ts';
import { earlierTrouble } from './stretches.ts';

const STARTUP_KINDS: ReadonlySet<SkipReasonKind> = new Set([
  'pleg-never',
  'runtime-status-unknown',
  'network',
  'container-manager',
  'other',
]);
const STARTUP_WITHIN: Duration = seconds(30);

/** A run between the one before and the one after it, where they show how it fared between them. */
export class RunEpisode {
  readonly #process: ProcessEvidence;
  readonly #book: RelistBook;
  readonly #run: SkipRun;
  readonly #before: SkipRun | undefined;
  readonly #next: SkipRun | undefined;
  readonly #losesSkips: boolean;
  readonly #span: TimeBounds;
  readonly #first: PlacedSkip;
  readonly #last: PlacedSkip;
  readonly #reasons: readonly SkipReasonKind[];
  readonly #silent: Duration | undefined;

  constructor(
    process: ProcessEvidence,
    book: RelistBook,
    run: SkipRun,
    neighbours: {
      readonly before: SkipRun | undefined;
      readonly next: SkipRun | undefined;
      readonly losesSkips: boolean;
    },
    span: TimeBounds,
  ) {
    const first = run.skips[0];
    const last = run.skips.at(-1);
    if (first === undefined || last === undefined) throw new RangeError('a run of skips is never empty');
    this.#process = process;
    this.#book = book;
    this.#run = run;
    this.#before = neighbours.before;
    this.#next = neighbours.next;
    this.#losesSkips = neighbours.losesSkips;
    this.#span = span;
    this.#first = first;
    // Behind missing lines a skip that stands alone shows no sleep.
    this.#last =
      run.skips.length === 1 && this.#before !== undefined && !this.#isReset(this.#before)
        ? { ...last, step: undefined }
        : last;
    this.#reasons = reasonsOf(run);
    this.#silent = silentIn(process, run);
  }

  draft(): EpisodeDraft {
    const run = this.#run;
    const [first, last] = [this.#first.fact, this.#last.fact];
    const begin = this.#begin();
    const { endedBy, hole, end, resumed } = runEndOf(this.#process, this.#last, this.#next, this.#losesSkips);
    const constraints = [...begin.constraints, ...(end?.constraints ?? []), ...(resumed?.constraints ?? [])];
    const longest = longestElapsed(run);
    return {
      run,
      ...(hole === undefined ? {} : { hole }),
      isAlone: run.skips.length === 1 && nothingFollows(this.#process, this.#last, STARTUP_WITHIN),
      relistHung: this.#looksLikeStart() && relistRanOutBy(this.#process, (last.time + STARTUP_WITHIN) as Instant),
      constraints,
      warnings: [...begin.warnings, ...(end?.warnings ?? []), ...(resumed?.warnings ?? [])],
      episode: {
        process: this.#process.id,
        startup: this.#isStartup(endedBy),
        reasons: this.#reasons,
        begin: finite(begin.bounds, this.#span.min, first.time),
        ...openBelow(begin.bounds),
        ...(end === undefined ? {} : { end: finite(end.bounds, last.time, this.#span.max) }),
        ...(resumed === undefined ? {} : { resumed: resumed.bounds }),
        ...(end === undefined && endedBy === 'restart' ? { seenUntil: last.time } : {}),
        endedBy,
        beginsBeforeLog: this.#beginsBeforeLog(begin.bounds),
        firstSkip: lineOf(first),
        ...(this.#losesFirst() ? { firstSkipLost: true } : {}),
        lastSkip: lineOf(last),
        skips: { observed: observedIn(run), missing: missingIn(run) },
        ...(this.#silent === undefined ? {} : { silent: this.#silent }),
        ...(this.#relistFailed() ? { relistFailed: true } : {}),
        ...this.#lastRelist(),
        ...(longest === undefined ? {} : { longestElapsed: longest }),
        evidence: evidenceLines(constraints),
      },
    };
  }

  /** When the state became unhealthy. */
  #begin(): Intersection {
    const process = this.#process;
    const before = this.#before;
    const [first, last] = [this.#first.fact, this.#last.fact];
    const kinds = kindsOf(this.#first);
    const relist = this.#named(this.#first);
    const reset = before === undefined || !this.#isReset(before) ? [] : notBeforeReset(process, before);
    // A condition that comes while the loop still sleeps after the run before belongs to that run.
    const floor = reset[0]?.min ?? BEFORE_ALL;
    const earlier = earlierTrouble(process, this.#book, this.#run, relist, Math.max(floor, process.from) as Instant);
    const known = earlier?.proven === true ? earlier.condition : undefined;
    const bounding =
      earlier?.proven === false
        ? causesOfEither(process, this.#book, kinds, relist, first.time, earlier.condition)
        : causes(process, this.#book, kinds, relist, known?.time ?? first.time, known);
    const seenHealthy = [notUnhealthyBefore(process, first.time), readyAgainBetween(process, first.time, last.time)]
      .filter((proof) => proof !== undefined)
      .filter(({ min = BEFORE_ALL }) => !setBackBetween(process.ledger, min, min));
    // A log that begins in the middle of a run: the skips before can have had other reasons.
    const isSeenFromInside =
      !this.#run.fromStart && !process.ledger.startedInLog && before === undefined && seenHealthy.length === 0;
    return intersectProofs('begin', [
      unhealthyAt(first),
      ...(known === undefined ? [] : [{ max: known.time, rule: nodeNotReadyProvesTrouble.id, lines: [lineOf(known)] }]),
      ...reset,
      ...(isSeenFromInside ? bounding.map(withoutMin) : bounding),
      ...seenHealthy,
    ]);
  }

  /** A kubelet that starts skips until its first relist and its first Status: no trouble, if that is all and soon over. */
  #isStartup(endedBy: RunEnd['endedBy']): boolean {
    const { ledger, from } = this.#process;
    const { time } = this.#first.fact;
    const { reasons } = this.#first.fact;
    const kinds = kindsOf(this.#first);
    const begin = ledger.loopStarted?.time ?? ledger.began ?? (ledger.startedInLog ? from : undefined);
    const isNew = begin !== undefined && time - begin < STARTUP_WITHIN;
    // Of a relist that a kubelet never had, up to 1.15, `last seen active` says a time without end: where the line is cut before it, the kubelet is too young for a stale one.
    const isStale =
      this.#reasons.includes('pleg-stale') &&
      !(isNew && this.#run.skips.every((skip) => skip.fact.reasons.every(({ elapsed }) => elapsed === undefined)));
    // A runtime counts as down 30 s after its last good Status, or before the first one: the latter, in a kubelet that is younger. Up to 1.7 no reason of PLEG stands beside it.
    const isFirst = (kind: SkipReasonKind): boolean =>
      kind === 'pleg-never' ||
      kind === 'runtime-status-unknown' ||
      (isNew && (kind === 'runtime-down' || (kind === 'pleg-stale' && !isStale)));
    const isCutFirst = ({ kind, text }: SkipReason): boolean =>
      kind === 'other' && (canBegin(text, 'runtime-status-unknown') || canBegin(text, 'runtime-down'));
    return (
      kinds.every(
        (kind) => STARTUP_KINDS.has(kind) || isFirst(kind) || (kind === 'runtime-down' && kinds.includes('pleg-never')),
      ) &&
      (kinds.some(isFirst) || (isNew && (reasons.length === 0 || reasons.some(isCutFirst)))) &&
      (isNew || this.#run.fromStart || ledger.startedInLog || this.#wokeEarly()) &&
      !isStale &&
      // Of a start that is not in the log nobody knows how long its relists failed.
      (begin !== undefined || !this.#relistFailed()) &&
      this.#last.fact.time - time - (this.#silent ?? 0) < STARTUP_WITHIN - TIMER_GRAIN &&
      endedBy !== 'restart' &&
      time - (ledger.loopStarted?.time ?? from) < STARTUP_WITHIN
    );
  }

  /** Shortly before its last skip, or while the loop slept after it. */
  #relistFailed(): boolean {
    const { time } = this.#last.fact;
    const [from, to] = [time - STARTUP_WITHIN, time + BACKOFF_MAX] as [Instant, Instant];
    return !eachBetween(this.#process.relistFailures, from, to).next().done;
  }

  /** It has the reasons of a start, whenever it was: few runs of a kubelet have. */
  #looksLikeStart(): boolean {
    return this.#reasons.includes('pleg-never') || this.#reasons.includes('runtime-status-unknown');
  }

  /** The sleep after the first skip that the log has is not the one with which a run begins. */
  #losesFirst(): boolean {
    const [first, second] = this.#run.skips;
    return (
      first !== undefined &&
      second !== undefined &&
      !isOneSleep(this.#process.schedule, 0, second.fact.time - first.fact.time - second.clockStep)
    );
  }

  /** The loop checked a healthy state after the run before: it is shown, or follows from skips that are not there. */
  #isReset(before: SkipRun): boolean {
    const last = before.skips.at(-1)?.fact ?? this.#first.fact;
    if (this.#run.afterReset && !setBackBetween(this.#process.ledger, last.time, this.#first.fact.time)) return true;
    return !this.#losesSkips && !linesLostBetween(this.#process, last.time, this.#first.fact.time);
  }

  #beginsBeforeLog(begin: TimeBounds): boolean {
    const { ledger, from } = this.#process;
    // Of a kubelet that starts in the log, or wrote before with later times, it is the clock that was set back.
    return (
      !ledger.startedInLog &&
      !wasSetBackBefore(ledger, this.#first.fact) &&
      (begin.max < this.#span.min ||
        (begin.min === BEFORE_ALL &&
          // A skip that comes later, with none before it, is of a log of which lines are left out.
          begin.max - from < BACKOFF_MAX + STAMP_LAG &&
          (!this.#run.fromStart || begin.max <= this.#span.min)))
    );
  }

  /** The last listed relist, as the first skip names it, or the first that names one. */
  #lastRelist(): Pick<EpisodeDraft['episode'], 'lastRelist'> {
    const naming = this.#run.skips.find((skip) => namedRelist(skip.fact) !== undefined);
    const relist = this.#named(this.#first) ?? (naming === undefined ? undefined : this.#named(naming));
    return relist === undefined
      ? {}
      : { lastRelist: { min: (relist.start - STAMP_LAG) as Instant, max: relist.start } };
  }

  #named({ fact }: PlacedSkip): ReturnType<typeof namedBy> {
    return namedBy(this.#book, fact.time, namedRelist(fact)?.start);
  }

  /**
   * A log that begins with one skip, as one that was searched for a word does: the loop worked again before its longest sleep was over, so it had not come to
   * that sleep, and the skips before, if there were any, are of the seconds before.
   */
  #wokeEarly(): boolean {
    if (this.#run.skips.length !== 1) return false;
    const { schedule } = this.#process;
    const { time } = this.#first.fact;
    const working = workedAgainBy(this.#process, time);
    return working !== undefined && working - time < sleepAfter(schedule, lastStep(schedule)) - TIMER_GRAIN;
  }
}

function kindsOf({ fact }: PlacedSkip): readonly SkipReasonKind[] {
  return fact.reasons.map((reason) => reason.kind);
}

function withoutMin({ max, rule, lines }: Proof): Proof {
  return { ...(max === undefined ? {} : { max }), rule, lines };
}
