import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { eventedAt, type ProcessEvidence } from '../evidence.ts';
import { type NamedRelist, nextFailed, nextNamed, type RelistBook } from '../relists/bookedRelists.ts';
import type { RuleText } from '../rule.ts';

export const nextRelist: RuleText = {
  id: 'next-relist',
  title: 'A later relist proves that the one before is over',
  reason:
    'Relists never overlap. When a skip, a condition or a failed relist shows the start of a later relist, the earlier one had ended a second before.',
  condition:
    'Tight only up to 1.35 with generic PLEG in charge, in one uninterrupted run of skips without a failed relist between; else an upper bound.',
  source: 'pkg/kubelet/pleg/generic.go, Start and workerLoop, 1.8–1.36',
};

/** When a named relist was over at the latest, by the start of the next one; `undefined` where no later one is known. */
export function overBy(process: ProcessEvidence, book: RelistBook, { start }: NamedRelist): Instant | undefined {
  const period = eventedAt(process, start) ? 0 : RELIST_PERIOD;
  const next = nextNamed(book, start);
  const failed = nextFailed(book, start);
  const ends: number[] = [];
  if (next !== undefined) ends.push(next.start - period);
  // A relist of one pod (1.36) comes without the pause of a second.
  if (failed !== undefined) ends.push(failed.startMax - (failed.fact.scope === 'pod' ? 0 : period));
  return ends.length === 0 ? undefined : (Math.min(...ends) as Instant);
}
