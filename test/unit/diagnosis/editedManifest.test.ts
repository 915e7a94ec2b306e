/** An API server that is away because somebody edited a manifest on its node. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const EDITOR =
  'E1117 18:14:32.031406    4560 file_linux.go:115] Can\'t process manifest file "/etc/kubernetes/manifests/4913": open /etc/kubernetes/manifests/4913: no such file or directory';
const REFUSED = ['18:14:33', '18:14:43', '18:14:53'].map(
  (time) =>
    `E1117 ${time}.199406    4560 kubelet_node_status.go:402] Error updating node status, will retry: error getting node "node-a": Get https://10.0.0.5:6443/api/v1/nodes/node-a?timeout=10s: dial tcp 10.0.0.5:6443: connect: connection refused`,
);
const found = (...lines: readonly string[]) =>
  diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'api-unreachable');

describe('an API server that cannot be reached', () => {
  it('is told with the manifests that were edited just before', () => {
    const finding = found(EDITOR, ...REFUSED);
    expect(finding?.title).toBe(
      'The API server 10.0.0.5:6443 could not be reached, after manifests of static pods were edited on this node',
    );
    expect(finding?.explanation).toContain('a file that an editor wrote: "Can\'t process manifest file');
    expect(finding?.nextSteps[0]).toContain('`ls -lt /etc/kubernetes/manifests`');
    expect(finding?.evidence[0]?.line).toBe(1);
  });

  it.each([
    ['long before', EDITOR.replace('18:14:32', '18:04:32')],
    ['of a manifest that is just wrong', EDITOR.replaceAll('manifests/4913', 'manifests/web.yaml')],
  ])('is not told with a line %s', (_, line) => {
    expect(found(line, ...REFUSED)?.title).toBe('The API server 10.0.0.5:6443 could not be reached');
  });

  it('is not told with one that came later', () => {
    const late = EDITOR.replace('18:14:32', '18:14:48');
    expect(found(...REFUSED.slice(0, 2), late, ...REFUSED.slice(2))?.title).not.toContain('edited');
  });

  it.each([
    'I1117 18:14:32.031406    4560 kubelet.go:1913] "Deleted mirror pod because it is outdated" pod="kube-system/kube-apiserver-node-a"',
    'W1117 18:14:32.031406    4560 kubelet.go:1630] Deleted mirror pod "kube-apiserver-node-a_kube-system(9a1f0a4f6f5c5bcb0f6b4a3de5d8a1c2)" because it is outdated',
    'I1117 18:14:32.031406    4560 kubelet.go:1626] Trying to delete pod kube-apiserver-node-a_kube-system 9a1f0a4f-6f5c-5bcb-0f6b-4a3de5d8a1c2',
  ])('is told with its manifest that was changed: %s', (line) => {
    const late = line.replace('18:14:32', '18:16:10');
    for (const finding of [found(line, ...REFUSED), found(...REFUSED, late)]) {
      expect(finding?.title).toBe(
        'The API server 10.0.0.5:6443 could not be reached, while its manifest was changed on this node',
      );
      expect(finding?.nextSteps[0]).toContain('`ls -lt /etc/kubernetes/manifests`');
      expect(finding?.explanation).toContain('1 line at');
    }
  });

  it.each([
    ['another pod', 'kube-scheduler-node-a', '18:14:32'],
    ['long after', 'kube-apiserver-node-a', '18:24:32'],
  ])('is not told with a changed manifest of %s', (_, pod, time) => {
    const line = `I1117 ${time}.031406    4560 kubelet.go:1913] "Deleted mirror pod because it is outdated" pod="kube-system/${pod}"`;
    expect(found(...REFUSED, line)?.title).toBe('The API server 10.0.0.5:6443 could not be reached');
  });

  it('is not told with a mirror that it is too slow to take away', () => {
    const slow = REFUSED.map((line) =>
      line.replace(
        'dial tcp 10.0.0.5:6443: connect: connection refused',
        'net/http: request canceled (Client.Timeout exceeded while awaiting headers)',
      ),
    );
    const tried =
      'I1117 18:14:52.031406    4560 kubelet.go:1917] "Trying to delete pod" pod="kube-system/kube-apiserver-node-a" podUID="3b1481fb-4a56-4849-96b6-9ce88300674c"';
    expect(found(...slow, tried)?.title).toBe('The API server 10.0.0.5:6443 could not be reached');
    expect(found(...slow, tried)?.explanation).not.toContain('manifest');
    expect(found(...REFUSED, tried)?.title).toContain('while its manifest was changed');
  });
});
