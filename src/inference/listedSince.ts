import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD, SYNC_TICKER_PERIOD } from '../kubelet/constants.ts';
import { profileFor } from '../kubelet/profile.ts';
import { type Instant, seconds } from '../kubelet/time.ts';
import { OLDEST_KNOWN_VERSION } from '../kubelet/version.ts';
import type { EpisodeDraft } from './episodeParts.ts';
import { lastHealthyBefore, type ProcessEvidence } from './evidence.ts';
import type { KubeletProcess, LoopStall } from './history.ts';
import { AFTER_ALL, BEFORE_ALL } from './lines.ts';
import { countLeading } from './search.ts';
import type { SentProofs } from './sentProofs.ts';

/** From when on PLEG can have listed what a line at `told` says of a pod's container; `before` is when an earlier relist told of the same pod, by an event. */
export type ListedSince = (told: Instant, before: Instant | undefined, proofs: SentProofs) => Instant;

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
  const evented = evidences.some(({ eventedUntil }) => eventedUntil > BEFORE_ALL);
  const limits = processes.map(({ version, versionRange }) => profileFor(version ?? versionRange?.min ?? OLDEST_KNOWN_VERSION).housekeepingLimit ?? AFTER_ALL);
  /** A turn of the loop that takes longer is told by a line. */
  const turn = Math.max(SYNC_TICKER_PERIOD, ...limits);
  // Where the loop can stand still for longer without a line, an event can wait for several such times: between two of them the loop takes as little as one.
  const waitsUntold = turn > SYNC_TICKER_PERIOD;
  const oldest = (evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD) + SYNC_TICKER_PERIOD + turn;
  const closed = closedLoops(evidences, drafts, stalls);
  /** The time, or when the loop was last open before, with lines that tell. */
  const openAt = (time: Instant): Instant => {
    const last = closed[countLeading(closed, ({ from }) => from <= time) - 1];
    return last !== undefined && time <= last.to ? last.from : time;
  };
  /** From when on an event can have been sent that the loop took at this time. */
  const sentSince = (taken: Instant, proofs: SentProofs): Instant => {
    const open = waitsUntold ? BEFORE_ALL : openAt(taken);
    // The order of events could tell no more than a turn there.
    return open === taken ? ((taken - turn) as Instant) : (Math.max(open - turn, proofs.sentSince(taken) ?? BEFORE_ALL) as Instant);
  };
  return (told, before, proofs) => {
    const sent = sentSince(told, proofs);
    const healthy = (openAt(sent) - oldest) as Instant;
    // Evented PLEG sends beside the relists: an event before says nothing of the listing behind this one.
    if (evented || before === undefined || before >= sent) return healthy;
    return Math.max(healthy, sentSince(before, proofs)) as Instant;
  };
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
