import type { RuleText } from '../rule.ts';

export const relistLogged: RuleText = {
  id: 'relist-logged',
  title: 'At -v=5 every relist is logged',
  reason: '“GenericPLEG: Relisting” is the first thing a relist does.',
  condition: 'The verbosity is 5 or more.',
  source: 'pkg/kubelet/pleg/generic.go, Relist, V(5), 1.8–1.36',
};
