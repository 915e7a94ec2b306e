import { EVENTED_MAX_STREAM_RETRIES, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant, TimeBounds } from '../../kubelet/time.ts';
import type { Fact } from '../../messages/fact.ts';
import { namedRelist } from '../relists/namedRelist.ts';
import { AFTER_ALL, BEFORE_ALL, inOrder } from '../store/lines.ts';
import type { ProcessLedger } from './ledger.ts';
import { EVENT_STREAM } from './usesEvented.ts';

/**
 * When Evented PLEG gave up. Its fall-back and the retries before it are logged at -v=4 only: the fall-back, or the fifth retry (the count is never reset),
 * is the moment itself. The fifth failure of the call, which every log has, can be earlier: a relist is forced between, and may hang. A line with the
 * generic threshold of three minutes proves that it is past. The relist that this line names can be older: it began while ten minutes were allowed.
 */
export function fallBackOf(ledger: ProcessLedger): TimeBounds | undefined {
  const loggedAt = ledger.evented.find((fact) => fact.what === 'fall-back')?.time ?? AFTER_ALL;
  const fifth = (failures: readonly Fact[]): Instant =>
    inOrder(failures)[EVENTED_MAX_STREAM_RETRIES - 1]?.time ?? AFTER_ALL;
  const known = Math.min(loggedAt, fifth(ledger.evented.filter(({ what }) => what === 'stream-failed'))) as Instant;
  const failed = fifth(ledger.runtimeCallFailures.filter(({ method }) => method === EVENT_STREAM));
  let generic: Instant = AFTER_ALL;
  for (const fact of [...ledger.skips, ...ledger.conditions]) {
    if (namedRelist(fact)?.reason.threshold === RELIST_THRESHOLD) generic = Math.min(generic, fact.time) as Instant;
  }
  if (known < AFTER_ALL && known <= generic) return { min: known, max: known };
  if (failed < AFTER_ALL && failed <= generic) return { min: failed, max: generic };
  return generic === AFTER_ALL ? undefined : { min: BEFORE_ALL, max: generic };
}
