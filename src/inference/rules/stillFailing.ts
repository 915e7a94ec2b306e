import { RELIST_PERIOD, RUNTIME_STATUS_PERIOD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds } from '../../kubelet/time.ts';
import type { RelistFailedFact } from '../../messages/fact.ts';
import { eachBetween, type ProcessEvidence } from '../evidence.ts';
import { lineOf } from '../store/lines.ts';
import type { Proof } from '../proof.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import type { RuleText } from '../rule.ts';
import { isOfPleg, type SkipReasonKind } from '../../kubelet/skipReason.ts';
import { latestBegin } from '../relists/knownTimeout.ts';
import { type FruitlessStatus, timedOut } from '../relists/statusCalls.ts';
import { STAMP_NOISE, START_PHASE } from './margins.ts';

export const stillFailing: RuleText = {
  id: 'still-failing',
  title: 'A failed relist or Status after the last skip keeps the state unhealthy',
  reason:
    'After a failed relist the next one starts a second later at the earliest, after a failed Status the next call comes 5 s later. While PLEG is stale or the runtime counts as down, the state cannot be healthy before that.',
  condition:
    'The last skip names the reason that the failed call upholds, and the failed relists follow one another from the last skip on without room for one that listed; the same for failed Status calls and one that was answered. For Status only after the first Ready, or five minutes after the start, because a starting kubelet also asks out of turn.',
  source: 'pkg/kubelet/pleg/generic.go (relist period 1 s); kubelet.go, updateRuntimeUp every 5 s; 1.8–1.36',
};

/** An answer that comes in the moment of a skip can be taken just after its check. */
const SAME_MOMENT: Duration = milliseconds(100);
/** Two relists that follow one another begin at least this far apart, so between two failures nearer than that no other relist had room. */
const NO_ROOM: Duration = (2 * RELIST_PERIOD - STAMP_NOISE) as Duration;

/** Lower bounds of the end of unhealthiness from failures between the last skip and the loop's resumption. */
export function stillFailingAfter(
  process: ProcessEvidence,
  reasons: readonly SkipReasonKind[],
  from: Instant,
  to: Instant,
): readonly Proof[] {
  const proofs: Proof[] = [];
  const notBeforeNext = (failed: FruitlessStatus | RelistFailedFact | undefined, period: Duration): void => {
    if (failed === undefined) return;
    const min = (failed.time + period - STAMP_NOISE) as Instant;
    proofs.push({ min, rule: stillFailing.id, lines: [lineOf(failed)] });
  };
  if (isOfPleg(reasons)) notBeforeNext(lastWithoutListing(process, from, to), RELIST_PERIOD);
  if (reasons.includes('runtime-down') && isPastStart(process, from))
    notBeforeNext(lastWithoutAnswer(process, from, to), RUNTIME_STATUS_PERIOD);
  return proofs;
}

/** A starting kubelet asks for Status out of turn up to the first Ready, and not for long. */
function isPastStart(process: ProcessEvidence, time: Instant): boolean {
  return (
    time - process.from > START_PHASE ||
    process.nodeEvents.some((fact) => fact.event === 'NodeReady' && fact.time < time)
  );
}

/** The last of the failed Status calls up to `to` before which none can have been answered since `from`. */
function lastWithoutAnswer(process: ProcessEvidence, from: Instant, to: Instant): FruitlessStatus | undefined {
  let last: FruitlessStatus | undefined;
  for (const failed of eachBetween(process.statusFailures, (from - RUNTIME_STATUS_PERIOD) as Instant, to)) {
    const began = timedOut(failed) ? latestBegin(process.callTimeout, 'status', failed.time) : failed.time;
    const since = last === undefined ? from : last.time + RUNTIME_STATUS_PERIOD;
    if (began > from && began - RUNTIME_STATUS_PERIOD > since - SAME_MOMENT) break;
    last = failed;
  }
  return last;
}

/** The last of the failed relists up to `to` before which none can have listed since `from`. */
function lastWithoutListing(process: ProcessEvidence, from: Instant, to: Instant): RelistFailedFact | undefined {
  let last: RelistFailedFact | undefined;
  for (const failed of eachBetween(process.relistFailures, (from - NO_ROOM) as Instant, to)) {
    if (failed.scope !== 'all') continue;
    // A call that timed out had begun that long before: its relist was under way.
    const began = ranIntoTimeout(failed.error) ? latestBegin(process.callTimeout, 'list', failed.time) : failed.time;
    if (began > from && (last === undefined || began - last.time >= NO_ROOM)) break;
    last = failed;
  }
  return last !== undefined && last.time >= from - RELIST_PERIOD ? last : undefined;
}
