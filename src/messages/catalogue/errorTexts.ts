/** Messages of the component `error-text`. */
import { LATE_LOOP } from './syncLoop.ts';
import { type CatalogueRow, errorText, family } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const errorTextsRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      meaning:
        'How long ago the last relist began that could list the containers, and after what time that is too long. The moment itself is the time of the line minus this age. The age 2562047h47m16.854775807s (up to 1.12) means: never yet in this process.',
    },
    errorText('err.pleg-last-seen', 'pleg was last seen active {elapsed} ago; threshold is {threshold}', {
      meaning:
        'How long ago the last relist began that could list the containers, and after what time that is too long. The moment itself is the time of the line minus this age. The age 2562047h47m16.854775807s (up to 1.12) means: never yet in this process.',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'generic.go',
      meaning:
        'No relist has been able to list the containers since the kubelet started. In the first seconds that is normal; if it stays, the runtime hangs in its list calls.',
    },
    errorText('err.pleg-never', 'pleg has yet to be successful', {
      since: '1.13',
      meaning:
        'No relist has been able to list the containers since the kubelet started. In the first seconds that is normal; if it stays, the runtime hangs in its list calls.',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'runtime.go',
      meaning: 'The health check named at the beginning (PLEG or EventedPLEG) fails; its own words follow.',
    },
    errorText('err.pleg-unhealthy-wrap', '{name} is not healthy: {err}', {
      meaning: 'The health check named at the beginning (PLEG or EventedPLEG) fails; its own words follow.',
    }),
  ),
  ...family(
    {
      component: 'pleg',
      file: 'runtime.go',
      meaning:
        'The health check named at the beginning fails; its own words follow. Only 1.14 ends its reasons with a full stop.',
    },
    errorText('err.pleg-unhealthy-wrap-dot', '{name} is not healthy: {err}.', {
      since: '1.14',
      until: '1.14',
      meaning:
        'The health check named at the beginning fails; its own words follow. Only 1.14 ends its reasons with a full stop.',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'runtime.go',
      meaning: 'The container runtime has given no good answer to a Status call for more than 30 seconds.',
    },
    errorText('err.runtime-down', 'container runtime is down', {
      meaning: 'The container runtime has given no good answer to a Status call for more than 30 seconds.',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'runtime.go',
      meaning:
        'The container runtime has given no good answer to a Status call for more than 30 seconds. Only 1.14 ends its reasons with a full stop.',
    },
    errorText('err.runtime-down-dot', 'container runtime is down.', {
      since: '1.14',
      until: '1.14',
      meaning:
        'The container runtime has given no good answer to a Status call for more than 30 seconds. Only 1.14 ends its reasons with a full stop.',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'runtime.go',
      meaning:
        'No Status call to the container runtime has succeeded since the kubelet started. In the first seconds that is normal. The first check also lists the containers, so it waits for these calls even when Status would answer.',
    },
    errorText('err.runtime-not-checked', 'container runtime status check may not have completed yet', {
      since: '1.13',
      meaning:
        'No Status call to the container runtime has succeeded since the kubelet started. In the first seconds that is normal. The first check also lists the containers, so it waits for these calls even when Status would answer.',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'runtime.go',
      meaning:
        'No Status call to the container runtime has succeeded since the kubelet started. Only 1.14 ends its reasons with a full stop.',
    },
    errorText('err.runtime-not-checked-dot', 'container runtime status check may not have completed yet.', {
      since: '1.14',
      until: '1.14',
      meaning:
        'No Status call to the container runtime has succeeded since the kubelet started. Only 1.14 ends its reasons with a full stop.',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'kubelet.go',
      meaning:
        'The container runtime says that its network is not ready. This makes the node NotReady but is no reason to skip.',
    },
    errorText('err.network-not-ready-old', 'runtime network not ready: {networkReady}', {
      until: '1.20',
      meaning:
        'The container runtime says that its network is not ready. This makes the node NotReady but is no reason to skip.',
    }),
  ),
  ...family(
    {
      component: 'network',
      file: 'kubelet.go',
      meaning:
        'The container runtime says that its network is not ready. This makes the node NotReady but is no reason to skip.',
    },
    errorText('err.network-not-ready', 'container runtime network not ready: {networkReady}', {
      since: '1.21',
      meaning:
        'The container runtime says that its network is not ready. This makes the node NotReady but is no reason to skip.',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'kubelet.go',
      meaning: 'The container runtime says of itself that it is not ready.',
    },
    errorText('err.runtime-not-ready', 'container runtime not ready: {runtimeReady}', {
      since: '1.21',
      meaning: 'The container runtime says of itself that it is not ready.',
    }),
  ),
  ...family(
    {
      component: 'pleg-evented',
      file: 'evented.go',
      meaning: 'The queue of events to the sync loop is full, because the loop does not take them.',
    },
    errorText('err.epleg-full', 'EventedPLEG: pleg event channel capacity is full with {count} events', {
      since: '1.26',
      meaning: 'The queue of events to the sync loop is full, because the loop does not take them.',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      meaning: LATE_LOOP,
    },
    errorText('err.healthz-syncloop', 'sync Loop took longer than expected', {
      since: '1.32',
    }),
  ),
  ...family(
    {
      component: 'syncloop',
      file: 'kubelet.go',
      meaning:
        'A part of the kubelet that measures the node could not start; why follows. Old kubelets do not end over it, but skip until they are started again.',
    },
    errorText('err.eviction-not-started', 'failed to start eviction manager {err}', { until: '1.7' }),
    errorText('err.cadvisor-not-started', 'Failed to start cAdvisor {err}', { until: '1.4' }),
  ),
];

/** Where the texts of these rows were read. */
export const errorTextsSources: SourceTable = {
  'pkg/kubelet/pleg/generic.go': {
    'err.pleg-last-seen': '1.8-1.36',
    'err.pleg-never': '1.13-1.36',
  },
  'pkg/kubelet/runtime.go': {
    'err.pleg-unhealthy-wrap': '1.8-1.13, 1.15-1.36',
    'err.pleg-unhealthy-wrap-dot': '1.14',
    'err.runtime-down': '1.8-1.13, 1.15-1.36',
    'err.runtime-down-dot': '1.14',
    'err.runtime-not-checked': '1.13, 1.15-1.36',
    'err.runtime-not-checked-dot': '1.14',
  },
  'pkg/kubelet/kubelet.go': {
    'err.network-not-ready-old': '1.8-1.20',
    'err.network-not-ready': '1.21-1.36',
    'err.runtime-not-ready': '1.21-1.36',
    'err.healthz-syncloop': '1.32-1.36',
    'err.eviction-not-started': 'glog',
    'err.cadvisor-not-started': 'lines',
  },
  'pkg/kubelet/pleg/evented.go': {
    'err.epleg-full': '1.26-1.36',
  },
};
