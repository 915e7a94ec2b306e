import { describe, expect, it } from 'vitest';
import { analysisJson } from '../../../src/analysis/outputs/formatJson.ts';
import type { AnalysisJson } from '../../../src/analysis/outputs/analysisJson.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { ReaderOptions } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';

function analysed(lines: readonly string[], options: ReaderOptions): AnalysisJson {
  const session = createAnalysisSession();
  session.open('k.log', options);
  session.push(new TextEncoder().encode(lines.map((line) => `${line}\n`).join('')));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error(result.problem.kind);
  return analysisJson(result.analysis, session.lineText);
}
const skip = (stamp: string, seconds: number): string =>
  `E${stamp}    4242 kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active ${Math.floor(seconds / 60)}m${seconds % 60}s ago; threshold is 3m0s"`;
const dated = (text: string): ReaderOptions => ({ fallbackYearFrom: instant(Date.parse(text) * 1000) });
const times = (json: AnalysisJson): string[] => json.skips.map((one) => one.time.replace('.000000', ''));

describe('an outage', () => {
  it('on the leap day of a log without a year is of the last leap year', () => {
    const lines = [
      skip('0228 23:59:58.000000', 181),
      skip('0229 00:00:03.000000', 186),
      skip('0229 23:59:59.000000', 86_582),
      skip('0301 00:00:04.000000', 86_587),
    ];
    const expected = ['2024-02-28T23:59:58Z', '2024-02-29T00:00:03Z', '2024-02-29T23:59:59Z', '2024-03-01T00:00:04Z'];
    expect(times(analysed(lines, dated('2024-03-02T00:00:00Z')))).toEqual(expected);
    expect(times(analysed(lines.slice(1), dated('2026-03-02T00:00:00Z')))).toEqual(expected.slice(1));
  });

  it('over the turn of the year is one', () => {
    const json = analysed(
      [skip('1231 23:59:58.000000', 181), skip('0101 00:00:03.000000', 186), skip('0101 00:00:08.000000', 191)],
      dated('2027-01-05T00:00:00Z'),
    );
    expect(times(json)).toEqual(['2026-12-31T23:59:58Z', '2027-01-01T00:00:03Z', '2027-01-01T00:00:08Z']);
    expect(json.episodes).toHaveLength(1);
  });

  it('over the end of daylight saving in the journal is one, without a step of the clock', () => {
    const at = (iso: string, stamp: string, seconds: number): string =>
      `${iso} worker-2 kubelet[4242]: ${skip(stamp, seconds)}`;
    const json = analysed(
      [
        at('2026-10-25T02:59:50+0200', '1025 02:59:50.000000', 181),
        at('2026-10-25T02:59:55+0200', '1025 02:59:55.000000', 186),
        at('2026-10-25T02:00:00+0100', '1025 02:00:00.000000', 191),
        at('2026-10-25T02:00:05+0100', '1025 02:00:05.000000', 196),
      ],
      {},
    );
    expect(times(json)).toEqual([
      '2026-10-25T00:59:50Z',
      '2026-10-25T00:59:55Z',
      '2026-10-25T01:00:00Z',
      '2026-10-25T01:00:05Z',
    ]);
    expect(json.findings.map((finding) => finding.id)).not.toContain('clock-step');
    expect(json.episodes).toHaveLength(1);
    expect(json.replay.explainedSkips).toBe(4);
  });

  it('over the begin of daylight saving, in local time without a zone, does not go back', () => {
    const json = analysed(
      [
        skip('0329 01:59:50.000000', 190),
        skip('0329 01:59:55.000000', 195),
        skip('0329 03:00:00.000000', 200),
        skip('0329 03:00:05.000000', 205),
      ],
      { year: 2026 },
    );
    const step = json.findings.find(({ id }) => id === 'clock-step');
    expect(step?.title).toContain('daylight saving begins');
    expect(`${step?.title} ${step?.explanation}`).not.toMatch(/go(es)? back/);
  });

  it('whose parts were pasted in another order is one, and no clock was set', () => {
    const working = '1121 00:40:10.000000    4242 kubelet.go:2437] "SyncLoop UPDATE" source="api" pods=["shop/web-0"]';
    const json = analysed(
      [
        skip('1121 00:40:00.000000', 680),
        skip('1121 00:40:05.000000', 685),
        `I${working}`,
        `I${working.replace('00:40:10', '00:20:00')}`,
        skip('1121 00:31:50.000000', 190),
        skip('1121 00:31:55.000000', 195),
        skip('1121 00:36:00.000000', 440),
      ],
      { year: 2026 },
    );
    expect(json.findings.map((finding) => finding.id)).not.toContain('clock-step');
    expect(json.episodes.map(({ endedBy, end }) => [endedBy, end?.max])).toEqual([
      ['recovered', '2026-11-21T00:40:10.000000Z'],
    ]);
  });

  it('during which the clock was set back two minutes is one, and the step is noticed', () => {
    const json = analysed(
      [
        skip('1121 00:31:50.000000', 190),
        skip('1121 00:31:55.000000', 195),
        skip('1121 00:30:00.000000', 200),
        skip('1121 00:30:05.000000', 205),
        skip('1121 00:30:10.000000', 210),
      ],
      { year: 2026 },
    );
    expect(json.findings.map((finding) => finding.id)).toContain('clock-step');
    expect(json.counts.skips).toBe(5);
    expect(json.skips.map((one) => one.line)).toEqual([1, 2, 3, 4, 5]);
  });
});
