/** What a network plug-in says of its own trouble decides what is to be done. */
import { describe, expect, it } from 'vitest';
import { networkTroubleOf } from '../../../src/diagnosis/signs/networkReasons.ts';
import { diagnoseText } from './diagnoseLog.ts';

const AGENT = 'The agent of the network plug-in did not answer on this node';

const titleOf = (text: string): string | undefined =>
  diagnoseText(
    [0, 1, 2, 3, 4, 5]
      .map(
        (minute) =>
          `E1124 10:0${minute}:10.100000    1200 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web-1_shop(aaa)\\" with CreatePodSandboxError: \\"rpc error: code = Unknown desc = failed to setup network for sandbox \\\\\\"bbbb\\\\\\": ${text}\\"" pod="shop/web-1" podUID="aaa"`,
      )
      .join('\n'),
  ).findings.find(({ id }) => id === 'cni-failing')?.title;

it.each([
  [
    'plugin type=\\\\\\"calico\\\\\\" failed (add): error getting ClusterInformation: connection is unauthorized: Unauthorized',
    'The API server refuses the network plug-in',
  ],
  [
    'plugin type=\\\\\\"bridge\\\\\\" failed (add): error of ipam: Unauthorized',
    'The API server refuses the network plug-in',
  ],
  [
    'plugin type=\\\\\\"flannel\\\\\\" failed (add): loadFlannelSubnetEnv failed: open /run/flannel/subnet.env: no such file or directory',
    'Flannel has not set up the network of this node',
  ],
  ['unable to allocate IP address: Post http://127.0.0.1:6784/ip/aa: connection refused', AGENT],
  [
    'plugin type=\\\\\\"calico\\\\\\" failed (add): error getting ClusterInformation: Get \\\\\\"https://10.96.0.1:443/apis/crd.projectcalico.org/v1/clusterinformations/default\\\\\\": dial tcp 10.96.0.1:443: connect: no route to host',
    'The network plug-in does not reach the API server',
  ],
  [
    'plugin type=\\\\\\"calico\\\\\\" failed (add): error getting ClusterInformation: Get \\\\\\"https://10.96.0.1:443/apis/crd.projectcalico.org/v1/clusterinformations/default\\\\\\": tls: failed to verify certificate: x509: certificate signed by unknown authority (possibly because of \\\\\\"crypto/rsa: verification error\\\\\\" while trying to verify candidate authority certificate \\\\\\"kubernetes\\\\\\")',
    'The network plug-in does not trust the API server',
  ],
  [
    'error getting ClusterInformation: Get https://[10.96.0.1]:443/apis/crd.projectcalico.org/v1/clusterinformations/default: x509: certificate signed by unknown authority',
    'The network plug-in does not trust the API server',
  ],
  [
    'failed to set bridge addr: \\\\\\"cni0\\\\\\" already has an IP address different from 10.244.2.1/24',
    'The bridge cni0 of this node has an address of another network',
  ],
  [
    'Multus: [shop/web-1/aa]: error waiting for pod: pods \\\\\\"web-1\\\\\\" not found',
    'The network plug-in was asked for a pod that is gone',
  ],
  [
    'timed out waiting for OVS port binding (ovn-installed) for 0a:58:0a:80:02:0b [10.128.2.11/23]',
    'OVN did not connect the network cards of pods in time',
  ],
  ['plugin type=\\\\\\"bridge\\\\\\" failed (add): Unauthorized access to the bridge', 'The network plug-in failed'],
])('%s', (text, title) => {
  expect(titleOf(text)).toBe(title);
});

it('is quoted around its reason, not around the configuration behind it', () => {
  const quote = networkTroubleOf(
    `failed to setup network for sandbox "c9c9bb18": plugin type="multus-shim" name="multus-cni-network" failed (add): CmdAdd (shim): CNI request failed with status 400: 'ContainerID:"c9c9bb18" Netns:"/var/run/netns/cni-1" ERRORED: error adding container to network "sriov-net": failed to find plugin "sriov" in path [/opt/cni/bin] ': StdinData: {${'"capabilities":true,'.repeat(40)}}`,
  ).quote;
  expect(quote).toContain('failed to find plugin "sriov" in path [/opt/cni/bin]');
  expect(quote.length).toBeLessThanOrEqual(260);
});

it('is counted once where the line of the whole answer stands before that of the network, and not where it is ready', () => {
  const network = 'NetworkReady=false reason:NetworkPluginNotReady message:cni plugin not initialized';
  const status = (second: number, text = network): string =>
    `I1124 10:00:${second}.100000    1200 kubelet.go:2346] "Container runtime status" status="Runtime Conditions: RuntimeReady=true reason: message:, ${text}"`;
  const own = (second: number): string =>
    `E1124 10:00:${second}.100040    1200 kubelet.go:2367] "Container runtime network not ready" networkReady="${network}"`;
  const seconds = [10, 15, 20, 25];
  const told = (lines: readonly string[]): string | undefined =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'network-not-ready')?.explanation;
  expect(told(seconds.flatMap((second) => [status(second), own(second)]))).toContain('(4 lines from');
  expect(told(seconds.map((second) => status(second)))).toContain('(4 lines from');
  expect(told(seconds.map((second) => status(second, 'NetworkReady=true reason: message:')))).toBeUndefined();
});

it('is looked at after a registration that the API server refuses: without its node no plug-in comes', () => {
  const log = (refusal: string): string =>
    [10, 20, 30, 40, 50]
      .flatMap((second) => [
        `E1124 10:00:${second}.100000    4191 kubelet.go:2130] Container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:docker: network plugin is not ready: cni config uninitialized`,
        `E1124 10:00:${second}.200000    4191 ${refusal}`,
      ])
      .join('\n');
  const ids = (refusal: string): readonly string[] => diagnoseText(log(refusal)).findings.map(({ id }) => id);
  expect(ids('kubelet_node_status.go:106] Unable to register node "n-1" with API server: Unauthorized')).toEqual([
    'api-refuses',
    'network-not-ready',
  ]);
  // A list of services that is refused keeps no pod away.
  expect(
    ids('reflector.go:205] k8s.io/kubernetes/pkg/kubelet/kubelet.go:452: Failed to list *v1.Service: Unauthorized')[0],
  ).toBe('network-not-ready');
});

it('follows from an API server that a control plane never got to run, from its start on', () => {
  const log = (to: number): string =>
    Array.from({ length: to }, (_, at) => {
      const time = `10:${String(Math.floor(at / 6)).padStart(2, '0')}:${at % 6}2`;
      return [
        `E1124 ${time}.100000    4191 kubelet.go:2855] "Container runtime network not ready" networkReady="NetworkReady=false reason:NetworkPluginNotReady message:Network plugin returns error: cni plugin not initialized"`,
        `E1124 ${time}.200000    4191 kubelet_node_status.go:92] "Unable to register node with API server" err="Post \\"https://10.0.0.1:6443/api/v1/nodes\\": dial tcp 10.0.0.1:6443: connect: connection refused" node="n-1"`,
      ].join('\n');
    }).join('\n');
  const START = 'I1124 10:00:00.100000    4191 kubelet.go:2303] "Starting kubelet main sync loop"\n';
  const { findings } = diagnoseText(START + log(30));
  expect(findings.map(({ id }) => id)).toEqual(['api-unreachable', 'network-not-ready']);
  expect(findings[1]?.explanation).toContain('The API server could not be reached at that time');
});

it('weighs less than what hurts pods to the end, where it was over within a minute and long ago', () => {
  const notReady = (second: string): string =>
    `E1124 10:00:${second}.100000    4787 kubelet.go:2103] Container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:docker: network plugin is not ready: cni config uninitialized`;
  const crash = (minute: number, pod: string): string =>
    `E1124 10:${String(minute).padStart(2, '0')}:26.400951    4787 pod_workers.go:191] Error syncing pod ${pod} ("${pod}_shop(${pod})"), skipping: failed to "StartContainer" for "agent" with CrashLoopBackOff: "back-off 5m0s restarting failed container=agent pod=${pod}_shop(${pod})"`;
  const ids = (last: string): readonly string[] =>
    diagnoseText(
      [
        notReady('05'),
        notReady('10'),
        ...Array.from({ length: 30 }, (_, minute) => crash(minute + 1, `web-${minute % 5}`)),
        last,
      ].join('\n'),
    ).findings.map(({ id }) => id);
  expect(ids('')).toEqual(['pods-crashing', 'network-not-ready']);
  expect(ids(notReady('10').replace('10:00:10', '10:31:10'))[0]).toBe('network-not-ready');
});

it('is read from the call that failed where the lines that repeat it are cut away', () => {
  const text = 'rpc error: code = Unknown desc = NetworkPlugin cni failed to set up pod "web-1_shop" network: add cmd';
  const { findings } = diagnoseText(
    [
      `E0418 19:09:01.012799    3852 remote_runtime.go:92] RunPodSandbox from runtime service failed: ${text}: failed to assign an IP address to container`,
      `E0418 19:09:01.012841    3852 kuberuntime_sandbox.go:54] CreatePodSandbox for pod "web-1_shop(873acabd-4339-11e8-a92c-0609dc29c0b0)" failed: ${text}`,
    ].join('\n'),
  );
  expect(findings.map(({ title }) => title)).toEqual(['The network plug-in has no address left for pods']);
  expect(findings[0]?.evidence.map(({ line }) => line)).toEqual([1, 2]);
});

it('names the log of k3s, of which flannel is a part, and no kubeadm there', () => {
  const stepsOf = (writer: string): string =>
    diagnoseText(
      [30, 44]
        .map(
          (second) =>
            `Mar 10 08:00:${second} w1 ${writer}[2101]: E0310 08:00:${second}.100101    2101 kuberuntime_manager.go:1170] "CreatePodSandbox for pod failed" err="rpc error: code = Unknown desc = failed to setup network for sandbox \\"abc\\": plugin type=\\"flannel\\" failed (add): open /run/flannel/subnet.env: no such file or directory" pod="default/web-0"`,
        )
        .join('\n'),
    )
      .findings.find(({ id }) => id === 'cni-failing')
      ?.nextSteps.join('\n') ?? '';
  expect(stepsOf('k3s')).toContain('`journalctl -u k3s -u k3s-agent | grep -i flannel`');
  expect(stepsOf('k3s')).not.toContain('kubeadm');
  expect(stepsOf('kubelet')).toContain('`kubectl get pods -A -o wide | grep -E "flannel|canal" | grep w1`');
  expect(stepsOf('kubelet')).toContain('`kubeadm init --pod-network-cidr`');
});

describe('a configuration that dockershim cannot use', () => {
  const cni = (second: string, text: string): string =>
    `Jun 21 23:10:${second} n1 kubelet[4163]: W0621 23:10:${second}.731341    4163 cni.go:202] ${text}`;
  const plain = (second: string, text: string): string => `Jun 21 23:10:${second} n1 kubelet[4163]: ${text}`;
  const MISSING =
    '[failed to find plugin "flannel" in path [/opt/cni/bin] failed to find plugin "portmap" in path [/opt/cni/bin]]';
  const NOT_READY = plain(
    '12',
    'E0621 23:10:12.123430    4163 kubelet.go:2183] Container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady message:docker: network plugin is not ready: cni config uninitialized',
  );
  const network = (...lines: readonly string[]): ReturnType<typeof diagnoseText>['findings'][number] | undefined =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'network-not-ready');

  it.each([
    [
      'in the lines of a journal',
      [
        cni('10', 'Error validating CNI config list {'),
        ...['  "name": "cbr0",', '  "plugins": [', '    {', '      "type": "flannel"', '    }', '  ]', '}'].map(
          (line) => plain('10', line),
        ),
        plain('10', `: ${MISSING}`),
      ],
    ],
    [
      'as a list of bytes (1.16)',
      [cni('10', `Error validating CNI config &{cbr0 0.3.1 false [0xc000829ee0] [123 10 10]}: ${MISSING}`)],
    ],
    [
      'in a structured line',
      [
        cni(
          '10',
          `"Error validating CNI config list" configList="{\\n  \\"name\\": \\"cbr0\\",\\n  \\"plugins\\": [\\n    {}\\n  ]\\n}\\n" err="${MISSING.replaceAll('"', '\\"')}"`,
        ),
      ],
    ],
  ])('says why the network is not ready: %s', (_, lines) => {
    const finding = network(...lines, NOT_READY);
    expect(finding?.title).toBe('The network plug-in flannel is not installed on this node');
    expect(finding?.explanation).toContain(`1 line at 23:10:10`);
    expect(finding?.explanation).toContain('cannot be used: "[failed to find plugin "flannel" in path [/opt/cni/bin]');
    expect(finding?.nextSteps.join(' ')).not.toContain('See whether a network configuration exists');
  });

  it('is told where the piece has nothing else, and only where it says why', () => {
    expect(
      network(
        plain('10', `: ${MISSING}`),
        NOT_READY.replace(/E0621.*/, 'I0621 23:10:12.123430    4163 kubelet.go:2009] SyncLoop (housekeeping)'),
      )?.title,
    ).toContain('flannel');
    expect(network(cni('10', 'Error validating CNI config list {'), NOT_READY)?.title).toBe(
      "The node's network was not ready",
    );
    expect(
      network(
        cni('10', 'Error validating CNI config list {}: [fork/exec /opt/cni/bin/flannel: exec format error]'),
        NOT_READY,
      )?.explanation,
    ).toContain('exec format error');
  });
});
