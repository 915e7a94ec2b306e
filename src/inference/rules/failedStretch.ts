import { RELIST_PERIOD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { eventedAt, type ProcessEvidence } from '../evidence.ts';
import type { LineReference } from '../history.ts';
import type { Proof } from '../proof.ts';
import type { FailedRelist, RelistBook } from '../relists/bookedRelists.ts';
import type { RuleText } from '../rule.ts';

export const failedStretch: RuleText = {
  id: 'relists-fail-on',
  title: 'Relists that fail one after another for longer than the threshold prove an unhealthy state',
  reason:
    'A failed relist does not renew “last seen active”. When failed relists follow one another directly, the last listed one began before the first of them. Once that is more than the threshold ago, PLEG is unhealthy, even if a blocked loop prints no skip and no node condition is logged.',
  condition:
    'The failed relists follow one another with no room for a good one between them, generic PLEG is in charge, and no lines are missing.',
  source: 'pkg/kubelet/pleg/generic.go, Relist: relistTime is stored after the list succeeded; 1.8–1.36',
};

/** Failed relists without a gap, longer than the threshold. */
export interface FailedStretch {
  readonly first: FailedRelist;
  readonly last: FailedRelist;
  /** The end of the first failed relist that proves unhealthiness. */
  readonly unhealthyAt: Instant;
  readonly line: LineReference;
}

/** Stretches of directly following failed relists that outlast the threshold. */
export function failedStretches(process: ProcessEvidence, book: RelistBook): readonly FailedStretch[] {
  const stretches: FailedStretch[] = [];
  let first: FailedRelist | undefined;
  let current: { first: FailedRelist; last: FailedRelist; unhealthyAt: Instant; line: LineReference } | undefined;
  for (const relist of book.failed) {
    if (eventedAt(process, relist.startMin)) continue;
    if (first === undefined || !relist.followsDirectly) {
      first = relist;
      current = undefined;
      // A single failed relist that took longer than the threshold would prove it as well; two calls of two minutes can.
    }
    const [line] = relist.lines;
    if (current !== undefined) current.last = relist;
    else if (line !== undefined && relist.end > first.startMax + RELIST_THRESHOLD) {
      current = { first, last: relist, unhealthyAt: relist.end, line };
      stretches.push(current);
    }
  }
  return stretches;
}

/** When the state that such a stretch proves began, at the latest: a second before the first failed relist the last listed one had begun. */
export function whenFailedStretchBegan(stretch: FailedStretch): Proof {
  return {
    max: (stretch.first.startMax - RELIST_PERIOD + RELIST_THRESHOLD) as Instant,
    rule: failedStretch.id,
    lines: [...stretch.first.lines, stretch.line],
  };
}
