/** Messages of the component `housekeeping`. */
import { housekeepingFailed, housekeepingSlow } from '../facts/loop.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const housekeepingRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'housekeeping', file: 'kubelet.go', loop: 'end', facts: housekeepingSlow,
      meaning: 'Housekeeping ran longer than the warning limit (15 s in 1.22-1.26, 1 s from 1.27).',
      whatToDo: 'Check disk and cgroup latency, many orphaned volumes, slow runtime.',
    },
    keyed('syncloop.housekeeping-slow.s', 'Housekeeping took longer than 15s', ['err', 'seconds'], { severity: 'E', verbosity: 0, since: '1.22', until: '1.26' }),
    keyed('syncloop.housekeeping-slow.s2', 'Housekeeping took longer than expected', ['err', 'expected', 'actual'], { severity: 'E', verbosity: 0, since: '1.27' }),
  ),
  ...family(
    {
      component: 'housekeeping', file: 'kubelet.go', loop: 'end', facts: housekeepingFailed,
      meaning: 'Housekeeping ended with an error.',
      whatToDo: 'See the error; often runtime listing failures.',
    },
    text('syncloop.cleaning-failed.u', 'Failed cleaning pods: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('syncloop.cleaning-failed.s', 'Failed cleaning pods', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
];
