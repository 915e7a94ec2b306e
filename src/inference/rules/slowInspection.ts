import type { RuleText } from '../rule.ts';

export const slowInspection: RuleText = {
  id: 'slow-inspection',
  title: 'PLEG’s own lines show a slow inspection',
  reason:
    'A relist inspects its changed pods one after another and writes “container finished” (1.22+) and V(4) lines as it goes. Such lines between the start of the last listed relist and the last skip that names it are written by this relist, so it hung or crawled in inspection, not in listing. Failed inspections name the pod.',
  condition:
    'In 1.36 relists of single pods write such lines too; three pods, each more than a second after the one before, can only be the one relist. The first of them and the last two can be of relists of their own pods all the same, so they bound nothing.',
  source: 'pkg/kubelet/pleg/generic.go, Relist: one pod after another, 1.8–1.36',
};
