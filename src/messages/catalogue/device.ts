/** Messages of the component `device`. */
import { admissionDenied, nodeTroubleSaid } from '../facts/devices.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const deviceRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'device',
      file: 'manager.go',
      meaning: 'A device plugin has gone, so its devices count as unhealthy.',
      whatToDo: 'Check the pod of the device plugin.',
    },
    text('device.unhealthy.u', 'Mark all resources Unhealthy for resource {resourceName}', {
      severity: 'I',
      verbosity: 2,
      since: '1.10',
      until: '1.20',
    }),
    text('device.unhealthy.u2', 'Endpoint ({resourceName}, {event}) became unhealthy', {
      severity: 'I',
      verbosity: 2,
      since: '1.12',
      until: '1.20',
    }),
    keyed('device.unhealthy.s', 'Endpoint became unhealthy', ['resourceName', 'endpoint'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      until: '1.35',
    }),
    keyed('device.unhealthy.s2', 'Mark all resources Unhealthy for resource', ['resourceName'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
    }),
    keyed('device.unhealthy.s3', 'Endpoint became unhealthy', ['resourceName'], {
      severity: 'I',
      verbosity: 2,
      since: '1.36',
    }),
  ),
  ...family(
    {
      component: 'device',
      file: 'client.go',
      facts: nodeTroubleSaid('device-plugin'),
      meaning:
        'The stream on which a device plug-in tells its devices has ended, so they count as gone until it registers again.',
      whatToDo:
        'Once, with EOF, is a restart of the plug-in. `message larger than max`: it tells of more than 4 MiB at once, which will never do.',
    },
    text('device.watch-ended.u', 'listAndWatch ended unexpectedly for device plugin {resourceName} with error {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
      file: 'endpoint.go',
    }),
    keyed('device.watch-ended.s', 'listAndWatch ended unexpectedly for device plugin', ['err', 'resourceName'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.24',
      file: 'endpoint.go',
    }),
    keyed('device.watch-ended.s2', 'ListAndWatch ended unexpectedly for device plugin', ['err', 'resource'], {
      severity: 'E',
      verbosity: 0,
      since: '1.25',
    }),
  ),
  ...family(
    {
      component: 'device',
      file: 'manager.go',
      facts: nodeTroubleSaid('device-plugin'),
      meaning: 'A device plug-in has registered, but does not answer on its socket.',
      whatToDo: 'See the pod of the plug-in, and the sockets in /var/lib/kubelet/device-plugins.',
    },
    text('device.dial-failed.u', 'Failed to dial device plugin with request {request}: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('device.dial-failed.s', 'Failed to dial device plugin with request', ['err', 'request'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.24',
    }),
    keyed('device.dial-failed.s2', 'Unable to connect to device plugin client with socket path', ['err', 'path'], {
      severity: 'E',
      verbosity: 0,
      since: '1.25',
      file: 'client.go',
    }),
  ),
  ...family(
    {
      component: 'device',
      file: 'manager.go',
      facts: nodeTroubleSaid('device-plugin'),
      meaning: 'What was noted of the devices that pods have could not be read or written.',
      whatToDo: 'See the error; the file is /var/lib/kubelet/device-plugins/kubelet_internal_checkpoint.',
    },
    text('device.checkpoint.u', 'Error on writing checkpoint: {err}', {
      severity: 'E',
      verbosity: 0,
      since: '1.9',
      until: '1.20',
    }),
    keyed('device.checkpoint.s', 'Error on writing checkpoint', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'device',
      file: 'kubelet.go',
      facts: admissionDenied,
      meaning: 'A pod was turned away by this node; `reason` and `message` say why.',
      whatToDo:
        'UnexpectedAdmissionError with a device plug-in in the message: see the plug-in. Out of cpu, memory, pods: the node is full, or other pods had not ended yet.',
    },
    text('pod.predicate-failed.u', 'Predicate failed on Pod: {pod}, for reason: {err}', {
      severity: 'I',
      verbosity: 2,
      until: '1.20',
      file: 'predicate.go',
    }),
    keyed('pod.predicate-failed.s', 'Predicate failed on Pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 2,
      since: '1.21',
      file: 'predicate.go',
    }),
    keyed('pod.predicate-error.s', 'Failed to admit pod', ['pod', 'err'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
      file: 'predicate.go',
    }),
    keyed(
      'pod.predicate-error.s2',
      'Failed to admit pod, unexpected error while attempting to recover from admission failure',
      ['pod', 'err'],
      { severity: 'I', verbosity: 0, since: '1.21', file: 'predicate.go' },
    ),
    keyed('pod.admission-denied.s', 'Pod admission denied', ['podUID', 'pod', 'reason', 'message'], {
      severity: 'I',
      verbosity: 0,
      since: '1.31',
      until: '1.33',
    }),
    keyed('pod.admission-denied.s2', 'Pod admission denied', ['podUID', 'pod', 'reason', 'message'], {
      severity: 'I',
      verbosity: 0,
      since: '1.34',
      file: 'allocation_manager.go',
    }),
    keyed('pod.admission-denied.s3', 'Pod admission denied', ['podUID', 'pod', 'reason', 'message', 'operation'], {
      severity: 'I',
      verbosity: 0,
      since: '1.36',
      file: 'allocation_manager.go',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const deviceSources: SourceTable = {
  'pkg/kubelet/cm/devicemanager/manager.go': {
    'device.unhealthy.u': '1.10-1.20',
    'device.unhealthy.u2': '1.12-1.20',
    'device.unhealthy.s': '1.21-1.35',
    'device.unhealthy.s2': '1.21-1.36',
    'device.unhealthy.s3': '1.36',
    'device.dial-failed.u': 'glog, klog',
    'device.dial-failed.s': 'structured',
    'device.checkpoint.u': 'unread',
    'device.checkpoint.s': 'structured',
  },
  'pkg/kubelet/cm/devicemanager/endpoint.go': {
    'device.watch-ended.u': 'klog, lines',
    'device.watch-ended.s': 'lines',
  },
  'pkg/kubelet/cm/devicemanager/plugin/v1beta1/client.go': {
    'device.watch-ended.s2': 'structured, lines',
    'device.dial-failed.s2': 'structured, lines',
  },
  'pkg/kubelet/kubelet.go': {
    'pod.admission-denied.s': 'structured',
  },
  'pkg/kubelet/lifecycle/predicate.go': {
    'pod.predicate-failed.u': 'glog, klog',
    'pod.predicate-failed.s': 'structured, contextual',
    'pod.predicate-error.s': 'structured, contextual',
    'pod.predicate-error.s2': 'structured, contextual',
  },
  'pkg/kubelet/allocation/allocation_manager.go': {
    'pod.admission-denied.s2': 'structured, contextual, lines',
    'pod.admission-denied.s3': 'contextual',
  },
};
