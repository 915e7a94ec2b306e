/** The quick ways of the reader where they could go wrong; `quickWays.slow.test.ts` searches for more such places. */
import { describe, expect, it } from 'vitest';
import { readLog } from './readLog.ts';

describe('the quick ways of the reader', () => {
  it('take no date of a year before for the same one, when only others wrote meanwhile', () => {
    const kubelet = (message: string): string =>
      `Nov 20 00:00:01 worker-2 kubelet[20595]: I1120 00:00:01.000000   20595 kubelet.go:1] "${message}"`;
    const others = ['Nov 20 00:00:02', 'Dec 31 23:59:59', 'Mar  1 00:00:00', 'Jul  1 00:00:00', 'Nov 19 00:00:00'].map(
      (stamp) => `${stamp} worker-2 systemd[1]: x`,
    );
    const years = readLog(`${[...['a', 'b', 'c'].map(kubelet), ...others, kubelet('d')].join('\n')}\n`).records.map(
      ({ time }) => new Date((time ?? 0) / 1000).getUTCFullYear(),
    );
    expect(years).toEqual([2026, 2026, 2026, 2026, 2026, 2027, 2027, 2027, 2027]);
  });

  it('read the year of a date by the stamp of each line', () => {
    const yearOf = (time: number | undefined): number => new Date((time ?? 0) / 1000).getUTCFullYear();
    const stamps = [2026, 2026, 2026, 2027, 2027, 2025].map((year) => Date.UTC(year, 10, 20) / 1000 + 1);
    const klogLine = (index: number): string => `I1120 00:00:01.00000${index}   20595 kubelet.go:1] \\"a\\"`;
    for (const lines of [
      stamps.map((stamp, index) => `${stamp}.000000 worker-2 kubelet[20595]: ${klogLine(index).replaceAll('\\', '')}`),
      stamps.map((stamp, index) => `{"log":"${klogLine(index)}","time":"${new Date(stamp * 1000).toISOString()}"}`),
      stamps.map(
        (stamp, index) =>
          `{"__REALTIME_TIMESTAMP":"${stamp}000000","SYSLOG_IDENTIFIER":"kubelet","MESSAGE":"${klogLine(index)}"}`,
      ),
    ]) {
      expect(readLog(`${lines.join('\n')}\n`).records.map(({ klog: header }) => yearOf(header?.time))).toEqual([
        2026, 2026, 2026, 2027, 2027, 2025,
      ]);
    }
  });

  it("leave documents below a section's mark to whom it names", () => {
    const line = (message: string): string =>
      `{"log":"I1120 00:00:01.000000   20595 kubelet.go:1] \\"${message}\\"","time":"2026-11-20T00:00:01Z"}`;
    const { records } = readLog(
      `${[...['a', 'b', 'c'].map(line), '==> kubelet <==', ...['d', 'e'].map(line)].join('\n')}\n`,
    );
    expect(records.map(({ journal }) => journal?.identifier)).toEqual([
      undefined,
      undefined,
      undefined,
      'kubelet',
      'kubelet',
    ]);
  });
});
