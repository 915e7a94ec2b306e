import type { Instant } from '../../kubelet/time.ts';
import type { SkipFact } from '../../messages/fact.ts';
import { factsBetween, type ProcessEvidence } from '../evidence.ts';
import { lineOf } from '../store/lines.ts';
import type { Proof } from '../proof.ts';
import { namedRelist, SAME_RELIST } from '../relists/namedRelist.ts';
import { STAMP_NOISE } from './margins.ts';
import type { RuleText } from '../rule.ts';

export const nodeReadyProvesHealth: RuleText = {
  id: 'node-ready',
  title: 'NodeReady proves a healthy state',
  reason:
    'The Ready condition holds the same reasons as the skip, read again. When the kubelet records NodeReady, none of them was left at that moment, even if the loop still sleeps.',
  condition:
    'The event is the kubelet’s own “Recording event message … NodeReady” line; the condition was computed just before it.',
  source: 'pkg/kubelet/nodestatus/setters.go, ReadyCondition, 1.12–1.36; kubelet_node_status.go before',
};

export const nodeNotReadyProvesTrouble: RuleText = {
  id: 'node-not-ready',
  title: '“Node became not ready” proves an unhealthy state, and with an elapsed the relist too',
  reason:
    'The condition carries the reasons at that moment. It comes from another goroutine than the loop, so it shows episodes in which the blocked loop printed no skip at all. With “last seen active E ago” it names the start of the last listed relist like a skip.',
  condition:
    'It bounds the begin from above: it usually comes within 11 s of the threshold, but 97 s were seen when every call hung. It bounds the end from below where it names the relist that the last skip names. Reasons of network or storage alone make no episode. A second such line is proof of the same episode only where one of its reasons held all the time (the same relist is named, or Status calls failed throughout): else the node can have been Ready in between. Where it names a relist that began after the line before, PLEG has got on since: it stands for an episode of its own, and how the one before ended is not known.',
  source: 'pkg/kubelet/nodestatus/setters.go, ReadyCondition, 1.12–1.36',
};

/** NodeReady between two times bounds the end of unhealthiness from above. */
export function readyAgainBefore(process: ProcessEvidence, from: Instant, to: Instant): Proof | undefined {
  const ready = factsBetween(process.nodeEvents, from, to).find(
    (fact) => fact.event === 'NodeReady' && fact.time > from,
  );
  return ready === undefined ? undefined : { max: ready.time, rule: nodeReadyProvesHealth.id, lines: [lineOf(ready)] };
}

/** A condition after the last skip that names the same relist as it: PLEG was stale still. */
export function staleAfter(process: ProcessEvidence, last: SkipFact, to: Instant): Proof | undefined {
  const named = namedRelist(last);
  if (named === undefined) return undefined;
  const stale = factsBetween(process.conditions, last.time, to).findLast(
    (fact) => !fact.ready && Math.abs((namedRelist(fact)?.start ?? Number.NaN) - named.start) < SAME_RELIST,
  );
  return stale === undefined
    ? undefined
    : { min: (stale.time - STAMP_NOISE) as Instant, rule: nodeNotReadyProvesTrouble.id, lines: [lineOf(stale)] };
}
