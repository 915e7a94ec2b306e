/** A unit that does not say in time that it is up is ended by systemd, again and again: k3s waits so for its datastore, and writes no klog line before. */
import { describe, expect, it } from 'vitest';
import { diagnoseText, plain } from './diagnoseLog.ts';

const clock = (second: number): string =>
  new Date(Date.UTC(2026, 4, 4, 10) + second * 1000).toISOString().slice(11, 19);
const line = (second: number, who: string, text: string): string => `May  4 ${clock(second)} n1 ${who}: ${text}`;
const said = (second: number, pid: number, text: string): string =>
  line(second, `k3s[${pid}]`, `time="2026-05-04T${clock(second)}Z" level=info msg="${text}"`);
/** A start of which systemd waits for 90 seconds. */
const start = (begin: number, pid: number, result: string): readonly string[] => [
  line(begin, 'systemd[1]', 'Starting k3s.service - Lightweight Kubernetes...'),
  said(begin + 1, pid, 'Starting k3s v1.28.5+k3s1 (5b2d1271)'),
  ...[5, 25, 45, 65].map((after) => said(begin + after, pid, 'Waiting for etcd server to become available')),
  line(begin + 92, 'systemd[1]', 'k3s.service: Main process exited, code=killed, status=15/TERM'),
  line(begin + 92, 'systemd[1]', `k3s.service: Failed with result '${result}'.`),
  line(begin + 92, 'systemd[1]', 'Failed to start k3s.service - Lightweight Kubernetes.'),
];
const OUT_OF_TIME = 'It did not say in time that it is up, or did not stop in time, so systemd ended it.';

describe('a start that systemd ended', () => {
  it.each([
    ['timeout', true],
    ['signal', false],
  ])('is told with the result %s', (result, isOutOfTime) => {
    const { findings, answer } = diagnoseText(
      [...start(0, 700, result), ...start(100, 800, result), ...start(200, 900, result)].join('\n'),
    );
    expect(findings[0]).toMatchObject({ id: 'kubelet-crash-loop', title: 'The kubelet ended 3 times' });
    expect(findings[0]?.explanation.includes(OUT_OF_TIME)).toBe(isOutOfTime);
    expect(plain(answer)).not.toContain('still at work');
    expect(plain(answer)).toContain('All 3 kubelet processes were killed by SIGTERM');
  });

  it('is told of a single one, too', () => {
    const { findings, answer } = diagnoseText(start(0, 700, 'timeout').join('\n'));
    expect(findings[0]).toMatchObject({ id: 'kubelet-fatal', title: 'The unit of the kubelet failed: timeout' });
    expect(findings[0]?.explanation).toContain(OUT_OF_TIME);
    expect(plain(answer)).toContain('was killed by SIGTERM at about 10:01:32');
  });
});
