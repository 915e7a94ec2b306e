/** Any piece of a real log tells nothing of PLEG and the runtime that was not so: each unhealthy time of it lies where the recorded run really had one, with its begin and its end within their bounds. */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atLeast, rounds } from '../../support/effort.ts';
import { sharedFolder } from '../../support/shared.ts';
import { replayOf } from '../replay/readLog.ts';
import { readRuns, type Run, untruths } from './recordedTruth.ts';

const shared = sharedFolder();

/** What a piece says that was not so. */
function untruthsOf(run: Run, piece: readonly string[]): ReturnType<typeof untruths> {
  return untruths(run, replayOf(piece.join('\n')).history);
}

/**
 * How people pick lines out of a journal. Not by a word that only some reasons of a skip have ("runtime", "container"): it takes skips out of the middle or the end of a run, and no line
 * that is left tells such a run from one that was over.
 */
const SIEVES: readonly (readonly [name: string, keeps: (line: string) => boolean])[] = [
  ['grep -i pleg', (line) => /pleg/i.test(line)],
  ['grep -i skipping', (line) => /skipping/i.test(line)],
  ['grep -i "not ready"', (line) => /not ready|notready/i.test(line)],
  ['grep NodeReady and NodeNotReady', (line) => /NodeReady|NodeNotReady|became not ready/.test(line)],
  ['errors alone', (line) => /^E\d{4} /.test(line)],
  ['errors and warnings', (line) => /^[EW]\d{4} /.test(line)],
  ['grep -v SyncLoop', (line) => !line.includes('SyncLoop')],
  ['grep -v skipping', (line) => !/skipping/i.test(line)],
  ['grep -iE "pleg|ready"', (line) => /pleg|ready/i.test(line)],
  ['grep -iE "error|fail"', (line) => /error|fail/i.test(line)],
  ['grep -iE "runtime|pleg"', (line) => /runtime|pleg/i.test(line)],
  ['grep -iE "deadline|healthy"', (line) => /deadline|healthy/i.test(line)],
  ['grep kubelet.go', (line) => line.includes(' kubelet.go:')],
  ['grep -vi network', (line) => !/network/i.test(line)],
  ['grep -viE "runtime service failed"', (line) => !/runtime service failed/i.test(line)],
];

describe.skipIf(shared === undefined)('pieces of recorded runs', () => {
  it('say of unhealthy times nothing that was not so', { timeout: 120_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs'));
    expect(runs.length).toBeGreaterThan(20);
    let judged = 0;
    fc.assert(
      fc.property(
        fc.nat(runs.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1.3, max: 3.5, noNaN: true }),
        (index, place, length) => {
          const run = runs[index] as Run;
          const from = Math.floor(place * run.lines.length);
          const found = untruthsOf(run, run.lines.slice(from, from + Math.round(10 ** length)));
          judged += found.judged;
          expect(found.wrong).toEqual([]);
        },
      ),
      { numRuns: rounds(2500) },
    );
    expect(judged).toBeGreaterThan(atLeast(300));
  });

  it('say nothing that was not so where they were searched for a word', { timeout: 120_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs'));
    const wrong: string[] = [];
    let judged = 0;
    for (const run of runs)
      for (const [name, keeps] of SIEVES) {
        const found = untruthsOf(run, run.lines.filter(keeps));
        judged += found.judged;
        wrong.push(...found.wrong.map((what) => `${name}: ${what}`));
      }
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(200);
  });

  it('say nothing that was not so where a piece of them was searched for a word', { timeout: 120_000 }, () => {
    const runs = readRuns(join(shared ?? '', 'runs'));
    let judged = 0;
    fc.assert(
      fc.property(
        fc.nat(runs.length - 1),
        fc.nat(SIEVES.length - 1),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 1.3, max: 3.5, noNaN: true }),
        (index, sieve, place, length) => {
          const run = runs[index] as Run;
          const lines = run.lines.filter((SIEVES[sieve] as (typeof SIEVES)[number])[1]);
          const from = Math.floor(place * lines.length);
          const found = untruthsOf(run, lines.slice(from, from + Math.round(10 ** length)));
          judged += found.judged;
          expect(found.wrong).toEqual([]);
        },
      ),
      { numRuns: rounds(2500) },
    );
    expect(judged).toBeGreaterThan(atLeast(300));
  });
});
