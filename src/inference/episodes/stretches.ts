import type { Instant } from '../../kubelet/time.ts';
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import type { NodeConditionFact } from '../../messages/fact.ts';
import { factsBetween, firstHealthyAfter, isUnhealthy, type ProcessEvidence } from '../evidence.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import type { NamedRelist, RelistBook } from '../relists/bookedRelists.ts';
import { listedInTime } from '../rules/thresholdPassed.ts';
import { whenRuntimeWentDown } from '../rules/lastGoodStatus.ts';
import type { SkipRun } from './skipRuns.ts';

/** The first condition before a run of skips that can stand in one unhealthy stretch with it. */
interface EarlierTrouble {
  readonly condition: NodeConditionFact;
  /** The state was unhealthy all the time from the condition to the first skip; else nothing tells whether it was healthy in between. */
  readonly proven: boolean;
}

/** Looks for conditions from `from` on that tell of the unhealthy stretch of a run. `relist` is the one that its first skip names. */
export function earlierTrouble(
  process: ProcessEvidence,
  book: RelistBook,
  run: SkipRun,
  relist: NamedRelist | undefined,
  from: Instant,
): EarlierTrouble | undefined {
  const first = run.skips[0]?.fact;
  const last = run.skips.at(-1)?.fact;
  if (first === undefined || last === undefined) return undefined;
  const kinds = new Set(first.reasons.map((reason) => reason.kind));
  let possible: NodeConditionFact | undefined;
  for (const condition of factsBetween(process.conditions, from, first.time)) {
    if (!isUnhealthy(condition.reasons)) continue;
    if (holdsOn(process, condition, kinds, relist, first.time))
      return { condition: possible ?? condition, proven: possible === undefined };
    if (!wasHealthy(process, book, condition, relist, last.time)) possible ??= condition;
    else possible = undefined;
  }
  return possible === undefined ? undefined : { condition: possible, proven: false };
}

/** One of the condition's reasons holds until a line of these reasons at `until`, which names `relist`. */
export function holdsOn(
  process: ProcessEvidence,
  condition: NodeConditionFact,
  kinds: ReadonlySet<SkipReasonKind>,
  relist: NamedRelist | undefined,
  until: Instant,
): boolean {
  // No relist was listed since: both name the same, or the skip's was too old already.
  const name = namedRelist(condition);
  if (
    relist !== undefined &&
    ((name !== undefined && Math.abs(name.start - relist.start) < 500_000) ||
      condition.time >= relist.start + relist.threshold)
  )
    return true;
  const both = (kind: SkipReasonKind): boolean =>
    kinds.has(kind) && condition.reasons.some((reason) => reason.kind === kind);
  if (both('pleg-never') || both('runtime-status-unknown')) return true;
  if (!both('runtime-down')) return false;
  const down = whenRuntimeWentDown(process, until);
  return down?.max !== undefined && down.max <= condition.time;
}

/** The state was healthy at a moment after the condition and before the run of skips, of which the last is at `last`. */
function wasHealthy(
  process: ProcessEvidence,
  book: RelistBook,
  condition: NodeConditionFact,
  relist: NamedRelist | undefined,
  last: Instant,
): boolean {
  // All of the run is unhealthy: what was healthy before its last skip was so before its first.
  const healthy = firstHealthyAfter(process, condition.time);
  if (healthy !== undefined && healthy.max <= last) return true;
  // A later relist was listed while it was young enough.
  return namedRelist(condition) !== undefined && relist !== undefined && listedInTime(process, book, relist).proven;
}
