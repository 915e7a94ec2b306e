/** Lines of k3s itself that nothing before them says who wrote: its log in a file, and as it stands in a terminal. */
import { describe, expect, it } from 'vitest';
import { replayOf } from '../replay/readLog.ts';
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

  it.each([
    ['node-token', '--token is required'],
    ['node-token', 'starting kubernetes: preparing server: K3S_TOKEN is required to join a cluster'],
    [
      'node-token',
      'starting kubernetes: preparing server: bootstrap data already found and encrypted with different token',
    ],
    ['the server there is the right one', '--server is required'],
  ])('lead to what the node is given to join by, %s: %s', (step, text) => {
    const [first] = diagnoseText(inTerminal(text)).findings;
    expect(first?.nextSteps.slice(0, 2).join(' ')).toContain(step);
    expect(first?.nextSteps.join(' ')).not.toContain('Start it by hand');
  });

  it.each([
    'starting kubernetes: preparing server: https://10.0.0.1:6443/v1-k3s/server-bootstrap: 401 Unauthorized',
    'Waiting to retrieve agent configuration; server is not ready: failed to retrieve configuration from server: https://127.0.0.1:6444/v1-k3s/config: 401 Unauthorized',
  ])('lead to the token, however young the program is: %s', (text) => {
    const { findings } = diagnoseText(
      ['info msg="Starting k3s agent v1.29.3+k3s1 (8aecc26b)"', `fatal msg="${text}"`, `fatal msg="${text}"`]
        .map((said, at) => `Nov 21 10:02:1${at} edge-1 k3s[771]: time="2026-11-21T10:02:1${at}Z" level=${said}\n`)
        .map((line) => (text.startsWith('Waiting') ? line.replace('=fatal', '=info') : line))
        .join(''),
    );
    expect(findings[0]?.id).toBe('api-refuses');
    expect(findings[0]?.nextSteps).toEqual([expect.stringContaining('node-token')]);
  });

  it('name the variables of rke2 where it said them, and lead to no token that they do not name', () => {
    const ofRke2 = (text: string): string =>
      `Nov 21 10:02:11 edge-1 rke2[771]: time="2026-11-21T10:02:11Z" level=fatal msg="${text}"\n`;
    const steps = (text: string): string => diagnoseText(ofRke2(text)).findings[0]?.nextSteps.join(' ') ?? '';
    expect(steps('--token is required')).toContain('`RKE2_TOKEN` of its unit');
    expect(steps('yaml: line 3: found character that cannot start any token')).not.toContain('node-token');
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

describe('k3s that says its version before its kubelet does', () => {
  const agent = (text: string): string =>
    `Oct 04 05:10:01 hut-4 k3s[811]: time="2026-10-04T05:10:01Z" level=info msg="${text}"\n`;
  const kubelet = (text: string): string => `Oct 04 05:10:09 hut-4 k3s[811]: I1004 05:10:09.300100     811 ${text}\n`;
  const EXPIRED =
    'failed to get CA certs: Get \\"https://10.8.0.2:6443/cacerts\\": tls: failed to verify certificate: x509: certificate has expired or is not yet valid: current time 2026-10-04T05:10:01Z is after 2026-10-01T00:00:00Z';
  const versions = (text: string): readonly unknown[] => replayOf(text).history.processes.map(({ version }) => version);
  const V1_27_5 = { major: 1, minor: 27, patch: 5 };

  it('has a kubelet of that version, of whichever kind it is', () => {
    for (const program of ['k3s agent', 'k3s', 'rke2', 'rke2 agent'])
      expect(versions(agent(`Starting ${program} v1.27.5+k3s1 (8d074ecb)`))).toMatchObject([V1_27_5]);
    expect(versions(agent('Starting k3s.cattle.io/v1, Kind=Addon controller'))).toEqual([undefined]);
  });

  it('has one kubelet, whose own word counts, where each line names its writer and where none does', () => {
    const text = [
      agent('Starting k3s agent v1.27.5+k3s1 (8d074ecb)'),
      kubelet('server.go:412] "Kubelet version" kubeletVersion="v1.27.6+k3s1"'),
      kubelet('kubelet.go:2080] "Starting kubelet main sync loop"'),
    ].join('');
    expect(versions(text)).toMatchObject([{ ...V1_27_5, patch: 6 }]);
    expect(versions(text.replaceAll(/^Oct.{0,40}k3s\[811\]: /gm, ''))).toMatchObject([{ ...V1_27_5, patch: 6 }]);
  });

  it('renews the certificate of its server at a start', () => {
    const [finding] = diagnoseText(agent('Starting k3s agent v1.27.5+k3s1 (8d074ecb)') + agent(EXPIRED)).findings;
    expect(finding?.title).toBe('The certificate of the API server has expired');
    expect(finding?.nextSteps).toContain(
      'Where it is over, restart k3s on the server, which renews it when it starts: `systemctl restart k3s`.',
    );
  });
});
