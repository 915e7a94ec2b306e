import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looksLikeKubeletLog } from '../../../src/journal/detect.ts';
import { projectRoot } from '../../support/shared.ts';
import { fixture } from './readLog.ts';

describe('a kubelet log is told by its head', () => {
  it.each(readdirSync(join(projectRoot, 'test/fixtures/journal/modes')))('%s', (name) =>
    expect(looksLikeKubeletLog(fixture(`modes/${name}`))).toBe(true),
  );

  it.each([
    ['k3s', 'Mar  4 08:20:00 alpha k3s[4242]: time="2026-03-04T08:20:00Z" level=info msg="Starting k3s v1.30.0"\n'],
    ['rke2', 'Mar  4 08:20:00 alpha rke2[4242]: time="2026-03-04T08:20:00Z" level=info\n'],
    ['microk8s', 'Nov  5 13:37:21 u microk8s.daemon-kubelite[27568]: Trace[1854470995]: [980.678924ms] END\n'],
    [
      'OpenShift',
      'May 23 08:07:10 m kubenswrapper[2689]: W0523 08:07:10.811371    2689 feature_gate.go:330] unrecognized feature gate: X\n',
    ],
    ['an old OpenShift node', 'May 23 08:07:10 m atomic-openshift-node[2689]: hello\n'],
    [
      'a file that begins with the dump of flags',
      'I1121 00:27:33.829452   20595 flags.go:64] FLAG: --address="0.0.0.0"\nI1121 00:27:33.829509   20595 flags.go:64] FLAG: --allowed-unsafe-sysctls="[]"\n',
    ],
    [
      'journalctl -u kubelet that begins with systemd',
      'Mar  4 08:20:00 a systemd[1]: Started kubelet: The Kubernetes Node Agent.\n',
    ],
    ['klog JSON', '{"ts":1700000190222.5,"caller":"kubelet/kubelet.go:2406","msg":"x","v":0}\n'],
    ['a line without any header', 'skipping pod synchronization - [container runtime is down]\n'],
  ])('%s', (_what, head) => expect(looksLikeKubeletLog(head)).toBe(true));

  it.each([
    ['nothing', ''],
    ['prose about PLEG', 'PLEG is not healthy: what it means\n\nThe kubelet says "Skipping pod synchronization".\n'],
    [
      'containerd alone',
      'Aug 28 09:46:32 a containerd[2707]: time="2024-08-28T09:46:32Z" level=info msg="RunPodSandbox for kubelet"\n',
    ],
    ['systemd alone', 'Aug 28 09:46:32 a systemd[1]: Started Session 4 of user root.\n'],
    [
      'the API server',
      'I1121 00:27:33.829452       1 flags.go:64] FLAG: --advertise-address="1.2.3.4"\nI1121 00:27:34.829452       1 controller.go:611] quota admission added evaluator\n',
    ],
    ['the API server in JSON', '{"ts":1700000190222.5,"caller":"controller/controller.go:24","msg":"x","v":0}\n'],
    ['a program', 'import x from "kubelet.go";\n'],
    ['a JSON document', '{"message":"hello","time":"2026-01-01T00:00:00Z"}\n'],
  ])('not %s', (_what, head) => expect(looksLikeKubeletLog(head)).toBe(false));

  it('looks at the first 4 KB only and takes binary data calmly', () => {
    expect(looksLikeKubeletLog(`${'x\n'.repeat(3000)}Mar  4 08:20:00 a kubelet[1]: x\n`)).toBe(false);
    expect(looksLikeKubeletLog(Uint8Array.from({ length: 4096 }, (_unused, i) => (i * 37) & 255))).toBe(false);
  });
});
