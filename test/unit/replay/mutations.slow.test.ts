import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';
import { later, moveElapsed, moveTime, skipLines, without, withLine, withLineAfter } from './mutate.ts';
import { replayOf } from './readLog.ts';

const linesOf = (name: string): readonly string[] =>
  readFileSync(join(projectRoot, 'test/fixtures/replay', `${name}.log`), 'utf8').split('\n');
const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index];
  if (item === undefined) throw new Error(`nothing at ${index}`);
  return item;
};
const unexplained = (text: string): readonly number[] =>
  replayOf(text).check.unexplainedSkips.map((place) => place.line);

/** Real logs with a long run of skips on the 5 s step that name a relist. */
const LONG_RUNS = [
  'v1.36.2-b-hang',
  'v1.36.2-c-slow-list',
  'v1.36.2-d-runtime-down',
  'v1.20.0-k-one-pod-inspect-hang',
  'v1.15.5-n-list-too-large',
];
const ALL = [...LONG_RUNS, 'v1.36.2-m-status-only', 'v1.36.2-f-killed-restarted'];

describe.each(ALL)('replay of %s', (name) => {
  const lines = linesOf(name);

  it('explains every skip that the real kubelet wrote and expects no other', () => {
    const { check } = replayOf(lines.join('\n'));
    expect(check.unexplainedSkips).toEqual([]);
    expect(check.missingSkips).toEqual([]);
    expect(check.explainedSkips).toBe(skipLines(lines).length);
  });

  it('fits its inputs on few of the skips', () => {
    const { check } = replayOf(lines.join('\n'));
    const skips = skipLines(lines);
    const fittedSkips = check.fitted.filter((place) => skips.includes(place.line - 1));
    expect(fittedSkips.length).toBe(check.fitted.length);
    expect(fittedSkips.length).toBeLessThanOrEqual(6);
  });
});

describe.each(LONG_RUNS)('a changed %s', (name) => {
  const lines = linesOf(name);
  const naming = skipLines(lines, true);
  const inner = naming.filter((_line, index) => index >= 9 && index < naming.length - 3);
  const [first, , third, , fifth] = inner;
  if (first === undefined || third === undefined || fifth === undefined) throw new Error('the fixture is too short');

  it('misses two inner skips that were taken out', () => {
    const { check } = replayOf(without(lines, [first, third]));
    expect(check.missingSkips.length).toBe(2);
    expect(check.unexplainedSkips).toEqual([]);
  });

  it('does not explain a skip that stands off the back-off, and only that one', () => {
    expect(unexplained(withLineAfter(lines, first, later(at(lines, first), 1.7)))).toEqual([first + 2]);
  });

  it.each([2, -2, 0.7])('does not explain one elapsed that is moved by %d s, and only that one', (by) => {
    expect(unexplained(withLine(lines, fifth, moveElapsed(at(lines, fifth), by)))).toEqual([fifth + 1]);
  });

  it('does not explain a skip that came 0.7 s late by itself', () => {
    expect(unexplained(withLine(lines, fifth, later(at(lines, fifth), 0.7)))).toContain(fifth + 1);
  });

  it('takes a step of the wall clock for what it is', () => {
    for (const by of [41.3, 40, -7.2]) {
      const { check } = replayOf(lines.map((line, index) => (index >= fifth ? moveTime(line, by) : line)).join('\n'));
      expect(check.unexplainedSkips).toEqual([]);
      expect(check.missingSkips).toEqual([]);
      expect(check.clockSteps.map((step) => [step.at.line, Math.round(step.by / 1e5) / 10])).toEqual([[fifth + 1, by]]);
    }
  });
});

describe.each(['v1.36.2-b-hang', 'v1.36.2-d-runtime-down', 'v1.15.5-n-list-too-large'])(
  'the first skip of %s that names a relist',
  (name) => {
    const lines = linesOf(name);
    const [first] = skipLines(lines, true);
    if (first === undefined) throw new Error('no skip names a relist');

    it.each([0.7, 2, 30, -0.7, -2, -30])(
      'is not explained when its elapsed is moved by %d s, and only that one: relists that failed before show which relist it was',
      (by) => {
        expect(unexplained(withLine(lines, first, moveElapsed(at(lines, first), by)))).toEqual([first + 1]);
      },
    );
  },
);

describe('reasons', () => {
  const lines = linesOf('v1.36.2-d-runtime-down');
  const naming = skipLines(lines, true);
  const skips = skipLines(lines);

  it('does not believe a good Status that holds for one skip only', () => {
    const index = at(naming, 12);
    const line = at(lines, index).replace(/\[container runtime is down, (PLEG[^\]]*)\]/, '$1');
    expect(line).not.toBe(at(lines, index));
    expect(unexplained(withLine(lines, index, line))).toEqual([index + 1]);
  });

  it('does not believe that a relist too old is young for one skip', () => {
    const index = at(naming, 12);
    const line = at(lines, index).replace(/\[container runtime is down, PLEG[^\]]*\]/, 'container runtime is down');
    expect(unexplained(withLine(lines, index, line))).toEqual([index + 1]);
  });

  it('predicts when the threshold is passed: a PLEG reason that comes a skip early is not explained', () => {
    const index = at(skips, skips.indexOf(at(naming, 0)) - 1);
    const line = at(lines, index).replace(
      '"container runtime is down"',
      '"[container runtime is down, PLEG is not healthy: pleg was last seen active 2m58.2s ago; threshold is 3m0s]"',
    );
    expect(line).not.toBe(at(lines, index));
    expect(unexplained(withLine(lines, index, line))).toContain(index + 1);
  });

  it('does not believe the reasons of a start in the middle', () => {
    const index = at(naming, 12);
    const line = at(lines, index).replace(
      /err="\[[^\]]*\]"/,
      'err="PLEG is not healthy: pleg has yet to be successful"',
    );
    expect(unexplained(withLine(lines, index, line))).toContain(index + 1);
  });
});

describe('several relists in one run', () => {
  it('fits each once and explains what follows', () => {
    const { check } = replayOf(linesOf('v1.36.2-c-slow-list').join('\n'));
    expect(check.fitted.length).toBe(4);
    expect(check.explainedSkips).toBe(69);
  });
});

describe('a log that begins in the middle of a run', () => {
  it('reads the step of the back-off from the first spacing', () => {
    const lines = linesOf('v1.36.2-b-hang');
    const from = at(skipLines(lines, true), 8);
    const { check } = replayOf(lines.slice(from).join('\n'));
    expect(check.unexplainedSkips).toEqual([]);
    expect(check.missingSkips).toEqual([]);
    expect(check.explainedSkips).toBe(skipLines(lines.slice(from)).length);
  });
});

describe.each(['v1.36.2-b-hang', 'v1.36.2-d-runtime-down'])('each place inside %s', (name) => {
  const lines = linesOf(name);
  const skips = skipLines(lines);
  const timeOf = (line: number): number =>
    Number(/ (\d\d):/.exec(at(lines, line))?.[1]) * 3600 +
    Number(/ \d\d:(\d\d)/.exec(at(lines, line))?.[1]) * 60 +
    Number(/:\d\d:([\d.]+)/.exec(at(lines, line))?.[1]);
  /** Skips with a skip of the same run before and behind. */
  const inner = skips.filter((line, index) => {
    const before = skips[index - 1];
    const behind = skips[index + 1];
    return (
      before !== undefined &&
      behind !== undefined &&
      timeOf(line) - timeOf(before) < 6 &&
      timeOf(behind) - timeOf(line) < 6
    );
  });

  it('shows a missing skip when one is taken out, and explains all others', () => {
    for (const line of inner) {
      const { check } = replayOf(without(lines, [line]));
      expect([line, check.missingSkips.length, check.unexplainedSkips.length]).toEqual([line, 1, 0]);
    }
  });

  it('shows a skip that is put between two, wherever it stands, and explains all others', () => {
    for (const line of inner) {
      const gap = timeOf(at(skips, skips.indexOf(line) + 1)) - timeOf(line);
      if (gap < 1) continue;
      expect([line, ...unexplained(withLineAfter(lines, line, later(at(lines, line), gap * 0.45)))]).toEqual([
        line,
        line + 2,
      ]);
    }
  });
});
