/** What the kubelet's or the runtime's words name stands in the finding: the flag, the cgroup driver, the reason that most lines give. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const klog = (time: string, rest: string): string => rest.replace('%', `0704 ${time}    2204`);
const logOf = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

const UID = '1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01';
const sync = (time: string, pod: string, what: string, error: string): string =>
  klog(
    time,
    `E% pod_workers.go:1298] "Error syncing pod, skipping" err="${what.replace('%', error)}" pod="shop/${pod}" podUID="${UID}"`,
  );
const SANDBOX = `failed to \\"CreatePodSandbox\\" for \\"web_shop(${UID})\\" with CreatePodSandboxError: \\"Failed to create sandbox for pod \\\\\\"web_shop(${UID})\\\\\\": rpc error: code = Unknown desc = %\\"`;

describe('a flag that the kubelet does not know', () => {
  const end = (text: string): string =>
    logOf(klog('06:12:01.120000', `E% run.go:74] "command failed" err="failed to parse kubelet flag: ${text}"`));

  it('is named, with the version that removed it', () => {
    const [finding] = diagnoseText(end('unknown flag: --network-plugin')).findings;
    expect(finding?.title).toBe('The kubelet does not know its flag --network-plugin, so it does not start');
    expect(finding?.explanation).toContain('Kubernetes 1.24 removed this flag.');
    expect(finding?.nextSteps[0]).toContain('Take --network-plugin out where it stands');
  });

  it('gives way to the next fault, which is told first, each with its own ends', () => {
    const ended = (second: number, text: string): string =>
      `E0704 06:1${second}:01.120000    220${second} run.go:74] "command failed" err="${text}"`;
    const missing = 'failed to load kubelet config file: open /etc/kubernetes/a.yaml: no such file or directory';
    const { findings } = diagnoseText(
      logOf(
        ended(1, 'failed to parse kubelet flag: unknown flag: --network-plugin'),
        ended(2, 'failed to parse kubelet flag: unknown flag: --network-plugin'),
        'E0704 06:13:00.900000    2203 kubelet_node_status.go:92] "Unable to construct v1.Node object for kubelet" err="no such machine"',
        ended(3, missing),
      ),
    );
    const told = findings.filter(({ id }) => id === 'config-invalid');
    expect(told.map(({ title }) => title)).toEqual([
      'The kubelet does not start, for /etc/kubernetes/a.yaml is not there',
      'The kubelet does not know its flag --network-plugin, so it does not start',
    ]);
    expect(told[0]?.explanation).toContain('The kubelet exited at');
    expect(told[1]?.explanation).toContain('The kubelet exited twice, last at 06:12:01.120');
    // Lines that tell of a configuration without an end stand beside the last fault only.
    expect(told.map(({ explanation }) => explanation.includes('no such machine'))).toEqual([true, false]);
  });

  it('gives way to the next fault also where most ends were for it', () => {
    const ended = (of: number, flag: string): readonly string[] => [
      `Jul  4 06:12:${10 + of} n1 systemd[1]: Started kubelet: The Kubernetes Node Agent.`,
      `Jul  4 06:12:${10 + of} n1 kubelet[${2200 + of}]: E0704 06:12:${10 + of}.120000    ${2200 + of} run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: ${flag}"`,
      `Jul  4 06:12:${10 + of} n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`,
    ];
    const ends = Array.from({ length: 14 }, (_, of) => ended(of, of < 12 ? '--network-plugin' : '--cni-bin-dir'));
    expect(diagnoseText(logOf(...ends.flat())).findings.map(({ title }) => title)).toEqual([
      'The kubelet does not know its flag --cni-bin-dir, so it does not start',
      'The kubelet does not know its flag --network-plugin, so it does not start',
      'The kubelet ended 14 times',
    ]);
  });

  it('is told five times at most where each end has another', () => {
    const ends = Array.from(
      { length: 9 },
      (_, of) =>
        `E0704 06:1${of}:01.120000    220${of} run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --flag-${of}"`,
    );
    const told = diagnoseText(logOf(...ends)).findings.filter(({ id }) => id === 'config-invalid');
    expect(told.map(({ title }) => /--flag-(\d)/.exec(title)?.[1])).toEqual(['8', '7', '6', '5', '4']);
  });

  it('is no part of a command where it is cut off or of other characters', () => {
    for (const flag of ['--netw…', '--a$(reboot)', '--x;id']) {
      const [finding] = diagnoseText(end(`unknown flag: ${flag}`)).findings;
      expect(finding?.nextSteps.join(' ')).not.toContain('--netw');
      expect(finding?.nextSteps.join(' ')).not.toContain('reboot');
      expect(finding?.nextSteps.join(' ')).not.toContain(';id');
    }
  });

  it('may be a feature gate', () => {
    const text =
      'failed to set feature gates from initial flags-based config: unrecognized feature gate: DynamicKubeletConfig';
    const [finding] = diagnoseText(
      logOf(klog('06:12:01.120000', `E% run.go:74] "command failed" err="${text}"`)),
    ).findings;
    expect(finding?.title).toBe(
      'The kubelet does not know its feature gate DynamicKubeletConfig, so it does not start',
    );
  });
});

describe('a runtime that was given a control group of the other driver', () => {
  it.each([
    'cri-o configured with systemd cgroup manager, but did not receive slice as parent: /kubepods/burstable/pod7a1',
    'cri-o configured with cgroupfs cgroup manager, but received systemd slice as parent: kubepods.slice',
    'failed to create containerd task: failed to create shim task: OCI runtime create failed: runc create failed: expected cgroupsPath to be of format \\"slice:prefix:name\\" for systemd cgroups, got \\"/kubepods/burstable/pod7a1/22\\" instead: unknown',
  ])('says so: %s', (words) => {
    const [finding] = diagnoseText(
      logOf(
        klog('06:12:01.120000', `E% kubelet.go:2448] "Error getting node" err="node \\"cp-1\\" not found"`),
        klog(
          '06:12:01.220000',
          `E% remote_runtime.go:176] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = ${words}"`,
        ),
        klog('06:12:01.320000', `E% kubelet.go:2448] "Error getting node" err="node \\"cp-1\\" not found"`),
      ),
    ).findings;
    expect(finding).toMatchObject({ id: 'cgroup-driver', confidence: 'high' });
    expect(finding?.explanation).toContain('No pod can be started until both are set to the same');
  });
});

describe('sandboxes that fail for several reasons', () => {
  it('are explained by the reason that most lines give, with its text', () => {
    const failed = (second: number, pod: string, error: string): string =>
      klog(
        `06:12:${String(second).padStart(2, '0')}.000000`,
        `E% pod_workers.go:1298] "Error syncing pod, skipping" err="failed to \\"CreatePodSandbox\\" for \\"${pod}_shop(1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01)\\" with CreatePodSandboxError: \\"Failed to create sandbox for pod \\\\\\"${pod}_shop(1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01)\\\\\\": rpc error: code = Unknown desc = ${error}\\"" pod="shop/${pod}" podUID="1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01"`,
      );
    const reserved = 'failed to reserve sandbox name: name is reserved for 22';
    const full = 'failed to create containerd task: write /run/containerd/config.json: no space left on device';
    const [finding] = diagnoseText(
      logOf(failed(1, 'a', reserved), ...[2, 3, 4, 5].map((second) => failed(second, 'b', full))),
    ).findings;
    expect(finding?.id).toBe('pod-sandbox-broken');
    expect(finding?.explanation).toContain('there is no room on the disk: "');
    expect(finding?.explanation).toContain('no space left on device');
    expect(finding?.nextSteps[0]).toContain('df -h');
  });
});

describe('pods that are turned away for disk pressure', () => {
  it('are no attempt to delete images', () => {
    const { findings } = diagnoseText(
      logOf(
        klog(
          '06:12:01.120000',
          'I% eviction_manager.go:168] "Failed to admit pod to node" pod="shop/web-1" nodeCondition=[DiskPressure]',
        ),
      ),
    );
    const disk = findings.find(({ id }) => id === 'disk-pressure');
    expect(disk?.explanation).toContain('the node turned pods away for it');
    expect(disk?.explanation).not.toContain('deleting images');
  });
});

describe('a kubelet of one line', () => {
  it('is not said to be between a time and the same time', () => {
    const { answer } = diagnoseText(
      logOf(
        klog('06:12:01.120000', 'E% run.go:74] "command failed" err="failed to parse kubelet flag: unknown flag: --x"'),
      ),
    );
    expect(plain(answer)).toContain('ever failed its health check.');
    expect(plain(answer)).not.toContain('between 06:12:01.120');
  });
});

describe('calls of several kinds that time out in a short piece', () => {
  const timedOut = (time: string, call: string): string =>
    klog(
      time,
      `E% remote_runtime.go:173] ${call} from runtime service failed: rpc error: code = DeadlineExceeded desc = context deadline exceeded`,
    );

  it('are told in the first line, with the words of the runtime that the lines name', () => {
    const { findings, answer } = diagnoseText(
      logOf(
        klog('06:12:00.000000', 'I% kubelet.go:1908] SyncLoop (UPDATE, "api"): "web-1_shop(1d2f0a53)"'),
        timedOut('06:12:01.000000', 'ListPodSandbox with filter nil'),
        klog(
          '06:12:30.000000',
          'I% fsHandler.go:135] du and find on following dirs took 1m4.2s: [/var/lib/docker/overlay2/22/diff]; will not log again for this container unless duration exceeds 3s',
        ),
        timedOut('06:13:01.000000', 'StopPodSandbox "2b2f0a53"'),
      ),
    );
    const finding = findings.find(({ id }) => id === 'runtime-calls-time-out');
    expect(finding?.confidence).toBe('medium');
    expect(finding?.explanation).toContain('No health check of the kubelet failed for it in this log');
    expect(finding?.nextSteps.join(' ')).toContain('journalctl -u docker');
    expect(plain(answer) + answer.headline).toContain('timed out');
  });
});

describe('the first collection of images', () => {
  const first = (error: string): readonly string[] =>
    diagnoseText(
      logOf(
        klog(
          '06:12:01.000000',
          `E% kubelet.go:1305] Image garbage collection failed once. Stats initialization may not have completed yet: ${error}`,
        ),
      ),
    ).findings.map(({ id }) => id);

  it('tells of no trouble where its words are cut off', () => {
    expect(first('failed to get')).toEqual([]);
    expect(first('unable to find data in memory')).toEqual([]);
  });

  it('tells of one where they are others, or where nothing is left of them', () => {
    expect(
      first('failed to garbage collect required amount of images. Wanted to free 100 bytes, but freed 0 bytes'),
    ).toContain('image-gc-failing');
    expect(first('failed')).toContain('image-gc-failing');
  });

  it('is not said to have found too little where it could not delete what it found', () => {
    const said = (error: string): string => {
      const finding = diagnoseText(
        logOf(klog('06:12:01.000000', `E% kubelet.go:1146] Image garbage collection failed: ${error}`)),
      ).findings.find(({ id }) => id === 'image-gc-failing');
      return `${String(finding?.title)}. ${String(finding?.explanation)}`;
    };
    const errors = said('wanted to free 6607811379, but freed 0 space with errors in image deletion: []');
    expect(errors).toContain('Unused images cannot be removed.');
    expect(errors).not.toContain('too little to remove');
    const some = said(
      'wanted to free 9223372036854775807 bytes, but freed 14081525058 bytes space with errors in image deletion: []',
    );
    expect(some).toContain('Some images cannot be removed.');
    const tooFew = said('Wanted to free 6607811379, but freed 54042111');
    expect(tooFew).toContain('Removing unused images wins back too little room.');
    expect(tooFew).toContain('too little to remove');
  });
});

describe('a network plug-in whose program is not there', () => {
  it('is named, with the folder', () => {
    const error =
      'failed to setup network for sandbox \\\\\\"7f\\\\\\": plugin type=\\\\\\"flannel\\\\\\" failed (add): failed to find plugin \\\\\\"flannel\\\\\\" in path [/opt/cni/bin]';
    const { findings } = diagnoseText(
      logOf(sync('06:12:01.000000', 'web', SANDBOX, error), sync('06:12:15.000000', 'web', SANDBOX, error)),
    );
    const finding = findings.find(({ id }) => id === 'cni-failing');
    expect(finding?.title).toBe('The network plug-in flannel is not installed on this node');
    expect(finding?.nextSteps[0]).toContain('`ls -l /opt/cni/bin`');
    expect(finding?.nextSteps[1]).toContain('Put flannel back');
  });
});

describe('sandboxes that fail for the node itself', () => {
  it.each([
    [
      'failed to create containerd container: mkdir /var/lib/containerd/snapshots/new-1: read-only file system',
      'nothing can be written to a file system of the node',
    ],
    [
      'OCI runtime create failed: runc create failed: error during container init: open /proc/sys/net/ipv4/tcp_rmem: no such file or directory',
      'a setting of the kernel that the pod asks for (sysctl) cannot be set on this node',
    ],
  ])('are told so: %s', (error, reason) => {
    const { findings } = diagnoseText(logOf(sync('06:12:01.000000', 'web', SANDBOX, error)));
    expect(findings.find(({ id }) => id === 'pod-sandbox-broken')?.explanation).toContain(reason);
  });
});

describe('containers that find no room on the disk', () => {
  const START = 'failed to \\"StartContainer\\" for \\"api\\" with CreateContainerError: \\"%\\"';

  it('are no fault of theirs', () => {
    const error = `failed to create container log directory: mkdir /var/log/pods/shop_api_${UID}/api: no space left on device`;
    const { findings } = diagnoseText(
      logOf(sync('06:12:01.000000', 'api', START, error), sync('06:12:15.000000', 'api', START, error)),
    );
    const finding = findings.find(({ id }) => id === 'pods-crashing');
    expect(finding?.title).toContain(': there is no room on a disk of the node');
    expect(finding?.explanation).toContain('no fault of the containers');
    expect(finding?.explanation).not.toContain('other pods are not hurt');
    expect(finding?.nextSteps[0]).toContain('df -h; df -i');
  });

  it('are a fault of theirs otherwise', () => {
    const { findings } = diagnoseText(
      logOf(sync('06:12:01.000000', 'api', START, 'executable file not found in $PATH')),
    );
    const finding = findings.find(({ id }) => id === 'pods-crashing');
    expect(finding?.title).not.toContain('no room');
    expect(finding?.explanation).toContain('other pods are not hurt');
  });
});

describe('a file server that does not respond', () => {
  const nfs = 'Jul 04 06:10:00 node-c kernel: nfs: server 10.9.0.4 not responding, still trying';
  const volume = (time: string): string =>
    `Jul 04 ${time.slice(0, 8)} node-c kubelet[2204]: ${sync(time, 'pg-0', '%', 'unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: context deadline exceeded')}`;

  it('is named, and why volumes did not answer soon after', () => {
    const [finding] = diagnoseText(logOf(nfs, volume('06:12:03.000000'), volume('06:14:10.000000'))).findings;
    expect(finding).toMatchObject({ id: 'storage-hang', confidence: 'medium' });
    expect(finding?.explanation).toContain('the file server 10.9.0.4 does not respond');
    expect(finding?.explanation).toContain('2 lines from 06:12:03 to 06:14:10');
  });

  it('is not why they did an hour later', () => {
    const { findings } = diagnoseText(logOf(nfs, volume('07:42:03.000000')));
    expect(findings.find(({ id }) => id === 'storage-hang')?.confidence).toBe('low');
  });
});

describe('a kubelet of EKS that is not known', () => {
  const refused = (host: string, version = '', writer = 'kubelet'): readonly string[] =>
    diagnoseText(
      logOf(
        ...(version === ''
          ? []
          : [
              `Jul 04 06:12:00 ${host} ${writer}[2204]: ${klog('06:12:00.000000', `I% server.go:467] "Kubelet version" kubeletVersion="${version}"`)}`,
            ]),
        ...[1, 2, 3].map(
          (second) =>
            `Jul 04 06:12:0${second} ${host} ${writer}[2204]: ${klog(`06:12:0${second}.000000`, 'E% controller.go:145] "Failed to ensure lease exists, will retry" err="Unauthorized" interval="7s"')}`,
        ),
      ),
    ).findings[0]?.nextSteps ?? [];

  it('is asked for by the role of its machine', () => {
    expect(refused('ip-10-0-3-7.ec2.internal')[0]).toContain('aws sts get-caller-identity');
    expect(refused('ip-10-0-3-7')[0]).toContain('aws-auth');
  });

  it('is not guessed from other names', () => {
    expect(refused('worker-2').join(' ')).not.toContain('aws');
  });

  it('is none where its version, or its name, is of something else', () => {
    const host = 'ip-10-0-3-7.ec2.internal';
    expect(refused(host, 'v1.28.7-eks-a737599').join(' ')).toContain('aws-auth');
    expect(refused(host, 'v1.12.7')[0]).toContain('aws-auth');
    expect(refused(host, 'v1.28.7').join(' ')).not.toContain('aws');
    expect(refused(host, '', 'kubenswrapper').join(' ')).not.toContain('aws');
  });
});

describe('a container manager that does not start', () => {
  const fatal = (error: string): string =>
    logOf(klog('06:12:01.000000', `F% kubelet.go:1327] Failed to start ContainerManager ${error}`));

  it('says why, and which controller is missing', () => {
    const { findings } = diagnoseText(
      fatal(
        'failed to initialize top level QOS containers: failed to set supported cgroup subsystems for cgroup [kubepods burstable]: Failed to find subsystem mount for required subsystem: pids',
      ),
    );
    expect(findings[0]?.title).toBe(
      "The kubelet's container manager could not start: the control groups of this node have no controller pids",
    );
    expect(findings[0]?.explanation).toContain('required subsystem: pids"');
    expect(findings[0]?.nextSteps.join(' ')).toContain('zgrep CONFIG_CGROUP');
    expect(findings[0]?.shows).toBeDefined();
  });

  it('does not promise that the next start passes where it did not', () => {
    const lacks = fatal("failed to initialize top level QOS containers: root container [kubepods] doesn't exist");
    const restarted = (count: number): string =>
      `Jul 04 06:12:11 n1 systemd[1]: kubelet.service: Scheduled restart job, restart counter is at ${count}.\n`;
    const told = (log: string): string | undefined =>
      diagnoseText(log).findings.find(({ id }) => id === 'container-manager')?.explanation;
    expect(told(lacks + restarted(1))).toContain('the next start passes');
    expect(told(lacks + restarted(31))).toContain('did not find it under each controller');
    expect(told(lacks + restarted(31))).not.toContain('the next start passes');
    expect(told(lacks + lacks.replace('06:12:01', '06:12:21').replace('2204', '2310'))).not.toContain('the next start');
  });

  it('says why where no controller is named', () => {
    const [finding] = diagnoseText(
      fatal("failed to initialize top level QOS containers: root container [kubepods] doesn't exist"),
    ).findings;
    expect(finding?.explanation).toContain("root container [kubepods] doesn't exist");
    expect(finding?.title).toBe(
      `The kubelet's container manager could not start: "failed to initialize top level QOS containers: root container [kubepods] doesn't exist"`,
    );
  });
});

describe('a bootstrap token that is not valid any more', () => {
  it('is not called forbidden, and a new one is asked for', () => {
    const [finding] = diagnoseText(
      logOf(
        klog(
          '06:12:01.000000',
          'F% server.go:233] failed to run Kubelet: cannot create certificate signing request: Unauthorized',
        ),
      ),
    ).findings;
    expect(finding?.title).toBe('The API server does not accept who the kubelet is (Unauthorized)');
    expect(finding?.nextSteps[0]).toContain('kubeadm token create --print-join-command');
  });
});

describe('an operation on a volume that failed', () => {
  it('is told by its error, not by when it is tried again', () => {
    const { findings } = diagnoseText(
      logOf(
        klog(
          '06:12:01.000000',
          'E% nestedpendingoperations.go:270] Operation for "\\"kubernetes.io/csi/ebs.csi.example^vol-1\\"" failed. No retries permitted until 2026-07-04 06:14:03.653584536 +0000 UTC m=+22866.533319733 (durationBeforeRetry 2m2s). Error: "Volume not attached according to node status for volume \\"data\\" (UniqueName: \\"kubernetes.io/csi/ebs.csi.example^vol-1\\") pod \\"web\\" (UID: \\"1d2f0a53-0c6e-4a0e-8f0e-6d1f1b1c2a01\\") "',
        ),
      ),
    );
    const finding = findings.find(({ id }) => id === 'volumes-failing');
    expect(finding?.explanation).toContain('Volume not attached according to node status');
    expect(finding?.explanation).not.toContain('No retries permitted');
  });
});

describe('calls that were given up', () => {
  const gaveUp = (time: string, place: string, call: string): string =>
    klog(
      time,
      `E% ${place}] "${call} from runtime service failed" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"`,
    );
  const version = klog('06:10:01.120000', 'I% server.go:467] "Kubelet version" kubeletVersion="v1.28.2"');
  const run = gaveUp('06:12:01.120000', 'remote_runtime.go:176', 'RunPodSandbox');
  const stop = gaveUp('06:14:01.120000', 'remote_runtime.go:205', 'StopPodSandbox');

  it.each([
    ['a sandbox that was to be run', [run], 'after 4m by default'],
    ['one that was to be stopped', [stop], 'after 2m by default'],
    ['both', [run, stop], 'after 2m by default, RunPodSandbox after 4m'],
  ] as const)('%s: after how long', (_what, lines, words) => {
    const { findings } = diagnoseText(logOf(version, ...lines));
    expect(findings.find(({ id }) => id === 'runtime-calls-time-out')?.explanation).toContain(`(${words})`);
  });
});

describe('the last words of a kubelet that have no header', () => {
  const end = 'Error: failed to run Kubelet: running with swap on is not supported, please disable swap!';

  it.each(['kubelet[4120]: ', 'elm-3 kubelet[4120]: '])('are read where the time before them was cut: %s', (before) => {
    const { findings } = diagnoseText(logOf(`${before}${end}`, `${before}a second line`));
    expect(findings.map(({ id }) => id)).toEqual(['swap-on']);
  });

  it("are not another program's", () => {
    expect(diagnoseText(logOf(`elm-3 build[4120]: ${end}`)).findings).toEqual([]);
  });
});

describe('a kubelet in a container whose lines bear the name of the daemon of docker', () => {
  const skip = (writer: string, pid: string): string =>
    logOf(
      `Jul 04 06:14:02 elm-3 ${writer}[1204]: I0704 06:14:02.104311 ${pid} server.go:376] Version: v1.10.3`,
      ...['3m1.1', '3m6.1', '3m11.1'].map((ago, at) => {
        const second = `06:17:${12 + 5 * at}`;
        return `Jul 04 ${second} elm-3 ${writer}[1204]: I0704 ${second}.100201 ${pid} kubelet.go:1767] skipping pod synchronization - [PLEG is not healthy: pleg was last seen active ${ago}s ago; threshold is 3m0s]`;
      }),
    );

  it('is read', () => {
    const { answer } = diagnoseText(skip('dockerd-current', '   2233'));
    expect(plain(answer)).toContain('elm-3: PLEG was unhealthy');
  });

  it('is none where another program of Kubernetes says the same name', () => {
    const { answer } = diagnoseText(
      skip('dockerd-current', '   2233') +
        logOf(
          'Jul 04 06:17:30 elm-3 dockerd-current[1204]: F0704 06:17:30.104311       1 leaderelection.go:220] leaderelection lost',
        ),
    );
    expect(plain(answer)).not.toContain('leaderelection lost');
  });
});
