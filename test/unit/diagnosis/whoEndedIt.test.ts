/** What others write about the end of a kubelet or of the runtime is told with it: a monitor, a signal, a restart. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const at = (second: number, writer: string, text: string): string =>
  `Mar 10 08:16:${String(second).padStart(2, '0')} gke-a ${writer}: ${text}`;
const KILLED = 'kubelet.service: Main process exited, code=killed, status=9/KILL';
const RESTARTED = 'kubelet.service: Scheduled restart job, restart counter is at 3.';
const NEXT = at(
  21,
  'kubelet[9543]',
  'I0310 08:16:21.112233    9543 server.go:467] "Kubelet version" kubeletVersion="v1.27.3"',
);
const STATUS =
  'E0310 08:16:11.000233    1543 log.go:32] "Status from runtime service failed" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""';

describe('a kubelet that systemd has started again and again', () => {
  it('is killed by the health monitor of its node, which says so', () => {
    const { findings } = diagnoseText(
      [
        at(9, 'health-monitor.sh[1322]', 'Kubelet is unhealthy!'),
        at(10, 'systemd[1]', KILLED),
        at(20, 'systemd[1]', RESTARTED),
        NEXT,
      ].join('\n'),
    );
    expect(findings[0]).toMatchObject({ id: 'kubelet-crash-loop' });
    expect(findings[0]?.explanation).toContain("killed by the node's health monitor because it did not answer");
    expect(findings[0]?.nextSteps.join()).toContain('health-monitor');
    expect(findings[0]?.nextSteps.join()).not.toContain('command failed');
  });

  it('is killed by a signal: its own words would not say why', () => {
    const { findings } = diagnoseText([at(10, 'systemd[1]', KILLED), at(20, 'systemd[1]', RESTARTED), NEXT].join('\n'));
    expect(findings[0]?.explanation).toContain('does not end by itself, but is killed: "kubelet.service: Main process');
    expect(findings[0]?.nextSteps.join()).toContain('See what killed it');
  });

  it('exits by itself: its last words say why', () => {
    const exited = 'kubelet.service: Main process exited, code=exited, status=1/FAILURE';
    const { findings } = diagnoseText([at(10, 'systemd[1]', exited), at(20, 'systemd[1]', RESTARTED), NEXT].join('\n'));
    expect(findings[0]?.explanation).toContain('its last words before an end say so');
    expect(findings[0]?.nextSteps.join()).toContain('command failed');
  });
});

it('the end of a kubelet process that its health monitor killed is told as such', () => {
  const { findings, answer } = diagnoseText(
    [
      at(
        1,
        'kubelet[1543]',
        'I0310 08:16:01.112233    1543 kubelet.go:2461] "SyncLoop (PLEG): event for pod" pod="a/b" event={"ID":"a1b2c3d4-0000-1111-2222-333344445555","Type":"ContainerStarted","Data":"0f5f1a3b"}',
      ),
      at(9, 'health-monitor.sh[1322]', 'Kubelet is unhealthy!'),
      at(10, 'systemd[1]', 'kubelet.service: Main process exited, code=killed, status=15/TERM'),
      NEXT,
    ].join('\n'),
  );
  expect(findings[0]?.title).toContain("after it was killed by the node's health monitor");
  expect(plain(answer)).toContain('did not answer');
});

describe('a runtime that did not answer its Status call once', () => {
  it('was killed, as systemd says, and was back seconds later', () => {
    const { findings, answer } = diagnoseText(
      [
        at(10, 'systemd[1]', 'containerd.service: Main process exited, code=killed, status=9/KILL'),
        at(11, 'kubelet[1543]', STATUS),
        at(15, 'systemd[1]', 'Started containerd.service - containerd container runtime.'),
      ].join('\n'),
    );
    expect(findings[0]).toMatchObject({
      id: 'runtime-unreachable',
      confidence: 'medium',
      title: 'The container runtime crashed, and its socket was not reachable',
    });
    expect(findings[0]?.explanation).toContain('it was started again at 08:16:15');
    expect(plain(answer)).not.toContain('or the runtime itself ever failed');
  });

  it('was killed by the health monitor of its node', () => {
    const { findings } = diagnoseText(
      [at(10, 'health-monitor.sh[1300]', 'Container runtime containerd failed!'), at(11, 'kubelet[1543]', STATUS)].join(
        '\n',
      ),
    );
    expect(findings[0]?.explanation).toContain('The journal says when: "Container runtime containerd failed!"');
  });
});

it('a runtime that failed in the second in which it started is not said to run again', () => {
  const socket = 'dial unix /var/run/crio/crio.sock: connect: no such file or directory';
  const log = (...later: readonly string[]): string =>
    [
      at(5, 'crio[1460]', 'time="2024-03-10 08:16:05.031286658Z" level=info msg="Starting CRI-O, version: 1.19.1"'),
      at(5, 'systemd[1]', 'crio.service: Main process exited, code=exited, status=1/FAILURE'),
      ...later,
      at(
        15,
        'kubelet[1501]',
        `F0310 08:16:15.100112    1501 server.go:269] failed to run Kubelet: failed to create kubelet: rpc error: code = Unavailable desc = connection error: desc = "transport: Error while dialing ${socket}"`,
      ),
    ].join('\n');
  const found = (text: string): { readonly title?: string; readonly explanation?: string } =>
    diagnoseText(text).findings.find(({ id }) => id === 'runtime-unreachable') ?? {};
  expect(found(log()).title).toBe('The container runtime crashed, and its socket was not reachable');
  expect(found(log()).explanation).not.toContain('was started again');
  expect(found(log(at(5, 'systemd[1]', 'Started Container Runtime Interface for OCI (CRI-O).'))).explanation).toContain(
    'it was started again at 08:16:05',
  );
});

describe('a kubelet that systemd was told to stop', () => {
  const FIRST = at(
    1,
    'kubelet[1543]',
    'I0310 08:16:01.112233    1543 kubelet.go:2424] "SyncLoop ADD" source="api" pods=["prod/web-1"]',
  );
  const STOPPED = [
    at(10, 'systemd[1]', 'Stopping kubelet.service - Kubernetes Kubelet...'),
    at(10, 'systemd[1]', 'kubelet.service: Deactivated successfully.'),
  ];
  const sudo = (second: number, command: string, reason = ''): string =>
    at(second, 'sudo[1600]', `   admin : ${reason}TTY=pts/0 ; PWD=/home/admin ; USER=root ; COMMAND=${command}`);
  const restarted = (...lines: readonly string[]): ReturnType<typeof diagnoseText>['findings'][number] | undefined =>
    diagnoseText([FIRST, ...lines, ...STOPPED, NEXT].join('\n')).findings.find(({ id }) => id === 'kubelet-restart');

  it.each([
    '/usr/bin/systemctl stop kubelet',
    '/bin/systemctl --no-block restart docker kubelet.service',
    '/usr/sbin/service kubelet restart',
    '/usr/bin/kubeadm reset -f',
  ])('was so by whom sudo names: %s', (command) => {
    const finding = restarted(sudo(9, command));
    expect(finding?.explanation).toContain(
      `sudo tells who asked for it: "admin : TTY=pts/0 ; PWD=/home/admin ; USER=root ; COMMAND=${command}".`,
    );
    expect(finding?.evidence.map(({ line }) => line)).toContain(2);
    expect(finding?.nextSteps.join()).not.toContain('See who or what stopped it');
  });

  it.each([
    ['of another command', sudo(9, '/usr/bin/systemctl status kubelet')],
    ['of another unit', sudo(9, '/usr/bin/systemctl stop docker')],
    ['of a helper of the kubelet', sudo(9, '/usr/bin/systemctl restart kubelet-monitor')],
    ['of long before', sudo(2, '/usr/bin/systemctl stop kubelet')],
    ['that sudo refused', sudo(9, '/usr/bin/systemctl stop kubelet', 'command not allowed ; ')],
    ['of another machine', sudo(9, '/usr/bin/systemctl stop kubelet').replace('gke-a', 'gke-b')],
    ['that does nothing', sudo(9, '/usr/bin/kubeadm reset --dry-run')],
  ])('is not by a line %s', (_, line) => {
    const finding = restarted(line);
    expect(finding?.explanation).toContain('was stopped by systemd.');
    expect(finding?.explanation).not.toContain('sudo');
    expect(finding?.nextSteps.join()).toContain('See who or what stopped it');
  });

  it('and none was started after it, by whom sudo names', () => {
    const later = 'Mar 10 08:30:00 gke-a containerd[900]: time="2026-03-10T08:30:00Z" level=info msg="cleanup done"';
    const [first] = diagnoseText(
      [FIRST, sudo(9, '/usr/bin/systemctl stop kubelet'), ...STOPPED, later].join('\n'),
    ).findings;
    expect(first).toMatchObject({ id: 'kubelet-gone' });
    expect(first?.explanation).toContain('sudo tells who asked for it: "admin :');
    expect(first?.nextSteps.join()).not.toContain('See who or what stopped it');
  });
});

it.each([
  ['9/KILL', 'See what killed it'],
  ['7/BUS', 'Read the kernel log'],
])('what to look at after a kubelet was killed depends on the signal: %s', (status, step) => {
  const { findings } = diagnoseText(
    [
      at(1, 'kubelet[1543]', 'I0310 08:16:01.112233    1543 kubelet.go:2424] "SyncLoop ADD" source="api" pods=["a/b"]'),
      at(10, 'systemd[1]', `kubelet.service: Main process exited, code=killed, status=${status}`),
      at(59, 'sshd[2001]', 'Server listening on 0.0.0.0 port 22.'),
    ].join('\n'),
  );
  expect(findings[0]).toMatchObject({
    id: 'kubelet-gone',
    nextSteps: [expect.stringContaining(step), expect.anything(), expect.anything()],
  });
});

it.each([true, false])(
  'a runtime that systemd starts no more is told as such where its end is not in the log: %s',
  (gaveUp) => {
    const { findings } = diagnoseText(
      [
        at(8, 'systemd[1]', "containerd.service: Failed with result 'start-limit-hit'."),
        ...(gaveUp ? [] : [at(9, 'systemd[1]', 'Started containerd container runtime.')]),
        at(11, 'kubelet[1543]', STATUS.replace('Status from', 'ListContainers with filter from')),
      ].join('\n'),
    );
    expect(findings[0]?.id).toBe('runtime-unreachable');
    expect(findings[0]?.title.includes('does not start again')).toBe(gaveUp);
  },
);
