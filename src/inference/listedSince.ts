import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD, SYNC_TICKER_PERIOD } from '../kubelet/constants.ts';
import { profileFor } from '../kubelet/profile.ts';
import { type Instant, seconds } from '../kubelet/time.ts';
import { OLDEST_KNOWN_VERSION } from '../kubelet/version.ts';
import type { EpisodeDraft } from './episodeParts.ts';
import { lastHealthyBefore, type ProcessEvidence } from './evidence.ts';
import type { KubeletProcess, LoopStall } from './history.ts';
import { AFTER_ALL, BEFORE_ALL } from './lines.ts';
import { countLeading } from './search.ts';
import { usesEvented } from './usesEvented.ts';

/** From when on PLEG can have listed what a line at `told` says of a pod's container; `before` is when an earlier relist told of the same pod, by an event. */
export type ListedSince = (told: Instant, before: Instant | undefined) => Instant;

/** The loop takes no events: from the first skip of a run (or the begin of a stall) until what waited is through. */
interface ClosedLoop {
  readonly from: Instant;
  to: Instant;
}

/** What waited in the channel is through so long after the loop goes on. */
const DRAINED = seconds(2);

/**
 * The rule `container-states` from below, over the lives of a log. A relist lists first and inspects pod after pod then, of which no line tells how long
 * it takes: an event can be told minutes after what it tells was listed. But a loop that goes on found PLEG healthy, so the relist that sent the event
 * began at most the threshold before; and a relist begins after the one before has sent its events. generic.go, Relist and Healthy; kubelet.go, syncLoop; 1.8–1.36.
 */
export function listedSinceOf(evidences: readonly ProcessEvidence[], processes: readonly KubeletProcess[], drafts: readonly EpisodeDraft[], stalls: readonly LoopStall[]): ListedSince {
  const evented = evidences.some(({ ledger }) => usesEvented(ledger));
  const age = (evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD) + SYNC_TICKER_PERIOD;
  const limits = processes.map(({ version, versionRange }) => profileFor(version ?? versionRange?.min ?? OLDEST_KNOWN_VERSION).housekeepingLimit);
  const turn = Math.max(SYNC_TICKER_PERIOD, ...limits.map((limit) => limit ?? 0));
  const untold = evidences.filter((_, index) => limits[index] === undefined);
  const closed = closedLoops(evidences, drafts, stalls);
  /** From when on an event can have been sent that the loop took at this time. */
  const sentSince = (taken: Instant): Instant => {
    const last = closed[countLeading(closed, ({ from }) => from <= taken) - 1];
    let open = last !== undefined && taken <= last.to ? last.from : taken;
    for (const process of untold) if (process.from <= taken && taken <= process.to) open = Math.min(open, turnBefore(process, taken)) as Instant;
    return (open - turn) as Instant;
  };
  return (told, before) => {
    const sent = sentSince(told);
    const healthy = (sent - age) as Instant;
    // Evented PLEG sends beside the relists: an event before says nothing of the listing behind this one.
    if (evented || before === undefined || before >= sent) return healthy;
    return Math.max(healthy, sentSince(before)) as Instant;
  };
}

/** Where no line would tell of slow housekeeping, the loop can have stood still since the last line of a turn. */
function turnBefore({ ledger, from }: ProcessEvidence, taken: Instant): Instant {
  return ledger.turns.lastBefore((taken - DRAINED) as Instant)?.time ?? from;
}

/** Stretches in which the loop takes no events, in order and apart from each other. */
function closedLoops(evidences: readonly ProcessEvidence[], drafts: readonly EpisodeDraft[], stalls: readonly LoopStall[]): readonly ClosedLoop[] {
  const all: ClosedLoop[] = stalls.map(({ from, to }) => ({ from: from.min, to: (to.max + DRAINED) as Instant }));
  for (const { episode, run } of drafts) {
    const first = run?.skips[0];
    if (first === undefined) continue;
    const process = evidences.find(({ id }) => id === episode.process);
    // Where a run may have begun before its first line, the loop was open at its last turn.
    const from = run?.fromStart === true ? first.fact.time : process === undefined ? BEFORE_ALL : (lastHealthyBefore(process, first.fact.time)?.min ?? BEFORE_ALL);
    all.push({ from, to: ((episode.resumed?.max ?? process?.to ?? AFTER_ALL) + DRAINED) as Instant });
  }
  all.sort((a, b) => a.from - b.from);
  const merged: ClosedLoop[] = [];
  for (const one of all) {
    const last = merged.at(-1);
    if (last !== undefined && one.from <= last.to) last.to = Math.max(last.to, one.to) as Instant;
    else merged.push(one);
  }
  return merged;
}
