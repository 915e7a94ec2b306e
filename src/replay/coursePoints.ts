/** Break points of the staleness: level where relists follow one another every second, rising from each one that is long the last, unknown where the model is not believed. */
import type { Stretch } from '../kubelet/stretches.ts';
import { firstAfter } from '../kubelet/ordered.ts';
import type { Naming } from '../inference/relists/namings.ts';
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import { type ProcessFacts } from './innerState/innerStateFacts.ts';
import { provenSince } from './innerState/innerStateProven.ts';
import type { StalenessPoint } from './reconstruction.ts';
import type { ProvenStaleness } from './stalenessBounds.ts';
import { HEALTHY_MOST, HEALTHY_LIKELY } from './staleness.ts';
import { SAME_RELIST } from '../inference/relists/namedRelist.ts';

/** `L` is `start` from `listed` on. */
export interface ListedStep {
  readonly listed: Instant;
  readonly start: Instant;
}

/** From one listing to the next without a fault. */
const FRESH: Duration = seconds(2.5);
/** So often a line is bent to keep within its bounds. */
const MOST_BENDS = 500;
/** Bounds that change by less are drawn as if they rose on. */
const LEAST_BEND: Duration = seconds(1);

export class CoursePoints {
  readonly #facts: ProcessFacts;
  readonly #proven: ProvenStaleness;
  readonly #namings: readonly (Naming & { readonly start: Instant })[];
  readonly #points: StalenessPoint[] = [];
  #last: ListedStep | undefined;

  constructor(facts: ProcessFacts, proven: ProvenStaleness) {
    this.#facts = facts;
    this.#proven = proven;
    this.#namings = facts.namings.filter(
      (naming): naming is Naming & { readonly start: Instant } => naming.start !== undefined,
    );
  }

  /** The points of the process: its zones with the listings in them, and where nothing is known of it, both in order. */
  points(
    zones: readonly (Stretch & { readonly steps: readonly ListedStep[] })[],
    doubtful: readonly Stretch[],
  ): readonly StalenessPoint[] {
    const { begin, process } = this.#facts;
    let at: Instant = begin;
    let isFirst = true;
    for (const zone of zones) {
      if (zone.from > at) this.#level(at, zone.from);
      this.#zone(zone, isFirst);
      isFirst = false;
      at = zone.to;
    }
    if (process.to > at) this.#level(at, process.to);
    return this.#without(this.#unproven(doubtful));
  }

  #zone({ from, to, steps }: Stretch & { readonly steps: readonly ListedStep[] }, isFirst: boolean): void {
    const first = steps[0];
    let level: Instant | undefined = from;
    if (isFirst && from <= this.#facts.begin && this.#facts.process.startedInLog) {
      // Nothing is listed before the first relist of a process.
      this.#points.push({ time: from, proven: false }, { time: first?.listed ?? to, proven: false });
      if (first === undefined) return;
      level = undefined;
    }
    if (this.#last !== undefined && from - this.#last.start > FRESH) this.#last = undefined;
    this.#last ??= this.#namedBefore(from);
    for (const step of steps) {
      const last = this.#last;
      if (last !== undefined && step.listed - last.start > FRESH) {
        if (level !== undefined && last.listed > level) this.#level(level, last.listed);
        this.#rising(last, step.listed);
        level = step.listed;
        this.#points.push(this.#likely(step, step.listed, (step.listed + 1) as Instant));
      } else if (last === undefined && level === undefined) level = step.listed;
      this.#last = step;
    }
    const last = this.#last;
    if (last !== undefined && to - last.start > FRESH) {
      if (level !== undefined && last.listed > level) this.#level(level, last.listed);
      this.#rising(last, to);
    } else if (level !== undefined && to > level) this.#level(level, to);
  }

  /** The listing that lines name as the last one at a time, though it was before: where a log begins in trouble the model lists nothing. */
  #namedBefore(time: Instant): ListedStep | undefined {
    const naming = this.#namings[firstAfter(this.#namings, time, ({ start }) => start) - 1];
    return naming !== undefined && naming.last > time ? { listed: time, start: naming.start } : undefined;
  }

  #level(from: Instant, to: Instant): void {
    const low = { staleness: HEALTHY_LIKELY, min: 0 as Duration, max: HEALTHY_MOST, proven: false };
    this.#points.push({ time: from, ...low }, { time: to, ...low });
  }

  /** One listing is the last one until `to`: proven up to the last line that names it. */
  #rising(step: ListedStep, to: Instant): void {
    const naming = this.#namings[firstAfter(this.#namings, step.start + SAME_RELIST, ({ start }) => start) - 1];
    const named = naming !== undefined && Math.abs(naming.start - step.start) < SAME_RELIST ? naming : undefined;
    if (named === undefined) {
      this.#likelyUntil(step, step.listed, to);
      return;
    }
    const exact = { listed: step.listed, start: named.start };
    const from = Math.max(step.listed, named.start) as Instant;
    const until = Math.min(named.last, to) as Instant;
    const provenFrom = Math.max(from, provenSince(this.#facts, named)) as Instant;
    // Lines that name it prove it only from its listing on, and that is proven later than it was.
    this.#points.push({ time: from, staleness: (from - named.start) as Duration, proven: false });
    if (provenFrom > from)
      this.#points.push({
        time: Math.min(provenFrom, to) as Instant,
        staleness: (Math.min(provenFrom, to) - named.start) as Duration,
        proven: false,
      });
    if (until > provenFrom)
      this.#points.push({ time: until, staleness: (until - named.start) as Duration, proven: true });
    const rest = Math.max(until, provenFrom) as Instant;
    if (to > rest) this.#likelyUntil(exact, rest, to);
  }

  /** A likely line with its bounds. */
  #likelyUntil(step: ListedStep, from: Instant, to: Instant): void {
    this.#bent(from, to, (time, bounded) => this.#likely(step, time, bounded), this.#points);
  }

  /** Points of what rises by a second a second, and is bent where a line says more: so what is drawn between two points is what holds there. */
  #bent(
    from: Instant,
    to: Instant,
    point: (time: Instant, bounded: Instant) => StalenessPoint,
    points: StalenessPoint[],
  ): void {
    // A listing at a moment bounds what comes after it, a line that names one bounds up to its own moment.
    const before = (time: Instant): StalenessPoint => point(time, (time - 1) as Instant);
    const after = (time: Instant): StalenessPoint => point(time, (time + 1) as Instant);
    let last = after(from);
    points.push(last);
    let bends = 0;
    for (const time of this.#proven.changesBetween(from, to)) {
      const next = after(time);
      if (!isBend(last, next)) continue;
      points.push(before(time), next);
      last = next;
      bends += 1;
      if (bends === MOST_BENDS) break;
    }
    points.push(before(to));
  }

  /** The point of a line at a time, within the bounds of a moment just before or after it. */
  #likely({ start }: ListedStep, time: Instant, bounded: Instant): StalenessPoint {
    const bounds = this.#bounds(bounded);
    const age = Math.max(0, time - start);
    const staleness = Math.min(Math.max(age, bounds.min ?? 0), bounds.max ?? age) as Duration;
    return { time, staleness, ...bounds, proven: false };
  }

  /** What lines prove is no matter of belief. */
  #unproven(doubtful: readonly Stretch[]): readonly Stretch[] {
    const proven = this.#namings
      .map((naming) => ({ from: provenSince(this.#facts, naming), to: naming.last }))
      .filter(({ from, to }) => to > from)
      .sort((a, b) => a.from - b.from);
    const left: Stretch[] = [];
    let next = 0;
    for (const { from, to } of doubtful) {
      let at: number = from;
      // Stretches come in order and apart: what ends before one is done with, but the last proven ones may reach into the next.
      while ((proven[next]?.to ?? Number.POSITIVE_INFINITY) <= from) next += 1;
      for (let index = next; index < proven.length; index += 1) {
        const own = proven[index];
        if (own === undefined || own.from >= to) break;
        if (own.from > at) left.push({ from: at as Instant, to: own.from });
        at = Math.max(at, own.to);
      }
      if (to > at) left.push({ from: at as Instant, to });
    }
    return left;
  }

  /** Of doubtful stretches only the bounds are left. */
  #without(doubtful: readonly Stretch[]): readonly StalenessPoint[] {
    const points = this.#points;
    if (doubtful.length === 0) return points;
    const left: StalenessPoint[] = [];
    let at = 0;
    for (const { from, to } of doubtful) {
      for (; at < points.length && (points[at]?.time ?? 0) < from; at += 1) left.push(points[at] as StalenessPoint);
      const [before, after] = [points[at - 1], points[at]];
      if (
        before !== undefined &&
        after !== undefined &&
        before.staleness !== undefined &&
        after.staleness !== undefined
      )
        left.push(this.#between(before, after, from, (from - 1) as Instant));
      this.#bent(from, to, (time, bounded) => ({ time, ...this.#bounds(bounded), proven: false }), left);
      while (at < points.length && (points[at]?.time ?? 0) <= to) at += 1;
      const [inside, next] = [points[at - 1], points[at]];
      if (inside !== undefined && next !== undefined && inside.staleness !== undefined && next.staleness !== undefined)
        left.push(this.#between(inside, next, to, (to + 1) as Instant));
    }
    for (; at < points.length; at += 1) left.push(points[at] as StalenessPoint);
    return left;
  }

  /** The point of a line at a time between two of its points: it is level, or rises by a second a second within the bounds of a moment. */
  #between(before: StalenessPoint, after: StalenessPoint, time: Instant, bounded: Instant): StalenessPoint {
    const high = after.staleness ?? 0;
    if (before.staleness === after.staleness) return { ...after, time };
    const staleness = Math.max(0, high - (after.time - time)) as Duration;
    return { ...after, time, staleness, ...(after.max === undefined ? {} : this.#bounds(bounded)) };
  }

  #bounds(time: Instant): Pick<StalenessPoint, 'min' | 'max'> {
    const { min, max } = this.#proven.at(time);
    return max === undefined ? {} : { min, max };
  }
}

/** True where a point is not what a line from an earlier one leads to, rising by a second a second with its bounds; nothing proven from below stays so. */
function isBend(before: StalenessPoint, after: StalenessPoint): boolean {
  const risen = after.time - before.time;
  const off = (value: number | undefined, from: number | undefined, rise: number, least: number): boolean =>
    value === undefined || from === undefined ? value !== from : Math.abs(value - from - rise) > least;
  return (
    off(after.staleness, before.staleness, risen, 1) ||
    off(after.max, before.max, risen, LEAST_BEND) ||
    off(after.min, before.min, before.min === 0 ? 0 : risen, LEAST_BEND)
  );
}
