/** Messages of the component `watchdog`. */
import { surroundings } from '../facts/pods.ts';
import { type CatalogueRow, family, keyed } from '../row.ts';

export const watchdogRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'watchdog', file: 'watchdog_linux.go', facts: surroundings('watchdog'),
      meaning: 'Kubelet health check failed, systemd watchdog is not fed and will restart kubelet.',
      whatToDo: 'Find the failing healthz check (syncloop).',
    },
    keyed('watchdog.unhealthy.s', 'Do not notify watchdog this iteration as the kubelet is reportedly not healthy', ['err'], { severity: 'E', verbosity: 0, since: '1.32' }),
  ),
  ...family(
    {
      component: 'watchdog', file: 'watchdog_linux.go',
      meaning: 'systemd watchdog active.',
    },
    keyed('watchdog.start.s', 'Starting systemd watchdog with interval', ['interval'], { severity: 'I', verbosity: 0, since: '1.32' }),
  ),
];
