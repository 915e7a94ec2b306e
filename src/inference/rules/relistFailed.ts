import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { eventedAt, factsBetween, notThereBefore, type ProcessEvidence } from '../evidence.ts';
import { type FailedRelist, LISTING_CALLS, type NamedRelist } from '../relists/bookedRelists.ts';
import type { RuleText } from '../rule.ts';
import { lineOf } from '../store/lines.ts';
import { callTimedOut, startOfTimedOut } from './callTimedOut.ts';
import { hasPauseBetween, relistPeriod } from './relistPeriod.ts';
import { STAMP_LAG, STAMP_NOISE, TIMEOUT_LAG } from './margins.ts';

export const relistFailed: RuleText = {
  id: 'relist-failed',
  title: '“Unable to retrieve pods” is the end of a failed relist',
  reason:
    'The line is the last thing a failing relist does. It does not renew “last seen active”. In 1.36 the singular “Unable to retrieve pod” is the same for a relist of one pod.',
  condition:
    'Always; the stamp lies a moment after the end. Its start is open where neither a time-out that lines show nor an earlier line of the process bounds it.',
  source: 'pkg/kubelet/pleg/generic.go, Relist, 1.8–1.36',
};

/** Between two relists less far apart than this no third one fits: each is followed by a pause of a second. */
const NO_ROOM = 1_900_000;

/** The failed relists of a process, in order of their end; `named` are the ones that skips name. */
export function failedRelistsOf(process: ProcessEvidence, named: readonly NamedRelist[]): readonly FailedRelist[] {
  const failed: FailedRelist[] = [];
  let before: FailedRelist | undefined;
  let namedIndex = 0;
  for (const fact of process.relistFailures) {
    // One that began in the moment in which this one ended is the next.
    while (named[namedIndex] !== undefined && (named[namedIndex]?.start ?? 0) < fact.time - STAMP_NOISE)
      namedIndex += 1;
    const lastNamed = named[namedIndex - 1];
    const cause = factsBetween(process.runtimeCallFailures, (fact.time - 20_000) as Instant, fact.time)
      .filter((call) => call.method.startsWith('List') || call.method.startsWith('Stream'))
      .findLast((call) => call.error.code === fact.error.code);
    const call = cause?.method;
    // Relists follow one another: the earlier one ended before this one began.
    let startMin = Math.max(
      fact.time - LISTING_CALLS * process.callTimeout.max - TIMEOUT_LAG,
      notThereBefore(process),
    ) as Instant;
    if (before !== undefined)
      startMin = Math.max(
        startMin,
        before.end + (hasPauseBetween(process, before.fact, fact) ? RELIST_PERIOD : 0) - STAMP_NOISE,
      ) as Instant;
    if (lastNamed !== undefined) startMin = Math.max(startMin, lastNamed.start - STAMP_LAG) as Instant;
    // PLEG writes nothing in a failing listing, so its own line before belongs to an earlier relist.
    const ownLine = eventedAt(process, fact.time) ? undefined : process.ledger.listings.lastBefore(fact.time);
    if (ownLine !== undefined)
      startMin = Math.max(
        startMin,
        ownLine.time +
          (!process.podRelists && hasPauseBetween(process, { scope: 'all', time: ownLine.time }, fact)
            ? RELIST_PERIOD
            : 0) -
          STAMP_NOISE,
      ) as Instant;
    let startMax: Instant = fact.time;
    let startRule = relistPeriod.id;
    const timedOut = startOfTimedOut(process, fact, call);
    if (timedOut !== undefined) {
      startMax = timedOut.max;
      const { min } = timedOut;
      if (min !== undefined && min <= startMax && min >= startMin - TIMEOUT_LAG) {
        startMin = Math.max(startMin, min) as Instant;
        startRule = callTimedOut.id;
      }
    }
    // Then the call cannot have run so long: the runtime gave it up.
    if (startMin > startMax + STAMP_NOISE) startMax = fact.time;
    if (startMin > startMax) startMin = startMax;
    const followsDirectly =
      before !== undefined &&
      startMax - before.end < NO_ROOM &&
      (lastNamed === undefined || lastNamed.start < before.end);
    before = {
      fact,
      end: fact.time,
      startMin,
      startMax,
      pod: fact.pod,
      followsDirectly,
      startRule,
      ...(call === undefined ? {} : { call }),
      lines: cause === undefined ? [lineOf(fact)] : [lineOf(cause), lineOf(fact)],
    };
    failed.push(before);
  }
  return failed;
}
