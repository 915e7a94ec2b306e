/** A kubelet that wrote nothing for long and had to be killed hung; a runtime that was restarted with its kubelet was away for a moment only. */
import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../../src/diagnosis/finding.ts';
import { diagnoseText, plain } from './diagnoseLog.ts';

const clockOf = (second: number): string =>
  [3 + second / 3600, (second / 60) % 60, second % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
const kubelet = (second: number, pid: number, text: string): string =>
  `Nov 24 ${clockOf(second)} node-7 kubelet[${pid}]: ${text.replace('%', `1124 ${clockOf(second)}.100001    ${pid}`)}`;
const systemd = (second: number, text: string): string => `Nov 24 ${clockOf(second)} node-7 systemd[1]: ${text}`;

/** A line every two seconds. */
const atWork = (from: number, to: number, pid: number): string[] =>
  Array.from({ length: (to - from) / 2 }, (_, at) =>
    kubelet(from + 2 * at, pid, `I% kubelet.go:2453] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-${at}"]`),
  );
const start = (second: number, pid: number): string[] => [
  kubelet(second, pid, 'I% server.go:484] "Kubelet version" kubeletVersion="v1.30.4"'),
  kubelet(second, pid, 'I% kubelet.go:2306] "Starting kubelet main sync loop"'),
];
const STOPPING = 'Stopping kubelet: The Kubernetes Node Agent...';

describe('a kubelet that is restarted', () => {
  const restarted = (lastLine: number, ...end: readonly string[]): Diagnosis =>
    diagnoseText([...atWork(0, lastLine, 1412), ...end, ...start(1591, 9002), ...atWork(1592, 2000, 9002)].join('\n'));
  const killed = [
    systemd(1500, STOPPING),
    systemd(1590, "kubelet.service: State 'stop-sigterm' timed out. Killing."),
    systemd(1590, 'kubelet.service: Main process exited, code=killed, status=9/KILL'),
  ];

  it('had hung where it was silent for long and had to be killed', () => {
    const { answer, findings } = restarted(300, ...killed);
    expect(findings[0]).toMatchObject({
      id: 'kubelet-restart',
      title: 'The kubelet was restarted after it had hung for 21m31s',
    });
    expect(findings[0]?.explanation).toContain('had to be killed (SIGKILL). It had written nothing for 21m31s');
    expect(findings[0]?.nextSteps[0]).toContain('`kill -QUIT $(pidof kubelet)`');
    expect(plain(answer).split('\n')[0]).toContain('Seen from 03:04:58.100 to 03:26:29');
  });

  it('had not where it wrote until it was stopped, though it had to be killed', () => {
    const { findings } = restarted(1500, ...killed);
    expect(findings[0]).toMatchObject({ id: 'kubelet-restart', title: 'The kubelet was restarted' });
    expect(findings[0]?.explanation).not.toContain('written nothing');
  });

  it('is not said to have hung where it ended as it was told to', () => {
    const { findings } = restarted(300, systemd(1588, STOPPING), systemd(1589, 'kubelet.service: Succeeded.'));
    expect(findings[0]?.title).not.toContain('hung');
    expect(findings[0]?.explanation).toContain('It had written nothing for 21m');
  });
});

describe('a socket that is away for a moment', () => {
  const REFUSED =
    'E% generic.go:238] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = Unavailable desc = connection error: desc = \\"transport: Error while dialing: dial unix /run/containerd/containerd.sock: connect: connection refused\\""';
  const away = (...after: readonly string[]): string | undefined =>
    diagnoseText([...atWork(0, 600, 1412), kubelet(606, 1412, REFUSED), ...after].join('\n')).findings.find(
      ({ id }) => id === 'runtime-unreachable',
    )?.explanation;

  it('is over where the next kubelet is at work', () => {
    expect(away(systemd(612, STOPPING), ...start(613, 9001), ...atWork(614, 700, 9001))).toContain(
      'It did not last long enough to count',
    );
  });

  it('is what the log ends with where no other kubelet comes', () => {
    expect(away()).toContain('The log ends with it');
  });
});
