/** Messages of the component `prober`. */
import { briefly, probeFailed } from '../facts/probes.ts';
import { type CatalogueRow, family, keyed, text } from '../recognise/row.ts';
import type { SourceTable } from './source.ts';

export const proberRows: readonly CatalogueRow[] = [
  ...family(
    {
      component: 'prober',
      file: 'prober.go',
      facts: probeFailed,
      brief: briefly('output'),
      meaning: 'A probe of a container failed; the reason is in its output.',
      whatToDo: 'Check the application. Many failures at once point at the node, its network or its load.',
    },
    text('prober.failed.u', '{probeType} probe for "{ctrName}" failed ({probeResult}): {output}', {
      severity: 'I',
      verbosity: 1,
      until: '1.20',
    }),
    keyed('prober.failed.s', 'Probe failed', ['probeType', 'pod', 'podUID', 'containerName', 'probeResult', 'output'], {
      severity: 'I',
      verbosity: 1,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'prober.go',
      facts: probeFailed,
      brief: briefly('err'),
      meaning: 'A probe could not be run at all.',
      whatToDo: 'See the error: mostly the container is gone, or the runtime does not answer.',
    },
    text('prober.errored.u', '{probeType} probe for "{ctrName}" errored: {err}', {
      severity: 'I',
      verbosity: 1,
      until: '1.20',
    }),
    keyed('prober.errored.s', 'Probe errored', ['err', 'probeType', 'pod', 'podUID', 'containerName'], {
      severity: 'E',
      verbosity: 1,
      since: '1.21',
      until: '1.32',
    }),
    keyed('prober.errored.s2', 'Probe errored', ['err', 'probeType', 'pod', 'podUID', 'containerName', 'probeResult'], {
      severity: 'E',
      verbosity: 1,
      since: '1.33',
      until: '1.34',
    }),
    keyed('prober.errored.s3', 'Probe errored', ['probeType', 'pod', 'podUID', 'containerName', 'probeResult', 'err'], {
      severity: 'I',
      verbosity: 1,
      since: '1.35',
    }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'prober.go',
      meaning: 'A probe of a container succeeded.',
    },
    text('prober.succeeded.u', '{probeType} probe for "{ctrName}" succeeded', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('prober.succeeded.s', 'Probe succeeded', ['probeType', 'pod', 'podUID', 'containerName'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'prober.go',
      meaning: 'A probe gave no clear result.',
    },
    keyed(
      'prober.unknown.s',
      'Probe unknown without error',
      ['probeType', 'pod', 'podUID', 'containerName', 'probeResult'],
      { severity: 'I', verbosity: 1, since: '1.33' },
    ),
    keyed(
      'prober.unknown.s2',
      'Unsupported probe result',
      ['probeType', 'pod', 'podUID', 'containerName', 'probeResult'],
      { severity: 'I', verbosity: 1, since: '1.33' },
    ),
  ),
  ...family(
    {
      component: 'prober',
      file: 'worker.go',
      meaning: 'The pod has no status yet, so its container is not probed.',
    },
    text('prober.no-status.u', 'No status for pod: {pod}', { severity: 'I', verbosity: 3, until: '1.20' }),
    keyed('prober.no-status.s', 'No status for pod', ['pod'], { severity: 'I', verbosity: 3, since: '1.21' }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'worker.go',
      meaning: 'The container does not run, so it is not probed.',
    },
    text('prober.non-running.u', 'Non-running container probed: {pod} - {containerName}', {
      severity: 'I',
      verbosity: 3,
      until: '1.20',
    }),
    keyed('prober.non-running.s', 'Non-running container probed', ['pod', 'containerName'], {
      severity: 'I',
      verbosity: 3,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'worker.go',
      meaning: 'The pod is being deleted, so its container is not probed any more.',
    },
    keyed(
      'prober.deletion.s',
      'Pod deletion requested, setting probe result to success',
      ['probeType', 'pod', 'containerName'],
      { severity: 'I', verbosity: 3, since: '1.21' },
    ),
    keyed('prober.deletion.s2', 'Pod deletion requested before container has fully started', ['pod', 'containerName'], {
      severity: 'I',
      verbosity: 0,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'prober_manager.go',
      meaning:
        'A pod is added that the prober knows already, mostly a static pod after a restart of the API server. Versions of 1.22 to 1.32 write it as an error; nothing is wrong.',
    },
    text('probe.exists.u', 'Readiness probe already exists! {pod} - {containerName}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('probe.exists.u2', 'Liveness probe already exists! {pod} - {containerName}', {
      severity: 'E',
      verbosity: 0,
      until: '1.20',
    }),
    text('probe.exists.u3', 'Startup probe already exists! {pod} - {containerName}', {
      severity: 'E',
      verbosity: 0,
      since: '1.16',
      until: '1.20',
    }),
    keyed('probe.exists.s', 'Readiness probe already exists for container', ['pod', 'containerName'], {
      severity: 'E',
      verbosity: 8,
      since: '1.21',
    }),
    keyed('probe.exists.s2', 'Liveness probe already exists for container', ['pod', 'containerName'], {
      severity: 'E',
      verbosity: 8,
      since: '1.21',
    }),
    keyed('probe.exists.s3', 'Startup probe already exists for container', ['pod', 'containerName'], {
      severity: 'E',
      verbosity: 8,
      since: '1.21',
    }),
  ),
  ...family(
    {
      component: 'prober',
      file: 'prober.go',
      meaning:
        'The event of a probe cannot be written, for nothing names its container any more. Nothing else is hurt.',
    },
    text('probe.no-ref.u', 'No ref for container "{containerID}" ({ctrName})', {
      severity: 'W',
      verbosity: 0,
      until: '1.20',
      file: 'prober.go',
    }),
  ),
];

/** Where the texts of these rows were read. */
export const proberSources: SourceTable = {
  'pkg/kubelet/prober/prober.go': {
    'prober.failed.u': '1.8-1.20',
    'prober.failed.s': '1.21-1.36',
    'prober.errored.u': '1.8-1.20',
    'prober.errored.s': '1.21-1.32',
    'prober.errored.s2': '1.33-1.34',
    'prober.errored.s3': '1.35-1.36',
    'prober.succeeded.u': '1.8-1.20',
    'prober.succeeded.s': '1.21-1.36',
    'prober.unknown.s': '1.33-1.36',
    'prober.unknown.s2': '1.33-1.36',
    'probe.no-ref.u': 'glog',
  },
  'pkg/kubelet/prober/worker.go': {
    'prober.no-status.u': '1.8-1.20',
    'prober.no-status.s': '1.21-1.36',
    'prober.non-running.u': '1.8-1.20',
    'prober.non-running.s': '1.21-1.36',
    'prober.deletion.s': '1.21-1.36',
    'prober.deletion.s2': '1.21-1.36',
  },
  'pkg/kubelet/prober/prober_manager.go': {
    'probe.exists.u': 'glog',
    'probe.exists.u2': 'klog',
    'probe.exists.u3': 'klog',
    'probe.exists.s': 'structured, lines',
    'probe.exists.s2': 'structured',
    'probe.exists.s3': 'structured, lines',
  },
};
