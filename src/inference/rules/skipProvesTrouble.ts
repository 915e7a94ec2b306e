import type { RuleText } from '../rule.ts';

export const skipProvesTrouble: RuleText = {
  id: 'skip',
  title: 'A skip proves that the state was unhealthy',
  reason:
    'The sync loop reads the runtime state at the begin of each turn. If it holds any error, the loop prints “Skipping pod synchronization” with the errors, sleeps, and does nothing else.',
  condition: 'Always. The line comes microseconds after the check. It bounds the begin of an episode from above and the end from below; the begin itself is told by other rules.',
  source: 'pkg/kubelet/kubelet.go, syncLoop, 1.8–1.36',
};
