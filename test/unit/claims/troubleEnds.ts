/** How kubelets end in journals: what they say, what the kernel and systemd say of it, and starts that fail before the next one stays. Times in microseconds. */
import type { Pen, SignedLine } from './pen.ts';
import { SECOND } from './rule.ts';

export const ENDS = ['stopped', 'killed', 'panic', 'out-of-memory', 'reboot'] as const;
export type EndHow = (typeof ENDS)[number];

const UNIT = 'kubelet.service';
const DESCRIPTION = 'kubelet: The Kubernetes Node Agent';
/** Until systemd starts it again. */
export const RESTART = 10 * SECOND;

/** The last lines of a process that ends at a time. */
export function endLines(pen: Pen, at: number, pid: number, how: EndHow): readonly SignedLine[] {
  const died = (code: string, result: string): readonly SignedLine[] => [
    pen.systemd(at, `${UNIT}: Main process exited, ${code}`),
    pen.systemd(at + 50, `${UNIT}: Failed with result '${result}'.`),
  ];
  switch (how) {
    case 'stopped':
      return [
        pen.systemd(at - 0.02 * SECOND, `Stopping ${UNIT} - ${DESCRIPTION}...`),
        pen.systemd(at, `${UNIT}: Deactivated successfully.`),
        pen.systemd(at + 50, `Stopped ${UNIT} - ${DESCRIPTION}.`),
      ];
    case 'killed':
      return died('code=killed, status=9/KILL', 'signal');
    case 'panic':
      return [
        ...[
          'panic: runtime error: invalid memory address or nil pointer dereference',
          '[signal SIGSEGV: segmentation violation code=0x1 addr=0x20 pc=0x1d4b0c7]',
          'goroutine 644 [running]:',
          'k8s.io/kubernetes/pkg/kubelet/cm.(*podContainerManagerImpl).Exists(0xc000b12f00, 0xc001c5a000)',
        ].map((text, row) => pen.raw(at - 0.03 * SECOND + row * 100, pid, text)),
        ...died('code=exited, status=2/INVALIDARGUMENT', 'exit-code'),
      ];
    case 'out-of-memory':
      return [
        pen.kernel(
          at - 0.2 * SECOND,
          'stress invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0',
        ),
        pen.kernel(
          at - 0.1 * SECOND,
          `Out of memory: Killed process ${pid} (kubelet) total-vm:2214460kB, anon-rss:118200kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:640kB oom_score_adj:-999`,
        ),
        pen.systemd(at - 0.01 * SECOND, `${UNIT}: A process of this unit has been killed by the OOM killer.`),
        ...died('code=killed, status=9/KILL', 'oom-kill'),
      ];
    case 'reboot':
      return [];
  }
}

/** What stands between the last line of one boot and the first kubelet of the next. */
export function bootLines(pen: Pen, at: number): readonly SignedLine[] {
  return [
    pen.kernel(at, 'Linux version 6.1.0-31-amd64 (build@example.org) #1 SMP PREEMPT_DYNAMIC'),
    pen.kernel(at + 60, 'Command line: BOOT_IMAGE=/boot/vmlinuz-6.1.0-31-amd64 root=/dev/vda1 ro quiet'),
  ];
}

/** Why a kubelet does not start: its last words, and the version line before them where it gets so far. */
export const START_FAULTS = {
  flag: { before: false, err: 'failed to parse kubelet flag: unknown flag: --network-plugin' },
  config: {
    before: false,
    err: 'failed to load kubelet config file, path: /var/lib/kubelet/config.yaml, error: failed to load Kubelet config file /var/lib/kubelet/config.yaml, error failed to read kubelet config file "/var/lib/kubelet/config.yaml", error: open /var/lib/kubelet/config.yaml: no such file or directory',
  },
  swap: {
    before: true,
    err: 'failed to run Kubelet: running with swap on is not supported, please disable swap or set --fail-swap-on flag to false',
  },
  // Of kubelets with dockershim.
  'cgroup-driver': {
    before: true,
    err: 'failed to run Kubelet: misconfiguration: kubelet cgroup driver: "systemd" is different from docker cgroup driver: "cgroupfs"',
  },
  certificate: {
    before: true,
    err: 'failed to run Kubelet: unable to load bootstrap kubeconfig: stat /etc/kubernetes/bootstrap-kubelet.conf: no such file or directory',
  },
  runtime: {
    before: true,
    err: 'failed to run Kubelet: validate service connection: validate CRI v1 runtime API for endpoint "unix:///run/containerd/containerd.sock": rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: no such file or directory"',
  },
  port: { before: true, row: 'port.serve', err: 'listen tcp 0.0.0.0:10250: bind: address already in use' },
  inotify: { before: true, row: 'startup.cadvisor-failed', err: 'inotify_init: too many open files' },
  files: {
    before: true,
    err: 'failed to run Kubelet: open /var/lib/kubelet/pki/kubelet.key: too many open files',
  },
  unknown: {
    before: true,
    err: 'failed to run Kubelet: failed to create kubelet: the registry of plug-ins is in no state to be read',
  },
} as const satisfies Readonly<
  Record<string, { readonly before: boolean; readonly row?: string; readonly err: string }>
>;
export type StartFault = keyof typeof START_FAULTS;

/** Starts that fail, one every eleven seconds; the pid of the first one is given. */
export function failedStarts(
  pen: Pen,
  from: number,
  firstPid: number,
  fault: StartFault,
  times: number,
): readonly SignedLine[] {
  const { before, err, row: own }: { before: boolean; err: string; row?: string } = START_FAULTS[fault];
  return Array.from({ length: times }).flatMap((_, row) => {
    const at = from + row * 11 * SECOND;
    const pid = firstPid + row * 7;
    return [
      ...startedLines(pen, at, row + 1),
      ...(before ? pen.klog(at + 0.4 * SECOND, pid, 'startup.version', { kubeletVersion: versionText(pen) }) : []),
      ...(fault === 'certificate'
        ? pen.klog(at + 0.59 * SECOND, pid, 'cert.bootstrap-expired', {
            file: '/etc/kubernetes/kubelet.conf',
            date: '2026-11-20 08:00:00 +0000 UTC',
          })
        : []),
      ...pen.klog(at + 0.6 * SECOND, pid, own ?? 'startup.command-failed', {
        err: pen.version.minor >= 21 ? err : err.replace('failed to run Kubelet: ', ''),
      }),
      pen.systemd(
        at + 0.7 * SECOND,
        `${UNIT}: Main process exited, code=exited, status=${pen.version.minor >= 21 ? '1/FAILURE' : '255/EXCEPTION'}`,
      ),
      pen.systemd(at + 0.7 * SECOND + 40, `${UNIT}: Failed with result 'exit-code'.`),
    ];
  });
}

function versionText({ version }: Pen): string {
  return `v${version.major}.${version.minor}.${version.patch ?? 0}`;
}

/** systemd starts it again by itself, for the `count`-th time since somebody started it by hand. */
export function startedLines(pen: Pen, at: number, count: number): readonly SignedLine[] {
  return [
    pen.systemd(at, `${UNIT}: Scheduled restart job, restart counter is at ${count}.`),
    pen.systemd(at + 30, `Stopped ${UNIT} - ${DESCRIPTION}.`),
    pen.systemd(at + 60, `Started ${UNIT} - ${DESCRIPTION}.`),
  ];
}

export const RUNTIME_ENDS = ['stopped', 'out-of-memory', 'crashing'] as const;
export type RuntimeEnd = (typeof RUNTIME_ENDS)[number];

const RUNTIME = 'containerd.service';
const ITS_DESCRIPTION = 'containerd container runtime';
/** A runtime that crashes is there for so long, and away for so long. */
export const CRASHES = { up: 1, away: 5.1 };

/** What systemd and the kernel say of a runtime that is away from when to when; it comes back if it does so before `until`. */
export function runtimeLines(
  pen: Pen,
  { from, to, until }: { readonly from: number; readonly to: number; readonly until: number },
  how: RuntimeEnd,
): readonly SignedLine[] {
  const started = (at: number, count: number): readonly SignedLine[] => [
    ...(how === 'stopped'
      ? []
      : [pen.systemd(at - 60, `${RUNTIME}: Scheduled restart job, restart counter is at ${count}.`)]),
    pen.systemd(at, `Started ${RUNTIME} - ${ITS_DESCRIPTION}.`),
  ];
  const died = (at: number, code: string, result: string): readonly SignedLine[] => [
    pen.systemd(at, `${RUNTIME}: Main process exited, ${code}`),
    pen.systemd(at + 50, `${RUNTIME}: Failed with result '${result}'.`),
  ];
  const lines: SignedLine[] = [];
  if (how === 'stopped')
    lines.push(
      pen.systemd(from, `Stopping ${RUNTIME} - ${ITS_DESCRIPTION}...`),
      pen.systemd(from + 0.3 * SECOND, `${RUNTIME}: Deactivated successfully.`),
      pen.systemd(from + 0.3 * SECOND + 60, `Stopped ${RUNTIME} - ${ITS_DESCRIPTION}.`),
    );
  if (how === 'out-of-memory')
    lines.push(
      pen.kernel(
        from - 0.2 * SECOND,
        'stress invoked oom-killer: gfp_mask=0x140cca(GFP_HIGHUSER_MOVABLE|__GFP_COMP), order=0, oom_score_adj=0',
      ),
      pen.kernel(
        from - 0.1 * SECOND,
        'Out of memory: Killed process 911 (containerd) total-vm:1894460kB, anon-rss:98200kB, file-rss:0kB, shmem-rss:0kB, UID:0 pgtables:540kB oom_score_adj:-999',
      ),
      ...died(from, 'code=killed, status=9/KILL', 'oom-kill'),
    );
  let count = 1;
  if (how === 'crashing')
    for (let at = from; at < to; at += (CRASHES.away + CRASHES.up) * SECOND) {
      lines.push(...died(at, 'code=exited, status=2/INVALIDARGUMENT', 'exit-code'));
      if (at + CRASHES.away * SECOND < to) lines.push(...started(at + CRASHES.away * SECOND, count++));
    }
  return to < until ? [...lines, ...started(to, count)] : lines;
}
