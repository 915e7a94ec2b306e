import { EVENTED_RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { ProcessEvidence } from '../evidence.ts';
import { BEFORE_ALL } from '../lines.ts';
import type { Proof } from '../proof.ts';
import { listedInTime, type NamedRelist, type RelistBook } from '../relistBook.ts';
import type { RuleText } from '../rule.ts';
import { STAMP_LAG } from './waits.ts';

export const thresholdPassed: RuleText = {
  id: 'threshold-passed',
  title: 'PLEG becomes unhealthy when the last listed relist is older than the threshold',
  reason:
    'PLEG is unhealthy from the moment when the start of the last listed relist is more than three minutes ago (ten while Evented PLEG is in use). A skip that says “last seen active E ago” names this start, so the moment is its time − E + threshold. ' +
    'Evented PLEG has no line of its own at -v=0; a relist that was older than three minutes while the loop worked, or while a skip gave other reasons only, shows it. Where it gave up meanwhile, ten minutes were allowed until then: if three had passed already, PLEG became unhealthy at that moment. It is never the first skip itself: a loop that is blocked in housekeeping prints its first skip a minute or more later, or none at all.',
  condition:
    'Exact if the relist was listed before its own age passed the threshold: proven by a later relist that began in time, by a line of PLEG after its start, by a first skip within 1.3 s of the threshold, or by a threshold above the time-outs of both list calls together (Evented PLEG, or a short runtimeRequestTimeout). Else its listing may itself have been that slow, and only the later bound holds.',
  source: 'pkg/kubelet/pleg/generic.go, Healthy and Relist, 1.8–1.36; measured on 580 skips of real runs',
};

/** When PLEG's staleness passed the threshold, for the relist that the first line of an episode names. */
export function whenThresholdPassed(process: ProcessEvidence, book: RelistBook, relist: NamedRelist): Proof {
  const passed = (relist.start + relist.threshold) as Instant;
  const inTime = listedInTime(process, book, relist);
  const stricter = process.fellBack !== undefined && process.fellBack.max > relist.start && relist.threshold < EVENTED_RELIST_THRESHOLD ? process.fellBack : undefined;
  return {
    min: inTime.proven ? (Math.max(passed - STAMP_LAG, stricter?.min ?? passed - STAMP_LAG) as Instant) : BEFORE_ALL,
    max: Math.max(passed, stricter === undefined ? passed : Math.min(stricter.max, relist.firstNamed)) as Instant,
    rule: thresholdPassed.id,
    lines: [...relist.lines.slice(0, 1), ...inTime.lines],
  };
}
