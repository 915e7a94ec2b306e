/** Messages of the component `logs`. */
import { nodeTrouble } from '../facts/troubles.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const logsRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'logs',
      file: 'container_log_manager.go',
      meaning: 'A log of a container could not be rotated.',
      whatToDo: 'Check the disk and the runtime.',
    },
    text('logs.rotate-failed.u', 'Failed to rotate container logs: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    text('logs.rotate-failed.u2', 'Failed to rotate log "{path}" for container "{containerID}": {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    keyed('logs.rotate-failed.s', 'Failed to rotate container logs', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
    keyed('logs.rotate-failed.s2', 'Failed to rotate log for container', ['err', 'path', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.29',
    }),
    keyed(
      'logs.rotate-failed.s3',
      'Failed to rotate log for container',
      ['err', 'worker', 'containerID', 'path', 'currentSize', 'maxSize'],
      { severity: 'E', verbosity: 0, since: '1.30' },
    ),
  ),
  ...family(
    {
      component: 'logs',
      file: 'container_log_manager.go',
      facts: nodeTrouble('log-rotation', 'containerID'),
      meaning:
        'What rotates the logs of containers asked the runtime for the state of one and got an error. The failed call of the line before was its own, not one of PLEG.',
      whatToDo:
        'A time-out that repeats for one container names the culprit: `crictl --timeout 20s inspect <id>`. NotFound is harmless while a container is being removed.',
    },
    text('logs.container-status.u', 'Failed to get container status for "{containerID}": {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.10',
      until: '1.20',
    }),
    keyed('logs.container-status.s', 'Failed to get container status', ['err', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.29',
    }),
    keyed('logs.container-status.s2', 'Failed to get container status', ['err', 'worker', 'containerID'], {
      severity: 'E',
      verbosity: 0,
      since: '1.30',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const logsSources: SourceTable = {
  'pkg/kubelet/logs/container_log_manager.go': {
    'logs.rotate-failed.u': '1.10-1.20',
    'logs.rotate-failed.u2': '1.10-1.20',
    'logs.rotate-failed.s': '1.21-1.36',
    'logs.rotate-failed.s2': '1.21-1.29',
    'logs.rotate-failed.s3': '1.30-1.36',
    'logs.container-status.u': 'klog',
    'logs.container-status.s': 'lines',
    'logs.container-status.s2': 'structured',
  },
};
