/** What whole journals of a node with many programs in them need: who stopped a kubelet, which volume has which name, what became of containers. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const klog = (clock: string, pid: number, rest: string, severity = 'E'): string =>
  `${severity}0602 ${clock}.000000 ${String(pid).padStart(7)} ${rest}`;
const journal = (clock: string, writer: string, text: string): string => `Jun 02 ${clock} n1 ${writer}: ${text}`;

describe('a unit of k3s or rke2 that systemd stops by its description', () => {
  const log = (description: string, after: string): string =>
    [
      journal(
        '09:00:00',
        'k3s[811]',
        klog('09:00:00', 811, 'server.go:467] "Kubelet version" kubeletVersion="v1.27.4+k3s1"', 'I'),
      ),
      journal('09:00:01', 'k3s[811]', klog('09:00:01', 811, 'kubelet.go:2327] "Starting kubelet main sync loop"', 'I')),
      journal('09:30:00', 'systemd[1]', `Stopping ${description}...`),
      journal('09:30:00', 'systemd[1]', 'k3s.service: Succeeded.'),
      journal('09:30:01', 'systemd[1]', `Stopped ${description}.`),
      journal(
        '09:30:05',
        'k3s[1801]',
        klog('09:30:05', 1801, `server.go:467] "Kubelet version" kubeletVersion="${after}"`, 'I'),
      ),
      journal(
        '09:30:06',
        'k3s[1801]',
        klog('09:30:06', 1801, 'kubelet.go:2327] "Starting kubelet main sync loop"', 'I'),
      ),
      journal(
        '09:50:00',
        'k3s[1801]',
        klog('09:50:00', 1801, 'kubelet_getters.go:182] "Pod status updated" pod="a/b" status=Running', 'I'),
      ),
    ].join('\n');

  it.each(['Lightweight Kubernetes', 'Rancher Kubernetes Engine v2 (server)'])(
    '%s was stopped on purpose',
    (description) => {
      const restart = diagnoseText(log(description, 'v1.27.4+k3s1')).findings.find(
        ({ id }) => id === 'kubelet-restart',
      );
      expect(restart?.title).toBe('The kubelet was restarted');
      expect(restart?.explanation).toContain('The earlier process 811 was stopped by systemd.');
      expect(restart?.nextSteps.join()).toContain('See who or what stopped it');
    },
  );

  it('came back as another version', () => {
    const { findings } = diagnoseText(log('Lightweight Kubernetes', 'v1.28.10+k3s1'));
    expect(findings.find(({ id }) => id === 'kubelet-restart')?.title).toBe(
      'The kubelet was restarted as v1.28.10, v1.27.4 before',
    );
  });
});

it('names a volume once, though its pod waits for it under another name', () => {
  const { findings } = diagnoseText(
    ['09:00:00', '09:02:10', '09:04:20']
      .flatMap((clock) => [
        klog(
          clock,
          700,
          `nestedpendingoperations.go:348] Operation for "{volumeName:kubernetes.io/csi/smb^share podName: nodeName:}" failed. No retries permitted until 2024-06-02 09:10:00 +0000 UTC m=+10 (durationBeforeRetry 2m2s). Error: MountVolume.MountDevice failed for volume "pvc-1" (UniqueName: "kubernetes.io/csi/smb^share") pod "web-1" (UID: "0c7f0ab5-f3b9-4d8b-9f4c-1e86c0b93a11") : rpc error: code = Internal desc = mount error: could not resolve address for files.example.com: Unknown error`,
        ),
        klog(
          clock,
          700,
          'pod_workers.go:1298] "Error syncing pod, skipping" err="unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context deadline exceeded" pod="default/web-1" podUID="0c7f0ab5-f3b9-4d8b-9f4c-1e86c0b93a11"',
        ),
      ])
      .join('\n'),
  );
  expect(findings.find(({ id }) => id === 'volumes-failing')?.title).toBe(
    'Volume pvc-1 could not be mounted: the name of the server could not be resolved on this node',
  );
});

it('resolves the name of a server with the tools of Talos, where that is the system', () => {
  const line = (second: number): string =>
    `n1: {"ts":${1_753_178_400_000 + second * 1000}.5,"caller":"nestedpendingoperations/nestedpendingoperations.go:348","msg":"Operation for \\"{volumeName:kubernetes.io/csi/smb^share podName: nodeName:}\\" failed. No retries permitted until 2025-07-22 10:10:00 +0000 UTC m=+10 (durationBeforeRetry 2m2s). Error: MountVolume.MountDevice failed for volume \\"pvc-1\\" (UniqueName: \\"kubernetes.io/csi/smb^share\\") pod \\"web-1\\" (UID: \\"0c7f0ab5-f3b9-4d8b-9f4c-1e86c0b93a11\\") : rpc error: code = Internal desc = mount error: could not resolve address for files.example.com: Unknown error"}`;
  const lease = (second: number): string =>
    `n1: {"ts":${1_753_178_400_000 + second * 1000}.5,"caller":"lease/controller.go:195","msg":"Failed to update lease","err":"Put \\"https://127.0.0.1:7445/x\\": EOF"}`;
  const { answer, findings } = diagnoseText([line(0), lease(10), line(130), line(260)].join('\n'));
  const steps = findings.find(({ id }) => id === 'volumes-failing')?.nextSteps;
  expect(plain(answer)).toContain('Next: resolve it on the node: `talosctl get resolvers`');
  expect(steps?.join('\n')).toContain('`talosctl get resolvers`');
  expect(steps?.join('\n')).toContain('`talosctl mounts`, `talosctl get disks`');
  expect(steps?.join('\n')).not.toMatch(/getent|lsblk/);
});

it('knows Windows by the source files of its kubelet', () => {
  const stopped = (file: string): string | undefined =>
    diagnoseText(
      [
        klog('09:00:00', 4952, `${file}:60] Starting Windows container manager`, 'I'),
        ...['09:10:00', '09:12:00', '09:14:00'].map((clock) =>
          klog(
            clock,
            4952,
            'remote_runtime.go:243] StopContainer "1d39bdf3f6b6" from runtime service failed: rpc error: code = Unknown desc = operation timeout: context deadline exceeded',
          ),
        ),
      ].join('\n'),
    )
      .findings.find(({ id }) => id === 'runtime-calls-time-out')
      ?.nextSteps.join('\n');
  expect(stopped('container_manager_windows.go')).toMatch(/^(?!.*(?:journalctl|iostat))/s);
  expect(stopped('container_manager_windows.go')).toContain('Get-WinEvent');
  expect(stopped('container_manager_linux.go')).toContain('journalctl');
});

describe('what became of the containers that were seen before an unhealthy time', () => {
  const pleg = (clock: string, type: string, id: string): string =>
    klog(
      clock,
      2210,
      `kubelet.go:2418] "SyncLoop (PLEG): event for pod" pod="default/web-1" event=&{ID:0c7f0ab5-f3b9-4d8b-9f4c-1e86c0b93a11 Type:${type} Data:${id.repeat(64)}}`,
      'I',
    );
  const skip = (clock: string, ago: string): string =>
    klog(
      clock,
      2210,
      `kubelet.go:2351] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s"`,
    );
  const log = (started: readonly string[], died: readonly string[]): string =>
    [
      klog('03:59:00', 2210, 'kubelet.go:2386] "SyncLoop ADD" source="api" pods=[default/web-1]', 'I'),
      pleg('03:59:02', 'ContainerStarted', 'a'),
      ...started.map((id) => pleg('03:59:04', 'ContainerStarted', id)),
      klog(
        '04:02:11',
        2210,
        'remote_runtime.go:295] "ListPodSandbox with filter from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded" filter="nil"',
      ),
      klog(
        '04:02:11',
        2210,
        'generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
      ),
      skip('04:03:11', '3m1s'),
      skip('04:04:12', '4m2s'),
      ...died.map((id) =>
        klog(
          '04:04:14',
          2210,
          `generic.go:334] "Generic (PLEG): container finished" podID=0c7f0ab5-f3b9-4d8b-9f4c-1e86c0b93a11 containerID=${id.repeat(64)} exitCode=137`,
          'I',
        ),
      ),
      ...died.map((id) => pleg('04:04:18', 'ContainerDied', id)),
    ].join('\n');
  const answer = (started: readonly string[], died: readonly string[]): string =>
    plain(diagnoseText(log(started, died)).answer);

  it('is no secret where they exited', () => {
    expect(answer(['b'], ['b'])).toContain(
      'The one container seen running before exited. One container exited in the meantime',
    );
    expect(answer(['b'], ['b'])).not.toContain('does not show what became');
    expect(answer(['b', 'c'], ['b', 'c'])).toContain('All 2 containers seen running before exited.');
  });
});

it('does not call over what a kubelet still says at its end, though earlier ones ended for it', () => {
  const refused = (clock: string, pid: number): string =>
    journal(
      clock,
      `microk8s.daemon-kubelite[${pid}]`,
      klog(
        clock,
        pid,
        'controller.go:189] failed to update lease, error: Put "https://127.0.0.1:16443/apis/x?timeout=10s": context deadline exceeded',
      ),
    );
  const run = (hour: string, pid: number, minutes: number): readonly string[] => [
    journal(
      `${hour}:00:01`,
      `microk8s.daemon-kubelite[${pid}]`,
      klog(`${hour}:00:01`, pid, 'server.go:467] "Kubelet version" kubeletVersion="v1.26.4"', 'I'),
    ),
    ...Array.from({ length: minutes * 4 }, (_, at) =>
      refused(
        `${hour}:${String(Math.floor(at / 4) + 1).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`,
        pid,
      ),
    ),
  ];
  const { answer } = diagnoseText(
    [
      ...run('07', 811, 3),
      journal(
        '07:04:00',
        'microk8s.daemon-kubelite[811]',
        klog('07:04:00', 811, 'server.go:224] "Leaderelection lost"'),
      ),
      journal(
        '07:04:00',
        'systemd[1]',
        'snap.microk8s.daemon-kubelite.service: Main process exited, code=exited, status=1/FAILURE',
      ),
      journal('07:04:01', 'systemd[1]', "snap.microk8s.daemon-kubelite.service: Failed with result 'exit-code'."),
      ...run('08', 922, 10),
    ].join('\n'),
  );
  expect(plain(answer)).toContain('The log ends with it.');
  expect(plain(answer)).not.toContain('and not after that');
  expect(answer.state).toBe('impaired');
});

describe('a kubelet that stood still for hours', () => {
  const line = (clock: string, rest: string, severity = 'I'): string => klog(clock, 700, rest, severity);
  const log = (version: string, wake: readonly string[]): string =>
    [
      line('00:00:00', `server.go:467] "Kubelet version" kubeletVersion="${version}"`),
      line('00:00:01', 'kubelet.go:2327] "Starting kubelet main sync loop"'),
      ...Array.from({ length: 60 }, (_, at) =>
        line(
          `00:${String(Math.floor(at / 3)).padStart(2, '0')}:${String(2 + (at % 3) * 20).padStart(2, '0')}`,
          'kubelet_getters.go:206] "Pod status updated" pod="kube-system/etcd-n1" status="Running"',
        ),
      ),
      ...wake,
    ].join('\n');
  const probe = 'kubelet.go:2573] "SyncLoop (probe)" probe="readiness" status="" pod="kube-system/etcd-n1"';
  const skip = (ago: string): string =>
    `kubelet.go:2359] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s"`;

  it.each([
    ['seven hours', '07:20:00', '07:20:01', '7h0m20.5s'],
    ['six minutes', '00:26:00', '00:26:01', '6m20.5s'],
  ])('%s has no Evented PLEG for the turn that it was in', (_name, turn, skipped, ago) => {
    const { answer, findings } = diagnoseText(log('v1.32.0', [line(turn, probe), line(skipped, skip(ago), 'E')]));
    expect(plain(answer)).not.toContain('Evented');
    expect(findings[0]?.title).toMatch(/stood still/);
  });
});

describe('a machine that went down without a shutdown', () => {
  const kubelet = (clock: string, pid: number, rest: string): string =>
    journal(clock, `kubelet[${pid}]`, klog(clock, pid, rest, 'I'));
  const log = (before: readonly string[], boot: readonly string[]): string =>
    [
      kubelet('03:00:00', 1200, 'server.go:467] "Kubelet version" kubeletVersion="v1.29.6"'),
      kubelet('03:10:00', 1200, 'kubelet_getters.go:187] "Pod status updated" pod="a/b" status="Running"'),
      ...before,
      journal('03:11:40', 'kernel', 'Linux version 6.1.0-21-amd64 (debian-kernel@lists.debian.org)'),
      ...boot,
      kubelet('03:11:55', 990, 'server.go:467] "Kubelet version" kubeletVersion="v1.29.6"'),
      kubelet('03:21:55', 990, 'kubelet_getters.go:187] "Pod status updated" pod="a/b" status="Running"'),
    ].join('\n');
  const unclean = journal(
    '03:11:42',
    'systemd-journald[300]',
    'File /var/log/journal/abc/system.journal corrupted or uncleanly shut down, renaming and replacing.',
  );

  it('is told from a reboot that somebody asked for', () => {
    expect(plain(diagnoseText(log([], [unclean])).answer)).toMatch(
      /^n1: the node went down without a shutdown, and no kubelet wrote a line for 1m55s\./,
    );
    expect(plain(diagnoseText(log([], ['-- Boot 8b7c2f5b1d1e4c0f9a3e6d5c4b3a2918 --', unclean])).answer)).toContain(
      'It was not shut down in order',
    );
    expect(diagnoseText(log([], [])).findings[0]?.title).toBe('The node was rebooted');
    // The file of a user may be in use to the last.
    expect(diagnoseText(log([], [unclean.replace('system.journal', 'user-1000.journal')])).findings[0]?.title).toBe(
      'The node was rebooted',
    );
  });

  it('leads with a panic of its kernel', () => {
    const { answer } = diagnoseText(
      log([journal('03:10:12', 'kernel', '[  612.1] Kernel panic - not syncing: softlockup: hung tasks')], [unclean]),
    );
    expect(answer.state).toBe('recovered');
    expect(plain(answer)).toMatch(
      /^n1: the kernel panicked, so the machine went down\. Seen at 03:10:12, and not after that\./,
    );
    expect(plain(answer)).not.toContain('Drain the node');
  });
});

describe('a machine that was paused for an hour', () => {
  const event = (hour: number, minute: number): string =>
    klog(
      `${hour}:${String(minute).padStart(2, '0')}:04`,
      640,
      `kubelet.go:2407] "SyncLoop ADD" source="api" pods=["jobs/n-${hour}-${minute}"]`,
      'I',
    );
  const skip = klog(
    '11:30:04',
    640,
    'kubelet.go:2360] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 1h1m0.4s ago; threshold is 3m0s"',
    'E',
  );
  const minutes = Array.from({ length: 30 }, (_, minute) => minute);
  const logOf = (lines: readonly string[]): string =>
    lines.map((line) => journal(line.slice(6, 14), 'kubelet[640]', line)).join('\n');

  it('is no runtime whose lists hung, though only source lines tell the version of its kubelet', () => {
    const { findings } = diagnoseText(
      logOf([...minutes.map((at) => event(10, at)), skip, ...minutes.slice(1).map((at) => event(11, 30 + at))]),
    );
    expect(findings[0]).toMatchObject({
      id: 'loop-blocked',
      title: expect.stringContaining('The kubelet or the whole machine stood still') as unknown,
    });
  });

  it('is not told by the skip alone, whose log may have been searched for it', () => {
    expect(diagnoseText(logOf([skip])).findings.map(({ id }) => id)).not.toContain('loop-blocked');
  });
});
