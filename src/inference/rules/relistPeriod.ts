import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import type { RelistFailedFact } from '../../messages/fact.ts';
import { eventedAt, type ProcessEvidence } from '../evidence.ts';
import type { RuleText } from '../rule.ts';
import { STAMP_NOISE } from './margins.ts';

export const relistPeriod: RuleText = {
  id: 'relist-period',
  title: 'Relists follow one another, a second apart',
  reason:
    'PLEG relists in one goroutine. The next global relist starts one second after the one before has ended, so the end of one bounds the start of the next from below, and the start of one bounds the end of the one before from above.',
  condition:
    'Generic PLEG is in charge. In 1.36 a relist of a single pod can stand between two global ones (67 and 109 s were seen), so the bound is sound there, but not tight.',
  source: 'pkg/kubelet/pleg/generic.go, Start: wait.Until(Relist, 1 s), 1.8–1.35; workerLoop, 1.36',
};

/** Whether generic PLEG made a pause of its period between two failed relists. Evented PLEG forces a relist at once, at -v=0 shown by nothing but their nearness. */
export function hasPauseBetween(
  process: ProcessEvidence,
  before: Pick<RelistFailedFact, 'scope' | 'time'>,
  fact: RelistFailedFact,
): boolean {
  return (
    before.scope === 'all' &&
    fact.scope === 'all' &&
    fact.time - before.time >= RELIST_PERIOD - STAMP_NOISE &&
    !eventedAt(process, before.time)
  );
}
