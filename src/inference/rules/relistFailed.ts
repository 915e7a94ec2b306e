import type { RuleText } from '../rule.ts';

export const relistFailed: RuleText = {
  id: 'relist-failed',
  title: '“Unable to retrieve pods” is the end of a failed relist',
  reason:
    'The line is the last thing a failing relist does. It does not renew “last seen active”. In 1.36 the singular “Unable to retrieve pod” is the same for a relist of one pod.',
  condition:
    'Always; the stamp lies a moment after the end. Its start is open where neither a time-out that lines show nor an earlier line of the process bounds it.',
  source: 'pkg/kubelet/pleg/generic.go, Relist, 1.8–1.36',
};
