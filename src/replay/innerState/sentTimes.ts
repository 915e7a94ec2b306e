/** When the event of each change was sent, in the order of the channel. */
import { type ContainerChange, turnsWithin } from './containerChanges.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { Stretch } from '../../kubelet/stretches.ts';
import type { PlegEvent } from '../../inference/history.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import type { NoListing, PlannedRelist } from './plannedRelists.ts';

/** A change with the time at which its event was sent. */
export interface TimedChange {
  readonly change: ContainerChange;
  readonly sent: Instant;
  /** Only the place in the channel is known: it was sent at any time while the loop was busy. */
  readonly loose?: true;
}

/** An event is handled this soon after it was sent, when the loop is free. */
const AT_ONCE: Duration = milliseconds(0.3);
/** Events of one burst are handled this soon after one another. */
const BURST: Duration = milliseconds(8);
const RESUMES_WITHIN: Duration = seconds(1.5);

const NO_CHANGE = -1;
/** How a time is known; 0: not at all. */
const [KNOWN, LOOSE] = [1, 2];

/** When each change was sent, by its number: there may be very many. */
class SentTimes {
  readonly #times: Float64Array;
  readonly #how: Uint8Array;

  constructor(changes: number) {
    this.#times = new Float64Array(changes);
    this.#how = new Uint8Array(changes);
  }

  set(change: number, time: number, how: number): void {
    this.#times[change] = time;
    this.#how[change] = how;
  }

  timed(index: number, change: ContainerChange): TimedChange {
    const how = this.#how[index];
    if (how === 0) return { change, sent: change.known };
    const sent = (this.#times[index] ?? 0) as Instant;
    return how === LOOSE ? { change, sent, loose: true } : { change, sent };
  }
}

/** Times at which events were sent. PLEG's own lines are exact; an event that a free loop handled was sent just before; one that waited lies between its neighbours in the channel. */
export function timedChanges(
  facts: ProcessFacts,
  busy: readonly Stretch[],
  relists: readonly PlannedRelist[],
  noListing: readonly NoListing[],
): readonly TimedChange[] {
  const { changes } = facts;
  const sent = new SentTimes(changes.length);
  const changeOfTurn = new Int32Array(facts.handled.length).fill(NO_CHANGE);
  changes.forEach(({ turn, reported }, change) => {
    if (turn !== undefined) changeOfTurn[turn] = change;
    if (reported !== undefined) sent.set(change, reported, KNOWN);
  });
  let group: number[] = [];
  let groupBusy: Stretch | undefined;
  let lastBusy: Stretch | undefined;
  let lastHandled = Number.NEGATIVE_INFINITY;
  const listings = [...relists.flatMap((relist) => relist.listed ?? []), ...noListing.map((one) => one.release)].sort(
    (a, b) => a - b,
  );
  const flush = (): void => {
    if (groupBusy !== undefined) placeGroup(group, changes, groupBusy, sent, listings);
    group = [];
    groupBusy = undefined;
  };
  const { first, end } = turnsWithin(facts.handled, facts.changesWithin);
  for (let turn = first; turn < end; turn += 1) {
    const event = facts.handled[turn] as PlegEvent;
    const change = changeOfTurn[turn] ?? NO_CHANGE;
    const before = busy[firstAfter(busy, event.time + milliseconds(5), (one) => one.to) - 1];
    const reported = changes[change]?.reported;
    const goesOn = groupBusy !== undefined && before === groupBusy && event.time - lastHandled < BURST;
    const begins = before !== undefined && event.time - before.to < RESUMES_WITHIN && lastBusy !== before;
    lastHandled = event.time;
    if (
      before === undefined ||
      (!goesOn && !begins) ||
      (reported !== undefined && reported > before.to + milliseconds(50))
    ) {
      flush();
      if (change !== NO_CHANGE && reported === undefined) sent.set(change, event.time - AT_ONCE, KNOWN);
      continue;
    }
    if (groupBusy !== before) flush();
    groupBusy = before;
    lastBusy = before;
    if (change !== NO_CHANGE) group.push(change);
  }
  flush();
  return changes.map((change, index) => sent.timed(index, change)).sort((a, b) => a.sent - b.sent);
}

/** Events that waited while the loop was busy, in the order of the channel: unknown times go between known ones, to the pod they belong to. */
function placeGroup(
  group: readonly number[],
  changes: readonly ContainerChange[],
  busy: Stretch,
  sent: SentTimes,
  listings: readonly Instant[],
): void {
  const exact = group.map((change) => {
    const reported = changes[change]?.reported;
    return reported !== undefined && reported >= busy.from && reported <= busy.to + milliseconds(50)
      ? reported
      : undefined;
  });
  const uidAt = (index: number): string | undefined => changes[group[index] ?? NO_CHANGE]?.uid;
  const listing = listings[firstAfter(listings, busy.from, (time) => time)];
  const inside = listing !== undefined && listing < busy.to ? listing : undefined;
  let at = 0;
  while (at < group.length) {
    if (exact[at] !== undefined) {
      at += 1;
      continue;
    }
    let end = at;
    while (end < group.length && exact[end] === undefined) end += 1;
    const lower = at === 0 ? undefined : exact[at - 1];
    const upper = end < group.length ? exact[end] : undefined;
    for (let index = at; index < end; index += 1) {
      const change = group[index];
      if (change === undefined) continue;
      const withNext = upper !== undefined && uidAt(end) === uidAt(index);
      const withLast = lower !== undefined && uidAt(at - 1) === uidAt(index);
      const share = (index - at + 1) / (end - at + 1);
      let time: number;
      if (withLast) time = lower + 10 * (index - at + 1);
      else if (withNext) time = upper - 10 * (end - index);
      else if (lower !== undefined && upper !== undefined) time = lower + (upper - lower) * share;
      else if (lower !== undefined) time = Math.min(busy.to - 1, lower + milliseconds(2) * (index - at + 1));
      else if (upper !== undefined) time = upper - milliseconds(2) * (end - index);
      else
        time =
          inside === undefined
            ? busy.from + (busy.to - busy.from) * share
            : inside + milliseconds(1) * (index - at + 1);
      sent.set(change, Math.max(busy.from, time), LOOSE);
    }
    at = end;
  }
}
