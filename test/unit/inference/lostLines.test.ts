import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { projectRoot } from '../../support/shared.ts';
import { historyOf } from '../replay/readLog.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(projectRoot, 'test/fixtures/replay', `${name}.log`), 'utf8')
    .trimEnd()
    .split('\n');
const isSkip = (line: string): boolean => /kipping pod synchronization/.test(line);
const faultsOf = (lines: readonly string[]): ProvenHistory['episodes'] =>
  historyOf(lines.join('\n')).episodes.filter(({ startup }) => !startup);

describe('lines that got lost on their way', () => {
  it.each(['v1.36.2-m-status-only', 'v1.36.2-d-runtime-down'])(
    'leave one unhealthy time of %s, not one for each skip',
    (name) => {
      const lines = linesOf(name);
      let count = 0;
      const sampled = lines.filter((line) => !isSkip(line) || count++ % 5 === 0);
      const [whole] = faultsOf(lines);
      const faults = faultsOf(sampled);
      expect(faults).toHaveLength(1);
      expect(faults[0]?.begin.min).toBeLessThanOrEqual(whole?.begin.max ?? 0);
      expect(faults[0]?.end?.max ?? Infinity).toBeGreaterThanOrEqual(whole?.end?.min ?? Infinity);
    },
  );

  it('leave the end open, where other skips are missing as well', () => {
    const lines = linesOf('v1.36.2-b-hang');
    const skips = lines.filter(isSkip);
    const [whole] = faultsOf(lines);
    const without = (...gone: readonly (string | undefined)[]): ProvenHistory['episodes'][number] | undefined =>
      faultsOf(lines.filter((line) => !gone.includes(line)))[0];
    // The last skip alone: no line tells.
    expect(without(skips.at(-1))?.end?.max).toBeLessThan(whole?.end?.max ?? 0);
    expect(without(skips.at(-1), skips.at(-5))?.end?.max ?? Infinity).toBeGreaterThanOrEqual(
      whole?.end?.max ?? Infinity,
    );
    expect(without(skips.at(-1), skips.at(-5))?.resumed).toBeUndefined();
  });
});

describe('lines that came twice', () => {
  it.each(['v1.36.2-f-killed-restarted', 'v1.36.2-b-hang', 'v1.20.0-k-one-pod-inspect-hang'])(
    'tell of %s what they tell once',
    (name) => {
      const lines = linesOf(name);
      const told = ({ processes, episodes, relists, gaps }: ProvenHistory): unknown => ({
        processes: processes.map(({ pid }) => pid),
        episodes: episodes.map(({ begin, end, skips }) => [begin, end, skips]),
        relists: relists.map(({ start, end, outcome }) => [start, end, outcome]),
        steps: gaps.filter(({ why }) => why === 'clock-step').length,
      });
      const expected = told(historyOf(lines.join('\n')));
      expect(told(historyOf(lines.flatMap((line) => [line, line]).join('\n')))).toEqual(expected);
      expect(told(historyOf([...lines, ...lines].join('\n')))).toEqual(expected);
    },
  );
});

describe('parts of a log in another order', () => {
  it('are no step of the clock, as a clock that goes on from there is', () => {
    const steps = (lines: readonly string[]): number =>
      historyOf(lines.join('\n')).gaps.filter(({ why }) => why === 'clock-step').length;
    const lines = linesOf('v1.36.2-b-hang');
    const middle = lines.length >> 1;
    expect(steps([...lines.slice(middle), ...lines.slice(0, middle)])).toBe(0);
    expect(
      steps([...lines.filter((line) => line.startsWith('E')), ...lines.filter((line) => !line.startsWith('E'))]),
    ).toBe(0);
    const later = lines.map((line) => line.replace(/^(\w\d{4}) 00:/, '$1 03:'));
    expect(steps([...later.slice(0, middle), ...lines.slice(middle)])).toBe(1);
  });
});
