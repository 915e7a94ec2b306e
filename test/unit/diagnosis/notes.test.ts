/** Notes that people keep: pieces of a log from before and after they did something, with little of each. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const line = (time: string, pid: number, text: string): string =>
  `May 15 ${time} n1 kubelet[${pid}]: ${text.replace('%', `0515 ${time}.100000     ${pid}`)}`;
const exits = (time: string): string =>
  `May 15 ${time} n1 systemd[1]: kubelet.service: Main process exited, code=exited, status=1/FAILURE`;
const noCa = line(
  '10:00:00',
  100,
  'E% run.go:72] "command failed" err="failed to construct kubelet dependencies: unable to load client CA file /etc/kubernetes/pki/ca.pem: open /etc/kubernetes/pki/ca.pem: no such file or directory"',
);
const status = (time: string, pid: number, server: string, why: string): string =>
  line(
    time,
    pid,
    `E% kubelet_node_status.go:540] "Error updating node status, will retry" err="error getting node \\"n1\\": Get \\"https://${server}/api/v1/nodes/n1?timeout=10s\\": dial tcp ${server}: connect: ${why}"`,
  );
const explained = (...lines: readonly string[]): string =>
  diagnoseText(lines.join('\n')).findings[0]?.explanation ?? '';

describe('what a later kubelet got over', () => {
  const GOT_OVER = 'A later kubelet got over that: it was at work from 10:05:00.100 on.';

  it.each([
    ['asked for its Node object', status('10:05:00', 200, '10.0.0.1:6443', 'connection refused')],
    [
      'told its version, as the one before did not',
      line('10:05:00', 200, 'I% server.go:467] "Kubelet version" kubeletVersion="v1.27.3"'),
    ],
    ['began its loop', line('10:05:00', 200, 'I% kubelet.go:2200] "Starting kubelet main sync loop"')],
  ])('is said where the next one %s', (_, later) => {
    const { findings } = diagnoseText([noCa, exits('10:00:00'), later].join('\n'));
    expect(findings.find(({ id }) => id === 'config-invalid')?.explanation).toContain(GOT_OVER);
  });

  it.each([
    [
      'it is of another node',
      [line('10:05:00', 200, 'I% kubelet.go:2200] "Starting kubelet main sync loop"').replace(' n1 ', ' n2 ')],
    ],
    ['the next one says nothing of it', [line('10:05:00', 200, 'I% flags.go:64] "FLAG: --v=2"')]],
    [
      'the next one ended, too',
      [noCa.replaceAll('10:00:00', '10:05:00').replaceAll('100]', '200]'), exits('10:05:00')],
    ],
    ['it was at work before', []],
  ])('is not said where %s', (_, later) => {
    const before = status('09:00:00', 50, '10.0.0.1:6443', 'connection refused');
    expect(explained(before, noCa, exits('10:00:00'), ...later)).not.toContain('A later kubelet');
  });

  it('is not said of the one that ended, whose last words have a stamp that is cut to the second', () => {
    const began = line('10:00:00', 100, 'I% kubelet.go:2200] "Starting kubelet main sync loop"').replaceAll(
      '[100]',
      '',
    );
    const panic = 'May 15 10:00:00 n1 kubelet: panic: runtime error: invalid memory address or nil pointer dereference';
    const ended =
      'May 15 10:00:01 n1 systemd: kubelet.service: main process exited, code=exited, status=2/INVALIDARGUMENT';
    const text = explained(began, panic, ended);
    expect(text).toContain('The kubelet exited at 10:00:00');
    expect(text).not.toContain('A later kubelet');
  });

  it('is not said where both told their version first', () => {
    const version = (time: string, pid: number): string =>
      line(time, pid, 'I% server.go:467] "Kubelet version" kubeletVersion="v1.27.3"');
    expect(explained(version('09:59:59', 100), noCa, exits('10:00:00'), version('10:05:00', 200))).not.toContain(
      'A later kubelet',
    );
  });
});

describe('what a later kubelet got over of swap', () => {
  const swap = line(
    '10:00:00',
    100,
    'E% server.go:292] "Failed to run kubelet" err="failed to run Kubelet: running with swap on is not supported, please disable swap!"',
  );
  const swapText = (...lines: readonly string[]): string | undefined =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'swap-on')?.explanation;
  const atWork = status('10:05:00', 200, '10.0.0.1:6443', 'connection refused');

  it.each([
    ['behind it', [swap, exits('10:00:00'), atWork]],
    ['in an excerpt before it', [atWork, swap, exits('10:00:00')]],
  ])('is said where the next one was at work %s', (_, lines) => {
    expect(swapText(...lines)).toMatch(/A later kubelet got over that: it was at work from 10:05:00\.100 on\.$/);
  });

  it('is not said where the next one told its version, which comes before a kubelet looks for swap', () => {
    const version = line('10:05:00', 200, 'I% server.go:467] "Kubelet version" kubeletVersion="v1.21.0"');
    expect(swapText(swap, exits('10:00:00'), version)).not.toContain('A later kubelet');
  });
});

describe('an API server whose address was changed', () => {
  const BEFORE = status('10:00:00', 100, '10.0.0.5:6443', 'no route to host');

  it('is not said to be the first of two, and both are named', () => {
    const { findings } = diagnoseText(
      [BEFORE, status('10:09:00', 200, '10.0.0.201:6443', 'connection refused')].join('\n'),
    );
    expect(findings[0]).toMatchObject({ id: 'api-unreachable', title: 'The API server could not be reached' });
    expect(findings[0]?.explanation).toContain('They went to 10.0.0.5:6443 (1 line) and 10.0.0.201:6443 (1).');
    expect(findings[0]?.nextSteps.join('\n')).toContain('https://10.0.0.201:6443/healthz');
  });

  it('is named where nearly all calls went to it', () => {
    const lines = ['10:00:01', '10:00:02', '10:00:03'].map((time) =>
      status(time, 100, '10.0.0.5:6443', 'no route to host'),
    );
    const { findings } = diagnoseText(
      [BEFORE, ...lines, status('10:00:04', 100, '10.0.0.201:6443', 'connection refused')].join('\n'),
    );
    expect(findings[0]?.title).toBe('The API server 10.0.0.5:6443 could not be reached');
    expect(explained(BEFORE, ...lines)).not.toContain('They went to');
  });
});

describe('a line as it was copied', () => {
  it('is quoted without the mark at its end, though blanks follow', () => {
    expect(
      explained(
        line(
          '10:00:00',
          100,
          'E% pod_workers.go:184] Error syncing pod cb61d30a-4f4d-11e7-8ea8-000c29e9277a, skipping: failed to "StartContainer" for "nginx" with ErrImagePull: "image pull failed for r.example.com/nginx:latest: (dial tcp 10.0.10.9:443: getsockopt: no route to host)"  ',
        ),
      ),
    ).toContain('no route to host)". ');
  });

  it('names no file whose name was cut', () => {
    const cut = 'F% server.go:245] unable to load client CA file /etc/kubernetes/pki/ca';
    const titleOf = (text: string): string | undefined => diagnoseText(line('10:00:00', 100, text)).findings[0]?.title;
    expect(titleOf(cut)).toBe(
      'The kubelet does not start with its flags or configuration: "unable to load client CA file /etc/kubernetes/pki/ca"',
    );
    expect(titleOf(`${cut}.crt`)).toBe('The kubelet does not start, for it cannot load /etc/kubernetes/pki/ca.crt');
  });

  it('lists three of the folders that are left, and how many more', () => {
    expect(
      explained(
        ...['1a', '2b', '3c', '4d'].map((id, second) =>
          line(
            `10:00:0${second}`,
            100,
            `E% kubelet_volumes.go:114] Orphaned pod "5064b9d9-2c9e-11e7-a7ae-b827eb6500${id}" found, but volume paths are still present on disk.`,
          ),
        ),
      ),
    ).toMatch(/\(\S+1a, \S+2b, \S+3c and 1 more\)/);
  });

  it('does not say of a disk with images that it is over the default threshold where it is not', () => {
    const full = (percent: number): string =>
      explained(
        line(
          '10:00:00',
          100,
          `I% image_gc_manager.go:304] "Disk usage on image filesystem is over the high threshold, trying to free bytes down to the low threshold" usage=${percent} highThreshold=2 amountToFree=9629 lowThreshold=1`,
        ),
      );
    expect(full(73)).toContain('(set below its default of 85 % on this node)');
    expect(full(85)).toContain('(85 % by default)');
  });
});

describe('a log that begins where systemd asks a kubelet to stop', () => {
  const unit = (time: string, what: string): string => `May 15 ${time} n1 systemd[1]: ${what}`;
  const stopping = unit('10:00:00', 'Stopping kubelet.service - kubelet: The Kubernetes Node Agent...');
  const started = unit('10:00:01', 'Started kubelet.service - kubelet: The Kubernetes Node Agent.');
  const last = (time: string): string =>
    line(time, 100, 'I% dynamic_cafile_content.go:174] "Shutting down controller" name="client-ca-bundle"');
  const next = line('10:01:00', 200, 'I% kubelet.go:2200] "Starting kubelet main sync loop"');
  const restartOf = (...lines: readonly string[]): string | undefined =>
    diagnoseText(lines.join('\n')).findings.find(({ id }) => id === 'kubelet-restart')?.explanation;

  it('says that it was stopped, though it ended with a status', () => {
    const { findings } = diagnoseText([stopping, last('10:00:00'), exits('10:00:00'), started, next].join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['kubelet-restart']);
    expect(findings[0]?.explanation).toContain('was stopped by systemd (exit code 1)');
  });

  it.each([
    ['comes later', [stopping, last('10:00:10'), next]],
    ['is of the next start', [stopping, started, last('10:00:02'), next]],
  ])('says nothing of that of a kubelet whose first line %s', (_, lines) => {
    expect(restartOf(...lines)).toBeDefined();
    expect(restartOf(...lines)).not.toContain('stopped by systemd');
  });
});

describe('lines of containerd that no kubelet repeats', () => {
  const failed = (second: number, why: string): string =>
    `May 15 10:00:0${second} n1 containerd[9]: time="2026-05-15T10:00:0${second}.1Z" level=error msg="RunPodSandbox for &PodSandboxMetadata{Name:etcd-n1,Uid:1ab5ceb5,Namespace:kube-system,Attempt:0,} failed, error" error="failed to ${why}"`;
  const image = 'get sandbox image \\"registry.k8s.io/pause:3.6\\": failed to pull image: i/o timeout';
  const own = line('10:00:30', 100, 'E% kubelet.go:2448] "Error getting node" err="node \\"n1\\" not found"');
  const brokenOf = (...lines: readonly string[]): ReturnType<typeof diagnoseText>['findings'][number] | undefined =>
    diagnoseText([...lines, own].join('\n')).findings.find(({ id }) => id === 'pod-sandbox-broken');

  it('tell that the image of the sandbox could not be had, and of which pod', () => {
    const broken = brokenOf(failed(1, image), failed(2, image));
    expect(broken).toMatchObject({ title: 'The sandbox of etcd-n1 could not be made', confidence: 'low' });
    expect(broken?.explanation).toContain('2 lines from 10:00:01 to 10:00:02 say that the runtime could not make');
    expect(broken?.explanation).toContain(
      '"failed to get sandbox image "registry.k8s.io/pause:3.6": failed to pull image: i/o timeout".',
    );
    expect(broken?.nextSteps[0]).toContain('`crictl pull registry.k8s.io/pause:3.6`');
  });

  it('are left where a kubelet repeats them, or where it is not the image', () => {
    expect(brokenOf(failed(1, 'start the shim: gone'))).toBeUndefined();
    const repeated = line(
      '10:00:03',
      100,
      `E% remote_runtime.go:176] "RunPodSandbox from runtime service failed" err="rpc error: code = Unknown desc = failed to ${image}"`,
    );
    expect(brokenOf(failed(1, image), failed(2, image), repeated)?.explanation).toContain('1 line at 10:00:03.100');
  });
});

describe('a kubelet that could not read anything in two pieces of a note', () => {
  const lost = (time: string): string =>
    line(time, 100, 'E% kubelet.go:2412] "Error getting node" err="node \\"n1\\" not found"');
  const failed = line(
    '15:47:55',
    100,
    'E% reflector.go:138] k8s.io/client-go/informers/factory.go:134: Failed to watch *v1.Service: failed to list *v1.Service: Get "https://10.0.0.1:6443/api/v1/services?limit=500": dial tcp 10.0.0.1:6443: connect: no route to host',
  );
  const later = line('15:59:09', 100, 'I% kubelet.go:2200] "SyncLoop ADD" source="api" pods=["default/a"]');
  const of = (...lines: readonly string[]) =>
    diagnoseText(lines.join('\n')).findings.map(({ id, confidence }) => [id, confidence]);

  it('still could not where its Node object is not found at the end either', () => {
    const log = [lost('15:47:54'), failed, lost('15:47:56'), '...', lost('15:59:08'), lost('15:59:09')];
    expect(of(...log)).toEqual([['api-unreachable', 'medium']]);
    expect(explained(...log)).toContain('When the log ends, the kubelet does not find its Node object yet.');
  });

  it.each([
    ['other lines follow', [lost('15:47:54'), failed, lost('15:47:56'), later]],
    ['it had its Node object at that time', [failed, lost('15:59:08'), lost('15:59:09')]],
    [
      'it was registered meanwhile',
      [
        lost('15:47:54'),
        failed,
        line('15:50:00', 100, 'I% kubelet_node_status.go:73] "Successfully registered node" node="n1"'),
        lost('15:59:08'),
      ],
    ],
  ])('is not said where %s', (_, lines) => {
    expect(of(...lines)).toContainEqual(['api-unreachable', 'low']);
  });
});

describe('the time of a step', () => {
  it('is that of the lines that have one', () => {
    const log = `   Active: activating (auto-restart) (Result: exit-code) since Fri 2026-05-15 11:13:35 CST; 1s ago
  Process: 21601 ExecStart=/usr/bin/kubelet $KUBELET_ARGS (code=exited, status=1/FAILURE)
 Main PID: 21601 (code=exited, status=1/FAILURE)

May 15 11:13:35 n1 systemd[1]: kubelet.service: Unit entered failed state.
May 15 11:13:35 n1 systemd[1]: kubelet.service: Failed with result 'exit-code'.

kubelet.go:2001] "Skipping pod synchronization" err="PLEG is not healthy: pleg has yet to be successful"`;
    expect(diagnoseText(log).findings[0]?.nextSteps[0]).toContain(
      '--since "2026-05-15 11:13:20" --until "2026-05-15 11:13:50"',
    );
  });
});

describe('a kubelet of which only the last words are there, without its pid', () => {
  it('is not the one that is started after it', () => {
    const said = (time: string, text: string): string => `Jun 22 11:01:${time} n1 kubelet: ${text}`;
    const { findings, answer } = diagnoseText(
      [
        said('18', 'fatal error: unexpected signal during runtime execution'),
        said('18', 'goroutine 1 [select, 124 minutes]:'),
        'Jun 22 11:01:19 n1 systemd: kubelet.service: main process exited, code=exited, status=2/INVALIDARGUMENT',
        'Jun 22 11:01:29 n1 systemd: Started kubelet: The Kubernetes Node Agent.',
        said('29', 'I0622 11:01:29.612345   21873 server.go:417] Version: v1.14.2'),
      ].join('\n'),
    );
    expect(findings.map(({ id }) => id)).toEqual(['panic', 'kubelet-restart']);
    expect(JSON.stringify(answer)).not.toContain('no later one is in this log');
  });
});
