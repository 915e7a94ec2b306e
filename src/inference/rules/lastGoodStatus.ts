import { countLeading } from '../../kubelet/ordered.ts';
import { BACKOFF_MAX, BASE_RUNTIME_SYNC_THRESHOLD, RUNTIME_STATUS_PERIOD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { isDownThroughout } from '../episodes/downThroughout.ts';
import { indexFrom, type ProcessEvidence } from '../evidence.ts';
import { BEFORE_ALL, lineOf } from '../store/lines.ts';
import type { Proof } from '../proof.ts';
import type { RuleText } from '../rule.ts';
import { latestBegin, statusBeganAfter } from '../relists/knownTimeout.ts';
import { failedAtOnce, type FruitlessStatus, QUICK_FAILURE, timedOut } from '../relists/statusCalls.ts';
import { START_PHASE, TIMEOUT_LAG } from './margins.ts';

export const lastGoodStatus: RuleText = {
  id: 'last-good-status',
  title: 'The runtime counts as down 30 seconds after its last good Status',
  reason:
    'The kubelet asks the runtime for its Status every 5 s, counted from the end of the call before. An answer with RuntimeReady=false is no good one. So the first failed call of a chain began 5 s after the last good one, and “container runtime is down” holds from 30 s after that. ' +
    'A call that timed out began one time-out before its line, one that failed because nobody listens on the socket in that moment, as does one whose next call failed in the same way without delay, and any other within the time-out; but none before the failed call before it ended, because the kubelet makes one Status call at a time. A starting kubelet also asks out of turn (from 1.26 on every 100 ms until the node is Ready), so there the last good call can be any up to the first Ready, or up to the first one that ended: such a call waits for one whose initialisation hangs.',
  condition:
    'The failed calls follow one another without room for a good one, and the chain reaches to the proof: a failure in the 30 s before it, or a call that was under way and failed later: it began before, or the runtime counted as down from the proof to its line. A hanging Status logs nothing until its time-out, and one that is answered late logs nothing at all; then nothing is said of the begin. From below the first failed call bounds it only where all calls from then on are there, each with both its lines (of the runtime client and of the check), and none failed in the half minute before: where lines are missing, an earlier one can be, too; and only where PLEG cannot have been stale before and have listed again meanwhile: the loop, or the node’s status, was free to tell of the runtime at once, or a relist that is named later was over at the last healthy check. That a call ran for the whole time-out is taken where the failed call before it stands one time-out and 5 s away while the runtime counts as down all the time; of the first such call where a housekeeping that took as long ended in the same moment and the call after it hung like this; else it only began after the call before, the start of the kubelet, or the last healthy check.',
  source:
    'pkg/kubelet/kubelet.go, updateRuntimeUp every 5 s, fastStatusUpdateOnce; runtime.go, runtimeErrors with maxWaitForContainerRuntime 30 s; 1.8–1.36',
};

const PERIOD_SLACK = 1_000_000;
/** From the last good Status to the begin of the next call and from there to the moment when the runtime counts as down. */
const SHIFT = BASE_RUNTIME_SYNC_THRESHOLD - RUNTIME_STATUS_PERIOD;

/** When the runtime began to count as down, for a first proof of it at `time`; `undefined` when no chain of failed Status calls reaches to it. */
export function whenRuntimeWentDown(process: ProcessEvidence, time: Instant): Proof | undefined {
  const failures = process.statusFailures;
  let index = lastOfChain(process, time);
  let first = failures[index];
  if (first === undefined) return undefined;
  const lastGoodBefore = Math.min(time - BASE_RUNTIME_SYNC_THRESHOLD, callStart(process, first).max);
  for (index -= 1; index >= 0; index -= 1) {
    const earlier = failures[index];
    // While the runtime counts as down, no call of the last 30 s was good: all failures in that time are one chain, however far apart.
    if (
      earlier === undefined ||
      (earlier.time <= lastGoodBefore &&
        callStart(process, first).max - earlier.time > RUNTIME_STATUS_PERIOD + PERIOD_SLACK)
    )
      break;
    first = earlier;
  }
  const start = callStart(process, first);
  const min = (start.min + SHIFT - TIMEOUT_LAG) as Instant;
  // A chain that began too late cannot be the cause.
  if (min > time) return undefined;
  // A failure a little before may be of the same chain, with lines between that are missing, and so may one before a log that begins then.
  const before = failures[index]?.time ?? (process.ledger.startedInLog ? BEFORE_ALL : process.from);
  const isWhole = start.min - before > BASE_RUNTIME_SYNC_THRESHOLD && isWholeTo(process, index + 1, time);
  const outOfTurn = Math.min(asksOutOfTurnUntil(process), lastGoodBefore) + BASE_RUNTIME_SYNC_THRESHOLD;
  const begun = Math.max(start.max + SHIFT, outOfTurn);
  return {
    ...(isWhole ? { min } : {}),
    max: Math.min(begun, time) as Instant,
    rule: lastGoodStatus.id,
    lines: [lineOf(first)],
  };
}

/**
 * True if no line is missing from the call at `index` to `time`: each failed call has both its lines, and there is one every period. Where lines of some are
 * missing, those of earlier ones can be, too, and the first that is there need not be the first that failed.
 */
function isWholeTo(process: ProcessEvidence, index: number, time: Instant): boolean {
  const { statusFailures, halfLogged } = process;
  let ended: Instant | undefined;
  for (let at = index; at < statusFailures.length; at += 1) {
    const call = statusFailures[at];
    if (call === undefined || halfLogged.has(call)) return false;
    if (ended !== undefined && callStart(process, call).max - ended > RUNTIME_STATUS_PERIOD + PERIOD_SLACK)
      return false;
    if (call.time >= time) return true;
    ended = call.time;
  }
  return ended !== undefined && time - ended <= RUNTIME_STATUS_PERIOD + PERIOD_SLACK;
}

/** Index of the last failure of the chain that reaches to `time`; −1 when none does. */
function lastOfChain(process: ProcessEvidence, time: Instant): number {
  const failures = process.statusFailures;
  const index = indexFrom(failures, time);
  // A call that hung at that time: its line comes after. One that may have begun later is that call where none between was good, which would write no line.
  const after = failures[index];
  const began = after === undefined ? undefined : callStart(process, after);
  if (
    after !== undefined &&
    began !== undefined &&
    (began.max <= time || (began.min <= time && isDownThroughout(process.downMoments, time, after.time)))
  )
    return index;
  const before = failures[index - 1];
  return before !== undefined && before.time > time - BASE_RUNTIME_SYNC_THRESHOLD ? index - 1 : -1;
}

/**
 * Until when a starting kubelet may have asked for the Status out of turn: until the node was Ready for the first time, and until a call that waited for the
 * first good one, which a hanging initialisation can hold up for long.
 */
function asksOutOfTurnUntil(process: ProcessEvidence): Instant {
  const ready = process.nodeEvents.find((fact) => fact.event === 'NodeReady')?.time;
  const longest = (process.ledger.loopStarted?.time ?? process.from) + START_PHASE;
  const unknown =
    process.skips[
      countLeading(process.skips, ({ reasons }) => reasons.some(({ kind }) => kind === 'runtime-status-unknown')) - 1
    ];
  return Math.max(
    Math.min(ready ?? longest, longest),
    unknown === undefined ? BEFORE_ALL : unknown.time + BACKOFF_MAX,
  ) as Instant;
}

/** When a failed Status call began. */
function callStart(process: ProcessEvidence, fact: FruitlessStatus): { readonly min: Instant; readonly max: Instant } {
  const index = indexFrom(process.statusFailures, fact.time);
  if (failedAtOnce(fact, process.statusFailures[index + 1]))
    return { min: (fact.time - QUICK_FAILURE) as Instant, max: fact.time };
  const { max } = process.callTimeout;
  const before = process.statusFailures[index - 1];
  const latest = timedOut(fact) ? latestBegin(process.callTimeout, 'status', fact.time) : fact.time;
  return {
    min: Math.min(
      latest,
      Math.max(fact.time - max - TIMEOUT_LAG, statusBeganAfter(process.ledger, fact, before)),
    ) as Instant,
    max: latest,
  };
}
