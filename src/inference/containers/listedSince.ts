import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { lastHealthyBefore, type ProcessEvidence, usedEvented } from '../evidence.ts';
import { BEFORE_ALL } from '../store/lines.ts';
import type { SentProofs } from './sentProofs.ts';

/** From when on PLEG can have listed what a line at `reported` says of a pod's container; `before` is when an earlier relist reported the same pod, by an event. Before every time where nothing tells. */
export type ListedSince = (reported: Instant, before: Instant | undefined, proofs: SentProofs) => Instant;

const MOST_KNOWN = 4096;

/**
 * The rule `container-states` from below, over the processes of a log. A relist lists first and inspects pod after pod then, and what it sends can wait for the loop:
 * no line tells how long either takes. Only lines that are there bound it: the event was sent after another one, a relist that sends after a healthy check began
 * at most the threshold before the check, and it begins after the one before has sent its events. generic.go, Relist and Healthy; kubelet.go, syncLoop; 1.8–1.36.
 */
export function listedSinceOf(evidences: readonly ProcessEvidence[], nodes: number): ListedSince {
  // Each node has a channel of its own, in which only its own events keep their order.
  if (nodes > 1) return () => BEFORE_ALL;
  const evented = evidences.some(usedEvented);
  const threshold = evented ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD;
  const healthyBefore = (time: Instant): number => {
    let least = Number.POSITIVE_INFINITY;
    for (const process of evidences)
      if (process.from <= time && time <= process.to)
        least = Math.min(least, lastHealthyBefore(process, time)?.min ?? BEFORE_ALL);
    return least === Number.POSITIVE_INFINITY ? BEFORE_ALL : least;
  };
  // Many states are told by lines that came after the same exit.
  const known = new Map<Instant, Instant>();
  const beganBefore = (sent: Instant): Instant => {
    let began = known.get(sent);
    if (began === undefined) {
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(sent, (began = (healthyBefore(sent) - threshold) as Instant));
    }
    return began;
  };
  return (reported, before, proofs) => {
    const sent = proofs.sentSince(reported);
    if (sent === undefined) return BEFORE_ALL;
    const healthy = beganBefore(sent);
    // Evented PLEG sends beside the relists: an event before says nothing of the listing behind this one.
    if (evented || before === undefined || before >= sent) return healthy;
    return Math.max(healthy, proofs.sentSince(before) ?? BEFORE_ALL) as Instant;
  };
}
