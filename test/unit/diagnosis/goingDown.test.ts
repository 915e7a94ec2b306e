/** What tells that a machine goes down, and how k3s and rke2 begin. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from './diagnoseLog.ts';

const journal = (time: string, identifier: string, text: string): string => `Nov 03 ${time} n-1 ${identifier}: ${text}`;
const KUBELET = journal(
  '04:11:02',
  'kubelet[4021]',
  'I1103 04:11:02.110011    4021 kubelet.go:2424] "SyncLoop ADD" source="api" pods=["prod/web-1"]',
);
const STOPPED = [
  journal('04:14:00', 'systemd[1]', 'Stopping kubelet.service - Kubernetes Kubelet...'),
  journal('04:14:00', 'systemd[1]', 'kubelet.service: Deactivated successfully.'),
];

describe('a machine that logind powers off', () => {
  it('is a node that was shut down, and who pressed the key is told', () => {
    const [first] = diagnoseText(
      [
        KUBELET,
        journal('04:14:00', 'systemd-logind[2100]', 'Power key pressed short.'),
        journal('04:14:00', 'systemd-logind[2100]', 'System is powering down.'),
        ...STOPPED,
      ].join('\n'),
    ).findings;
    expect(first).toMatchObject({ id: 'node-shutdown', title: 'The node was shut down' });
    expect(first?.explanation).toContain('"System is powering down."');
    expect(first?.explanation).toContain('The power key was pressed');
    expect(first?.evidence.map(({ line }) => line)).toEqual([2, 3]);
  });

  const down = (command: string, time = '04:13:58', end = 'System is rebooting.', reason = ''): string | undefined =>
    diagnoseText(
      [
        KUBELET,
        journal(time, 'sudo[7001]', `   admin : ${reason}TTY=pts/0 ; PWD=/home/admin ; USER=root ; COMMAND=${command}`),
        journal('04:14:00', 'systemd-logind[2100]', end),
        ...STOPPED,
      ].join('\n'),
    ).findings.find(({ id }) => id === 'node-shutdown')?.explanation;

  it.each(['/usr/sbin/reboot', '/usr/bin/systemctl --no-wall poweroff', '/sbin/shutdown -r now', '/sbin/init 6'])(
    'was told so through sudo, by %s',
    (command) =>
      expect(down(command)).toContain(
        `sudo tells who asked for it: "admin : TTY=pts/0 ; PWD=/home/admin ; USER=root ; COMMAND=${command}".`,
      ),
  );

  it('was not by another command, nor by one of long before; and a command alone shuts nothing down', () => {
    for (const command of ['/opt/reboot-check.sh', '/usr/bin/tail /var/log/reboot', '/sbin/shutdown -c'])
      expect(down(command)).not.toContain('sudo');
    expect(down('/usr/sbin/reboot', '04:11:58')).not.toContain('sudo');
    expect(down('/usr/sbin/reboot', undefined, undefined, 'command not allowed ; ')).not.toContain('sudo');
    expect(down('/usr/sbin/reboot', '04:13:58', 'New session 7 of user admin.')).toBeUndefined();
  });

  it('is not told where a pod writes those words', () =>
    expect(
      diagnoseText(
        [KUBELET, journal('04:14:00', 'my-app[2100]', 'System is powering down.'), ...STOPPED].join('\n'),
      ).findings.map(({ id }) => id),
    ).not.toContain('node-shutdown'));
});

describe('a server of rke2', () => {
  const rke2 = (time: string, text: string): string =>
    journal(time, 'rke2[1322]', `time="2026-11-03T${time}Z" level=${text}`);
  const WAIT =
    'info msg="Waiting to retrieve kube-proxy configuration; server is not ready: https://127.0.0.1:9345/v1-rke2/readyz: 500 Internal Server Error"';
  const ETCD = 'error msg="Failed to check local etcd status for learner management: context deadline exceeded"';
  const RETRY = journal(
    '04:31:32',
    'rke2[1322]',
    '{"level":"warn","ts":"2026-11-03T00:31:32.345951-0400","logger":"etcd-client","caller":"v3@v3.5.9-k3s1/retry_interceptor.go:62","msg":"retrying of unary invoker failed","target":"etcd-endpoints://0xc000/127.0.0.1:2379","attempt":0,"error":"rpc error: code = DeadlineExceeded desc = context deadline exceeded"}',
  );

  it('that waits for its etcd when the log ends has no API server', () => {
    const { findings } = diagnoseText([rke2('04:31:32', ETCD), RETRY, rke2('04:31:47', ETCD)].join('\n'));
    expect(findings.map(({ id }) => id)).toEqual(['api-unreachable']);
    expect(findings[0]?.title).toBe('The API server could not be reached, because it did not reach its etcd');
  });

  it('that waits for seconds when it starts is well', () => {
    const { findings } = diagnoseText(
      [
        rke2('04:31:00', 'info msg="Starting rke2 v1.28.12+rke2r1 (0f5e0d5)"'),
        rke2('04:31:20', WAIT),
        rke2('04:31:30', ETCD),
        RETRY,
        rke2('04:31:35', WAIT),
        rke2('04:31:50', 'info msg="Kube API server is now running"'),
        rke2('04:50:00', 'info msg="Tunnel authorizer set Kubelet Port 0.0.0.0:10250"'),
      ].join('\n'),
    );
    expect(findings.map(({ id }) => id)).toEqual(['startup-normal']);
  });
});

it('names the server of rke2 that an agent cannot reach for what it is', () => {
  const refused = (second: string): string =>
    journal(
      `04:31:${second}`,
      'rke2[1322]',
      `time="2026-11-03T04:31:${second}Z" level=error msg="Failed to connect to proxy. Empty dialer response" error="dial tcp 10.0.0.9:9345: connect: connection refused"`,
    );
  const { findings } = diagnoseText(['10', '20', '30', '40'].map(refused).join('\n'));
  expect(findings[0]).toMatchObject({
    id: 'api-unreachable',
    title: 'The rke2 server 10.0.0.9:9345 could not be reached',
  });
  expect(findings[0]?.nextSteps.join('\n')).toContain('`systemctl status rke2-server`');
  expect(findings[0]?.nextSteps.join('\n')).not.toContain('healthz');
});

describe('a machine that slept', () => {
  const line = (day: string, time: string, identifier: string, text: string): string =>
    `Nov ${day} ${time} n-1 ${identifier}: ${text}`;
  const after = (day: string, time: string): string =>
    line(
      day,
      time,
      'kubelet[4021]',
      `I11${day} ${time}.110011    4021 kubelet.go:2424] "SyncLoop ADD" source="api" pods=["prod/web-2"]`,
    );
  const told = (...lines: readonly string[]): ReturnType<typeof diagnoseText> =>
    diagnoseText([KUBELET, ...lines].join('\n'));

  it.each([
    ['kernel', 'PM: suspend entry (deep)', 'PM: suspend exit'],
    ['kernel', 'PM: hibernation: hibernation entry', 'PM: hibernation: hibernation exit'],
    ['systemd-sleep[88]', 'Suspending system...', 'System resumed.'],
    ['systemd-sleep[88]', "Entering sleep state 'suspend'...", 'System returned from sleep state.'],
    ['systemd-sleep[88]', "Performing sleep operation 'suspend'...", "System returned from sleep operation 'suspend'."],
  ])('was NotReady for it, by the lines of %s: %s', (who, asleep, awake) => {
    const { findings, answer } = told(
      line('03', '22:10:00', who, asleep),
      line('04', '07:22:00', who, awake),
      after('04', '07:22:10'),
    );
    expect(findings[0]).toMatchObject({
      id: 'machine-suspended',
      confidence: 'high',
      title: 'The machine slept for 9h12m',
    });
    expect(findings[0]?.explanation).toMatch(/^It was put to sleep at .*22:10:00, and woke at .*07:22:00; nothing ran/);
    expect(findings[0]?.evidence.map(({ line: at }) => at)).toEqual([2, 3]);
    expect(answer.state).toBe('recovered');
  });

  it('is counted by how often, from the last word before to the first behind it', () => {
    const { findings } = told(
      line('03', '22:09:58', 'systemd-sleep[88]', "Entering sleep state 'suspend'..."),
      line('03', '22:10:00', 'kernel', 'PM: suspend entry (s2idle)'),
      line('03', '23:10:00', 'kernel', 'PM: suspend exit'),
      line('03', '23:10:01', 'systemd-sleep[88]', 'System returned from sleep state.'),
      line('04', '01:00:00', 'kernel', 'PM: suspend entry (s2idle)'),
      line('04', '03:00:00', 'kernel', 'PM: suspend exit'),
      after('04', '03:00:10'),
    );
    expect(findings[0]?.title).toBe('The machine slept twice, for 3h in total');
    expect(findings[0]?.explanation).toMatch(/^It was first put to sleep at .*22:10:00/);
  });

  it('is one of those whose logs are read together, by its name', () => {
    const other = (text: string): string => text.replaceAll(' n-1 ', ' n-2 ').replaceAll('4021', '977');
    const { findings } = told(
      other(KUBELET.replaceAll('04:11:02', '04:11:07')),
      line('03', '22:10:00', 'kernel', 'PM: suspend entry (deep)'),
      other(line('03', '22:40:00', 'kernel', 'PM: suspend entry (deep)')),
      line('04', '07:22:00', 'kernel', 'PM: suspend exit'),
      after('04', '07:22:10'),
      other(line('04', '07:40:00', 'kernel', 'PM: suspend exit')),
      other(after('04', '07:40:10')),
    );
    expect(findings.map(({ title }) => title)).toEqual([
      'The machine slept for 9h12m on node n-1',
      'The machine slept for 9h on node n-2',
    ]);
  });
});
