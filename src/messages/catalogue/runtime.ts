/** Messages of the component `runtime`. */
import { networkOfStatus, runtimeNotReady, statusFailed } from '../facts/runtime.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const runtimeRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'runtime',
      file: 'kubelet.go',
      highlight: 'trouble',
      facts: statusFailed,
      meaning:
        'The kubelet asks the container runtime for its Status every five seconds, and this call failed. If none succeeds for 30 seconds, the runtime counts as down, and the sync loop skips.',
      whatToDo:
        'Check that the runtime runs and that its socket is the one the kubelet uses. A Status call that hangs logs nothing until its time-out of two minutes.',
    },
    text('runtime.sanity-failed.u', 'Container runtime sanity check failed: {err}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    keyed('runtime.sanity-failed.s', 'Container runtime sanity check failed', ['err'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'kubelet.go',
      facts: statusFailed,
      meaning: 'The container runtime answered the Status call with nothing.',
      whatToDo: 'A fault of the runtime, or a version that does not fit.',
    },
    text('runtime.status-nil.u', 'Container runtime status is nil', { severity: 'E', verbosity: 0, until: '1.20' }),
    keyed('runtime.status-nil.s', 'Container runtime status is nil', [], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'kubelet.go',
      facts: networkOfStatus,
      meaning:
        'The answer of the container runtime to the Status call, with its conditions RuntimeReady and NetworkReady.',
    },
    text('runtime.status.u', 'Container runtime status: {s}', { severity: 'I', verbosity: 4, until: '1.20' }),
    keyed('runtime.status.s', 'Container runtime status', ['status'], { severity: 'I', verbosity: 4, since: '1.21' }),
  ),
  ...family(
    {
      component: 'runtime',
      file: 'kubelet.go',
      highlight: 'trouble',
      facts: runtimeNotReady,
      meaning:
        'The container runtime says that it is not ready (RuntimeReady=false). That is no good Status, so 30 seconds later it counts as down and the sync loop skips.',
      whatToDo: "See the runtime's own log.",
    },
    text('runtime.not-ready.u', 'Container runtime not ready: {runtimeReady}', {
      severity: 'E',
      verbosity: 0,
      until: '1.15',
    }),
    keyed('runtime.not-ready.s', 'Container runtime not ready', ['runtimeReady'], {
      severity: 'E',
      verbosity: 0,
      since: '1.21',
      until: '1.25',
    }),
    keyed('runtime.not-ready.s2', 'Container runtime not ready', ['runtimeReady'], {
      severity: 'E',
      verbosity: 0,
      since: '1.26',
      until: '1.35',
    }),
    keyed('runtime.not-ready.s3', 'Container runtime not ready', ['runtimeReady'], {
      severity: 'I',
      verbosity: 0,
      since: '1.36',
    }),
    text('runtime.not-ready.u2', 'Container runtime not ready: {runtimeReady}', {
      severity: 'E',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const runtimeSources: SourceTable = {
  'pkg/kubelet/kubelet.go': {
    'runtime.sanity-failed.u': '1.8-1.20',
    'runtime.sanity-failed.s': '1.21-1.36',
    'runtime.status-nil.u': '1.8-1.20',
    'runtime.status-nil.s': '1.21-1.36',
    'runtime.status.u': '1.8-1.20',
    'runtime.status.s': '1.21-1.36',
    'runtime.not-ready.u': '1.8-1.15',
    'runtime.not-ready.s': '1.21-1.25',
    'runtime.not-ready.s2': '1.26-1.35',
    'runtime.not-ready.s3': '1.36',
    'runtime.not-ready.u2': '1.16-1.20',
  },
};
