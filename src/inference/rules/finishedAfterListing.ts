import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { eventedAt, factsBetween, indexFrom, notThereBefore, type ProcessEvidence } from '../evidence.ts';
import type { LineReference } from '../history.ts';
import { BEFORE_ALL } from '../store/lines.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';

export const finishedAfterListing: RuleText = {
  id: 'finished-after-listing',
  title: 'A “container finished” line comes after a listing',
  reason:
    'PLEG writes “Generic (PLEG): container finished” (1.22 and later) and its V(4) state lines after a listing returned. After the last skip of an episode the first such line proves that PLEG was healthy again, seconds before the loop wakes and handles the event.',
  condition:
    'The relist that was listed last must be over (a failed one followed it, or none was ever listed): while it inspects pods slowly, it writes such lines itself. And the listing must have begun less than three minutes before its line, because PLEG is healthy by the start of a relist: the end of the last failed one, or the start of the kubelet, is as near. Up to 1.35 every listing is a global one. In 1.36 a relist of a single pod writes such lines too; but after it the overdue global relist comes first, so the line of a second pod proves a global listing, if no relist failed in between. Not with Evented PLEG.',
  source: 'pkg/kubelet/pleg/generic.go, Relist, 1.22–1.36; workerLoop serves a due global relist first, 1.36',
};

/** Whether a relist that had listed at `time` began within the threshold before it: it began after the last failed one, and after the kubelet. */
function beganInTime(process: ProcessEvidence, time: Instant): boolean {
  const failed = process.relistFailures[indexFrom(process.relistFailures, time) - 1];
  return time - Math.max(failed?.time ?? BEFORE_ALL, notThereBefore(process)) < RELIST_THRESHOLD;
}

/**
 * Upper bound of the moment when PLEG had listed again after `from`; looks no further than `to`. `lastListed` is the start of the relist that was
 * listed last, or `undefined` when none was.
 */
export function listedAgainBefore(
  process: ProcessEvidence,
  lastListed: Instant | undefined,
  from: Instant,
  to: Instant,
): Proof | undefined {
  if (eventedAt(process, from)) return undefined;
  if (lastListed !== undefined && factsBetween(process.relistFailures, lastListed, from).length === 0) return undefined;
  const lines: LineReference[] = [];
  let firstPod: string | undefined;
  for (const line of process.ledger.listings.between(from, to, 200)) {
    if (!beganInTime(process, line.time)) return undefined;
    if (!process.podRelists) return { max: line.time, rule: finishedAfterListing.id, lines: [line.at] };
    if (firstPod === undefined) {
      firstPod = line.label ?? '';
      lines.push(line.at);
    } else if (line.label !== firstPod) {
      if (factsBetween(process.relistFailures, from, line.time).length > 0) return undefined;
      return { max: line.time, rule: finishedAfterListing.id, lines: [...lines, line.at] };
    }
  }
  return undefined;
}
