/** What an error says by one word more than others that are like it. */
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

it('a port that no address can have is not said to be cut off', () => {
  const [finding] = diagnoseText(
    'E0827 22:45:11.297088   40112 controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://172.30.1.2:64433333/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s\\": dial tcp: address 64433333: invalid port" interval="3.2s"\n',
  ).findings;
  expect(finding?.title).toBe('The API server 172.30.1.2:64433333 could not be reached, for no port has such a number');
  expect(finding?.nextSteps[0]).toContain('grep server: /etc/kubernetes/kubelet.conf');
});

it('a reason that nobody foresaw is not said to be cut off', () => {
  const told = (reason: string): Finding | undefined =>
    diagnoseText(
      `E0827 22:45:11.297088   40112 controller.go:145] "Failed to ensure lease exists, will retry" err="Get \\"https://172.30.1.2:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/n1?timeout=10s\\": ${reason}" interval="3.2s"\n`,
    ).findings[0];
  expect(told('dial tcp 172.30.1.2:6443: connect: invalid argument')).toMatchObject({
    title: 'The API server 172.30.1.2:6443 could not be reached',
    explanation: expect.stringMatching(/failed \(an error: "Get .*: invalid argument"\)/) as unknown,
  });
  expect(told('dial tcp 172.30.1.2:6443: con')?.title).toContain('why is cut off');
});

it('the API server is named where only the last words of k3s have its address', () => {
  const lines = ['Starting k3s v1.24.4+k3s1 (c3f830e9)', 'Configuring sqlite3 database connection pooling']
    .map((text) => `time="2026-07-19T10:31:16Z" level=info msg="${text}"`)
    .concat(
      'time="2026-07-19T10:31:17Z" level=fatal msg="starting kubernetes: preparing server: failed to get CA certs: Get https://10.0.0.5:6443/cacerts: dial tcp 10.0.0.5:6443: connect: connection refused"',
    );
  expect(diagnoseText(`${lines.join('\n')}\n`).findings[0]?.title).toBe(
    'The API server 10.0.0.5:6443 could not be reached',
  );
});

it('a card that is missing in the network of a pod is not one of the node', () => {
  const title = (text: string): string | undefined =>
    diagnoseText(
      `E0707 05:50:59.587380    1269 cni.go:331] Error adding default_a/38c11d6e to network meshnet/meshnet_network: ${text}\n`,
    ).findings.find(({ id }) => id === 'cni-failing')?.title;
  expect(title('failed to lookup "eth1" in "/proc/106180/ns/net": Link not found')).toBe('The network plug-in failed');
  expect(title('plugin type="macvlan" failed (add): Link not found')).toContain('is not on this node');
});

it.each(['instance not found', 'the request timed out', 'Unauthorized'])(
  'what the cloud answered is not said of the API server: %s',
  (said) => {
    const log = `Dec 17 18:55:34 n1 kubelet[39321]: E1217 18:55:34.829591   39321 kubelet_node_status.go:302] Error updating node status, will retry: failed to get node address from cloud provider: ${said}\n`;
    const ids = (text: string): readonly string[] => diagnoseText(text).findings.map(({ id }) => id);
    expect(ids(log)).toEqual(['config-invalid']);
    expect(ids(log.replace('failed to get node address from cloud provider', 'error getting node "n1"'))).not.toEqual(
      [],
    );
  },
);

it('does not say of a pod that waits for an inspection that PLEG asks nothing like it, nor when the call began', () => {
  const line = (second: number): string =>
    `Jun  2 04:39:${second} n1 kubelet[28263]: E0602 04:39:${second}.276905   28263 pod_workers.go:191] Error syncing pod f0118c7e-82cb-4825-a01b-3014fe500e1f ("web_shop(f0118c7e-82cb-4825-a01b-3014fe500e1f)"), skipping: rpc error: code = DeadlineExceeded desc = context deadline exceeded`;
  const found = diagnoseText(`${line(28)}\n${line(40)}\n`).findings.find(({ id }) => id === 'runtime-calls-time-out');
  expect(found?.explanation).toContain('No health check of the kubelet failed for it in this log');
  expect(found?.explanation).not.toMatch(/PLEG only lists|the hang began/);
});

it.each([
  ['Unimplemented', 'unknown service runtime.v1.RuntimeService', 'crictl version'],
  ['Unknown', 'open /var/lib/containerd/meta.db: bad file', 'crictl --timeout 20s pods'],
])('what to ask a runtime that answers lists with an error depends on it: %s', (code, said, asked) => {
  const lines = [1, 2, 3].map(
    (second) =>
      `E0418 11:09:0${second}.204117    1630 generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = ${code} desc = ${said}"`,
  );
  const [finding] = diagnoseText(`${lines.join('\n')}\n`).findings;
  expect(finding?.id).toBe('list-calls-fail');
  expect(finding?.nextSteps[0]).toContain(asked);
  expect(finding?.explanation.includes('its CRI plug-in is off')).toBe(code === 'Unimplemented');
});

it.each(['etcd-m1', 'web-7'])(
  'an API server that is gone after an eviction follows from it where the pod is its own: %s',
  (pod) => {
    const lines = [
      'W0216 11:12:01.113412   27516 eviction_manager.go:329] eviction manager: attempting to reclaim ephemeral-storage',
      `I0216 11:12:02.213512   27516 eviction_manager.go:563] eviction manager: pod ${pod}_kube-system(939d4dd36e909e6a6bbc5874ae11aa22) is evicted successfully`,
      ...[20, 30, 40].map(
        (second) =>
          `E0216 11:12:${second}.213612   27516 kubelet_node_status.go:385] Error updating node status, will retry: error getting node "m1": Get https://10.2.2.2:6443/api/v1/nodes/m1?timeout=10s: dial tcp 10.2.2.2:6443: connect: connection refused`,
      ),
    ];
    expect(diagnoseText(`${lines.join('\n')}\n`).findings[0]?.id).toBe(
      pod === 'web-7' ? 'api-unreachable' : 'evicting',
    );
  },
);
