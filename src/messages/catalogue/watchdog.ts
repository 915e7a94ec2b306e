/** Messages of the component `watchdog`. */
import { unwellForWatchdog } from '../facts/loop.ts';
import { type CatalogueRow, family, keyed } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const watchdogRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'watchdog',
      file: 'watchdog_linux.go',
      facts: unwellForWatchdog,
      meaning:
        "One of the kubelet's own health checks fails, so it does not tell systemd that it is alive. If this goes on, systemd kills and restarts the kubelet.",
      whatToDo: "See which check fails; 'syncloop' means that the sync loop has not finished a turn for a long time.",
    },
    keyed(
      'watchdog.unhealthy.s',
      'Do not notify watchdog this iteration as the kubelet is reportedly not healthy',
      ['err'],
      { severity: 'E', verbosity: 0, since: '1.32' },
    ),
  ),
  ...family(
    {
      component: 'watchdog',
      file: 'watchdog_linux.go',
      meaning: 'The kubelet tells systemd at this interval that it is alive.',
    },
    keyed('watchdog.start.s', 'Starting systemd watchdog with interval', ['interval'], {
      severity: 'I',
      verbosity: 0,
      since: '1.32',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const watchdogSources: SourceTable = {
  'pkg/kubelet/watchdog/watchdog_linux.go': {
    'watchdog.unhealthy.s': '1.32-1.36',
    'watchdog.start.s': '1.32-1.36',
  },
};
