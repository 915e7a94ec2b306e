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
