/** Skips that look like those of a kubelet's start, though the log shows only a piece of it: the kubelet ended, or the log begins or ends, before anybody could tell a fault from a start. */
import { BACKOFF_MAX } from '../../kubelet/constants.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { Episode, KubeletProcess } from '../history.ts';

/** A start is over within this time, or it is a fault. */
const START: Duration = seconds(30);

/** What else tells whether a kubelet is starting. */
export interface StartSigns {
  /** The kubelet registers its node, or tries to, which is the first thing that it does (pkg/kubelet/kubelet_node_status.go registerWithAPIServer), or it ends for what it does only at its start. */
  readonly isStarting: boolean;
  /** Nothing shows that a lone skip lasted, though the kubelet's lines go on. */
  readonly isAlone: boolean;
  /** A relist ran into its time-out: it had begun long before. */
  readonly relistHung: boolean;
}

/** Whether an episode whose skips have these times, in order, is such a piece of a start. */
export function isCutStart(
  { reasons, endedBy, begin, end, beginsBeforeLog, relistFailed }: Omit<Episode, 'id'>,
  process: KubeletProcess,
  skips: readonly Instant[],
  { isStarting, isAlone, relistHung }: StartSigns,
): boolean {
  if (relistHung) return false;
  const started = process.loopStarted ?? process.from;
  // The runtime cannot have been down for 30 s by then: up to 1.12 this stands for "no answer yet".
  const ofStart =
    (reasons.length > 0 || process.startedInLog) &&
    reasons.every(
      (reason) =>
        reason === 'pleg-never' ||
        // Cut before it says which of the two; no listing is three minutes old by then.
        (reason === 'pleg-stale' && isAtBegin(skips, process.loopStarted)) ||
        reason === 'runtime-status-unknown' ||
        reason === 'network' ||
        (reason === 'runtime-down' &&
          (process.loopStarted !== undefined ||
            (skips.length === 1 && (isStarting || reasons.includes('pleg-never'))) ||
            // A condition of the node says so, and the kubelet had begun less than 30 s before.
            (skips.length === 0 && process.startedInLog && begin.max - started < START))),
    );
  if (!ofStart || isUnderWay(process, skips)) return false;
  // Lines are missing after a single skip, but a later one shows that it was over, or nothing that it lasted.
  const isOver = endedBy === 'recovered' || (endedBy === 'gap' && skips.length === 1 && (end !== undefined || isAlone));
  if (!isOver) return process.to - started < START;
  if (skips.length === 0 && process.startedInLog) return end !== undefined && end.max - started < START;
  if (!beginsBeforeLog || process.startedInLog) return false;
  // One skip with the words of a start, and nothing before it in the log: what it looks like is a normal start, though it may be the last of a longer one.
  if (skips.length === 1) return (reasons.includes('pleg-never') && relistFailed !== true) || isStarting;
  // Several that still drift apart: the loop began seconds before the first of them.
  return reasons.includes('pleg-never') && (skips.at(-1) ?? 0) - (skips[0] ?? 0) < START;
}

function isAtBegin(skips: readonly Instant[], loopStarted: Instant | undefined): boolean {
  return loopStarted !== undefined && skips.every((at) => at >= loopStarted && at - loopStarted < START);
}

/**
 * Skips of a kubelet whose start is not in the log, that are as far apart as they ever get: the loop has skipped for longer by then than a start takes (pkg/kubelet/kubelet.go
 * syncLoop doubles its wait up to 5 s).
 */
function isUnderWay(process: KubeletProcess, [first, second]: readonly Instant[]): boolean {
  if (process.startedInLog || process.loopStarted !== undefined || first === undefined || second === undefined)
    return false;
  return second - first > BACKOFF_MAX * 0.95;
}
