/** What keeps a kubelet from starting, or its static pods, told by the line that says why. */
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const find = (id: string, ...lines: readonly string[]): Finding | undefined =>
  diagnoseText(`${lines.join('\n')}\n`).findings.find((finding) => finding.id === id);
const failed = (error: string): Finding | undefined =>
  find(
    'container-manager',
    `F0310 08:00:03.100101    2101 kubelet.go:1380] Failed to start ContainerManager failed to initialize top level QOS containers: ${error}`,
  );

describe('the control groups of pods', () => {
  it('are not there under each controller', () => {
    const finding = failed("root container [kubepods] doesn't exist");
    expect(finding?.explanation).toContain('did not find it under each controller');
    expect(finding?.nextSteps.join(' ')).not.toContain('cgroup_enable=memory');
  });

  it('are left over as units of systemd, also where only skips say so', () => {
    const skip = (time: string): string =>
      `I0802 ${time}   19214 kubelet.go:1752] skipping pod synchronization - [Failed to start ContainerManager failed to initialise top level QOS containers: failed to create top level Burstable QOS cgroup : Unit kubepods-burstable.slice already exists.]`;
    const finding = find('container-manager', skip('14:51:42.855708'), skip('14:51:47.855802'));
    expect(finding?.explanation).toContain('still has a unit of that name');
    expect(finding?.nextSteps[0]).toContain('list-units');
  });

  it('are looked for among the controllers where neither is said', () => {
    expect(failed('failed to find subsystem mount for required subsystem: pids')?.nextSteps.join(' ')).toContain(
      'See which controllers exist',
    );
  });
});

describe('a file in the folder of static pods', () => {
  const manifest = (file: string, error: string): string =>
    `E0123 23:26:04.872921   45713 file_linux.go:107] can't process config file "/etc/kubernetes/manifests/${file}": ${error}`;

  it("is an editor's", () => {
    const finding = find(
      'static-pod-failing',
      manifest('.etcd.yaml.swp', "/etc/kubernetes/manifests/.etcd.yaml.swp: read 'b0VIM 7.4"),
    );
    expect(finding?.confidence).toBe('low');
    expect(finding?.title).toContain('files of an editor');
  });

  it('was gone before it was read: that is no folder that is missing', () => {
    const gone = 'open /etc/kubernetes/manifests/4913: no such file or directory';
    expect(find('static-pod-failing', manifest('4913', gone))).toBeUndefined();
  });

  it('is a manifest that cannot be used', () => {
    const lines = [
      manifest('4913', 'open /etc/kubernetes/manifests/4913: no such file or directory'),
      manifest('etcd.yaml', "couldn't parse as pod(yaml: line 7: did not find expected key), please check config file"),
    ];
    expect(find('static-pod-failing', ...lines)?.confidence).toBe('high');
  });
});

it.each([
  ['inotify_init: too many open files', 'inotify instances is reached'],
  ['inotify_add_watch /sys/fs/cgroup/memory/kubepods/pod1: no space left on device', 'inotify watches is reached'],
])('names the limit that is reached: %s', (error, said) => {
  const finding = find(
    'inotify-limit',
    `F0110 21:30:25.764493   42304 kubelet.go:1230] Failed to start cAdvisor ${error}`,
  );
  expect(finding?.title).toContain(said);
});

it('does not blame the kernel for a control group whose names stand in another order', () => {
  const finding = find(
    'cadvisor-failed',
    'F0410 00:21:33.501593   28895 kubelet.go:1339] Failed to start cAdvisor inotify_add_watch /sys/fs/cgroup/cpuacct,cpu: no such file or directory',
  );
  expect(finding?.confidence).toBe('high');
  expect(finding?.nextSteps.join(' ')).toContain('`mount | grep cgroup`');
  expect(finding?.nextSteps.at(-1)).toContain('ln -s cpu,cpuacct');
});

it.each([
  ['v1.9.4', '`--fail-swap-on=false` in `/etc/systemd/system/kubelet.service.d/10-kubeadm.conf`.'],
  ['v1.19.4', '`failSwapOn: false` in `/var/lib/kubelet/config.yaml`.'],
  ['v1.30.1', '`failSwapOn: false` and `memorySwap` in `/var/lib/kubelet/config.yaml`.'],
])('allows swap as a kubelet of its version reads it: %s', (version, words) => {
  const finding = find(
    'swap-on',
    `I0410 08:57:54.300000   15727 server.go:182] Version: ${version}`,
    'F0410 08:57:54.409320   15727 server.go:262] failed to run Kubelet: Running with swap on is not supported, please disable swap! or set --fail-swap-on flag to false.',
  );
  expect(finding?.nextSteps).toContain(`Or allow it: ${words}`);
});

it('names the tasks that hang', () => {
  const finding = find(
    'kernel-hung-task',
    'Mar 08 13:22:59 n1 kernel: INFO: task systemd-udevd:7291 blocked for more than 120 seconds.',
    'Mar 08 13:23:01 n1 kubelet[1811]: I0308 13:23:01.100000    1811 kubelet.go:2100] SyncLoop (housekeeping)',
  );
  expect(finding?.explanation).toContain('(systemd-udevd)');
});

it('says what waits of volumes where lines are cut before they tell a mount from an unmount', () => {
  const line = (time: string): string =>
    `Aug 24 00:16:23 n1 kubelet[1028]: E0824 ${time} 1028 nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/nfs/f10d06e7->`;
  const finding = find('volumes-failing', line('00:14:21.980371'), line('00:16:23.980371'));
  expect(finding?.explanation).toContain('one that is to go in Terminating');
});
