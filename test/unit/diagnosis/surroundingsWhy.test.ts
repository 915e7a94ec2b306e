/** What kernel and systemd say beside a trouble of the kubelet, told with it as its reason: only where the times fit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FindingId } from '../../../src/diagnosis/finding.ts';
import { projectRoot } from '../../support/shared.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

function textOf(id: FindingId, name: string): string {
  return readFileSync(join(projectRoot, 'test/fixtures/findings', id, `${name}.log`), 'utf8');
}

function titleOf(id: FindingId, text: string): string | undefined {
  return diagnoseText(text).findings.find((finding) => finding.id === id)?.title;
}

it('says that the table of connections was full where packets were dropped as calls failed, and not where it was full later', () => {
  const text = textOf('api-unreachable', 'found-conntrack');
  expect(titleOf('api-unreachable', text)).toMatch(/\(conntrack\) was full$/);
  expect(titleOf('api-unreachable', text.replaceAll(/^Mar 10 08:1(.*nf_conntrack)/gm, 'Mar 10 08:2$1'))).toBe(
    'The API server 10.0.0.10:6443 could not be reached',
  );
});

it('says of a container that dies with each kill for memory that it is killed over a limit, and of no other', () => {
  expect(titleOf('pods-crashing', textOf('pods-crashing', 'found-memory-limit'))).toMatch(
    /killed over a memory limit$/,
  );
  for (const name of ['not-other-deaths', 'not-other-kills'])
    expect([name, titleOf('pods-crashing', textOf('pods-crashing', name))]).toEqual([
      name,
      'The container cart of shop/cart-1 does not stay up',
    ]);
});

it('tells a card with errors beside its device plug-in, in the first line', () => {
  const { answer, findings } = diagnoseText(textOf('device-plugin', 'found-xid'));
  expect(plain(answer)).toMatch(/Worth a look: a graphics card \(GPU\) reports errors, and the device plug-in of/);
  expect(findings.find(({ id }) => id === 'device-plugin')?.explanation).not.toContain('a restart of the plug-in');
  expect(titleOf('device-plugin', textOf('device-plugin', 'not-xid-alone'))).toBe(
    'A graphics card (GPU) reports errors',
  );
});

/** Refused listings for four seconds, beside what systemd says of the runtime. */
function refused(...systemd: readonly (readonly [second: number, text: string])[]): string {
  const lines: (readonly [number, string])[] = [
    [0, 'kubelet[2101]: I0310 08:00:00.000001    2101 server.go:467] "Kubelet version" kubeletVersion="v1.28.6"'],
    ...[20, 21, 22, 23].map(
      (second) =>
        [
          second,
          `kubelet[2101]: E0310 08:00:${second}.500001    2101 generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing dial unix /run/containerd/containerd.sock: connect: connection refused\\""`,
        ] as const,
    ),
    ...systemd.map(([second, text]) => [second, `systemd[1]: ${text}`] as const),
    [
      59,
      'kubelet[2101]: I0310 08:00:59.000001    2101 kubelet.go:2312] "SyncLoop ADD" source="api" pods=["default/web-1"]',
    ],
  ];
  return lines
    .toSorted(([a], [b]) => a - b)
    .map(([second, text]) => `Mar 10 08:00:${String(second).padStart(2, '0')} node-a ${text}\n`)
    .join('');
}

const EXITED = [20, 'containerd.service: Main process exited, code=exited, status=2/INVALIDARGUMENT'] as const;
const STOPPING = [19, 'Stopping containerd container runtime...'] as const;
const STARTED = [24, 'Started containerd container runtime.'] as const;

it.each([
  ['crashed', [EXITED, STARTED]],
  ['was restarted', [STOPPING, STARTED]],
  ['was restarted', [STOPPING, EXITED, STARTED]],
  ['was stopped', [STOPPING]],
  ['ended and does not start again', [STOPPING, [24, EXITED[1]], [30, EXITED[1]]]],
] as const)('says that the runtime %s', (how, lines) => {
  const title = titleOf('runtime-unreachable', refused(...lines));
  expect(title).toBe(`The container runtime ${how}, and its socket was not reachable`);
});

it('says no more than that the socket was gone where systemd tells of others only', () => {
  for (const text of [
    'kubelet.service: Main process exited, code=exited, status=1/FAILURE',
    'Stopping docker.socket...',
  ])
    expect([text, titleOf('runtime-unreachable', refused([20, text]))]).toEqual([
      text,
      "The container runtime's socket was not reachable",
    ]);
});

it('names in the first line from when to when the socket was gone, and reads the journal of that time', () => {
  const text = plain(diagnoseText(refused(STOPPING, STARTED)).answer);
  expect(text).toContain('Seen from 08:00:20.500 to 08:00:23.500');
  expect(text).toMatch(
    /journalctl -u containerd --since "[^"]{4,5}-03-10 08:00:10" --until "[^"]{4,5}-03-10 08:00:40"/,
  );
});

it.each([
  ['api-unreachable', 'found-proxy', 'could not be reached through the proxy 10.1.1.1:3128'],
  ['api-unreachable', 'found-dns', 'as its name could not be resolved'],
  ['pod-sandbox-broken', 'found-pause-image', 'The sandbox image (pause) could not be had'],
  ['cni-failing', 'found-calico-node', 'The agent of the network plug-in did not answer'],
  ['cni-failing', 'found-cilium-agent', 'The agent of the network plug-in did not answer'],
  ['kernel-setting', 'found-kmsg', 'cannot read the messages of the kernel'],
  ['kernel-setting', 'found-cgroup-v1', 'does not run on a node with cgroup v1'],
  ['kernel-setting', 'found-cgroup-v1-validated', 'does not run on a node with cgroup v1'],
  ['kernel-setting', 'found-cgroup-root', 'is told to use is not there'],
  ['config-invalid', 'found-cloud-out-of-reach', 'its cloud provider fails'],
  ['kubelet-fatal', 'found-slow-datastore', 'after its datastore had been slow'],
  ['kubelet-fatal', 'found-datastore-gone', 'after its datastore had not answered'],
  ['api-unreachable', 'found-edge', 'cloudcore 192.0.2.50:10000, by which this node reaches'],
  ['api-unreachable', 'found-etcd-slow', 'while its etcd was slow'],
  ['config-invalid', 'found-newer-file', 'what only the feature gate KubeletCrashLoopBackOffMax allows'],
  ['kernel-setting', 'found-no-cgroups', 'does not find the control groups of the machine'],
  ['static-pod-failing', 'found-awaited-by-rke2', 'rke2 waits for etcd, which the kubelet has not started'],
  ['config-invalid', 'found-foreign-labels', 'is told to give its node labels that it may not give'],
  ['node-address', 'found-no-default-route', 'has no default route'],
  ['cni-failing', 'found-other-bridge', 'The bridge cni0 of this node has an address of another network'],
  ['certificate-expired', 'found-unsigned-then-refused', 'and the API server does not know it any more'],
  ['device-plugin', 'found-topology', 'is not on one NUMA node'],
  ['api-refuses', 'found-two-of-a-name', 'Somebody else writes the lease'],
  ['node-shutdown', 'found-pods-stuck', 'was shut down and started again'],
  ['certificate-expired', 'found-serving-unsigned', 'has no serving certificate yet'],
  ['pods-crashing', 'found-seccomp', 'cannot be started'],
] as const)('names the reason that the text of the error gives: %s, %s', (id, name, words) => {
  const { answer, findings } = diagnoseText(textOf(id, name));
  expect(findings.find((finding) => finding.id === id)?.title).toContain(words);
  expect(plain(answer).split('\n')[0]).toContain(words.slice(1));
});

it('takes no pod whose name has "dbus" in it for systemd that did not answer', () => {
  const text = textOf('pod-sandbox-broken', 'found-no-runc').replaceAll(
    'failed to create containerd task',
    'error creating pod sandbox k8s_dbus-exporter_batch_0', // as CRI-O names it
  );
  const finding = diagnoseText(text).findings.find(({ id }) => id === 'pod-sandbox-broken');
  expect(finding?.nextSteps.join('\n')).toContain('runc crun');
  expect(finding?.nextSteps.join('\n')).not.toContain('daemon-reexec');
});

it('says that a network card hung where calls failed after it', () => {
  const text = textOf('api-unreachable', 'found-conntrack');
  const hung = text.replaceAll(
    /nf_conntrack: nf_conntrack: table full, dropping packet|nf_conntrack: table full, dropping packet/g,
    'NETDEV WATCHDOG: eno1 (e1000e): transmit queue 0 timed out',
  );
  expect(hung).not.toBe(text);
  expect(titleOf('api-unreachable', hung)).toMatch(/ while a network card of the node hung$/);
});

it('says that a processor was locked up where calls failed after it', () => {
  const text = textOf('api-unreachable', 'found-conntrack').replaceAll(
    /nf_conntrack: nf_conntrack: table full, dropping packet|nf_conntrack: table full, dropping packet/g,
    'watchdog: BUG: soft lockup - CPU#3 stuck for 67s! [kworker/3:1:1022]',
  );
  expect(titleOf('api-unreachable', text)).toMatch(/ while a processor of the node was locked up$/);
});

it('says of an address that cannot be reached whether the node has no route, or nobody answers for it', () => {
  const failed = (why: string): string =>
    [5, 12, 52]
      .map(
        (second) =>
          `E1002 09:10:${String(second).padStart(2, '0')}.301000    1201 controller.go:195] "Failed to update lease" err="Put \\"https://10.1.0.9:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s\\": dial tcp 10.1.0.9:6443: connect: ${why}"`,
      )
      .join('\n');
  const [none] = diagnoseText(failed('network is unreachable')).findings;
  expect(none?.title).toBe('The API server 10.1.0.9:6443 could not be reached, for the node has no route to it');
  expect(none?.nextSteps[0]).toContain('`ip route`');
  const [silent] = diagnoseText(failed('no route to host')).findings;
  expect(silent?.title).toBe('The API server 10.1.0.9:6443 could not be reached');
  expect(silent?.nextSteps[0]).toContain('`ip neigh`');
  expect(diagnoseText(failed('connection refused')).findings[0]?.nextSteps.join()).not.toContain('ip neigh');
});
