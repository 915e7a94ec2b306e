import { describe, expect, it } from 'vitest';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';
import { iso, readLog } from './readLog.ts';

describe('times of lines that are late or lost their stamp', () => {
  it('a first line without its stamp has the zone that the next ones tell', () => {
    const lines = [
      'kubelet[5992]: I0304 11:30:42.639790    5992 kubelet.go:1898] SyncLoop (ADD, "api"): "a_b(c)"',
      '2026-03-04T09:30:42.640070+00:00 n1 kubelet[5992]: W0304 11:30:42.639799    5992 pod_container_deletor.go:79] Container "x" not found in pod\'s containers',
    ];
    expect(readLog(lines.join('\n')).records.map(({ time }) => iso(time)?.slice(11, 19))).toEqual([
      '09:30:42',
      '09:30:42',
    ]);
  });

  const gaps = (lines: readonly string[]): readonly string[] =>
    analysisOf(sessionOf(lines.join('\n'))).reconstruction.history.gaps.map(({ why }) => why);
  const line = (arrived: string, written: string): string =>
    `2026-03-04T${arrived}.000000Z n1 kubelet[77]: I0304 ${written}.000000      77 kubelet.go:1898] SyncLoop (ADD, "api"): "a_b(c)"`;

  it('a line that is only late is no step of the clock', () => {
    expect(
      gaps([line('06:40:00', '06:40:00'), line('06:51:37', '06:48:09'), line('06:51:43', '06:43:18')]),
    ).not.toContain('clock-step');
  });

  it('a clock that went back is one, with the journal or without', () => {
    expect(gaps([line('06:40:00', '06:40:00'), line('06:51:37', '06:51:37'), line('06:43:18', '06:43:18')])).toContain(
      'clock-step',
    );
    expect(
      gaps(
        [line('06:40:00', '06:40:00'), line('06:51:37', '06:51:37'), line('06:43:18', '06:43:18')].map((text) =>
          text.slice(text.indexOf('I0304')),
        ),
      ),
    ).toContain('clock-step');
  });
});
