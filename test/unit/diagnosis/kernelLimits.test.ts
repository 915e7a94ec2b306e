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

  it('is none where no more namespaces are made', () => {
    const finding = sandbox(
      'failed to start noop process for unshare: fork/exec /proc/self/exe: no space left on device',
    );
    expect(finding?.explanation).toContain('the kernel makes no more namespaces');
    expect(finding?.explanation).not.toContain('no room on the disk');
    expect(finding?.nextSteps[0]).toContain('user.max_user_namespaces');
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

describe('a fault of the kernel itself', () => {
  const oops = (line: string): readonly Finding[] =>
    diagnoseText(
      [
        'Nov 24 10:00:00 node-7 kubelet[1200]: I1124 10:00:00.000000    1200 server.go:467] "Kubelet version" kubeletVersion="v1.28.3"',
        `Nov 24 10:29:50 node-7 kernel: ${line}`,
        'Nov 24 10:31:50 node-7 kubelet[1200]: E1124 10:31:50.100000    1200 generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"',
        'Nov 24 10:33:00 node-7 kubelet[1200]: E1124 10:33:00.100000    1200 kubelet.go:2356] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m5.1s ago; threshold is 3m0s"',
      ].join('\n'),
    ).findings;

  it.each([
    'BUG: kernel NULL pointer dereference, address: 0000000000000010',
    'BUG: unable to handle kernel NULL pointer dereference at 0000000000000010',
    'BUG: unable to handle page fault for address: ffffb1c0c0a3f000',
    'Unable to handle kernel paging request at virtual address ffff80001096d000',
    'general protection fault, probably for non-canonical address 0xdead000000000122: 0000 [#1] SMP NOPTI',
    'general protection fault: 0000 [#1] SMP PTI',
    'kernel BUG at fs/overlayfs/dir.c:512!',
    'Oops: 0002 [#2] SMP PTI',
    'Internal error: Oops: 96000004 [#1] SMP',
  ])('comes before the calls that hang after it: %s', (line) => {
    expect(oops(line)[0]).toMatchObject({ id: 'kernel-hung-task', title: 'The kernel met a fault of its own' });
  });

  it('is none of a process', () => {
    const found = oops(
      'traps: worker[8123] general protection fault ip:55d0c1a3 sp:7ffd10 error:0 in worker[55d0c1000+2000]',
    );
    expect(found.map(({ id }) => id)).not.toContain('kernel-hung-task');
    expect(found[0]?.id).toBe('list-calls-hang');
  });
});

describe('a limit of the network', () => {
  const unreachable = (line: string): string | undefined =>
    diagnoseText(
      [
        `Nov 24 10:00:01 node-7 kernel: ${line}`,
        ...[10, 20, 30, 40, 50].map(
          (second) =>
            `Nov 24 10:00:${second} node-7 kubelet[1200]: E1124 10:00:${second}.100000    1200 controller.go:195] "Failed to update lease" err="Put \\"https://10.0.0.10:6443/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-7?timeout=10s\\": context deadline exceeded"`,
        ),
      ].join('\n'),
    ).findings.find(({ id }) => id === 'api-unreachable')?.title;

  it.each([
    [
      'neighbour: arp_cache: neighbor table overflow!',
      "while the kernel's table of neighbours in the network (ARP) was full",
    ],
    ['Neighbour table overflow.', "while the kernel's table of neighbours in the network (ARP) was full"],
    ['TCP: out of memory -- consider tuning tcp_mem', 'while the kernel had no memory left for TCP connections'],
    ['TCP: too many orphaned sockets', 'while the kernel had no memory left for TCP connections'],
  ])('is told with the API server that cannot be reached: %s', (line, words) => {
    expect(unreachable(line)).toBe(`The API server 10.0.0.10:6443 could not be reached ${words}`);
  });
});

describe('threads that cannot be started', () => {
  const ended = (words: string): Finding | undefined =>
    diagnoseText(
      [
        'Nov 24 10:00:00 node-7 kubelet[1200]: I1124 10:00:00.000000    1200 server.go:467] "Kubelet version" kubeletVersion="v1.28.3"',
        `Nov 24 10:05:00 node-7 kubelet[1200]: ${words}`,
        'Nov 24 10:05:00 node-7 systemd[1]: kubelet.service: Main process exited, code=exited, status=2/INVALIDARGUMENT',
      ].join('\n'),
    ).findings.find(({ id }) => id === 'panic');

  it.each(['fatal error: newosproc', 'runtime/cgo: pthread_create failed: Resource temporarily unavailable'])(
    'are a limit of the node, no fault of the program: %s',
    (words) => {
      const finding = ended(words);
      expect(finding?.title).toBe('The kubelet ended, because no more threads could be started');
      expect(finding?.nextSteps[0]).toContain('TasksMax');
    },
  );

  it.each(['fatal error: runtime: out of memory', 'fatal error: runtime: cannot allocate memory'])(
    'are no lack of memory, which is no fault of the program either: %s',
    (words) => {
      const finding = ended(words);
      expect(finding?.title).toBe('The kubelet ended, because it got no more memory');
      expect(finding?.explanation).not.toContain('This is a fault in the program');
      expect(finding?.nextSteps[0]).toContain('See what took the memory');
    },
  );

  it('are not what another fatal error is of', () => {
    expect(ended('fatal error: concurrent map writes')?.title).toBe(
      'The kubelet ended with a panic or fatal error of Go',
    );
  });
});

describe('files that cannot be opened', () => {
  const status = (second: number, why: string): string =>
    `Nov 24 10:05:${second} node-7 kubelet[1200]: E1124 10:05:${second}.000000    1200 remote_runtime.go:633] "Status from runtime service failed" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: ${why}\\""`;
  const first = (why: string): Finding | undefined =>
    diagnoseText([11, 16, 21, 26].map((second) => status(second, why)).join('\n')).findings[0];

  it('are a limit of the kubelet, not a runtime that stopped', () => {
    const finding = first('socket: too many open files');
    expect(finding).toMatchObject({ id: 'file-limit', confidence: 'high' });
    expect(finding?.explanation).not.toContain('stopped');
  });

  it('are none where nobody listens', () =>
    expect(first('connect: connection refused')?.id).toBe('runtime-unreachable'));

  /** Listings that fail each second from 10:05:00 on, and what is skipped from the third minute on. */
  const listings = (seconds: number, why: string): readonly Finding[] =>
    diagnoseText(
      Array.from({ length: seconds }, (_, second) => {
        const time = new Date(Date.UTC(2026, 10, 24, 10, 5, second)).toISOString().slice(11, 19);
        const head = (more: string): string => `Nov 24 ${time} node-7 kubelet[1200]: E1124 ${time}.${more}000    1200`;
        const error = `err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: ${why}\\""`;
        const failed = `${head('100')} generic.go:238] "GenericPLEG: Unable to retrieve pods" ${error}`;
        const ago = `${Math.floor((second + 1) / 60)}m${(second + 1) % 60}.2s`;
        return second < 180 || second % 5 > 0
          ? failed
          : `${failed}\n${head('200')} kubelet.go:2323] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${ago} ago; threshold is 3m0s"`;
      }).join('\n'),
    ).findings;

  it.each([
    ['for a few seconds', 20, undefined],
    ['until PLEG is unhealthy', 400, 'episode-1'],
  ])('keep listings from the runtime %s, which is not said to have stopped', (_, seconds, episode) => {
    const findings = listings(seconds, 'socket: too many open files');
    expect(findings[0]).toMatchObject({ id: 'file-limit', confidence: 'high' });
    expect(findings[0]?.episode).toBe(episode);
    expect(findings.map(({ id }) => id)).not.toContain('runtime-unreachable');
    expect(listings(seconds, 'connect: connection refused')[0]).toMatchObject({ id: 'runtime-unreachable' });
  });

  it.each([20, 400])('or no right to the socket, for %d s, which is not said to be gone', (seconds) => {
    const [finding] = listings(seconds, 'connect: permission denied');
    expect(finding).toMatchObject({
      id: 'runtime-unreachable',
      title: 'The kubelet may not use the socket of the container runtime',
    });
    expect(finding?.explanation).toContain('no right to use it');
    expect(finding?.explanation).not.toContain('was stopped');
    expect(finding?.nextSteps[0]).toContain('/run/containerd/containerd.sock');
    expect(finding?.nextSteps.join(' ')).not.toContain('systemctl start');
  });
});
