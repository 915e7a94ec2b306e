/** The changes of the containers of a process, with the times at which PLEG reported each and the loop took it. */
import { countLeading, lowerBound } from '../../kubelet/ordered.ts';
import type { KubeletProcess, LineReference, PlegEvent } from '../../inference/history.ts';
import { packLine, lineOf } from '../../inference/store/lines.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { HistoryIndex } from './historyIndex.ts';

/** A change of a container that PLEG reported. */
export interface ContainerChange {
  readonly uid: string;
  readonly id: string;
  readonly kind: 'container' | 'sandbox' | 'unknown';
  readonly state: 'running' | 'exited' | 'removed' | 'unknown';
  /** When PLEG reported it, where its own line says so. */
  readonly reported?: Instant;
  readonly reportedAt?: LineReference;
  /** Which of the events that the loop handled (their place in `handled`) brought it. */
  readonly turn?: number;
  /** The time by which it was known. */
  readonly known: Instant;
}

/** There may be very many: their fields are set one by one, because spreading them costs more than all the rest. */
type Made = { -readonly [Field in keyof ContainerChange]: ContainerChange[Field] };

/** Dead containers are collected once a newer one has died in their place; the log does not always say so. So many of a pod are kept. */
export const MOST_DEAD = 4;

/** Both ends are inside. */
export interface TimeSpan {
  readonly from: Instant;
  readonly to: Instant;
}

/**
 * The changes of all containers that a process speaks of, in order of `known`; `handled`: the events that its loop took. With `within` those of that time alone, and what
 * the runtime held before it: of each container the last one, of dead ones of a pod the last few.
 */
export function changesOf(
  process: KubeletProcess,
  handled: readonly PlegEvent[],
  index: HistoryIndex,
  within?: TimeSpan,
): readonly ContainerChange[] {
  const turns = new TurnsByPlace(handled, within);
  const changes: Made[] = [];
  for (const { uid, containers } of index.pods(process.id)) {
    const dead: Made[] = [];
    for (const { id, kind, states } of containers)
      for (const { state, from, to, evidence } of states) {
        const known = from.max;
        if (!Number.isFinite(known) || known > process.to) continue;
        if (within !== undefined && (known > within.to || (to !== undefined && to.max < within.from))) continue;
        const change: Made = { uid, id, kind, state, known };
        const turn = turns.of(evidence);
        const event = turn === undefined ? undefined : handled[turn];
        if (turn !== undefined) change.turn = turn;
        const finished = state === 'exited' ? index.finished(id) : undefined;
        if (finished !== undefined) {
          change.reported = finished.time;
          change.reportedAt = lineOf(finished);
        } else if (event !== undefined && known < event.time) {
          change.reported = known;
          if (evidence[0] !== undefined) change.reportedAt = evidence[0];
        }
        if (within === undefined || known >= within.from || state === 'running' || state === 'unknown')
          changes.push(change);
        else if (state === 'exited') dead.push(change);
      }
    for (const change of dead.sort((a, b) => a.known - b.known).slice(-MOST_DEAD)) changes.push(change);
  }
  return changes.sort((a, b) => a.known - b.known);
}

/** The events that the loop took in a time, by their numbers: from `first` on, before `end`. */
export function turnsWithin(
  handled: readonly PlegEvent[],
  within: TimeSpan | undefined,
): { readonly first: number; readonly end: number } {
  return within === undefined
    ? { first: 0, end: handled.length }
    : {
        first: countLeading(handled, ({ time }) => time < within.from),
        end: countLeading(handled, ({ time }) => time <= within.to),
      };
}

/** Finds the events that the loop handled by their lines. A table of hundreds of thousands of places costs more than to search in them, so there is one only where they are not in order. */
class TurnsByPlace {
  readonly #places: Float64Array;
  readonly #first: number;
  readonly #table: Map<number, number> | undefined;

  constructor(handled: readonly PlegEvent[], within: TimeSpan | undefined) {
    const { first, end } = turnsWithin(handled, within);
    const places = Float64Array.from({ length: end - first }, (_, index) =>
      packLine(handled[first + index] as PlegEvent),
    );
    this.#first = first;
    this.#places = places;
    const ascend = places.every((place, turn) => turn === 0 || place > (places[turn - 1] ?? 0));
    if (ascend) return;
    this.#table = new Map();
    for (const [turn, place] of places.entries()) this.#table.set(place, turn);
  }

  /** The first of these lines that is such an event; its number. */
  of(lines: readonly LineReference[]): number | undefined {
    for (const at of lines) {
      const turn = this.#find(packLine(at));
      if (turn !== undefined) return this.#first + turn;
    }
    return undefined;
  }

  #find(place: number): number | undefined {
    if (this.#table !== undefined) return this.#table.get(place);
    const turn = lowerBound(this.#places, place);
    return this.#places[turn] === place ? turn : undefined;
  }
}
