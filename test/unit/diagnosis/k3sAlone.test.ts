/** Lines of k3s itself that nothing before them says who wrote: its log in a file, and as it stands in a terminal. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const inFile = (text: string): string => `time="2026-11-21T10:02:11+01:00" level=fatal msg="${text}"\n`;
const inTerminal = (text: string): string => `FATA[0012] ${text}\n`;
const CGROUP = 'failed to find memory cgroup, you may need to add \\"cgroup_memory=1 cgroup_enable=memory\\"';
const SERVER =
  'starting kubernetes: preparing server: failed to get CA certs: Get "https://10.0.0.5:6443/cacerts": dial tcp 10.0.0.5:6443: connect: connection refused';
const ids = (text: string): readonly string[] => diagnoseText(text).findings.map(({ id }) => id);

describe('the last words of k3s', () => {
  it.each([
    ['kernel-setting', CGROUP],
    ['api-unreachable', SERVER],
    ['kubelet-fatal', 'leaderelection lost for k3s'],
  ])('lead to %s, in a file and in a terminal', (id, text) => {
    expect(ids(inFile(text))).toEqual([id]);
    expect(ids(inTerminal(text))).toEqual([id]);
  });

  it('name the tools of k3s', () => {
    expect(diagnoseText(inTerminal(SERVER)).findings[0]?.nextSteps.join(' ')).toContain(
      '/var/lib/rancher/k3s/agent/kubelet.kubeconfig',
    );
  });

  it('are told with the fields that stand behind them', () => {
    const line =
      'ERRO[0011] Failed to connect to proxy. Empty dialer response  error="dial tcp 10.0.0.5:6443: connect: connection refused"\n';
    expect(ids(line)).toEqual(['api-unreachable']);
  });

  it('count a tunnel that broke, and not one that could not be made, which the line before says', () => {
    const tunnel = (error: string): string =>
      `ERRO[0011] Remotedialer proxy error; reconnecting...  error="${error}" url="wss://10.0.0.5:6443/v1-k3s/connect"\n`;
    expect(ids(tunnel('read tcp 10.0.0.6:51234->10.0.0.5:6443: i/o timeout'))).toEqual(['api-unreachable']);
    expect(ids(tunnel('dial tcp 10.0.0.5:6443: connect: connection refused'))).toEqual([]);
  });

  it.each([
    'validate service connection: CRI v1 runtime API is not implemented for endpoint "unix:///run/containerd/containerd.sock"',
    'failed to start daemon: error initializing graphdriver',
    'listing containers: rpc error: code = Unavailable desc = connection error',
  ])('are not those of another program: %s', (text) => {
    expect(ids(inFile(text))).toEqual([]);
    expect(ids(inTerminal(text))).toEqual([]);
  });
});
