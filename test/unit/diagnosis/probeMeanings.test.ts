/** What most failed probes of a log come to tells where to look: in the image, at the runtime, or at the network of the node. */
import { describe, expect, it } from 'vitest';
import { briefOutput } from '../../../src/messages/texts/probeOutput.ts';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const failing = (output: string, pods: readonly string[], field = 'output'): Finding | undefined =>
  diagnoseText(
    pods
      .map(
        (pod, at) =>
          `I0310 08:10:1${at}.100001    2101 prober.go:111] "${field === 'err' ? 'Probe errored' : 'Probe failed'}" probeType="Readiness" pod="${pod}" podUID="3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a110${at}" containerName="web" probeResult="failure" ${field}="${output}"`,
      )
      .join('\n'),
  ).findings.find(({ id }) => id === 'probes-failing');

const NO_ROUTE = 'dial tcp 10.42.0.5:8080: connect: no route to host';

describe('probes', () => {
  it('that find no way to the pods point at the network of the node, even in the first minutes', () => {
    const finding = failing(NO_ROUTE, ['shop/web-1', 'shop/web-2', 'kube-system/coredns-1']);
    expect(finding?.title).toBe('Readiness probes of 3 pods fail');
    expect(finding?.explanation).toContain('the network of pods on this node');
    expect(finding?.explanation).not.toContain('One pod alone');
    expect(finding?.nextSteps[0]).toContain('network plug-in');
  });

  it('of one pod that is taken down are no trouble', () => {
    expect(failing(NO_ROUTE, ['shop/web-1'])).toBeUndefined();
  });

  it('whose command the runtime cannot start say nothing of the application', () => {
    const pods = ['shop/web-1', 'shop/web-1', 'shop/web-1'];
    const finding = failing(
      'rpc error: code = Unknown desc = failed to exec in container: failed to create exec \\"a\\": ttrpc: closed: unknown',
      pods,
      'err',
    );
    expect(finding?.explanation).toContain('The application was not asked at all');
    expect(finding?.nextSteps[0]).toContain('containerd-shim');
  });
});

it.each([
  [
    'OCI runtime exec failed: exec failed: exec: "curl": executable file not found in $PATH: unknown',
    'its command is not in the container',
  ],
  ['failed to create exec "a": cannot exec in a stopped state: unknown', 'the container is gone'],
  ['container "5f" not found: not found', 'the container is gone'],
  [
    'failed to exec in container: failed to create exec "a": ttrpc: closed: unknown',
    'the runtime could not run its command',
  ],
  ['OCI runtime exec failed: exec failed: cannot fork: unknown', 'the runtime could not run its command'],
])('%s comes to: %s', (output, what) => {
  expect(briefOutput(output)).toBe(what);
});
