import { describe, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { plain } from '../diagnosis/diagnoseLog.ts';
import { analysisOf } from './analyse.ts';

const klog = (clock: string, pid: number, text: string): string =>
  `Nov 21 ${clock.slice(0, 8)} worker-2 kubelet[${pid}]: I1121 ${clock}    ${pid} ${text}`;
const started = (clock: string, pid: number, version: string, verbosity: string): readonly string[] => [
  klog(`${clock}.000001`, pid, `flags.go:64] FLAG: --v="${verbosity}"`),
  klog(`${clock}.000002`, pid, `server.go:545] "Kubelet version" kubeletVersion="${version}"`),
];
const turn = (clock: string, pid: number): string =>
  klog(`${clock}.000000`, pid, 'kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["shop/web-1"]');

function analysisSince(lines: readonly string[], since: string): Analysis {
  const session = createAnalysisSession();
  session.only({ from: (Date.parse(since) * 1000) as Instant });
  session.open('node.log', { year: 2026 });
  session.push(new TextEncoder().encode(`${lines.join('\n')}\n`));
  session.end();
  return analysisOf(session);
}

function processesSince(
  lines: readonly string[],
  since: string,
): readonly (readonly [number | undefined, string | undefined, string | undefined, boolean, number])[] {
  return analysisSince(lines, since).reconstruction.history.processes.map((process) => [
    process.pid,
    process.versionText,
    process.settings.get('verbosity')?.value,
    process.startedInLog,
    process.first.line,
  ]);
}

it('counts only the records of the stretch where it says how little that is', () => {
  const before = Array.from({ length: 50 }, (_, index) => turn(`10:00:${10 + index}`, 7));
  const { answer } = analysisSince(
    [...before, ...[0, 1, 2].map((at) => turn(`11:00:0${at}`, 7))],
    '2026-11-21T10:30:00Z',
  );
  expect(plain(answer)).toContain('It covers 2s with 3 records');
});

describe('a kubelet that began before the stretch of time', () => {
  it('is of the version that it printed then, but begins in the stretch', () => {
    expect(
      processesSince(
        [...started('10:00:00', 7, 'v1.30.4', '4'), turn('10:00:05', 7), turn('11:00:00', 7)],
        '2026-11-21T10:30:00Z',
      ),
    ).toEqual([[7, 'v1.30.4', '4', false, 4]]);
  });

  it('is not taken for another one', () => {
    const lines = [...started('10:00:00', 7, 'v1.30.4', '4'), turn('11:00:00', 8)];
    expect(processesSince(lines, '2026-11-21T10:30:00Z').map(([pid, version]) => [pid, version === 'v1.30.4'])).toEqual(
      [[8, false]],
    );
  });

  it('said it when it started last, where its pid is always the same', () => {
    const lines = [
      ...started('10:00:00', 1, 'v1.29.1', '2'),
      ...started('10:10:00', 1, 'v1.30.4', '4'),
      turn('11:00:00', 1),
      ...started('11:10:00', 1, 'v1.31.0', '5'),
      turn('11:10:05', 1),
    ];
    expect(
      processesSince(lines, '2026-11-21T10:30:00Z').map(([pid, version, verbosity, inLog]) => [
        pid,
        version,
        verbosity,
        inLog,
      ]),
    ).toEqual([
      [1, 'v1.30.4', '4', false],
      [1, 'v1.31.0', '5', true],
    ]);
  });
});
