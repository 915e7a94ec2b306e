import type { RuleText } from '../rule.ts';

export const relistPeriod: RuleText = {
  id: 'relist-period',
  title: 'Relists follow one another, a second apart',
  reason:
    'PLEG relists in one goroutine. The next global relist starts one second after the one before has ended, so the end of one bounds the start of the next from below, and the start of one bounds the end of the one before from above.',
  condition:
    'Generic PLEG is in charge. In 1.36 a relist of a single pod can stand between two global ones (67 and 109 s were seen), so the bound is sound there, but not tight.',
  source: 'pkg/kubelet/pleg/generic.go, Start: wait.Until(Relist, 1 s), 1.8–1.35; workerLoop, 1.36',
};
