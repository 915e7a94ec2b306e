/** Messages of the component `file-system`: what cAdvisor and the kubelet say while they measure how full file systems are. */
import { fileSystemSlow } from '../facts/devices.ts';
import { processLimit } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const fileSystemRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'file-system',
      file: 'fsHandler.go',
      facts: fileSystemSlow,
      meaning:
        "How much room a container's files take was counted, and that took longer than a second. The disk is slow, or there are very many files.",
      whatToDo:
        'See what keeps the disk busy: `iostat -x 1 5`. Minutes mean that everything that needs this disk waits, the container runtime as well.',
    },
    text('fs.slow.u', '`du` on following dirs took {duration}: {dirs}', { severity: 'I', verbosity: 2, until: '1.8' }),
    text('fs.slow.u2', 'du and find on following dirs took {duration}: {dirs}', {
      severity: 'I',
      verbosity: 2,
      until: '1.16',
    }),
    text(
      'fs.slow.u3',
      'fs: disk usage and inodes count on following dirs took {duration}: {dirs}; will not log again for this container unless duration exceeds {limit}',
      { severity: 'I', verbosity: 2, since: '1.17' },
    ),
    text('fs.slow.u4', 'fs: disk usage and inodes count on following dirs took {duration}: {dirs}', {
      severity: 'I',
      verbosity: 2,
      since: '1.17',
    }),
  ),
  ...family(
    {
      component: 'file-system',
      file: 'fsHandler.go',
      facts: processLimit,
      meaning:
        "How much room a container's files take could not be counted. Normal for a container that has just ended.",
    },
    text('fs.failed.u', 'failed to collect filesystem stats - {err}', { severity: 'E', verbosity: 0 }),
  ),
  ...family(
    {
      component: 'file-system',
      file: 'volume_stat_calculator.go',
      meaning: 'How full a volume is could not be found out.',
      whatToDo: 'Mostly a volume that is not mounted any more, or a file server that does not answer.',
    },
    text('fs.volume-failed.u', 'Failed to calculate volume metrics for pod {pod} volume {volumeName}: {err}', {
      severity: 'I',
      verbosity: 4,
      until: '1.20',
    }),
    keyed('fs.volume-failed.s', 'Failed to calculate volume metrics', ['pod', 'podUID', 'volumeName', 'err'], {
      severity: 'I',
      verbosity: 4,
      since: '1.21',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const fileSystemSources: SourceTable = {
  'github.com/google/cadvisor/container/common/fsHandler.go': {
    'fs.slow.u': 'glog',
    'fs.slow.u2': 'glog, lines',
    'fs.slow.u3': 'klog',
    'fs.slow.u4': 'lines',
    'fs.failed.u': 'glog, klog, lines',
  },
  'pkg/kubelet/server/stats/volume_stat_calculator.go': {
    'fs.volume-failed.u': 'glog, klog',
    'fs.volume-failed.s': 'structured',
  },
};
