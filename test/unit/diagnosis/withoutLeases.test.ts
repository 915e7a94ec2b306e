/** Kubelets before 1.14 renew no lease: what makes their node Unknown is that its status is not updated. */
import { expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const outage = (version: string): string =>
  [
    `I0212 23:04:00.000000    2452 server.go:182] Version: ${version}`,
    'I0212 23:04:05.000000    2452 kubelet_node_status.go:82] Successfully registered node n1',
    ...[10, 20, 30, 40, 50].map(
      (second) =>
        `E0212 23:07:${second}.430621    2452 kubelet_node_status.go:390] Error updating node status, will retry: error getting node "n1": Get https://10.0.0.1:6443/api/v1/nodes/n1: dial tcp 10.0.0.1:6443: connect: connection refused`,
    ),
  ].join('\n');

it('a kubelet that names no version, by how its Go says that nobody listens', () => {
  const lines = [10, 20, 30, 40, 50]
    .map(
      (second) =>
        `E0212 23:07:${second}.430621    2452 reflector.go:1] k8s.io/kubernetes/pkg/kubelet/kubelet.go:1: Failed to list *v1.Node: Get https://10.0.0.1:6443/api/v1/nodes: dial tcp 10.0.0.1:6443: connect: connection refused`,
    )
    .join('\n');
  const old = lines.replaceAll('connect: connection refused', 'getsockopt: connection refused');
  const text = (log: string): string | undefined =>
    diagnoseText(log).findings.find(({ id }) => id === 'api-unreachable')?.explanation;
  expect(text(old)).toContain('status is not updated');
  expect(text(lines)).toContain('lease is not renewed');
});

it.each([
  ['v1.9.3', 'status is not updated', 'lease'],
  ['v1.14.0', 'lease is not renewed', 'status is not updated'],
])('%s', (version, said, notSaid) => {
  const text = diagnoseText(outage(version)).findings.find(({ id }) => id === 'api-unreachable')?.explanation;
  expect(text).toContain(said);
  expect(text).not.toContain(notSaid);
});
