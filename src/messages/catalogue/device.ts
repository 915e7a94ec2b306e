/** Messages of the component `device`. */
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const deviceRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'device', file: 'manager.go',
      meaning: 'A device plugin has gone, so its devices count as unhealthy.',
      whatToDo: 'Check the pod of the device plugin.',
    },
    text('device.unhealthy.u', 'Mark all resources Unhealthy for resource {resourceName}', { severity: 'I', verbosity: 2, since: '1.10', until: '1.20' }),
    text('device.unhealthy.u2', 'Endpoint ({resourceName}, {event}) became unhealthy', { severity: 'I', verbosity: 2, since: '1.12', until: '1.20' }),
    keyed('device.unhealthy.s', 'Endpoint became unhealthy', ['resourceName', 'endpoint'], { severity: 'I', verbosity: 2, since: '1.21', until: '1.35' }),
    keyed('device.unhealthy.s2', 'Mark all resources Unhealthy for resource', ['resourceName'], { severity: 'I', verbosity: 2, since: '1.21' }),
    keyed('device.unhealthy.s3', 'Endpoint became unhealthy', ['resourceName'], { severity: 'I', verbosity: 2, since: '1.36' }),
  ),
];
