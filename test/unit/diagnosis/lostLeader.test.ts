/** Where API server, controllers and kubelet are one program, a controller that loses its lease ends the kubelet. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const journal = (second: string, identifier: string, text: string): string =>
  `2025-05-19T20:50:${second}.000000+0000 box-1 ${identifier}: ${text}`;
const klog = (second: string, text: string): string => `${text[0]}0519 20:50:${second}.056844    4423 ${text.slice(1)}`;
const LOST = 'Econtrollermanager.go:328] "leaderelection lost"';
const log = (identifier: string, ...before: readonly string[]): string =>
  [
    journal('20', identifier, klog('20', 'Ikubelet.go:2405] "Starting kubelet main sync loop"')),
    ...before,
    journal(
      '28',
      identifier,
      klog(
        '28',
        'Eleaderelection.go:472] Failed to update lock: Put "https://127.0.0.1:6444/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager?timeout=5s": context deadline exceeded',
      ),
    ),
    journal('28', identifier, klog('28', LOST)),
    journal('28', 'systemd[1]', 'k3s.service: Main process exited, code=exited, status=1/FAILURE'),
  ].join('\n');

describe('a leadership that is lost', () => {
  it('is why k3s ended, and what its database says before is why that was', () => {
    const slow = journal(
      '26',
      'k3s[4423]',
      'time="2025-05-19T20:50:26Z" level=info msg="Slow SQL (started: 2025-05-19 20:50:24.948 +0000 UTC m=+18206.4) (total time: 1.097893416s):  SELECT 1 : [[/registry/leases/% false]]"',
    );
    const [first] = diagnoseText(log('k3s[4423]', slow)).findings;
    expect(first).toMatchObject({ id: 'kubelet-fatal', confidence: 'high' });
    expect(first?.title).toBe('The program of the kubelet ended, because the control plane in it lost its leadership');
    expect(first?.explanation).toContain('"Slow SQL (total time: 1.097893416s)"');
    expect(first?.evidence.map(({ line }) => line)).toEqual([2, 4]);
    expect(first?.nextSteps.join('\n')).toContain('`journalctl -u k3s | grep -E "Slow SQL|');
  });

  it('has no static pod of etcd to look at where the program has no name', () => {
    const [first] = diagnoseText(
      [klog('20', 'Ikubelet.go:2405] "Starting kubelet main sync loop"'), klog('28', LOST.replace(/^E/, 'F'))].join(
        '\n',
      ),
    ).findings;
    expect(first?.id).toBe('kubelet-fatal');
    expect(first?.nextSteps.join('\n')).toContain('which is no pod there');
    expect(first?.nextSteps.join('\n')).not.toContain('crictl');
  });

  it('is told without what the database says', () => {
    const [first] = diagnoseText(log('microk8s.daemon-kubelite[4423]')).findings;
    expect(first?.explanation).toContain('The kubelet exited at 20:50:28.056: "leaderelection lost".');
    expect(first?.explanation).not.toContain('Before that');
    expect(first?.nextSteps.join('\n')).toContain('`journalctl -u snap.microk8s.daemon-k8s-dqlite`');
  });

  it('is no end of a kubelet where the controllers are a program of their own', () => {
    const text = [
      journal('20', 'kubelet[900]', 'I0519 20:50:20.056844     900 kubelet.go:2405] "Starting kubelet main sync loop"'),
      journal('28', 'kube-scheduler[4423]', klog('28', 'Eserver.go:205] "Leaderelection lost"')),
    ].join('\n');
    expect(diagnoseText(text).findings.map(({ id }) => id)).not.toContain('kubelet-fatal');
  });
});

describe('a datastore of MicroK8s that takes no writes', () => {
  it('is why its API server does not answer', () => {
    const text = [
      ...['10', '20', '30', '40', '50'].map((second) =>
        journal(
          second,
          'microk8s.daemon-kubelite[4423]',
          klog(
            second,
            'Econtroller.go:193] "Failed to update lease" err="Put \\"https://127.0.0.1:16443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/box-1?timeout=10s\\": context deadline exceeded"',
          ),
        ),
      ),
      journal(
        '51',
        'microk8s.daemon-k8s-dqlite[739]',
        'time="2025-05-19T20:50:51Z" level=error msg="error in txn: exec (try: 500): database is locked"',
      ),
    ].join('\n');
    const [first] = diagnoseText(text).findings;
    expect(first?.title).toBe(
      'The API server 127.0.0.1:16443 could not be reached, because its database took no writes',
    );
    expect(first?.explanation).toContain('"error in txn: exec (try: 500): database is locked"');
    expect(first?.nextSteps[0]).toContain('`df -h /var/snap/microk8s/current/var/kubernetes/backend`');
  });
});

describe('a node on which containerd cannot use overlayfs', () => {
  it('has no kubelet as long as k3s waits with it', () => {
    const wait = (second: string): string =>
      journal(
        second,
        'k3s[5697]',
        `time="2025-05-19T20:50:${second}Z" level=info msg="Waiting to retrieve agent configuration; server is not ready: \\"overlayfs\\" snapshotter cannot be enabled for \\"/var/lib/rancher/k3s/agent/containerd\\", try using \\"fuse-overlayfs\\" or \\"native\\": failed to mount overlay: invalid argument"`,
      );
    const [first] = diagnoseText(['01', '06', '11'].map(wait).join('\n')).findings;
    expect(first).toMatchObject({
      id: 'kernel-setting',
      title: 'containerd cannot use overlayfs on this node, so the kubelet is not started',
    });
    expect(first?.nextSteps).toHaveLength(1);
  });
});
