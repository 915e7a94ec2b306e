import { BASE_RUNTIME_SYNC_THRESHOLD, RUNTIME_STATUS_PERIOD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { StatusFailedFact } from '../../messages/fact.ts';
import { indexFrom, type ProcessEvidence } from '../evidence.ts';
import { lineOf } from '../lines.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import { TIMEOUT_LAG, TIMEOUT_LEAD } from './waits.ts';

export const lastGoodStatus: RuleText = {
  id: 'last-good-status',
  title: 'The runtime counts as down 30 seconds after its last good Status',
  reason:
    'The kubelet asks the runtime for its Status every 5 s, counted from the end of the call before. So the first failed call of a chain began 5 s after the last good one, and “container runtime is down” holds from 30 s after that. ' +
    'A call that timed out began one time-out before its line.',
  condition: 'The failed calls follow one another without room for a good one. A hanging Status logs nothing until its time-out; then the line comes long after the moment it proves.',
  source: 'pkg/kubelet/kubelet.go, updateRuntimeUp every 5 s; runtime.go, runtimeErrors with maxWaitForContainerRuntime 30 s; 1.8–1.36',
};

/** A call that failed at once may have taken this long on a loaded node. */
const QUICK_FAILURE = 600_000;
const PERIOD_SLACK = 1_000_000;

/** When the runtime began to count as down, for a first proof of it at `time`; `undefined` when no chain of failed Status calls covers it. */
export function whenRuntimeWentDown(process: ProcessEvidence, time: Instant): Proof | undefined {
  const failures = process.statusFailures;
  // The chain that covers the time: its first failing call began before, its line may come after (a call that hangs).
  let index = indexFrom(failures, time);
  const covering = failures[index];
  if (covering === undefined || callStart(process, covering).min > time) index -= 1;
  let first = failures[index];
  if (first === undefined) return undefined;
  const last = first;
  // While the runtime counts as down, no call of the last 30 s was good: all failures in that time are one chain, however far apart.
  while (index > 0 && (failures[index - 1]?.time ?? 0) > time - BASE_RUNTIME_SYNC_THRESHOLD) {
    index -= 1;
    first = failures[index] ?? first;
  }
  for (let earlier = index - 1; earlier >= 0; earlier -= 1) {
    const fact = failures[earlier];
    if (fact === undefined || callStart(process, first).max - fact.time > RUNTIME_STATUS_PERIOD + PERIOD_SLACK) break;
    first = fact;
  }
  const start = callStart(process, first);
  const shift = BASE_RUNTIME_SYNC_THRESHOLD - RUNTIME_STATUS_PERIOD;
  const min = (start.min + shift - TIMEOUT_LAG) as Instant;
  const max = (start.max + shift) as Instant;
  // A chain that ended long before the proof says nothing about it, and one that began too late cannot be its cause.
  if (min > time || time - last.time > BASE_RUNTIME_SYNC_THRESHOLD + process.callTimeout) return undefined;
  return { min, max: Math.min(max, time) as Instant, rule: lastGoodStatus.id, lines: [lineOf(first)] };
}

/** When a failed Status call began. */
function callStart(process: ProcessEvidence, fact: StatusFailedFact): { readonly min: Instant; readonly max: Instant } {
  if (fact.error.code === 'DeadlineExceeded') {
    const start = fact.time - process.callTimeout;
    return { min: (start - TIMEOUT_LAG) as Instant, max: (start + TIMEOUT_LEAD) as Instant };
  }
  return { min: (fact.time - QUICK_FAILURE) as Instant, max: fact.time };
}
