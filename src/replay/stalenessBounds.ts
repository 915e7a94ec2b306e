/**
 * What lines prove of `L(t)`, the start of the last listed relist, at any moment: the bounds in which every likely value lies. `L` never goes back, so what holds at one line bounds
 * all earlier moments from above and all later ones from below. (generic.go, Healthy and Relist, 1.8–1.36; docs/inference.md)
 */
import { firstAfter } from '../kubelet/ordered.ts';
import { EVENTED_RELIST_THRESHOLD, RELIST_PERIOD } from '../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../kubelet/time.ts';
import { type ProcessFacts } from './innerState/innerStateFacts.ts';

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
  /** From `time` on `L` is at least `start`; both ascend. Without what events prove: there may be hundreds of thousands. */
  readonly #atLeast: readonly Step[];
  /** When the loop took an event, a listing was at most so much older. */
  readonly #handled: readonly { readonly time: Instant }[];
  readonly #mostBefore: number;
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
            ? facts.lastLine
            : Math.max(end?.min ?? start.max, listed?.min ?? start.max);
      if (Number.isFinite(until) && until > start.max) most.push({ time: until as Instant, start: start.max });
    }
    const threshold = Math.max(facts.threshold, facts.process.evented === undefined ? 0 : EVENTED_RELIST_THRESHOLD);
    for (const { skip } of facts.skips) {
      if (!skip.reasons.some(({ kind }) => kind === 'pleg-stale' || kind === 'pleg-never'))
        least.push({ time: skip.time, start: (skip.time - EARLY - threshold) as Instant });
    }
    this.#handled = inOrderOfTime(facts.handled);
    this.#mostBefore = CHECK_BEFORE + threshold;
    this.#atLeast = ascending(least);
    this.#atMost = descending(most);
    this.#neverUntil = neverUntil;
  }

  /** Times between two others from which on the bounds are new, in order. */
  changesBetween(from: Instant, to: Instant): readonly Instant[] {
    const least = ascending([...stepsBetween(this.#atLeast, from, to), ...this.#eventsBetween(from, to)]);
    const before = this.#leastAt(from) ?? Number.NEGATIVE_INFINITY;
    return [...least.filter(({ start }) => start > before), ...stepsBetween(this.#atMost, from, to)]
      .map(({ time }) => time)
      .sort((a, b) => a - b);
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
    const after = start + OF_ITSELF;
    const step = this.#atLeast[firstAfter(this.#atLeast, after, (one) => one.start)];
    const event = this.#handled[firstAfter(this.#handled, after, ({ time }) => time - this.#mostBefore)];
    return Math.min(step?.time ?? Number.POSITIVE_INFINITY, event?.time ?? Number.POSITIVE_INFINITY) as Instant;
  }

  at(time: Instant): StalenessBounds {
    const most = this.#atMost[firstAfter(this.#atMost, time - 1, (step) => step.time)];
    const least = this.#leastAt(time);
    const min = Math.max(0, time - Math.min(time, most?.start ?? time)) as Duration;
    return {
      min,
      ...(least === undefined ? {} : { max: Math.max(min, time - least) as Duration }),
      ...(time <= this.#neverUntil ? { never: true as const } : {}),
    };
  }

  /** The least that lines up to a time prove of `L`. */
  #leastAt(time: Instant): number | undefined {
    const step = this.#atLeast[firstAfter(this.#atLeast, time, (one) => one.time) - 1];
    const event = this.#handled[firstAfter(this.#handled, time, (one) => one.time) - 1];
    if (event === undefined) return step?.start;
    const start = event.time - this.#mostBefore;
    return step === undefined ? start : Math.max(step.start, start);
  }

  #eventsBetween(from: Instant, to: Instant): readonly Step[] {
    return stepsBetween(this.#handled, from, to).map(({ time }) => ({
      time,
      start: (time - this.#mostBefore) as Instant,
    }));
  }
}

/** Events are in the order in which the loop took them, which is that of their times but where a clock stepped. */
function inOrderOfTime<Item extends { readonly time: Instant }>(items: readonly Item[]): readonly Item[] {
  const isOne = items.every(({ time }, index) => index === 0 || time >= (items[index - 1]?.time ?? time));
  return isOne ? items : [...items].sort((a, b) => a.time - b.time);
}

/** Those after `from` and before `to`. */
function stepsBetween<Item extends { readonly time: Instant }>(
  steps: readonly Item[],
  from: Instant,
  to: Instant,
): readonly Item[] {
  return steps.slice(
    firstAfter(steps, from, ({ time }) => time),
    firstAfter(steps, to - 1, ({ time }) => time),
  );
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
