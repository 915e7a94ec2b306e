/** Which process runs of a kubelet are folded into a count, where a log has more of them than a history keeps. */
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import { isUnhealthy } from '../evidence.ts';
import type { ProcessLedger } from './ledger.ts';

/** Of the bound: process runs at the begin of the log that are kept, those at its end, and those between that tell most. The rest is room for more until process runs are folded again. */
const FIRST = 0.2;
const LAST = 0.4;
const TELLING = 0.2;

/** A process run that goes on for so long is not one of a crash loop. */
const LONG: Duration = seconds(300);

/** The process runs to fold when there are more than `most`: neither the first nor the last ones, nor those that still go on or tell most. At least a fifth of the bound. */
export function processesToFold(ledgers: readonly ProcessLedger[], most: number): ReadonlySet<ProcessLedger> {
  const first = Math.floor(most * FIRST);
  const behind = ledgers.length - Math.floor(most * LAST);
  const since = ledgers[behind]?.from ?? (Number.POSITIVE_INFINITY as Instant);
  const between = ledgers
    .slice(first, Math.max(first, behind))
    .map((ledger, at) => ({ ledger, at, weight: weightOf(ledger, since) }));
  between.sort((a, b) => b.weight - a.weight || a.at - b.at);
  const kept = Math.floor(most * TELLING);
  return new Set(between.filter(({ weight }, at) => weight === 0 || at >= kept).map(({ ledger }) => ledger));
}

/** More for process runs that tell more; 0 for one like all others of a crash loop. */
function weightOf(ledger: ProcessLedger, since: Instant): number {
  const { from, to, skips, conditions, endSigns } = ledger;
  if (to !== undefined && to >= since) return 4;
  if (
    conditions.some(({ ready, reasons }) => !ready && isUnhealthy(reasons)) ||
    skips.some(({ reasons }) => reasons.some(({ kind }) => kind === 'pleg-stale' || kind === 'runtime-down'))
  )
    return 3;
  if (
    endSigns.all.some(
      (sign) =>
        sign.kind === 'neighbour' &&
        (sign.what === 'out-of-memory' || sign.what === 'watchdog' || sign.what === 'health-monitor'),
    )
  )
    return 2;
  return from !== undefined && to !== undefined && to - from >= LONG ? 1 : 0;
}
