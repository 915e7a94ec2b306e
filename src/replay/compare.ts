/**
 * Compares the skips of one run with what the model predicts. Each prediction is one step from the skip before it: the model's own time runs on undisturbed within a
 * segment, and only the measured lateness of the loop (never negative, at most a quarter of a second a step) is carried along.
 */
import type { LineReference } from '../inference/history.ts';
import { isOneSleep, lastStep, sleepAfter } from '../inference/episodes/backoff.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import type { LoggedSkip, ReplayProcess } from './loggedSkips.ts';
import type { PredictedSkip } from './predict.ts';
import type { ClockStep, MissingSkip } from './reconstruction.ts';
import type { Run } from './runs.ts';
import { type Segment, type SegmentInputs, segmentsOf } from './segments.ts';

export interface RunComparison {
  readonly explained: readonly LoggedSkip[];
  readonly unexplained: readonly LoggedSkip[];
  readonly missing: readonly MissingSkip[];
  readonly fitted: readonly LineReference[];
  readonly clockSteps: readonly ClockStep[];
}

/** The model is begun anew after this many skips or this much carried lateness, so that a long run costs no more than its length. */
const CHUNK = 200;
const MOST_CARRIED: Duration = milliseconds(200);
/** Each skip that is not there can have been late a little. */
const LATE_EACH: Duration = milliseconds(20);
/** How far the model looks over a hole in the log. */
const LONGEST_LOOK: Duration = seconds(6 * 3600);
/** When the budget for holes is used up the model looks no further than this, so that odd times cannot make it run for years. */
const SHORT_LOOK: Duration = seconds(60);

/** Compares a run. */
export function compareRun(run: Run, of: ReplayProcess): RunComparison {
  const comparison = new Comparison(run, of);
  for (const segment of segmentsOf(run, of)) comparison.segment(segment);
  return comparison.result();
}

class Comparison {
  readonly #run: Run;
  readonly #of: ReplayProcess;
  readonly #explained: LoggedSkip[] = [];
  readonly #unexplained: LoggedSkip[] = [];
  readonly #missing: MissingSkip[] = [];
  readonly #fitted: LineReference[] = [];
  readonly #clockSteps: ClockStep[] = [];
  /** The sleep that the model says follows the skip it stands at. */
  #sleep: Duration;
  /** The clock's own steps since the segment began: named relists shift with them. */
  #clockStep = 0;
  /** The first skip of the next segment stands off the back-off of this one. */
  #offBackoff = false;

  constructor(run: Run, of: ReplayProcess) {
    this.#run = run;
    this.#of = of;
    this.#sleep = sleepAfter(of.profile.backoff, run.firstStep);
    if (run.stepFitted && run.skips[1] !== undefined) this.#fitted.push(placeOf(run.skips[1]));
  }

  result(): RunComparison {
    return {
      explained: this.#explained,
      unexplained: this.#unexplained,
      missing: this.#missing,
      fitted: this.#fitted,
      clockSteps: this.#clockSteps,
    };
  }

  /** Judges the skips of a segment: the first by its reasons only, the rest, and the first of the next segment by its time, against the model. */
  segment(segment: Segment): void {
    for (const skip of segment.fitted) this.#fitted.push(placeOf(skip));
    this.#clockStep = 0;
    let at = this.#chunk(segment, segment.from, true);
    while (at < segment.to) at = this.#chunk(segment, at, false);
  }

  /** Runs the model from the skip at `from` on; gives the index from which the model must be begun anew (`to` of the segment when it is done). */
  #chunk(segment: Segment, from: number, isFirst: boolean): number {
    const { skips } = this.#run;
    const anchor = skips[from];
    if (anchor === undefined) return segment.to;
    const inputs = shifted(segment.inputs, this.#clockStep);
    // One skip beyond the segment: the time of the next one's first skip is predicted by this one.
    const beyond = skips[Math.min(segment.to, from + CHUNK, skips.length - 1)];
    const length = this.#look((beyond?.time ?? anchor.time) - anchor.time, Math.min(segment.to, from + CHUNK) - from);
    const predicted = this.#of.predictor.predict(inputs, anchor.time, this.#sleep, length);
    const origin = predicted[0];
    if (isFirst) this.#judge(anchor, origin, inputs, segment);
    if (origin === undefined) {
      // The model is healthy here: nothing of this segment can be explained.
      for (const skip of skips.slice(from + 1, segment.to)) this.#unexplained.push(skip);
      return segment.to;
    }
    this.#sleep = origin.sleep;
    let place = 0;
    let carried = 0;
    for (let at = from + 1; at <= segment.to && at < skips.length; at += 1) {
      const skip = skips[at];
      if (skip === undefined) break;
      const inside = at < segment.to;
      const after = skip.time - anchor.time - carried;
      const due = predicted[place + 1];
      const late = due === undefined ? undefined : after - due.after;
      if (inside && late !== undefined && this.#isClockStep(skip, late, inputs)) {
        this.#clockStep += late;
        this.#clockSteps.push({
          process: this.#of.process.id,
          at: placeOf(skip),
          time: skip.time,
          by: late as Duration,
        });
        this.#explained.push(skip);
        this.#fitted.push(placeOf(skip));
        this.#sleep = due?.sleep ?? this.#sleep;
        return at;
      }
      const found = this.#find(predicted, place, after);
      if (found !== undefined) {
        for (let gone = place + 1; gone < found; gone += 1)
          this.#addMissing(skip, (anchor.time + (predicted[gone]?.after ?? 0) + carried) as Instant);
        place = found;
        const now = predicted[found];
        carried = Math.max(0, skip.time - anchor.time - (now?.after ?? 0));
        this.#sleep = now?.sleep ?? this.#sleep;
        if (!inside) break;
        this.#judge(skip, now, inputs, segment);
        if (carried > MOST_CARRIED || at - from >= CHUNK) return at;
        continue;
      }
      const goesOn = due !== undefined && this.#goesOnFrom(at, due.sleep);
      if (inside) this.#unexplained.push(skip);
      else this.#offBackoff = true;
      // The loop was held up for longer than load explains, then its back-off went on from here: a new beginning, the skip stays unexplained.
      if (due === undefined || goesOn) {
        this.#sleep = due?.sleep ?? this.#sleep;
        if (inside) return at;
      }
    }
    return segment.to;
  }

  /** How long the model runs for this many skips and this much time. */
  #look(time: number, skips: number): Duration {
    const needed = (skips + 2) * sleepAfter(this.#of.profile.backoff, lastStep(this.#of.profile.backoff)) + seconds(30);
    const extra = Math.min(
      Math.max(0, time - needed),
      LONGEST_LOOK,
      this.#of.holes.left > 0 ? LONGEST_LOOK : SHORT_LOOK,
    );
    this.#of.holes.left -= extra;
    return Math.min(Math.max(0, time) + seconds(30), needed + extra) as Duration;
  }

  /** The predicted skip at this time: the last one before it, if the loop's lateness covers the rest. */
  #find(predicted: readonly PredictedSkip[], place: number, after: number): number | undefined {
    const { early, late } = this.#of.precision;
    let low = place;
    let high = predicted.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((predicted[middle]?.after ?? 0) <= after + early) low = middle;
      else high = middle - 1;
    }
    if (low === place) return undefined;
    const behind = after - (predicted[low]?.after ?? 0);
    return behind <= late + (low - place - 1) * LATE_EACH ? low : undefined;
  }

  #judge(skip: LoggedSkip, now: PredictedSkip | undefined, inputs: SegmentInputs, segment: Segment): void {
    const onTime = !this.#offBackoff;
    this.#offBackoff = false;
    const good =
      onTime &&
      now !== undefined &&
      this.#sameReasons(skip, now, inputs) &&
      this.#sameRelist(skip, inputs) &&
      skip.others === segment.inputs.others;
    (good ? this.#explained : this.#unexplained).push(skip);
  }

  #sameReasons(skip: LoggedSkip, now: PredictedSkip, inputs: SegmentInputs): boolean {
    const { kinds } = now;
    // A run for reasons that the model has no input for: it skips, that is all it can say.
    if (inputs.onlyOthers) return skip.kinds.size === 0;
    // Mostly they are one and the same set.
    if (kinds === skip.kinds) return true;
    for (const kind of ['stale', 'never', 'statusUnknown', 'down', 'notReady'] as const) {
      if (kinds.has(kind) === skip.kinds.has(kind)) continue;
      // Model and log stand on two sides of the threshold, nearer to it than their times agree.
      const nearThreshold =
        kind === 'stale' &&
        inputs.lastListed !== undefined &&
        Math.abs(skip.time - inputs.lastListed - inputs.threshold) <= this.#of.precision.elapsed;
      if (!nearThreshold) return false;
    }
    return true;
  }

  #sameRelist(skip: LoggedSkip, inputs: SegmentInputs): boolean {
    if (skip.named === undefined) return true;
    return inputs.lastListed !== undefined && Math.abs(skip.named - inputs.lastListed) <= this.#of.precision.elapsed;
  }

  /** The wall clock stepped: the named relist shifts by just the amount by which the spacing misses its sleep. */
  #isClockStep(skip: LoggedSkip, late: number, inputs: SegmentInputs): boolean {
    if (
      skip.named === undefined ||
      inputs.lastListed === undefined ||
      !Number.isFinite(late) ||
      Math.abs(late) <= this.#of.precision.elapsed
    )
      return false;
    return Math.abs(skip.named - inputs.lastListed - late) <= this.#of.precision.elapsed;
  }

  /** The next spacing is the sleep that is due after this skip. */
  #goesOnFrom(at: number, sleep: Duration | undefined): boolean {
    const skip = this.#run.skips[at];
    const next = this.#run.skips[at + 1];
    if (skip === undefined || next === undefined || sleep === undefined) return false;
    const schedule = this.#of.profile.backoff;
    for (let step = 0; step <= lastStep(schedule); step += 1)
      if (sleepAfter(schedule, step) === sleep) return isOneSleep(schedule, step, next.time - skip.time);
    return false;
  }

  #addMissing(before: LoggedSkip, time: Instant): void {
    this.#missing.push({
      process: this.#of.process.id,
      ...(before.skip.episode === undefined ? {} : { episode: before.skip.episode }),
      time,
    });
  }
}

/** The inputs after the wall clock stepped. */
function shifted(inputs: SegmentInputs, by: number): SegmentInputs {
  return by === 0 || inputs.lastListed === undefined
    ? inputs
    : { ...inputs, lastListed: (inputs.lastListed + by) as Instant };
}

function placeOf(skip: LoggedSkip): LineReference {
  return { source: skip.skip.source, line: skip.skip.line };
}
