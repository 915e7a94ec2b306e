/** Messages of the component `housekeeping`. */
import { housekeepingFailed, housekeepingSlow } from '../facts/loop.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const housekeepingRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'housekeeping',
      file: 'kubelet.go',
      loop: 'end',
      highlight: 'trouble',
      facts: housekeepingSlow,
      meaning:
        'The housekeeping that ends here took longer than it should (15 s in 1.22 to 1.26, 1 s from 1.27); `actual` is its duration. The sync loop was blocked for that time: no pod was started, stopped or updated, and no event was taken.',
      whatToDo:
        'Two minutes are the time-out of a call to the container runtime that hung (runtimeRequestTimeout). A second or two is load, many pods or a slow disk.',
    },
    keyed('syncloop.housekeeping-slow.s', 'Housekeeping took longer than 15s', ['err', 'seconds'], {
      severity: 'E',
      verbosity: 0,
      since: '1.22',
      until: '1.26',
    }),
    keyed('syncloop.housekeeping-slow.s2', 'Housekeeping took longer than expected', ['err', 'expected', 'actual'], {
      severity: 'E',
      verbosity: 0,
      since: '1.27',
    }),
  ),
  ...family(
    {
      component: 'housekeeping',
      file: 'kubelet.go',
      loop: 'end',
      highlight: 'trouble',
      facts: housekeepingFailed,
      meaning:
        'Housekeeping ended with an error, mostly because the runtime did not list its containers, or a folder of a pod that is gone is still mounted. It is tried again two seconds later.',
      whatToDo: 'See the error; a failed call to the runtime is logged just before.',
    },
    text('syncloop.cleaning-failed.u', 'Failed cleaning pods: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('syncloop.cleaning-failed.s', 'Failed cleaning pods', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    text('syncloop.cleaning-failed.u2', 'Failed cleaning up orphaned pod directories: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'kubelet_pods.go',
    }),
    keyed('syncloop.cleaning-failed.s2', 'Failed cleaning up orphaned pod directories', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      file: 'kubelet_pods.go',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const housekeepingSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'syncloop.housekeeping-slow.s': '1.22-1.26',
    'syncloop.housekeeping-slow.s2': '1.27-1.36',
    'syncloop.cleaning-failed.u': '1.8-1.20',
    'syncloop.cleaning-failed.s': '1.21-1.36',
  },
  'pkg/kubelet/kubelet_pods.go': {
    'syncloop.cleaning-failed.u2': 'glog, klog, lines',
    'syncloop.cleaning-failed.s2': 'structured',
  },
};
