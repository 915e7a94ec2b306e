import { describe, expect, it } from 'vitest';
import { findBytes } from '../../../src/adapters/findBytes.ts';
import { FirstScan } from '../../../src/analysis/firstAnswer.ts';
import { analysisOf, fixture, HANG, sessionOf } from './analyse.ts';

function answerOf(bytes: Uint8Array, chunk: number) {
  const scan = new FirstScan(findBytes, { year: 2026 });
  for (let at = 0; at < bytes.length; at += chunk) scan.push(bytes.slice(at, at + chunk));
  scan.end();
  return scan.answer();
}

describe('the first look at a file', () => {
  const bytes = fixture(HANG);

  it.each([17, 1000, 1 << 20])('finds all skips and the times of the episodes in chunks of %i bytes', (chunk) => {
    const answer = answerOf(bytes, chunk);
    const { history } = analysisOf(sessionOf(bytes)).reconstruction;
    expect(answer.skips).toBe(history.counts.skips);
    expect(answer.episodes.length).toBe(history.episodes.length);
    const hang = answer.episodes.at(-1);
    const proven = history.episodes.at(-1);
    expect(hang?.skips).toBe(19);
    expect(Math.abs((hang?.from ?? 0) - (proven?.begin.max ?? 0))).toBeLessThan(1000);
    expect(hang?.to).toBe(history.skips.at(-1)?.time);
    expect(answer.headline).toMatch(
      /^The kubelet skipped pod synchronization in 2 stretches, the longest from 2026-11-21 00:31:42/,
    );
  });

  it('says nothing where there is no skip', () => {
    expect(
      answerOf(
        new TextEncoder().encode('Nov 21 00:00:00 a kubelet[1]: I1121 00:00:00.000000       1 a.go:1] "x"\n'),
        10,
      ),
    ).toEqual({ skips: 0, episodes: [] });
  });

  it('is not stopped by a skip in a line without an end, nor by a line of a megabyte', () => {
    const skip =
      'E1121 00:32:44.553642    2100 kubelet.go:2412] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 4m2.166611941s ago; threshold is 3m0s"';
    const long = `${'x'.repeat(1_100_000)}\n`;
    for (const chunk of [100_000, 5_000_000])
      expect(answerOf(new TextEncoder().encode(long + skip), chunk)).toMatchObject({
        skips: 1,
        episodes: [{ skips: 1 }],
      });
  });
});
