import { describe, expect, it } from 'vitest';
import { iso, readLog } from './readLog.ts';

/** What a node's journal says, a line in each twenty seconds. */
const JOURNAL = Array.from({ length: 90 }, (_unused, i) => {
  const clock = `${String(8 + Math.floor(i / 180)).padStart(2, '0')}:${String(Math.floor(i / 3) % 60).padStart(2, '0')}:${String((i % 3) * 20).padStart(2, '0')}`;
  const klog = `I0304 ${clock}.250000    4242 kubelet.go:2447] "SyncLoop UPDATE" source="api" pods=["default/web-${String(i)}"]`;
  return { klog, short: `Mar 04 ${clock} n1 kubelet[4242]: ${klog}` };
});
JOURNAL.splice(3, 0, {
  klog: '',
  short: 'Mar 04 08:01:00 n1 containerd[700]: time="2024-03-04T08:01:00Z" level=error msg="x"',
});
const printed = (i: number): string => `2024-03-04T10:02:03.${String(1000 + i).padStart(7, '0')}`;
const WAYS: readonly (readonly [string, (line: string, i: number) => string])[] = [
  ['GitHub Actions, Azure Pipelines', (line, i) => `${printed(i)}Z ${line}`],
  ['gh run view --log', (line, i) => `e2e (1.29, ipv4)\tDump the journal\t${printed(i)}Z ${line}`],
  ['GitLab', (line, i) => `${printed(i).slice(0, -1)}Z 01O ${line}`],
  ['Jenkins', (line, i) => `[${printed(i).slice(0, -4)}Z] ${line}`],
  ['ts', (line) => `Mar 04 10:02:03 ${line}`],
];
/** Loki's own time stands before its labels. */
const LOGCLI: (typeof WAYS)[number] = [
  'logcli',
  (line, i) => `${printed(i).slice(0, 19)}+01:00 {filename="/var/log/messages", job="varlogs"}   ${line}`,
];

describe('lines before which what printed them put a stamp of its own', () => {
  it.each([...WAYS, LOGCLI])('%s: the stamp of the journal is that of the line', (_who, print) => {
    const { records, summary } = readLog(JOURNAL.map(({ short }, i) => print(short, i)).join('\n'), {});
    expect([summary.year, summary.timeZone, records.length]).toEqual([2024, 'unknown', JOURNAL.length]);
    expect(iso(records[3]?.time)).toBe('2024-03-04T08:01:00.000000Z');
    expect(iso(records[4]?.time)).toBe('2024-03-04T08:01:00.250000Z');
    expect(new Set(records.map(({ journal }) => `${journal?.host ?? ''} ${journal?.identifier ?? ''}`))).toEqual(
      new Set(['n1 kubelet', 'n1 containerd']),
    );
  });

  it.each(WAYS.filter(([who]) => who !== 'Jenkins' && who !== 'ts'))(
    '%s: bare lines of klog keep their times',
    (_who, print) => {
      const bare = JOURNAL.filter(({ klog }) => klog !== '');
      const { records, summary } = readLog(bare.map(({ klog }, i) => print(klog, i)).join('\n'), {});
      expect([summary.year, summary.timeZone]).toEqual([2024, 'unknown']);
      expect(records.map(({ time }) => iso(time)?.slice(0, 19))).toEqual(
        bare.map(({ klog }) => `2024-03-04T${klog.slice(6, 14)}`),
      );
    },
  );

  it('has the year of the stamp, also over the turn of the year', () => {
    const { records } = readLog(
      JOURNAL.map(
        ({ short }) => `2024-01-01T00:30:01.1234567Z ${short.replaceAll('Mar 04', 'Dec 31').replace('I0304', 'I1231')}`,
      ).join('\n'),
      {},
    );
    expect(iso(records[0]?.time)).toBe('2023-12-31T08:00:00.250000Z');
  });
});

describe('what a pipeline prints that is no entry', () => {
  const PANIC = ['panic: runtime error: index out of range', '', 'goroutine 1 [running]:', 'main.main()'];
  const LINES = [
    '-- Logs begin at Thu 2021-03-04 07:00:00 UTC, end at Thu 2021-03-04 10:00:00 UTC. --',
    ...JOURNAL.slice(0, 3).map(({ short }) => short),
  ];

  it.each(WAYS)('%s: is read as if no stamp stood before it', (_who, print) => {
    const { records, summary } = readLog([...LINES, ...PANIC].map(print).join('\n'), {});
    const bare = readLog([...LINES, ...PANIC].join('\n'), {});
    expect(records.map(({ time, message }) => [iso(time), message])).toEqual(
      bare.records.map(({ time, message }) => [iso(time), message]),
    );
    expect(summary.year).toBe(2021);
  });

  it.each(WAYS.slice(0, 3))('%s: is told where the journal stands behind much else', (_who, print) => {
    const tests = Array.from({ length: 3000 }, (_unused, i) => `ok   test/pkg/${String(i)}  0.010s`);
    const { records } = readLog([...tests, '==> kubelet <==', ...LINES, ...PANIC].map(print).join('\n'), {});
    const bare = readLog([...LINES, ...PANIC].join('\n'), {});
    expect(records.slice(-bare.records.length).map(({ message }) => message)).toEqual(
      bare.records.map(({ message }) => message),
    );
  });

  it('leaves the stamps of a container alone, and those of entries that have no other', () => {
    const klog = JOURNAL.slice(0, 3).map(({ klog }, i) => `${printed(i)}Z ${klog}`);
    const entries = JOURNAL.slice(0, 3).map(({ klog }, i) => `${printed(i)}+00:00 n1 kubelet[4242]: ${klog}`);
    for (const lines of [klog, entries])
      expect(readLog(lines.join('\n'), {}).records.map(({ time }) => iso(time)?.slice(0, 17))).toEqual(
        JOURNAL.slice(0, 3).map(({ klog }) => `2024-03-04T${klog.slice(6, 12)}`),
      );
  });
});

describe('records that are late by minutes', () => {
  it('tell the zone in which none is ahead of its stamp', () => {
    const late = JOURNAL.filter(({ klog }) => klog !== '').map(
      ({ klog }) =>
        `2024-03-04T${klog.slice(6, 8)}:${String(Number(klog.slice(9, 11)) + 2).padStart(2, '0')}:${klog.slice(12, 14)}.000000+00:00 n1 kubelet[4242]: ${klog}`,
    );
    expect(readLog(late.join('\n'), {}).summary.timeZone).toBe('known');
  });
});
