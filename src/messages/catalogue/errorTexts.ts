/** Messages of the component `error-text`. */
import { type CatalogueRow, errorText, family } from '../row.ts';

export const errorTextsRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'pleg', file: 'generic.go',
      meaning: 'Age of the last successful relist start, compared with the limit.',
      whatToDo: 'Divide by 1 s to see how many relists were lost.',
    },
    errorText('err.pleg-last-seen', 'pleg was last seen active {elapsed} ago; threshold is {threshold}', {  }),
  ),
  ...family(
    {
      component: 'pleg', file: 'generic.go',
      meaning: 'No relist ended its listing since start.',
      whatToDo: 'Normal for the first second; if it lasts, the runtime does not answer.',
    },
    errorText('err.pleg-never', 'pleg has yet to be successful', { since: '1.13' }),
  ),
  ...family(
    {
      component: 'pleg', file: 'runtime.go',
      meaning: 'Wrapper around a failed health check; name is PLEG or EventedPLEG.',
      whatToDo: 'See the inner text.',
    },
    errorText('err.pleg-unhealthy-wrap', '{name} is not healthy: {err}', {  }),
  ),
  ...family(
    {
      component: 'pleg', file: 'runtime.go',
      meaning: '1.14 form with a final dot.',
      whatToDo: 'See the inner text.',
    },
    errorText('err.pleg-unhealthy-wrap-dot', '{name} is not healthy: {err}.', { since: '1.14', until: '1.14' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'runtime.go',
      meaning: 'No good runtime Status call for 30 s.',
      whatToDo: 'Check the runtime.',
    },
    errorText('err.runtime-down', 'container runtime is down', {  }),
  ),
  ...family(
    {
      component: 'runtime', file: 'runtime.go',
      meaning: '1.14 form with a final dot.',
      whatToDo: 'Check the runtime.',
    },
    errorText('err.runtime-down-dot', 'container runtime is down.', { since: '1.14', until: '1.14' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'runtime.go',
      meaning: 'No good runtime Status call since start.',
      whatToDo: 'Normal for the first seconds.',
    },
    errorText('err.runtime-not-checked', 'container runtime status check may not have completed yet', { since: '1.13' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'runtime.go',
      meaning: '1.14 form with a final dot.',
      whatToDo: 'Normal for the first seconds.',
    },
    errorText('err.runtime-not-checked-dot', 'container runtime status check may not have completed yet.', { since: '1.14', until: '1.14' }),
  ),
  ...family(
    {
      component: 'network', file: 'kubelet.go',
      meaning: 'Part of the Ready condition message until 1.20.',
      whatToDo: 'Install CNI.',
    },
    errorText('err.network-not-ready-old', 'runtime network not ready: {networkReady}', { until: '1.20' }),
  ),
  ...family(
    {
      component: 'network', file: 'kubelet.go',
      meaning: 'Part of the Ready condition message from 1.21.',
      whatToDo: 'Install CNI.',
    },
    errorText('err.network-not-ready', 'container runtime network not ready: {networkReady}', { since: '1.21' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'kubelet.go',
      meaning: 'Part of the runtime errors from 1.21.',
      whatToDo: 'Check runtime.',
    },
    errorText('err.runtime-not-ready', 'container runtime not ready: {runtimeReady}', { since: '1.21' }),
  ),
  ...family(
    {
      component: 'pleg-evented', file: 'evented.go',
      meaning: 'Evented PLEG health: the shared channel is full.',
      whatToDo: 'syncLoop is not draining.',
    },
    errorText('err.epleg-full', 'EventedPLEG: pleg event channel capacity is full with {count} events', { since: '1.26' }),
  ),
  ...family(
    {
      component: 'syncloop', file: 'kubelet.go',
      meaning: 'healthz check of the sync loop: no iteration for max(2 x resync interval, 5 min).',
      whatToDo: 'Loop is stuck or skipping.',
    },
    errorText('err.healthz-syncloop', 'sync Loop took longer than expected', { since: '1.32' }),
  ),
];
