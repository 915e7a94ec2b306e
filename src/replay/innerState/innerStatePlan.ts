/**
 * The likely course of PLEG between the proven points: when each relist starts, is listed and ends, when each event was sent, and when the runtime gave no listing.
 * Proven times are taken as they are; where lines leave bounds, the most plausible point within them is chosen. Made once per process, linear in its facts.
 */
import { type Stretch, joinedStretches } from '../../kubelet/stretches.ts';
import { BASE_RUNTIME_SYNC_THRESHOLD } from '../../kubelet/constants.ts';
import { type Instant, milliseconds } from '../../kubelet/time.ts';
import { MOST_DEAD } from './containerChanges.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import { slowInspections } from './innerStateSlow.ts';
import { ProvenStaleness } from '../stalenessBounds.ts';
import { type TimedChange, timedChanges } from './sentTimes.ts';
import { type NoListing, type PlannedRelist, noListingOf, planned, withPauses } from './plannedRelists.ts';

export interface Plan {
  readonly relists: readonly PlannedRelist[];
  readonly noListing: readonly NoListing[];
  readonly busy: readonly Stretch[];
  /** In order of `sent`. */
  readonly changes: readonly TimedChange[];
  /** What the runtime held, every so many changes: the last change of each container that was there after the first `count` changes. */
  readonly held: readonly { readonly count: number; readonly changes: readonly TimedChange[] }[];
  /** Times in which Status gave no good answer; it is good again at `to`. */
  readonly noStatus: readonly Stretch[];
  readonly proven: ProvenStaleness;
}

export function planOf(facts: ProcessFacts): Plan {
  const proven = new ProvenStaleness(facts);
  const noListing = noListingOf(facts);
  const relists = withPauses(
    facts.relists.map((relist) => planned(relist, facts)).sort((a, b) => a.start - b.start),
    facts,
    noListing,
    proven,
  );
  const stops = busyOf(facts);
  const changes = timedChanges(facts, stops, relists, noListing);
  const slow = slowInspections(facts, changes, relists);
  return {
    relists: [...relists, ...slow].sort((a, b) => a.start - b.start),
    noListing,
    // From the end of one stall to the next (or to the skip that follows it) the loop has one turn at most.
    busy: joinedStretches(stops, milliseconds(20) - 1),
    changes,
    held: heldOf(changes),
    noStatus: noStatusOf(facts),
    proven,
  };
}

const HELD_EVERY = 5_000;

function heldOf(changes: readonly TimedChange[]): Plan['held'] {
  const last = new Map<string, TimedChange>();
  const dead = new Map<string, string[]>();
  const held: { count: number; changes: TimedChange[] }[] = [{ count: 0, changes: [] }];
  changes.forEach((timed, index) => {
    const { id, uid, state } = timed.change;
    last.delete(id);
    if (state !== 'removed') last.set(id, timed);
    if (state === 'exited') {
      const ids = dead.get(uid) ?? [];
      if (ids.length === 0) dead.set(uid, ids);
      ids.push(id);
      const oldest = ids.length > MOST_DEAD ? ids.shift() : undefined;
      if (oldest !== undefined && last.get(oldest)?.change.state === 'exited') last.delete(oldest);
    }
    if ((index + 1) % HELD_EVERY === 0) held.push({ count: index + 1, changes: [...last.values()] });
  });
  return held;
}

function busyOf(facts: ProcessFacts): readonly Stretch[] {
  const all: { from: Instant; to: Instant }[] = [];
  let run: { from: Instant; to: Instant } | undefined;
  for (const { skip, sleep, index } of facts.skips) {
    const to = (skip.time + sleep) as Instant;
    if (index === 0 || run === undefined) all.push((run = { from: skip.time, to }));
    else run.to = to;
  }
  for (const stall of facts.stalls)
    if (stall.to.min > stall.from.max) all.push({ from: stall.from.max, to: stall.to.max });
  return all.sort((a, b) => a.from - b.from);
}

function noStatusOf(facts: ProcessFacts): readonly Stretch[] {
  const spans: { from: Instant; to: Instant }[] = [];
  for (const { skip, sleep } of facts.skips) {
    const unknown = skip.reasons.some((reason) => reason.kind === 'runtime-status-unknown');
    const down = unknown || skip.reasons.some((reason) => reason.kind === 'runtime-down');
    if (!down) continue;
    const from = (unknown ? facts.begin : skip.time - BASE_RUNTIME_SYNC_THRESHOLD + 1000) as Instant;
    const to = (skip.time + sleep / 2) as Instant;
    const last = spans.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}
