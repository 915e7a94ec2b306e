/** A pod that is to go stays for its control group: named with how to see what is left in it. */
import { expect, it } from 'vitest';
import type { Finding } from '../../../src/diagnosis/finding.ts';
import { diagnoseText } from './diagnoseLog.ts';

const UID = '3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101';
const kept = (time: string, end: string): string =>
  `E0310 ${time}.100001    2101 pod_workers.go:1300] "Error syncing pod, skipping" err="failed to delete cgroup paths for [kubepods burstable pod${UID}] : unable to destroy cgroup paths for cgroup [kubepods burstable pod${UID}] : ${end}`;
const WHOLE = `device or resource busy" pod="shop/web-0" podUID="${UID}"`;
const found = (...lines: readonly string[]): Finding | undefined =>
  diagnoseText(`${lines.join('\n')}\n`).findings.find(({ id }) => id === 'cgroup-trouble');

it('names the pod and looks into its group', () => {
  const finding = found(kept('08:10:10', WHOLE), kept('08:10:24', WHOLE), kept('08:10:36', WHOLE));
  expect(finding).toMatchObject({
    confidence: 'medium',
    title: 'The control group of shop/web-0 could not be removed',
  });
  expect(finding?.nextSteps[0]).toContain('*pod3b1f2c5e?7d10?4c1b?9a53?0c7b4f0a1101*');
});

it('is low for a single line, and finds the group where the name of the pod is cut away', () => {
  const finding = found(kept('08:10:10', 'Failed to remove paths: map[:/sys/fs/cgroup/'));
  expect(finding).toMatchObject({ confidence: 'low', title: 'The control group of a pod could not be removed' });
  expect(finding?.nextSteps[0]).toContain('*pod3b1f2c5e?7d10');
});

it('quotes the line that tells of a fault, and not the measurements that are missing for it', () => {
  const measured = (time: string): string =>
    `E0310 ${time}.000001    2101 summary_sys_containers.go:48] "Failed to get system container stats" err="failed to get cgroup stats for \\"/kubepods\\": unknown container \\"/kubepods\\"" containerName="/kubepods"`;
  const fault = (time: string): string =>
    `E0310 ${time}.000001    2101 qos_container_manager_linux.go:362] "Failed to update QoS cgroup configuration" err="cgroup.subtree_control lacks cpuset"`;
  const lines = [fault('08:10:10'), measured('08:10:11'), fault('08:10:20'), fault('08:10:30'), measured('08:14:31')];
  const finding = found(...lines);
  expect(finding).toMatchObject({ confidence: 'medium', title: 'The kubelet has trouble with control groups' });
  expect(finding?.explanation).toMatch(/^3 lines .*subtree_control lacks cpuset"/);
  expect(finding?.evidence.map(({ line }) => line)).not.toContain(5);
});

const plain = (time: string, uid = UID): string =>
  `I0310 ${time}.090001    2101 pod_container_manager_linux.go:210] "Failed to delete cgroup paths" cgroupName=[kubepods burstable pod${uid}] err="unable to destroy cgroup paths for cgroup [kubepods burstable pod${uid}] : Timed out while waiting for systemd to remove kubepods-burstable.slice"`;

it('names the pod where only the manager of the groups tells it', () => {
  const finding = found(
    `I0310 08:10:01.000001    2101 kubelet.go:2435] "SyncLoop (PLEG): event for pod" pod="shop/web-0" event={"ID":"${UID}","Type":"ContainerDied","Data":"0202020202020202020202020202020202020202020202020202020202020202"}`,
    plain('08:10:10'),
    plain('08:10:12'),
    plain('08:10:14'),
  );
  expect(finding).toMatchObject({
    confidence: 'medium',
    title: 'The control group of shop/web-0 could not be removed',
  });
  expect(finding?.explanation).toContain('3 lines');
});

it('does not count what the manager says and the worker says again, and is not hidden by it', () => {
  const finding = found(
    ...['08:10:10', '08:10:24', '08:10:36'].flatMap((time) => [plain(time), kept(time, WHOLE)]),
    plain('08:10:40', '3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a2202'),
  );
  expect(finding?.title).toBe('The control group of 2 pods could not be removed');
  expect(finding?.explanation).toContain('4 lines');
});
