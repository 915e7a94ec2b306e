/** What the kernel says of a limit of its own is not taken for a full disk, a full memory or a hanging disk. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

describe('a control group that cannot be made', () => {
  const sandbox = (reason: string): Finding | undefined =>
    diagnoseText(
      [0, 1, 2, 3]
        .map(
          (minute) =>
            `E1124 10:1${minute}:00.100000    1200 pod_workers.go:191] Error syncing pod f44e45ba-5293-44de-8b83-e28bdd200d68 ("web-1_default(f44e45ba-5293-44de-8b83-e28bdd200d68)"), skipping: failed to "CreatePodSandbox" for "web-1_default(f44e45ba-5293-44de-8b83-e28bdd200d68)" with CreatePodSandboxError: "OCI runtime create failed: ${reason}: unknown"`,
        )
        .join('\n'),
    ).findings[0];

  it.each(['cannot allocate memory', 'no space left on device'])('is a limit of the kernel, not %s', (words) => {
    const finding = sandbox(`mkdir /sys/fs/cgroup/memory/kubepods/burstable/podf44e45ba/aaaa: ${words}`);
    expect(finding?.explanation).toContain('the kernel makes no more control groups');
    expect(finding?.nextSteps[0]).toContain('`cat /proc/cgroups`');
  });

  it('is a full disk where a file cannot be written', () => {
    const finding = sandbox('write /var/lib/containerd/a: no space left on device');
    expect(finding?.explanation).toContain('there is no room on the disk');
  });
});

describe('a network device that is not given free', () => {
  const held = (seconds: readonly string[]): Finding | undefined =>
    diagnoseText(
      [
        'Nov 24 10:00:00 node-7 kubelet[1200]: I1124 10:00:00.000000    1200 server.go:467] "Kubelet version" kubeletVersion="v1.28.3"',
        ...seconds.map(
          (second) =>
            `Nov 24 10:30:${second} node-7 kernel: unregister_netdevice: waiting for lo to become free. Usage count = 1`,
        ),
        'Nov 24 10:33:00 node-7 kubelet[1200]: E1124 10:33:00.100000    1200 kubelet.go:2356] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5.1s ago; threshold is 3m0s"',
      ].join('\n'),
    ).findings.find(({ id }) => id === 'kernel-hung-task');

  it('is a cause where the kernel goes on to wait', () => {
    expect(held(['05', '15', '25', '35'])).toMatchObject({
      title: 'The kernel cannot take down the network of a container that is gone',
      confidence: 'medium',
    });
  });

  it('is none for a moment', () => {
    expect(held(['05', '15'])).toBeUndefined();
  });
});
