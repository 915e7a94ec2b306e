import { describe, expect, it } from 'vitest';
import { readLog } from './readLog.ts';

const entry = (time: number, fields: Readonly<Record<string, string>>): string => JSON.stringify({ __CURSOR: `i=${time}`, __REALTIME_TIMESTAMP: String(1_790_000_000_000_000 + time), ...fields });
const originsOf = (...lines: readonly string[]): readonly string[] => readLog(`${lines.join('\n')}\n`).records.map(({ journal, message }) => `${journal?.host} ${journal?.identifier}[${journal?.pid}] ${message}`);
const kubelet = (host: string, pid: string, message: string): Readonly<Record<string, string>> => ({ _HOSTNAME: host, SYSLOG_IDENTIFIER: 'kubelet', _PID: pid, MESSAGE: message });

describe('entries of journal JSON with the fields of the one before', () => {
  it('come from where they say', () => {
    expect(originsOf(
      entry(1, kubelet('a', '7', 'x')), entry(2, kubelet('a', '7', 'y')), entry(3, kubelet('b', '7', 'z')), entry(4, kubelet('b', '71', 'z')), entry(5, { ...kubelet('b', '71', 'z'), SYSLOG_IDENTIFIER: 'kube' }), entry(6, kubelet('a', '7', 'x')),
    )).toEqual(['a kubelet[7] x', 'a kubelet[7] y', 'b kubelet[7] z', 'b kubelet[71] z', 'b kube[71] z', 'a kubelet[7] x']);
  });

  it('are read when other fields come between them, and when a name needs escapes', () => {
    const other = { PRIORITY: '6', MESSAGE: 'm', SYSLOG_IDENTIFIER: 'systemd', _PID: '1', _HOSTNAME: 'a' };
    expect(originsOf(
      entry(1, kubelet('a', '7', 'x')), entry(2, other), entry(3, kubelet('a', '8', 'y')), entry(4, kubelet('a"b', '8', 'y')), entry(5, kubelet('a', '8', 'say \\"z\\"')), entry(6, other),
    )).toEqual(['a kubelet[7] x', 'a systemd[1] m', 'a kubelet[8] y', 'a"b kubelet[8] y', 'a kubelet[8] say \\"z\\"', 'a systemd[1] m']);
  });

  it('have their own time', () => {
    const { records } = readLog(`${[3, 1, 2].map((time) => entry(time, kubelet('a', '7', 'x'))).join('\n')}\n`);
    expect(records.map(({ journal }) => Number(journal?.time) % 10)).toEqual([3, 1, 2]);
  });
});
