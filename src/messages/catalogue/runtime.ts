/** Messages of the component `runtime`. */
import { runtimeNotReady, statusFailed } from '../facts/runtime.ts';
import { type CatalogueRow, family, keyed, text } from '../row.ts';

export const runtimeRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'runtime', file: 'kubelet.go', facts: statusFailed,
      meaning: 'The runtime Status call failed; after 30 s without success the state becomes "container runtime is down".',
      whatToDo: 'Check the runtime socket and service.',
    },
    text('runtime.sanity-failed.u', 'Container runtime sanity check failed: {err}', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('runtime.sanity-failed.s', 'Container runtime sanity check failed', ['err'], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'kubelet.go', facts: statusFailed,
      meaning: 'The runtime answered without a status.',
      whatToDo: 'Runtime bug or version mismatch.',
    },
    text('runtime.status-nil.u', 'Container runtime status is nil', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('runtime.status-nil.s', 'Container runtime status is nil', [], { severity: 'E', verbosity: 0, since: '1.21' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'kubelet.go',
      meaning: 'Full runtime status dump.',
      whatToDo: 'Read RuntimeReady/NetworkReady conditions.',
    },
    text('runtime.status.u', 'Container runtime status: {s}', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('runtime.status.s', 'Container runtime status', ['status'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'runtime', file: 'kubelet.go', facts: runtimeNotReady,
      meaning: 'Runtime reports RuntimeReady=false.',
      whatToDo: 'Check the runtime service.',
    },
    text('runtime.not-ready.u', 'Container runtime not ready: {runtimeReady}', { severity: 'E', verbosity: 0, until: '1.15' }),
    keyed('runtime.not-ready.s', 'Container runtime not ready', ['runtimeReady'], { severity: 'E', verbosity: 0, since: '1.21', until: '1.25' }),
    keyed('runtime.not-ready.s2', 'Container runtime not ready', ['runtimeReady'], { severity: 'E', verbosity: 0, since: '1.26', until: '1.35' }),
    keyed('runtime.not-ready.s3', 'Container runtime not ready', ['runtimeReady'], { severity: 'I', verbosity: 0, since: '1.36' }),
    text('runtime.not-ready.u2', 'Container runtime not ready: {runtimeReady}', { severity: 'E', verbosity: 0, since: '1.16', until: '1.20' }),
  ),
];
