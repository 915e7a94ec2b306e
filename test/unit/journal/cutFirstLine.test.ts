/** A paste often begins in the middle of a header: what is left of its first line is of the day of the lines behind it. */
import { expect, it } from 'vitest';
import { instant } from '../../../src/kubelet/time.ts';
import { readLog } from './readLog.ts';

const FILE_DATE = instant(Date.UTC(2026, 10, 25) * 1000);
const timesOf = (...lines: readonly string[]): readonly string[] =>
  readLog(`${lines.join('\n')}\n`, { fallbackYearFrom: FILE_DATE }).records.map(({ time }) =>
    new Date((time ?? 0) / 1000).toISOString().slice(0, 19),
  );

it('is of the day of the first whole line, not of that of the file', () => {
  expect(
    timesOf(
      '120 12:18:33.401102    4787 pod_workers.go:191] Error syncing pod 1',
      'I0120 12:18:35.001566    4787 prober.go:117] Readiness probe failed',
    ),
  ).toEqual(['2026-01-20T12:18:33', '2026-01-20T12:18:35']);
});

it('is of the day before where midnight lies between', () => {
  expect(
    timesOf(
      '23:59:58.401102    4787 pod_workers.go:191] Error syncing pod 1',
      'I0120 00:00:02.001566    4787 prober.go:117] Readiness probe failed',
    ),
  ).toEqual(['2026-01-19T23:59:58', '2026-01-20T00:00:02']);
});

it('is of the day of the file where no line has a date', () => {
  expect(timesOf('12:18:33.401102    4787 pod_workers.go:191] Error syncing pod 1')).toEqual(['2026-11-25T12:18:33']);
});

it('is of the day of the first whole line, also where the year is given', () => {
  const { records } = readLog(
    ' 00:44:15.438177    9218 kubelet.go:1823] skipping pod synchronization\nNov 21 00:44:20 n1 kubelet[9218]: E1121 00:44:20.439360    9218 kubelet.go:1823] skipping\n',
    { year: 2026 },
  );
  expect(records.map(({ time }) => new Date((time ?? 0) / 1000).toISOString().slice(0, 19))).toEqual([
    '2026-11-21T00:44:15',
    '2026-11-21T00:44:20',
  ]);
});
