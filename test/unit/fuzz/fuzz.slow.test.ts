import { describe, expect, it } from 'vitest';
import { join } from 'node:path';
import { instant } from '../../../src/kubelet/time.ts';
import { bytesOf, mutatedLines, pickedLines } from '../../fuzz/batch.ts';
import { claimsBeyondEnd } from '../../fuzz/claims.ts';
import { failureText, fuzz } from '../../fuzz/fuzz.ts';
import { fuzzJournals } from '../../fuzz/journals.ts';
import { repeatedLines } from '../../fuzz/repeat.ts';
import { linesOf, seedLogs } from '../../fuzz/seeds.ts';
import { shrinkLines } from '../../fuzz/shrink.ts';
import { analyseAll, askAll, readAll, SLOWEST_ASKING_MS } from '../../fuzz/stages.ts';
import { truncationProblems } from '../../fuzz/truncate.ts';
import { atLeast, isTimeLeft, rounds } from '../../support/effort.ts';
import { projectRoot } from '../../support/shared.ts';

const logs = seedLogs([join(projectRoot, 'test/fixtures')]);
const text = (line: Uint8Array): string => new TextDecoder().decode(line);

describe('mutated logs', () => {
  it('are read without an exception or a slow line', () => {
    const outcome = fuzz({ seed: 20_000, lines: rounds(70_000), batch: 500, logs, run: readAll, goesOn: isTimeLeft });
    expect(outcome.failure === undefined ? '' : failureText(outcome.failure)).toBe('');
    expect(outcome.lines).toBeGreaterThan(atLeast(69_999));
  });

  it('are read in linear time where one text is repeated', () => {
    const outcome = fuzz({
      seed: 60_000,
      lines: rounds(400),
      goesOn: isTimeLeft,
      batch: 1,
      logs,
      run: readAll,
      make: (seed) => repeatedLines(seed, 40_000, logs),
    });
    expect(outcome.failure === undefined ? '' : failureText(outcome.failure)).toBe('');
  });

  it('are analysed, replayed, explained and drawn without an exception', () => {
    const outcome = fuzz({
      seed: 40_000,
      lines: rounds(10_000),
      batch: 500,
      logs,
      run: analyseAll,
      goesOn: isTimeLeft,
    });
    expect(outcome.failure === undefined ? '' : failureText(outcome.failure)).toBe('');
  });
});

describe('damaged binary journals', () => {
  it('are read and analysed without an exception, a slow file or more text than they hold', async () => {
    const outcome = await fuzzJournals(100_000, rounds(100), logs);
    expect(outcome).toMatchObject({ journals: rounds(100) });
    expect(outcome.failure).toBeUndefined();
  });
});

describe('a few lines of a log', () => {
  it('are analysed and drawn, and all that can be asked of them is answered, without an exception', () => {
    const outcome = fuzz({
      seed: 80_000,
      lines: rounds(800),
      goesOn: isTimeLeft,
      batch: 1,
      logs,
      run: askAll,
      make: (seed) => pickedLines(seed, 12, logs),
      slowestLineMs: SLOWEST_ASKING_MS,
    });
    expect(outcome.failure === undefined ? '' : failureText(outcome.failure)).toBe('');
  });
});

describe('a log that ends anywhere', () => {
  const some = logs.filter(({ name }) => /b-hang\.log|channel-full|node-reboot|f-killed/.test(name));

  it.each(some.map((log) => [log.name.slice(log.name.lastIndexOf('/') + 1), log] as const))(
    'claims nothing about the time after: %s',
    (_name, log) => {
      expect(truncationProblems(log, bytesOf(log.lines), 12)).toEqual([]);
    },
  );

  it('would be noticed to claim something', () => {
    const analysis = analyseAll(bytesOf(some[0]?.lines ?? []));
    if (analysis?.reconstruction.history.span === undefined) throw new Error('no analysis');
    const { history } = analysis.reconstruction;
    const from = history.span?.from ?? instant(0);
    const earlier = {
      ...analysis,
      reconstruction: { ...analysis.reconstruction, history: { ...history, span: { from, to: from } } },
    };
    expect(claimsBeyondEnd(analysis)).toEqual([]);
    expect(claimsBeyondEnd(earlier).length).toBeGreaterThan(0);
  });

  it('is a set of logs', () => {
    expect(some.length).toBeGreaterThanOrEqual(4);
  });
});

describe('the fuzzer itself', () => {
  it('makes the same lines from the same seed', () => {
    expect(mutatedLines(7, 50, logs)).toEqual(mutatedLines(7, 50, logs));
    expect(mutatedLines(7, 50, logs)).not.toEqual(mutatedLines(8, 50, logs));
  });

  it('finds a failure, its seed and its least line', () => {
    const run = (bytes: Uint8Array): void => {
      if (bytes.includes(0xff)) throw new Error('a byte of 0xff');
    };
    const { failure } = fuzz({ seed: 1, lines: 100_000, batch: 100, logs, run });
    expect(failure?.lines).toHaveLength(1);
    expect(failure?.why).toContain('a byte of 0xff');
    expect(() => run(bytesOf(mutatedLines(failure?.seed ?? 0, 100, logs)))).toThrow('a byte of 0xff');
    expect(failure === undefined ? '' : failureText(failure)).toContain('\u00ff');
  });

  it('finds a line that takes too long', () => {
    const run = (bytes: Uint8Array): void => {
      const until = process.cpuUsage().user + 8000;
      if (bytes.includes(0xff)) while (process.cpuUsage().user < until);
    };
    const { failure } = fuzz({ seed: 1, lines: 100_000, batch: 20, logs, run, slowestLineMs: 5 });
    expect(failure?.why).toMatch(/^this line takes \d+ ms$/);
  });

  it('finds a line that breaks only when it is alone, where it made the batch slow', () => {
    const run = (bytes: Uint8Array): void => {
      if (text(bytes) === 'c\n') throw new Error('a lone c');
      const until = process.cpuUsage().user + 20_000;
      while (bytes.length > 2 && process.cpuUsage().user < until);
    };
    const { failure } = fuzz({
      seed: 1,
      lines: 1,
      batch: 1,
      logs,
      run,
      make: () => linesOf(new TextEncoder().encode('a\nb\nc\nd')),
      slowestLineMs: 5,
    });
    expect(failure?.why).toContain('a lone c');
    expect(failure?.lines.map(text)).toEqual(['c']);
  });

  it('leaves out all lines that a failure does not need', () => {
    const lines = linesOf(new TextEncoder().encode('a\nb\nc\nd\ne\nf\ng'));
    const needs = (left: readonly Uint8Array[]): boolean =>
      ['b', 'f'].every((need) => left.some((line) => text(line) === need));
    expect(shrinkLines(lines, needs).map(text)).toEqual(['b', 'f']);
  });
});
