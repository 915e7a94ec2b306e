import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { profileFor } from '../../../src/kubelet/profile.ts';
import { type Duration, type Instant, seconds } from '../../../src/kubelet/time.ts';
import { Predictor } from '../../../src/replay/predict.ts';
import type { SegmentInputs } from '../../../src/replay/segments.ts';

const START = 1_773_478_800_000_000 as Instant;
const THRESHOLD = seconds(180);

const listed = fc.oneof(
  fc.constantFrom(180_000_000, 180_000_001, 179_999_999, 600_000_000, 600_000_001, 0, 1),
  fc.integer({ min: -20_000_000, max: 700_000_000 }),
);
const inputs = fc
  .record({
    relists: fc.constantFrom('never' as const, 'hangs' as const, 'works' as const),
    before: fc.option(listed),
    status: fc.constantFrom('never' as const, 'fails' as const, 'works' as const),
    runtimeReady: fc.boolean(),
    onlyOthers: fc.boolean(),
    threshold: fc.constantFrom(THRESHOLD, seconds(600)),
  })
  .map(({ before, ...rest }): SegmentInputs => {
    // A hanging relist has one before it, and that one is not ahead.
    const known = rest.relists === 'hangs' ? Math.abs(before ?? 1) : before;
    return {
      ...rest,
      others: '',
      ...(known === null || rest.relists === 'never' ? {} : { lastListed: (START - known) as Instant }),
    };
  });
const question = fc.record({
  inputs,
  shift: fc.integer({ min: 0, max: 1e12 }),
  sleep: fc.constantFrom(0.1, 0.2, 1.6, 5),
  length: fc.integer({ min: 0, max: 60_000_000 }),
});

describe('Predictor', () => {
  it('gives what a run of the model for this question alone gives, whatever was asked before', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(8, 12, 20, 28, 36),
        fc.array(question, { minLength: 2, maxLength: 12 }),
        (minor, questions) => {
          const profile = profileFor({ major: 1, minor });
          const predictor = new Predictor(profile);
          for (const { inputs: asked, shift, sleep, length } of questions) {
            const moved = {
              ...asked,
              ...(asked.lastListed === undefined ? {} : { lastListed: (asked.lastListed + shift) as Instant }),
            };
            const start = (START + shift) as Instant;
            const given = predictor.predict(moved, start, seconds(sleep), length as Duration);
            expect(given).toEqual(new Predictor(profile).predict(asked, START, seconds(sleep), length as Duration));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('tells a relist that is too old from one that will be', () => {
    const predictor = new Predictor(profileFor({ major: 1, minor: 30 }));
    const hung = (before: Duration): SegmentInputs => ({
      relists: 'hangs',
      lastListed: (START - before) as Instant,
      status: 'works',
      runtimeReady: true,
      others: '',
      onlyOthers: false,
      threshold: THRESHOLD,
    });
    const old = predictor.predict(hung(seconds(400)), START, seconds(0.1), seconds(10));
    expect(old.map(({ after }) => after / 1e6)).toEqual([0, 0.1, 0.3, 0.7, 1.5, 3.1, 6.3]);
    expect(predictor.predict(hung(seconds(200)), START, seconds(0.1), seconds(10))).toEqual(old);
    const soon = predictor.predict(hung(seconds(175)), START, seconds(0.1), seconds(10));
    expect(soon.length).toBeGreaterThan(0);
    expect(soon[0]?.after).toBeGreaterThanOrEqual(seconds(5));
  });

  it('allows ten minutes where the skips name the threshold of Evented PLEG, if the version has it', () => {
    const hung: SegmentInputs = {
      relists: 'hangs',
      lastListed: (START - seconds(400)) as Instant,
      status: 'works',
      runtimeReady: true,
      others: '',
      onlyOthers: false,
      threshold: seconds(600),
    };
    expect(new Predictor(profileFor({ major: 1, minor: 30 })).predict(hung, START, seconds(0.1), seconds(10))).toEqual(
      [],
    );
    expect(
      new Predictor(profileFor({ major: 1, minor: 20 })).predict(hung, START, seconds(0.1), seconds(10)),
    ).toHaveLength(7);
  });

  it('gives a shorter question the begin of a longer answer', () => {
    const predictor = new Predictor(profileFor({ major: 1, minor: 30 }));
    const never: SegmentInputs = {
      relists: 'never',
      status: 'never',
      runtimeReady: true,
      others: '',
      onlyOthers: false,
      threshold: THRESHOLD,
    };
    const long = predictor.predict(never, START, seconds(0.1), seconds(60));
    const short = predictor.predict(never, START, seconds(0.1), seconds(3.1));
    expect(short).toEqual(long.slice(0, 6));
  });
});
