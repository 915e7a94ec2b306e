/** Parts of a process that the model runs in one go: from one quiet time to a later one, so that a question costs minutes of model time and not the whole log. */
import { joinedStretches } from '../../kubelet/stretches.ts';
import { firstAfter } from '../../kubelet/ordered.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { Episode } from '../../inference/history.ts';
import type { ProcessFacts } from './innerStateFacts.ts';
import type { Plan } from './innerStatePlan.ts';

interface Zone {
  readonly from: Instant;
  readonly to: Instant;
}

const GRID: Duration = seconds(600);
const BEFORE: Duration = seconds(20);
const BEHIND: Duration = seconds(60);
const PAD: Duration = seconds(5);
/** Relists that take longer are drawn one by one. */
export const LONG_RELIST: Duration = seconds(1.5);
/** A stretch does not reach further behind the moment than this, however long the trouble lasts. */
const MOST_BEHIND: Duration = seconds(2 * 3600);
const MOST_BEFORE: Duration = seconds(24 * 3600);

/** Times in which something is under way that a healthy kubelet would not carry along. */
export function zonesOf(facts: ProcessFacts, plan: Plan, episodes: readonly Episode[]): readonly Zone[] {
  const zones: Zone[] = [];
  const add = (from: number, to: number): void => {
    if (Number.isFinite(from) && Number.isFinite(to))
      zones.push({ from: (from - PAD) as Instant, to: (to + PAD) as Instant });
  };
  for (const episode of episodes) {
    // Where nothing bounds a begin, no more of the time before it is run than for one that is known.
    const begin = episode.beginOpen === true ? episode.begin.max : episode.begin.min;
    if (episode.process === facts.process.id && !episode.startup)
      add(begin - facts.threshold, episode.resumed?.max ?? episode.end?.max ?? facts.process.to);
  }
  for (const { start, end, listed } of plan.relists)
    if ((end ?? listed ?? start) - start > LONG_RELIST) add(start, end ?? listed ?? start);
  for (const naming of facts.namings) add(naming.start ?? facts.begin, naming.last);
  for (const stall of facts.stalls) add(stall.from.min, stall.to.max);
  for (const failure of facts.inspections) add(failure.began, failure.time);
  for (const status of facts.statuses) add(status.began, status.end);
  for (const busy of plan.noStatus) add(busy.from, busy.to);
  return joinedStretches(zones);
}

/** The stretch in which a moment lies. */
export function stretchAt(facts: ProcessFacts, zones: readonly Zone[], time: Instant): Stretch {
  const { begin, process } = facts;
  const zoneAt = (at: number): Zone | undefined => {
    const zone = zones[firstAfter(zones, at, (one) => one.from) - 1];
    return zone !== undefined && zone.to >= at ? zone : undefined;
  };
  let from: number = begin + Math.floor((time - BEFORE - begin) / GRID) * GRID;
  for (let zone = zoneAt(from); zone !== undefined && from > begin; zone = zoneAt(from)) from = zone.from - 1;
  if (time - from > MOST_BEFORE) from = time - MOST_BEFORE;
  from = Math.max(begin, from);
  let to: number = begin + Math.ceil((time + BEHIND - begin) / GRID) * GRID;
  for (let zone = zoneAt(to); zone !== undefined && to < process.to; zone = zoneAt(to)) to = zone.to + 1;
  to = Math.min(to, process.to, time + MOST_BEHIND);
  return {
    from: from as Instant,
    to: Math.max(from, to, Math.min(time, process.to)) as Instant,
    cold: process.startedInLog && from <= begin,
  };
}

/** A part of a process that is run in one go. */
export interface Stretch {
  readonly from: Instant;
  readonly to: Instant;
  /** The process starts here; else the model begins `LEAD` earlier in a healthy kubelet that knows its pods, or in one that skips where the log begins so. */
  readonly cold: boolean;
}
