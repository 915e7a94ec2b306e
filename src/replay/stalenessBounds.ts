/**
 * What lines prove of `L(t)`, the start of the last listed relist, at any moment: the bounds in which every likely value lies. `L` never goes back, so what holds at one line bounds
 * all earlier moments from above and all later ones from below. (generic.go, Healthy and Relist, 1.8–1.36; docs/inference.md)
 */
import { EVENTED_RELIST_THRESHOLD, RELIST_PERIOD } from '../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import { firstAfter, type ProcessFacts } from './innerState/innerStateFacts.ts';

/** Bounds of the staleness at a moment, and whether lines say that nothing was listed yet. */
export interface StalenessBounds {
  readonly min: Duration;
  /** Missing: nothing bounds it from above. */
  readonly max?: Duration;
  readonly never?: true;
}

interface Step {
  readonly time: Instant;
  readonly start: Instant;
}

/** `elapsed` is measured this much after the start, and the line stands later still. */
const EARLY: Duration = milliseconds(20);
/** The same relist, at a likely start. */
const OF_ITSELF: Duration = seconds(0.5);
/** A turn of the loop takes work up within its ticker of a second after the check. */
const CHECK_BEFORE: Duration = seconds(2.5);

/** Answers for the moments of one process; made once, linear in its facts. */
export class ProvenStaleness {
  /** From `time` on `L` is at least `start`; both ascend. */
  readonly #atLeast: readonly Step[];
  /** Up to `time` `L` is at most `start`; both ascend. */
  readonly #atMost: readonly Step[];
  readonly #neverUntil: number;

  constructor(facts: ProcessFacts) {
    const least: Step[] = [];
    const most: Step[] = [];
    let neverUntil = Number.NEGATIVE_INFINITY;
    for (const { start, first, last } of facts.namings) {
      if (start === undefined) neverUntil = Math.max(neverUntil, last);
      else {
        least.push({ time: first, start: (start - EARLY) as Instant });
        most.push({ time: last, start });
      }
    }
    for (const { start, listed, end, outcome } of facts.relists) {
      if (listed !== undefined && Number.isFinite(listed.max) && outcome !== 'list-failed')
        least.push({ time: listed.max, start: (start.min - EARLY) as Instant });
      // Until it ends no other one is listed; after one that failed the next one begins a second later.
      const until =
        outcome === 'list-failed'
          ? (end?.min ?? start.max) + RELIST_PERIOD - EARLY
          : outcome === 'open'
            ? facts.process.to
            : Math.max(end?.min ?? start.max, listed?.min ?? start.max);
      if (Number.isFinite(until) && until > start.max) most.push({ time: until as Instant, start: start.max });
    }
    const threshold = Math.max(facts.threshold, facts.process.evented === undefined ? 0 : EVENTED_RELIST_THRESHOLD);
    for (const { time } of facts.handled) least.push({ time, start: (time - CHECK_BEFORE - threshold) as Instant });
    for (const { skip } of facts.skips) {
      if (!skip.reasons.some(({ kind }) => kind === 'pleg-stale' || kind === 'pleg-never'))
        least.push({ time: skip.time, start: (skip.time - EARLY - threshold) as Instant });
    }
    this.#atLeast = ascending(least);
    this.#atMost = descending(most);
    this.#neverUntil = neverUntil;
  }

  /** Times between two others from which on the bounds are new, in order. */
  changesBetween(from: Instant, to: Instant): readonly Instant[] {
    return [...timesBetween(this.#atLeast, from, to), ...timesBetween(this.#atMost, from, to)].sort((a, b) => a - b);
  }

  /** Up to when lines prove that a relist that starts then is not listed; before every time where none does. */
  notListedUntil(start: Instant): Instant {
    return (
      this.#atMost[firstAfter(this.#atMost, start - OF_ITSELF, (step) => step.start) - 1]?.time ??
      (Number.NEGATIVE_INFINITY as Instant)
    );
  }

  /** By when lines prove that a relist which began after `start` was listed, so that one which began then had ended; after every time where none does. */
  laterListedBy(start: Instant): Instant {
    return (
      this.#atLeast[firstAfter(this.#atLeast, start + OF_ITSELF, (step) => step.start)]?.time ??
      (Number.POSITIVE_INFINITY as Instant)
    );
  }

  at(time: Instant): StalenessBounds {
    const most = this.#atMost[firstAfter(this.#atMost, time - 1, (step) => step.time)];
    const least = this.#atLeast[firstAfter(this.#atLeast, time, (step) => step.time) - 1];
    const min = Math.max(0, time - Math.min(time, most?.start ?? time)) as Duration;
    return {
      min,
      ...(least === undefined ? {} : { max: Math.max(min, time - least.start) as Duration }),
      ...(time <= this.#neverUntil ? { never: true as const } : {}),
    };
  }
}

function timesBetween(steps: readonly Step[], from: Instant, to: Instant): Instant[] {
  return steps
    .slice(
      firstAfter(steps, from, ({ time }) => time),
      firstAfter(steps, to - 1, ({ time }) => time),
    )
    .map(({ time }) => time);
}

/** Steps in order of time that each say more than those before. */
function ascending(steps: Step[]): readonly Step[] {
  steps.sort((a, b) => a.time - b.time || a.start - b.start);
  const kept: Step[] = [];
  for (const step of steps) if ((kept.at(-1)?.start ?? Number.NEGATIVE_INFINITY) < step.start) kept.push(step);
  return kept;
}

/** Steps in order of time of which each says less than those behind. */
function descending(steps: Step[]): readonly Step[] {
  steps.sort((a, b) => b.time - a.time || b.start - a.start);
  const kept: Step[] = [];
  for (const step of steps) if ((kept.at(-1)?.start ?? Number.POSITIVE_INFINITY) > step.start) kept.push(step);
  return kept.reverse();
}
