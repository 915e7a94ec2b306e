import { describe, expect, it } from 'vitest';
import { isOneSleep, skipsBetween, sleepAfter, stepOf } from '../../../src/inference/episodes/backoff.ts';
import { clockStepBetween } from '../../../src/inference/episodes/clockSteps.ts';
import { partIntoRuns } from '../../../src/inference/episodes/skipRuns.ts';
import { profileFor } from '../../../src/kubelet/profile.ts';
import { parseSkipReasons } from '../../../src/kubelet/skipReason.ts';
import type { SkipFact } from '../../../src/messages/fact.ts';
import { at, RUNTIME_DOWN, skipTime, stale } from '../../support/facts.ts';

const GROWING = profileFor({ major: 1, minor: 36 }).backoff;
const FIXED = profileFor({ major: 1, minor: 9 }).backoff;
const never = (): boolean => false;

function skip(seconds: number, text = RUNTIME_DOWN): SkipFact {
  return {
    source: 0,
    line: Math.round(seconds * 10),
    time: at(seconds),
    message: 'test',
    kind: 'skip',
    text,
    reasons: parseSkipReasons(text),
  };
}

const run = (first: number, count: number): SkipFact[] =>
  Array.from({ length: count }, (_, number) => skip(first + skipTime(number) + number * 0.001));

describe('the back-off', () => {
  it('sleeps 100 ms, doubled up to 5 s, and always 5 s up to 1.9', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 7, 90].map((step) => sleepAfter(GROWING, step) / 1e6)).toEqual([
      0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5, 5,
    ]);
    expect(sleepAfter(FIXED, 0)).toBe(5_000_000);
  });

  it('is read off a spacing even on a loaded node', () => {
    expect(stepOf(GROWING, 118_800)).toBe(0);
    expect(stepOf(GROWING, 878_000)).toBe(3);
    expect(stepOf(GROWING, 5_193_000)).toBe(6);
    expect(stepOf(GROWING, 50_000)).toBeUndefined();
    expect(isOneSleep(GROWING, 3, 878_000)).toBe(true);
    expect(isOneSleep(GROWING, 3, 1_700_000)).toBe(false);
  });

  it('counts the skips that a spacing lacks', () => {
    expect(skipsBetween(GROWING, 6, 10_002_000)).toBe(1);
    expect(skipsBetween(GROWING, 0, 700_000 + 800_000 + 2_000)).toBe(3);
    expect(skipsBetween(GROWING, 6, 505_000_000)).toBe(100);
    expect(skipsBetween(GROWING, 6, 7_000_000)).toBeUndefined();
  });
});

describe('runs of skips', () => {
  it('are one run while the sleeps grow', () => {
    const runs = partIntoRuns(run(10, 20), GROWING, true, never);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.fromStart).toBe(true);
    expect(runs[0]?.skips.map((placed) => placed.step)).toEqual([0, 1, 2, 3, 4, 5, ...new Array<number>(14).fill(6)]);
  });

  it('end where the back-off begins anew: a healthy check lies between, even if nothing was logged', () => {
    const second = 10 + skipTime(12) + 0.2;
    const runs = partIntoRuns([...run(10, 12), ...run(second, 9)], GROWING, true, never);
    expect(runs.map((found) => found.skips.length)).toEqual([12, 9]);
  });

  it('have no step that a late wake-up can have made of a shorter one, nor one of the time before another run', () => {
    const steps = (...times: readonly number[]): unknown =>
      partIntoRuns(
        times.map((seconds) => skip(seconds)),
        GROWING,
        false,
        never,
      ).map(({ skips, fromStart }) => [fromStart, ...skips.map((placed) => placed.step)]);
    // 240 ms are 200 ms, or 100 ms and a late timer; 800 ms are nothing else.
    expect(steps(10, 10.24)).toEqual([[false, undefined, undefined]]);
    expect(steps(10, 10.801)).toEqual([[false, 3, 4]]);
    expect(steps(10, 10.24, 10.66, 11.461)).toEqual([[false, undefined, undefined, undefined, 4]]);
    // Five seconds from one skip to the first of another run are no sleep: the loop worked meanwhile.
    expect(steps(10, 15.08, 15.181, 15.382)).toEqual([
      [false, undefined],
      [true, 0, 1, 2],
    ]);
  });

  it('have no such step after a spacing that no sleeps make up either', () => {
    const steps = (gap: number): unknown =>
      partIntoRuns([...run(10, 9), skip(100), skip(100 + gap)], GROWING, true, never)
        .slice(1)
        .map(({ skips, fromStart }) => [fromStart, ...skips.map((placed) => placed.step)]);
    expect(steps(0.21)).toEqual([[false, undefined, undefined]]);
    expect(steps(0.12)).toEqual([[true, 0, 1]]);
    expect(steps(0.81)).toEqual([[false, 3, 4]]);
    expect(steps(0.04)).toEqual([[true, 0, 0]]);
  });

  it('end where another line proves a healthy check', () => {
    const skips = [...run(10, 8), skip(10 + skipTime(7) + 5.01)];
    expect(
      partIntoRuns(
        skips,
        GROWING,
        true,
        (from, to) => from < at(10 + skipTime(7) + 1) && to > at(10 + skipTime(7) + 1),
      ),
    ).toHaveLength(2);
    expect(partIntoRuns(skips, GROWING, true, never)).toHaveLength(1);
  });

  it('end where another line proves a healthy check, though both skips name the same relist', () => {
    const skips = Array.from({ length: 9 }, (_, number) => skip(200 + skipTime(number), stale(190 + skipTime(number))));
    expect(skips.every(({ reasons }) => reasons[0]?.elapsed !== undefined)).toBe(true);
    expect(
      partIntoRuns(
        skips,
        GROWING,
        true,
        (from, to) => from < at(200 + skipTime(5) - 0.5) && to > at(200 + skipTime(5) - 0.5),
      ).map((found) => found.skips.length),
    ).toEqual([5, 4]);
    expect(partIntoRuns(skips, GROWING, true, never)).toHaveLength(1);
  });

  it('are not joined by a chance multiple of the longest sleep over a silence that is unlike all others', () => {
    const before = run(10, 12);
    const hole = skipTime(11) + 5 + 600 * 5 + 0.1;
    const after = Array.from({ length: 4 }, (_, number) => skip(10 + hole + number * 5));
    const isSilent = (from: number, to: number): boolean => from < at(1000) && to > at(1000);
    const lengths = (silent?: typeof isSilent): readonly number[] =>
      partIntoRuns([...before, ...after], GROWING, true, never, () => undefined, silent).map(
        (found) => found.skips.length,
      );
    expect(lengths()).toEqual([16]);
    expect(lengths(isSilent)).toEqual([12, 4]);
  });

  it('count missing skips where the next spacing goes on', () => {
    const whole = run(10, 20);
    const runs = partIntoRuns(
      whole.filter((_, number) => number !== 10 && number !== 11 && number !== 14),
      GROWING,
      true,
      never,
    );
    expect(runs).toHaveLength(1);
    expect(runs[0]?.skips.map((placed) => placed.missingBefore).filter((missing) => missing > 0)).toEqual([2, 1]);
  });

  it('end where the start went well among lines that are missing, though the sleeps would add up', () => {
    const start =
      'container runtime status check may not have completed yet, PLEG is not healthy: pleg has yet to be successful';
    const later = [125, 130, 135].map((after) => skip(10 + skipTime(9) + after));
    const parted = (first: string): number =>
      partIntoRuns(
        [...Array.from({ length: 10 }, (_, number) => skip(10 + skipTime(number), first)), ...later],
        GROWING,
        true,
        never,
      ).length;
    expect(parted(RUNTIME_DOWN)).toBe(1);
    expect(parted(start)).toBe(2);
  });

  it('keep a line that stands between two turns, and count nothing as missing around it', () => {
    const whole = run(10, 14);
    const stranger = skip(10 + skipTime(9) + 1.7);
    const runs = partIntoRuns([...whole.slice(0, 10), stranger, ...whole.slice(10)], GROWING, true, never);
    expect(runs).toHaveLength(1);
    expect(runs[0]?.skips[10]?.fact).toBe(stranger);
    expect(runs[0]?.skips.map((placed) => placed.missingBefore)).toEqual(Array.from({ length: 15 }, () => 0));
  });

  it('may begin before the log: the first spacing tells the step', () => {
    const runs = partIntoRuns(run(10, 20).slice(4), GROWING, false, never);
    expect(runs[0]?.fromStart).toBe(false);
    expect(runs[0]?.skips[0]?.step).toBe(4);
  });

  it('of kubelets up to 1.9 end when the spacing is no multiple of 5 s', () => {
    const first = [0, 5.001, 10.002, 15.003].map((seconds) => skip(10 + seconds));
    expect(partIntoRuns([...first, skip(10 + 20.01)], FIXED, true, never)).toHaveLength(1);
    expect(partIntoRuns([...first, skip(10 + 342.3)], FIXED, true, never)).toHaveLength(2);
    // Of a paste that leaves out its middle.
    expect(partIntoRuns([...first, skip(10 + 340.02)], FIXED, true, never)).toHaveLength(1);
    expect(partIntoRuns([...first, skip(10 + 340.2), skip(10 + 345.2)], FIXED, true, never)).toHaveLength(2);
    const missing = partIntoRuns([...first, skip(10 + 25.006)], FIXED, true, never);
    expect(missing[0]?.skips.at(-1)?.missingBefore).toBe(1);
  });

  it('of kubelets up to 1.9 show no healthy check before the next run, whose sleeps are the same', () => {
    const apart = [10, 15, 20, 147, 152].map((seconds) => skip(seconds));
    expect(partIntoRuns(apart, FIXED, true, never).map(({ afterReset }) => afterReset)).toEqual([false, false]);
    const growing = [10, 10.1, 10.3, 145, 145.1].map((seconds) => skip(seconds));
    expect(partIntoRuns(growing, GROWING, true, never).map(({ afterReset }) => afterReset)).toEqual([false, true]);
  });

  it('are not parted while the same relist is named, however long the gap', () => {
    const named = (seconds: number): SkipFact => skip(seconds, stale(seconds - 1));
    const runs = partIntoRuns(
      [named(200), named(200.1), named(200.3), named(460), named(465.001)],
      GROWING,
      true,
      never,
    );
    expect(runs).toHaveLength(1);
  });
});

describe('a stepped wall clock', () => {
  const before = skip(300, stale(282.5));

  it('shows in stamps that miss the sleep which the elapsed keeps', () => {
    const after = skip(345, stale(287.5));
    expect(clockStepBetween(GROWING, before, after)).toBe(40_000_000);
    expect(
      partIntoRuns([before, after, skip(350.001, stale(292.501))], GROWING, false, never)[0]?.skips.map(
        (placed) => placed.missingBefore,
      ),
    ).toEqual([0, 0, 0]);
  });

  it('is not seen in an ordinary spacing, a new relist or a missing skip', () => {
    expect(clockStepBetween(GROWING, before, skip(305, stale(287.5)))).toBe(0);
    expect(clockStepBetween(GROWING, before, skip(305, stale(201)))).toBe(0);
    expect(clockStepBetween(GROWING, before, skip(310, stale(292.5)))).toBe(0);
  });
});
