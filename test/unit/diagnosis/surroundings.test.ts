/** What stands around a kubelet in a journal and must not be told wrongly: memory, clocks, links, reboots, and quiet nodes. */
import { describe, expect, it } from 'vitest';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { Diagnosis } from '../../../src/diagnosis/finding.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const DAY = 'Mar 10';

function at(seconds: number, start = '08:00:00'): string {
  return new Date(Date.parse(`2026-03-10T${start}Z`) + seconds * 1000).toISOString().slice(11, 19);
}

function other(seconds: number, text: string, { day = DAY, host = 'worker-1' } = {}): string {
  return `${day} ${at(seconds)} ${host} ${text}`;
}

function kubelet(
  seconds: number,
  text: string,
  { day = DAY, host = 'worker-1', pid = 1501, klogDay = '0310' } = {},
): string {
  return `${day} ${at(seconds)} ${host} kubelet[${pid}]: E${klogDay} ${at(seconds)}.000100    ${pid} ${text}`;
}

const REMOVED =
  'scope.go:117] "RemoveContainer" containerID="0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"';

/** A kubelet that writes something every `every` seconds. */
function quiet(from: number, to: number, every = 30, where: Parameters<typeof kubelet>[2] = {}): string[] {
  const lines: string[] = [];
  for (let second = from; second < to; second += every) lines.push(kubelet(second, REMOVED, where));
  return lines;
}

function told(...lines: readonly (string | readonly string[])[]): Diagnosis & { readonly text: string } {
  const diagnosis = diagnoseText(`${lines.flat().join('\n')}\n`);
  return { ...diagnosis, text: plain(diagnosis.answer) };
}

function found({ findings }: Diagnosis, id: string): Diagnosis['findings'][number] | undefined {
  return findings.find((finding) => finding.id === id);
}

describe('a process that the kernel killed for memory', () => {
  it('is told of a container where its own limit was passed', () => {
    const diagnosis = told(
      quiet(0, 600),
      other(
        601,
        'kernel: oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),oom_memcg=/kubepods.slice/kubepods-pod1b2c3d4e_0000_4000_8000_000000000001.slice,task=java,pid=77,uid=1000',
      ),
      other(601, 'kernel: Memory cgroup out of memory: Killed process 77 (java) total-vm:4233212kB, anon-rss:521344kB'),
      quiet(610, 1200),
    );
    expect(found(diagnosis, 'out-of-memory')).toMatchObject({
      confidence: 'low',
      title: 'The kernel killed java over the memory limit of a container',
    });
    expect(JSON.stringify(diagnosis.findings)).not.toContain('node ran out');
  });

  it('is told of the control group of services, or of all pods, where that one was full', () => {
    const diagnosis = told(
      quiet(0, 600),
      other(
        601,
        'kernel: oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),oom_memcg=/podruntime.slice,task_memcg=/podruntime.slice/kubelet.service,task=kubelet,pid=1501,uid=0',
      ),
      other(601, 'kernel: Memory cgroup out of memory: Killed process 1501 (kubelet) total-vm:856872kB'),
      other(601, 'systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL'),
      other(612, 'systemd[1]: Started kubelet: The Kubernetes Node Agent.'),
      kubelet(612, 'server.go:487] "Kubelet version" kubeletVersion="v1.29.6"', { pid: 1777 }),
      quiet(620, 1200, 30, { pid: 1777 }),
    );
    const memory = found(diagnosis, 'out-of-memory');
    expect(memory).toMatchObject({
      confidence: 'high',
      title: 'The kernel killed kubelet over the limit of /podruntime.slice',
    });
    expect(memory?.explanation).toMatch(
      /^The kernel killed 1 process at \S+ because \/podruntime\.slice had passed its own memory limit\./,
    );
    expect(JSON.stringify(memory)).not.toMatch(/container|pod's/);
  });

  it('is counted once where the kernel names it twice, as it does of a group that it kills as a whole', () => {
    const kill = (second: number, pid: number, name: string): string =>
      other(second, `kernel: Memory cgroup out of memory: Killed process ${pid} (${name}) total-vm:42332kB`);
    const diagnosis = told(
      quiet(0, 600),
      kill(601, 77, 'java'),
      kill(601, 71, 'tini'),
      kill(601, 77, 'java'),
      quiet(610, 900),
      kill(901, 77, 'java'),
      quiet(910, 1200),
    );
    expect(found(diagnosis, 'out-of-memory')?.explanation).toContain('The kernel killed 3 processes from ');
  });

  it('is told of the node where all memory was gone, and leads where it was the kubelet', () => {
    const diagnosis = told(
      quiet(0, 600),
      other(601, 'kernel: oom-kill:constraint=CONSTRAINT_NONE,nodemask=(null),global_oom,task=kubelet,pid=1501,uid=0'),
      other(601, 'kernel: Out of memory: Killed process 1501 (kubelet) total-vm:2894512kB, anon-rss:912344kB'),
      other(601, 'systemd[1]: kubelet.service: Main process exited, code=killed, status=9/KILL'),
      other(612, 'systemd[1]: Started kubelet: The Kubernetes Node Agent.'),
      kubelet(612, 'server.go:487] "Kubelet version" kubeletVersion="v1.29.6"', { pid: 1777 }),
      quiet(620, 1200, 30, { pid: 1777 }),
    );
    expect(diagnosis.text).toMatch(/^worker-1: the node ran out of memory, and the kernel killed kubelet\. Seen at /);
    expect(JSON.stringify(diagnosis.findings)).not.toContain('one container over its own limit');
  });
});

it('names inodes where they ran out, and counts the pods that were ended', () => {
  const diagnosis = told(
    kubelet(0, 'eviction_manager.go:355] "Eviction manager: attempting to reclaim" resourceName="inodes"'),
    kubelet(1, 'eviction_manager.go:366] "Eviction manager: must evict pod(s) to reclaim" resourceName="inodes"'),
    kubelet(2, 'eviction_manager.go:614] "Eviction manager: pod is evicted successfully" pod="shop/memory-0"'),
    kubelet(
      2,
      'eviction_manager.go:205] "Eviction manager: pods evicted, waiting for pod to be cleaned up" pods=["shop/memory-0"]',
    ),
    quiet(30, 900),
  );
  expect(found(diagnosis, 'evicting')?.title).toBe('The kubelet evicted 1 pod for lack of inodes of a disk');
  // The name of the pod is no resource.
  expect(JSON.stringify(diagnosis.findings)).not.toMatch(/inodes of a disk and memory|disk \(ephemeral-storage\)/);
});

it.each([
  ['imagefs', 'disk (imagefs)'],
  ['nodefs', 'disk (nodefs)'],
  ['nodefsInodes', 'inodes of a disk'],
  ['imagefsInodes', 'inodes of a disk'],
])('knows %s, as kubelets up to 1.11 say it', (resource, name) => {
  const diagnosis = told(
    kubelet(0, `eviction_manager.go:346] eviction manager: must evict pod(s) to reclaim ${resource}`),
    quiet(30, 900),
  );
  expect(JSON.stringify(diagnosis.findings)).toContain(`short of ${name}`);
  expect(JSON.stringify(diagnosis.findings)).not.toMatch(/\) and|disk and/);
});

it('does not let pods run on over a reboot', () => {
  const diagnosis = told(
    quiet(0, 600),
    '-- Boot 0f2c3c6b2ad84aa8a53ef4a80a5d3f9c --',
    other(690, 'kernel: Linux version 5.15.0-116-generic (buildd@lcy02) (gcc 11.4.0)'),
    kubelet(700, 'server.go:487] "Kubelet version" kubeletVersion="v1.29.6"', { pid: 990 }),
    quiet(710, 1300, 30, { pid: 990 }),
  );
  expect(found(diagnosis, 'kubelet-restart')?.explanation).toContain('all containers ended with it');
  expect(diagnosis.text).not.toContain('Pods keep running over a restart');
});

describe('a clock', () => {
  it('that the time service set forward leaves no silence behind', () => {
    const diagnosis = told(
      quiet(0, 3600),
      other(3590 + 7203, 'chronyd[655]: System clock was stepped by 7203.114523 seconds'),
      quiet(3600 + 7203, 7200 + 7203),
    );
    expect(diagnosis.text).not.toContain('was paused');
    expect(found(diagnosis, 'clock-step')).toMatchObject({
      confidence: 'high',
      title: 'The clock of the node jumped 2h forward',
    });
  });

  it('that stood still for lines that are missing is still told', () => {
    expect(told(quiet(0, 3600), quiet(3600 + 7203, 7200 + 7203)).text).toContain('was paused');
  });

  it('goes back an hour at the end of daylight saving', () => {
    const where = { day: 'Oct 25', klogDay: '1025' };
    const night = (lines: readonly string[]): string[] =>
      lines.map((line) =>
        line
          .replaceAll(/ 08:(\d\d:\d\d)/g, ' 01:$1')
          .replaceAll(/ 09:(\d\d:\d\d)/g, ' 02:$1')
          .replaceAll(/ 10:(\d\d:\d\d)/g, ' 03:$1'),
      );
    const diagnosis = told(
      '-- Logs begin at Sun 2026-10-25 00:00:00 CEST. --',
      night(quiet(0, 7200, 30, where)),
      night(quiet(3607, 9000, 30, where)),
    );
    expect(found(diagnosis, 'clock-step')).toMatchObject({ confidence: 'low' });
    expect(found(diagnosis, 'clock-step')?.title).toContain('daylight saving');
  });
});

const LEASE = (host: string): string =>
  `controller.go:195] "Failed to update lease" err="Put \\"https://10.0.0.10:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/${host}?timeout=10s\\": dial tcp 10.0.0.10:6443: connect: network is unreachable"`;

/** Two minutes without the API server. */
function outage(from: number, host = 'worker-1', pid = 1501): string[] {
  return Array.from({ length: 12 }, (_, index) => kubelet(from + index * 10, LEASE(host), { host, pid }));
}

it('takes a link that went down for the reason why the API server was out of reach, and says from when to when', () => {
  const diagnosis = told(
    quiet(0, 600),
    other(600, 'kernel: ixgbe 0000:01:00.0 eno1: NIC Link is Down'),
    outage(601),
    quiet(730, 1500),
  );
  expect(diagnosis.text).toMatch(
    /^worker-1: the API server 10\.0\.0\.10:6443 could not be reached while a network link of the node was down\. Seen from 08:10:01\.000 to 08:11:51\.000, and not after that\./,
  );
  expect(told(quiet(0, 600), outage(601), quiet(730, 1500)).text).not.toContain('network link');
});

it.each(['127.0.0.1:6443', 'localhost:6443', '[::1]:6443', '127.0.0.1:6444'])(
  'takes no link for the reason why nobody listened at %s',
  (server) => {
    const refused = outage(601).map((line) =>
      line
        .replaceAll('10.0.0.10:6443', server)
        .replaceAll('connect: network is unreachable', 'connect: connection refused'),
    );
    const link = other(600, 'kernel: ixgbe 0000:01:00.0 eno1: NIC Link is Down');
    const diagnosis = told(quiet(0, 600), link, refused, quiet(730, 1500));
    expect(diagnosis.text).toContain(`the API server ${server} could not be reached`);
    expect(JSON.stringify(diagnosis)).not.toContain('network link');
  },
);

it('takes a link for the reason where a load balancer of the node itself broke connections off', () => {
  const broken = outage(601).map((line) =>
    line.replaceAll('10.0.0.10:6443', '127.0.0.1:6444').replace(/dial tcp \S+ connect: network is unreachable/, 'EOF'),
  );
  const link = other(600, 'kernel: ixgbe 0000:01:00.0 eno1: NIC Link is Down');
  expect(told(quiet(0, 600), link, broken, quiet(730, 1500)).text).toContain(
    'while a network link of the node was down',
  );
});

it('names the one of several nodes that the first line is about', () => {
  const second = { host: 'worker-2', pid: 2600 };
  const lines = [...quiet(0, 600), ...outage(601), ...quiet(730, 1500), ...quiet(5, 1500, 30, second)].sort();
  expect(told(lines).text).toMatch(
    /^On node worker-1: the API server 10\.0\.0\.10:6443 could not be reached, for the node has no route to it\./,
  );
});

it('tells of a network plug-in that has no address left', () => {
  const failed = (second: number): string =>
    kubelet(
      second,
      'remote_runtime.go:193] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to setup network for sandbox \\"0b91\\": plugin type=\\"aws-cni\\" failed (add): add cmd: failed to assign an IP address to container"',
    );
  const diagnosis = told(quiet(0, 600), [601, 611, 621, 631, 641, 651].map(failed));
  expect(found(diagnosis, 'cni-failing')).toMatchObject({ title: 'The network plug-in has no address left for pods' });
  expect(diagnosis.text).toContain('to the end of the log.');
});

it('sends nobody to the SMART values of a card that has none', () => {
  const log = (device: string): string =>
    [
      'Feb 11 06:00:40 pi4 kubelet[812]: I0211 06:00:40.104500     812 kubelet_getters.go:182] "Pod status updated" pod="kube-system/kube-proxy-pi4" status="Running"',
      `Feb 11 06:00:41 pi4 kernel: ${device}: error -110 transferring data, sector 2433024, nr 1024, cmd response 0x900, card status 0xb00`,
      `Feb 11 06:00:43 pi4 kernel: blk_update_request: I/O error, dev ${device}, sector 2433024 op 0x0:(READ)`,
    ].join('\n');
  const found = diagnoseText(log('mmcblk0')).findings.find(({ id }) => id === 'disk-io');
  expect(found?.evidence.map(({ line }) => line)).toEqual([2, 3]);
  expect(found?.nextSteps.join()).not.toContain('smartctl');
  expect(
    diagnoseText(log('sda'))
      .findings.find(({ id }) => id === 'disk-io')
      ?.nextSteps.join(),
  ).toContain('smartctl -a /dev/sda`');
});

it.each([
  ['of one disk, whose partition is named elsewhere', ['sda', 'sda1'], 'sda'],
  ['of NVMe', ['nvme0n1', 'nvme0n1p2'], 'nvme0n1'],
  ['of several', ['sda', 'sdb'], '<disk>'],
  ['of a volume group', ['dm-0'], '<disk>'],
])('names the disk to look at: %s', (_, devices, disk) => {
  const lines = devices.map(
    (device, at) =>
      `Feb 11 06:00:4${at + 1} n1 kernel: blk_update_request: I/O error, dev ${device}, sector 2433024 op 0x0:(READ)`,
  );
  const found = diagnoseText(
    [
      'Feb 11 06:00:40 n1 kubelet[812]: I0211 06:00:40.104500     812 kubelet_getters.go:182] "Pod status updated" pod="kube-system/kube-proxy-n1" status="Running"',
      ...lines,
    ].join('\n'),
  ).findings.find(({ id }) => id === 'disk-io');
  expect(found?.nextSteps[0]).toContain(`smartctl -a /dev/${disk}\``);
});

it('sends nobody to the SMART values of a device over the network', () => {
  const found = diagnoseText(
    [
      'May 02 09:11:05 edge1 kubelet[990]: I0502 09:11:05.100000     990 server.go:415] "Kubelet version" kubeletVersion="v1.26.3"',
      'May 02 09:20:10 edge1 kernel: blk_update_request: I/O error, dev rbd0, sector 40960 op 0x1:(WRITE) flags 0x0 phys_seg 1 prio class 0',
      'May 02 09:20:11 edge1 kernel: EXT4-fs (rbd0): Remounting filesystem read-only',
    ].join('\n'),
  ).findings.find(({ id }) => id === 'disk-io');
  expect(found?.nextSteps[0]).toContain('`ceph -s`');
  expect(found?.nextSteps.join()).not.toContain('smartctl');
});

it.each([
  ['EXT4-fs error (device sda1): ext4_find_entry:1455: inode #2: comm kubelet: reading directory lblock 0', 'medium'],
  ['EXT4-fs error (device sda1) in ext4_reserve_inode_write:5640: Journal has aborted', 'medium'],
  ['Aborting journal on device sda1-8.', 'medium'],
  ['BTRFS: error (device sda2) in __btrfs_free_extent:6989: errno=-5 IO failure', 'medium'],
  ['BTRFS info (device sda2): forced readonly', 'high'],
  ['XFS (sda1): Filesystem has been shut down due to log error (0x2).', 'high'],
  ['XFS: kubelet(2101) possible memory allocation deadlock in kmem_alloc (mode:0x250)', 'low'],
  ['blk_update_request: I/O error, dev sda, sector 123456', 'low'],
])('puts what a file system says of itself before folders that are left over: %s', (said, confidence) => {
  const left = (second: number): string =>
    `Mar 10 08:00:${second} w1 kubelet[2101]: E0310 08:00:${second}.100101    2101 kubelet_volumes.go:245] "There were many similar errors. Turn up verbosity to see them." err="orphaned pod \\"5fd41066-6032-45bb-9849-ac7ae0d7e72d\\" found, but volume paths are still present on disk" numErrs=2`;
  const { findings } = diagnoseText([left(30), `Mar 10 08:00:31 w1 kernel: ${said}`, left(32), left(34)].join('\n'));
  const ids = findings.map(({ id }) => id);
  expect(ids).toEqual(confidence === 'low' ? ['orphaned-volumes', 'disk-io'] : ['disk-io', 'orphaned-volumes']);
  expect(findings.find(({ id }) => id === 'disk-io')?.confidence).toBe(confidence);
});

it('calls no disk failing for a drive without a medium', () => {
  const log = (device: string): string =>
    [
      'Feb 25 16:21:38 n1 kubelet[1127]: I0225 16:21:38.104500    1127 kubelet_getters.go:182] "Pod status updated" pod="kube-system/kube-proxy-n1" status="Running"',
      `Feb 25 16:21:40 n1 kernel: blk_update_request: I/O error, dev ${device}, sector 0`,
      `Feb 25 16:21:52 n1 kernel: Buffer I/O error on dev ${device}, logical block 0, async page read`,
      `Feb 25 16:21:53 n1 kernel: Buffer I/O error on device ${device}, logical block 0`,
    ].join('\n');
  const ids = (device: string): string[] => diagnoseText(log(device)).findings.map(({ id }) => id);
  expect(ids('fd0')).not.toContain('disk-io');
  expect(ids('sr0')).not.toContain('disk-io');
  expect(ids('sda')).toContain('disk-io');
});

it('tells of disks that do not answer their controller, where no health check failed', () => {
  const log = (times: readonly string[]): string =>
    [
      'Dec 03 20:30:12 n1 kubelet[206517]: I1203 20:30:12.198232  206517 container_manager_linux.go:428] [ContainerManager]: Discovered runtime cgroups name: /system.slice/docker.service',
      ...times.map(
        (time) =>
          `Dec 03 20:30:${time} n1 kernel: megaraid_sas 0000:5a:00.0: [${time}]waiting for 65 commands to complete for scsi0`,
      ),
    ].join('\n');
  const found = diagnoseText(log(['13', '18', '23', '28'])).findings.find(({ id }) => id === 'disk-io');
  expect(found?.title).toBe('The disks behind a controller did not answer it');
  expect(found?.confidence).toBe('medium');
  expect(found?.explanation).toContain('4 lines');
  expect(found?.explanation).toContain('[28]waiting for 65 commands');
  expect(diagnoseText(log(['13'])).findings.find(({ id }) => id === 'disk-io')?.confidence).toBe('low');
  // drivers/scsi/megaraid: what it gives up comes before it waits.
  const aborts = [
    'Dec 03 20:30:12 n1 kernel: sd 0:2:0:0: [sda] tag#3 task abort called for scmd(ffff96660a80c0c0)',
    'Dec 03 20:30:12 n1 kernel: sd 0:2:0:0: [sda] tag#186 Controller reset is requested due to IO timeout',
  ];
  const whole = diagnoseText([...aborts, log(['13', '18', '23', '28'])].join('\n')).findings.find(
    ({ id }) => id === 'disk-io',
  );
  expect(whole?.title).toBe('The disks behind a controller did not answer it');
  expect(whole?.evidence.map(({ line }) => line).slice(0, 2)).toEqual([1, 2]);
});

it.each([
  ['dbus[702]: [system] Failed to activate service org.freedesktop.systemd1: timed out', 'systemd-dbus'],
  ['kernel: Buffer I/O error on device dm-12, logical block 262144', 'disk-io'],
  ['kernel: device-mapper: thin: 253:4: switching pool to out-of-data-space (queue IO) mode', 'disk-io'],
])('knows what older systems write: %s', (line, id) => {
  expect(found(told(quiet(0, 600), other(601, line), quiet(610, 900)), id)).toBeDefined();
});

it('looks for a full thin pool where it shows, and for a full file system where that does', () => {
  const steps = (...lines: string[]): string => {
    const log = lines.map((line, index) => other(601 + index, line));
    return found(told(quiet(0, 600), log, quiet(610, 900)), 'disk-io')?.nextSteps.join(' ') ?? '';
  };
  const pool = 'kernel: device-mapper: thin: 253:4: switching pool to out-of-data-space (queue IO) mode';
  const file = 'dockerd[702]: write /var/lib/docker/x: no space left on device';
  expect(steps(pool)).toContain('`dmsetup status --target thin-pool`');
  expect(steps(pool)).not.toContain('df -h');
  expect(steps(pool, file)).toContain('df -h');
  expect(steps(file)).not.toContain('dmsetup');
});

it('blames no call of the runtime for a skip that came as late as a processor was locked up', () => {
  const diagnosis = told(
    quiet(0, 600),
    kubelet(
      600,
      'kubelet.go:2461] "SyncLoop (PLEG): event for pod" pod="shop/web-0" event={"ID":"a1","Type":"ContainerStarted","Data":"b2"}',
    ),
    other(861, 'kernel: watchdog: BUG: soft lockup - CPU#2 stuck for 241s! [containerd:1198]'),
    kubelet(
      861,
      'kubelet.go:2206] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m20.5s ago; threshold is 3m0s"',
    ),
    kubelet(
      862,
      'kubelet.go:2461] "SyncLoop (PLEG): event for pod" pod="shop/web-0" event={"ID":"a1","Type":"ContainerDied","Data":"b2"}',
    ),
    quiet(870, 1200),
  );
  expect(diagnosis.findings[0]?.id).toBe('kernel-hung-task');
  expect(diagnosis.findings.map(({ id }) => id)).not.toContain('list-calls-hang');
  expect(diagnosis.text).toContain('the kubelet, or the whole machine, stood still until then');
});

it('does not hide a processor that is locked up', () => {
  const diagnosis = told(
    quiet(0, 600),
    other(624, 'kernel: watchdog: BUG: soft lockup - CPU#2 stuck for 22s! [kworker/2:1:1200]'),
    other(672, 'kernel: watchdog: BUG: soft lockup - CPU#2 stuck for 74s! [kworker/2:1:1200]'),
    quiet(680, 1200),
  );
  expect(found(diagnosis, 'kernel-hung-task')).toMatchObject({
    confidence: 'medium',
    title: 'The kernel reports a processor that is locked up',
  });
  expect(found(diagnosis, 'kernel-hung-task')?.explanation).toContain('for 1m14s at the longest');
});

it('takes a kubelet that is often as quiet as at the end of its log for well', () => {
  const ticks = (from: number, to: number): string[] =>
    Array.from({ length: Math.ceil((to - from) / 60) }, (_, index) =>
      other(from + index * 60, 'systemd[1]: Started Session 5 of User ops.'),
    );
  const end = 'After that no line is a kubelet';
  expect(told(quiet(0, 6000, 1500), ticks(4600, 5900)).text).not.toContain(end);
  expect(told(quiet(0, 4600, 30), ticks(4600, 5900)).text).toContain(end);
});

it('does not call a kubelet quiet for times from before its clock was set back', () => {
  const setBackBy = (length: string): string =>
    told(
      other(28900, 'systemd[1]: Started Session 5 of User ops.'),
      other(0, `ntpd[902]: 0.0.0.0 c61c 0c clock_step -${length} s`),
      quiet(10, 600),
    ).text;
  const end = 'After that no line is a kubelet';
  expect(setBackBy('28818.771869')).not.toContain(end);
  expect(setBackBy('28.771869')).toContain(end);
});

it('leads with a file system to which nothing can be written any more', () => {
  const diagnosis = told(
    quiet(0, 600),
    other(601, 'kernel: EXT4-fs (nvme0n1p1): Remounting filesystem read-only'),
    [610, 620, 630].map((second) =>
      kubelet(
        second,
        'pod_workers.go:1300] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"web_shop(3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101)\\" with CreatePodSandboxError: \\"Failed to create sandbox for pod: rpc error: code = Unknown desc = mkdir /var/lib/containerd/x: read-only file system\\"" pod="shop/web" podUID="3b1f2c5e-7d10-4c1b-9a53-0c7b4f0a1101"',
      ),
    ),
    quiet(640, 1200),
  );
  expect(diagnosis.text).toMatch(
    /^worker-1: a file system failed, and the kernel lets nothing be written to it any more\. Seen at 08:10:01/,
  );
});

describe('a log that begins in the middle of a line', () => {
  const plainKlog = [...outage(0), ...quiet(120, 600)].map((line) => line.slice(line.indexOf(']: ') + 3));
  const cut = [plainKlog[0]?.slice(30) ?? '', ...plainKlog.slice(1)];

  it('has no second kubelet, and no times of 1970', () => {
    const diagnosis = told(cut);
    expect(diagnosis.text).toContain('Seen from 08:00:10.000 to 08:01:50.000, and not after that.');
    expect(`${diagnosis.text} ${JSON.stringify(diagnosis.findings)}`).not.toMatch(/01-01|\dd\d+h/);
    const { processes } = analysisOf(sessionOf(`${cut.join('\n')}\n`)).reconstruction.history;
    expect(processes.map(({ pid }) => pid)).toEqual([1501]);
  });
});

describe('a moment', () => {
  const failing = (second: number, pid: number): string[] => [
    kubelet(
      second,
      'run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --azure-container-registry-config"',
      { pid },
    ),
    other(second, 'systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE'),
    other(second + 10, 'systemd[1]: Started kubelet: The Kubernetes Node Agent.'),
  ];
  const moments = createMoments(
    analysisOf(
      sessionOf(`${[...quiet(0, 300), ...failing(310, 11), ...failing(320, 22), ...failing(330, 33)].join('\n')}\n`),
    ).reconstruction,
  );
  const ask = (second: number, fraction = 0): ReturnType<typeof moments.at> =>
    moments.at((Date.parse(`2026-03-10T${at(second)}Z`) * 1000 + fraction) as Instant);

  it('of a kubelet that never came to its loop has no inner state', () => {
    expect(ask(320, 100)?.loop.state).toBe('not-started');
    expect(ask(100)?.loop.state).toBe('waiting');
  });

  it('between two lives says that none ran, however short it was', () => {
    expect(ask(325)?.headline).toMatch(/^No kubelet ran at 08:05:25\.000;/);
  });
});

it('takes a kubelet that says of nothing that it was slow for one that did not run', () => {
  const skip =
    'kubelet.go:2327] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m1.112233441s ago; threshold is 3m0s"';
  const version = (text: string): string => kubelet(0, `server.go:487] "Kubelet version" kubeletVersion="${text}"`);
  const after = [kubelet(841, skip), ...quiet(845, 1500)];
  const diagnosis = told(version('v1.29.6'), quiet(1, 600), after);
  expect(diagnosis.findings[0]).toMatchObject({ id: 'loop-blocked', confidence: 'medium' });
  expect(diagnosis.findings[0]?.title).toMatch(/^The kubelet or the whole machine stood still for at least /);
  expect(diagnosis.text).not.toContain('list calls hung');
  // An older one would not say it.
  expect(told(version('v1.20.4'), quiet(1, 600), after).findings.map(({ id }) => id)).toContain('list-calls-hang');
});

it('says first that a node was away, where its machine went down without a word', () => {
  const diagnosis = told(
    quiet(0, 900),
    '-- Boot 1f2c3c6b2ad84aa8a53ef4a80a5d3f9d --',
    other(2100, 'kernel: Linux version 5.15.0-116-generic (buildd@lcy02) (gcc 11.4.0)'),
    kubelet(2110, 'server.go:487] "Kubelet version" kubeletVersion="v1.29.6"', { pid: 990 }),
    quiet(2120, 2700, 30, { pid: 990 }),
  );
  expect(diagnosis.text).toMatch(/^worker-1: the node was rebooted, and no kubelet wrote a line for 20m40s\./);
  expect(diagnosis.answer.state).toBe('recovered');
});

it("names systemd's watchdog where it ended the kubelet", () => {
  const diagnosis = told(
    quiet(0, 600),
    other(600, 'systemd[1]: kubelet.service: Watchdog timeout (limit 30s)!'),
    other(600, 'systemd[1]: kubelet.service: Main process exited, code=killed, status=6/ABRT'),
    other(600, "systemd[1]: kubelet.service: Failed with result 'watchdog'."),
    other(611, 'systemd[1]: Started kubelet: The Kubernetes Node Agent.'),
    kubelet(612, 'server.go:487] "Kubelet version" kubeletVersion="v1.32.3"', { pid: 990 }),
    quiet(620, 1200, 30, { pid: 990 }),
  );
  expect(diagnosis.text).toContain(
    "the kubelet was restarted after it was killed by systemd's watchdog (high confidence)",
  );
});
