import type { RuleText } from '../rule.ts';

export const skipNamesRelist: RuleText = {
  id: 'skip-names-relist',
  title: 'A skip with “last seen active E ago” names a relist',
  reason:
    'The elapsed is the time since the start of the last relist whose listing succeeded. So time − E is that start. In 580 skips of real runs the result lay 0.008 to 0.29 ms after the true start and never before it; of several skips with the same start the smallest result is the best. The relist was listed before the first line that names it and after the last line that names an older one.',
  condition:
    'The elapsed is complete and not 2562047h47m16.854775807s, which means that no relist was listed yet. A start never goes back: a line that names an older one than the line before stands in the wrong place or on a stepped clock, and is left out here.',
  source: 'pkg/kubelet/pleg/generic.go, Healthy: clock.Since(relistTime), 1.8–1.36',
};
