/** Messages of the component `oom`. */
import { surroundings } from '../facts/pods.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const oomRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'oom',
      file: 'oom_watcher_linux.go',
      facts: surroundings('out-of-memory'),
      meaning: 'The kernel ran out of memory and killed a process on the node.',
      whatToDo: "See the kernel's lines for which process it was.",
    },
    text('oom.event.u', 'Got sys oom event: {event}', { severity: 'I', verbosity: 1, since: '1.15', until: '1.20' }),
    keyed('oom.event.s', 'Got sys oom event', ['event'], { severity: 'I', verbosity: 1, since: '1.21' }),
  ),
  ...family(
    {
      component: 'oom',
      file: 'oom_watcher_linux.go',
      meaning: 'The kubelet no longer hears when the kernel runs out of memory.',
      whatToDo: 'Only a restart of the kubelet brings it back.',
    },
    text('oom.stopped.u', 'Unexpectedly stopped receiving OOM notifications', {
      severity: 'E',
      verbosity: 0,
      since: '1.15',
      until: '1.20',
    }),
    keyed('oom.stopped.s', 'Unexpectedly stopped receiving OOM notifications', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const oomSources: SourceTable = {
  'pkg/kubelet/oom/oom_watcher_linux.go': {
    'oom.event.u': '1.15-1.20',
    'oom.event.s': '1.21-1.36',
    'oom.stopped.u': '1.15-1.20',
    'oom.stopped.s': '1.21-1.36',
  },
};
