/** A node of several is known by its own lines: when its log begins and ends, when its unit was started, when its machine booted. */
import { describe, expect, it } from 'vitest';
import { diagnoseText } from '../diagnosis/diagnoseLog.ts';
import { historyOf } from '../replay/readLog.ts';

const journal = (at: string, host: string, text: string): string => `Mar 12 ${at} ${host} ${text}`;
const kubelet = (at: string, host: string, pid: number, text: string): string =>
  journal(at, host, `kubelet[${pid}]: ${text.replace('%', `0312 ${at}.500000     ${pid}`)}`);
const steady = (host: string, pid: number, hour: number, minutes = 8): readonly string[] =>
  Array.from({ length: minutes }, (_, minute) =>
    kubelet(
      `${String(hour).padStart(2, '0')}:0${minute}:00`,
      host,
      pid,
      `I% kubelet.go:2421] "SyncLoop ADD" source="api" pods=["a/b-${minute}"]`,
    ),
  );
const SKIP =
  'E% kubelet.go:2412] "Skipping pod synchronization" err="[container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful]"';
const UNHEALTHY = [kubelet('09:00:02', 'b', 700, SKIP), ...steady('b', 700, 9).slice(1)];
const STARTED = [
  journal('09:00:00', 'b', 'systemd[1]: Started kubelet: The Kubernetes Node Agent.'),
  kubelet('09:00:01', 'b', 700, 'I% server.go:467] "Kubelet version" kubeletVersion="v1.28.4"'),
  ...UNHEALTHY,
];
const BOOTED = journal(
  '08:59:30',
  'b',
  'kernel: Linux version 5.15.0-91-generic (buildd@lcy02) (gcc (Ubuntu 11.4.0) 11.4.0) #101-Ubuntu SMP',
);

const text = (...lines: readonly (string | readonly string[])[]): string => `${lines.flat().join('\n')}\n`;
const beginsOf = (log: string): readonly unknown[] =>
  historyOf(log, 2026).episodes.map(({ begin, beginsBeforeLog }) => ({ begin, beginsBeforeLog }));

describe('an unhealthy time on one of several nodes', () => {
  it('begins no earlier than the lines of its node, though those of another begin hours before', () => {
    const alone = beginsOf(text(UNHEALTHY));
    expect(alone).toHaveLength(1);
    expect(beginsOf(text(steady('a', 801, 3), UNHEALTHY))).toEqual(alone);
  });

  it('begins after systemd started its kubelet, of which nothing was heard before', () => {
    const alone = beginsOf(text(STARTED));
    expect(alone).toHaveLength(1);
    expect(beginsOf(text(steady('a', 801, 3), STARTED))).toEqual(alone);
    const printed = kubelet('09:00:00', 'b', 700, 'Flag --cgroup-driver has been deprecated');
    const [unit, ...rest] = STARTED;
    expect(beginsOf(text(steady('a', 801, 3), unit ?? '', printed, rest))).toEqual(
      beginsOf(text(unit ?? '', printed, rest)),
    );
  });
});

it('is not bounded by the end of a program without headers on another node', () => {
  const gone = [
    journal(
      '08:59:58',
      'a',
      'k3s[1102]: time="2026-03-12T08:59:58Z" level=info msg="Starting k3s v1.18.6+k3s1 (6f56fa1d)"',
    ),
    journal('08:59:59', 'a', 'k3s[1102]: time="2026-03-12T08:59:59Z" level=fatal msg="failed to find memory cgroup"'),
    journal('08:59:59', 'a', 'systemd[1]: k3s.service: Main process exited, code=exited, status=1/FAILURE'),
  ];
  const own = STARTED.slice(1);
  expect(beginsOf(text(own))).toHaveLength(1);
  expect(beginsOf(text(gone, own))).toEqual(beginsOf(text(own)));
});

describe('a machine that boots', () => {
  const ids = (log: string): readonly string[] => diagnoseText(log).findings.map(({ id }) => id);

  it('was not rebooted where only kubelets of others wrote before', () => {
    expect(ids(text(steady('a', 801, 3), BOOTED, STARTED))).not.toContain('node-reboot');
  });

  it('was where its own did', () => {
    expect(ids(text(steady('a', 801, 3), steady('b', 650, 8), BOOTED, STARTED))).toContain('node-reboot');
  });
});
