import { describe, expect, it } from 'vitest';
import { readLog } from './readLog.ts';

const entry = (time: number, fields: Readonly<Record<string, string>>): string =>
  JSON.stringify({ __CURSOR: `i=${time}`, __REALTIME_TIMESTAMP: String(1_790_000_000_000_000 + time), ...fields });
const originsOf = (...lines: readonly string[]): readonly string[] =>
  readLog(`${lines.join('\n')}\n`).records.map(
    ({ journal, message }) => `${journal?.host} ${journal?.identifier}[${journal?.pid}] ${message}`,
  );
const kubelet = (host: string, pid: string, message: string): Readonly<Record<string, string>> => ({
  _HOSTNAME: host,
  SYSLOG_IDENTIFIER: 'kubelet',
  _PID: pid,
  MESSAGE: message,
});

describe('entries printed field by field', () => {
  const long = `E1121 00:31:01.000000   20595 kubelet.go:2661] ${'x'.repeat(100)}`;
  const fields = (host: string, pid: string, message: string, second: number): readonly string[] => [
    `__REALTIME_TIMESTAMP=179522106${second}000000`,
    '_BOOT_ID=0a1b',
    `_HOSTNAME=${host}`,
    'PRIORITY=6',
    'SYSLOG_IDENTIFIER=kubelet',
    `_PID=${pid}`,
    `MESSAGE=${message}`,
  ];
  const entries = [
    fields('node-a', '77', long, 1),
    fields('node-b', '78', '', 2),
    fields('node-a', '77', 'short', 3),
    fields('node-b', '7', 'other', 4),
  ];
  const expected = ['node-a 77 1795221061', 'node-b 78 1795221062', 'node-a 77 1795221063', 'node-b 7 1795221064'];

  it.each([
    ['export', entries.map((entry) => `${entry.join('\n')}\n\n`).join('')],
    [
      'verbose',
      entries
        .map(
          (entry, index) =>
            `Sat 2026-11-21 00:31:0${index + 1}.000000 UTC [s=1;i=${index}]\n${entry.map((field) => `    ${field}\n`).join('')}`,
        )
        .join(''),
    ],
  ])('have each their own values, though most repeat: %s', (_mode, log) => {
    const { records } = readLog(log);
    expect(records.map(({ journal }) => `${journal?.host} ${journal?.pid} ${Number(journal?.time) / 1e6}`)).toEqual(
      expected,
    );
    expect(records.map(({ message }) => message)).toEqual(['x'.repeat(100), '', 'short', 'other']);
  });

  it('may have a message of several lines, behind the name of its field, and others of fields that are not read', () => {
    const { records } = readLog(
      [
        'Sat 2026-11-21 00:31:01.000000 UTC [s=1;i=1]',
        '    SYSLOG_IDENTIFIER=kubelet',
        '    _CMDLINE=one',
        `${' '.repeat(13)}two`,
        '    MESSAGE=panic: x',
        `${' '.repeat(12)}goroutine 1 [running]:`,
        `${' '.repeat(12)}  main.main()`,
        '    _PID=7',
        '',
      ].join('\n'),
    );
    expect(records.map(({ message, journal }) => [message, journal?.pid])).toEqual([
      ['panic: x\ngoroutine 1 [running]:\n  main.main()', 7],
    ]);
  });
});

describe('entries of journal JSON with the fields of the one before', () => {
  it('come from where they say', () => {
    expect(
      originsOf(
        entry(1, kubelet('a', '7', 'x')),
        entry(2, kubelet('a', '7', 'y')),
        entry(3, kubelet('b', '7', 'z')),
        entry(4, kubelet('b', '71', 'z')),
        entry(5, { ...kubelet('b', '71', 'z'), SYSLOG_IDENTIFIER: 'kube' }),
        entry(6, kubelet('a', '7', 'x')),
      ),
    ).toEqual([
      'a kubelet[7] x',
      'a kubelet[7] y',
      'b kubelet[7] z',
      'b kubelet[71] z',
      'b kube[71] z',
      'a kubelet[7] x',
    ]);
  });

  it('are read when other fields come between them, and when a name needs escapes', () => {
    const other = { PRIORITY: '6', MESSAGE: 'm', SYSLOG_IDENTIFIER: 'systemd', _PID: '1', _HOSTNAME: 'a' };
    expect(
      originsOf(
        entry(1, kubelet('a', '7', 'x')),
        entry(2, other),
        entry(3, kubelet('a', '8', 'y')),
        entry(4, kubelet('a"b', '8', 'y')),
        entry(5, kubelet('a', '8', 'say \\"z\\"')),
        entry(6, other),
      ),
    ).toEqual([
      'a kubelet[7] x',
      'a systemd[1] m',
      'a kubelet[8] y',
      'a"b kubelet[8] y',
      'a kubelet[8] say \\"z\\"',
      'a systemd[1] m',
    ]);
  });

  it('have their own time', () => {
    const { records } = readLog(`${[3, 1, 2].map((time) => entry(time, kubelet('a', '7', 'x'))).join('\n')}\n`);
    expect(records.map(({ journal }) => Number(journal?.time) % 10)).toEqual([3, 1, 2]);
  });
});
