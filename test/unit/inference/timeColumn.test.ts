import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BLOCK } from '../../../src/inference/store/columns.ts';
import { TimeColumn } from '../../../src/inference/store/timeColumn.ts';
import type { Instant } from '../../../src/kubelet/time.ts';

const GRAIN = 5;
const at = (time: number): Instant => time as Instant;

/** Lines of the first source come first, then those of several take turns. */
const sourceOf = (index: number): number => (index < 5000 ? 0 : index % 3);

/** The column as a list. */
function listed(
  times: readonly number[],
  label: (index: number) => string | undefined,
): readonly {
  readonly time: number;
  readonly at: { readonly source: number; readonly line: number };
  readonly label?: string;
}[] {
  const kept: { time: number; at: { source: number; line: number }; label?: string }[] = [];
  times.forEach((time, index) => {
    const own = label(index);
    const before = kept.at(-1);
    if (before !== undefined && Math.abs(time - before.time) < GRAIN && before.label === own) return;
    kept.push({ time, at: { source: sourceOf(index), line: index }, ...(own === undefined ? {} : { label: own }) });
  });
  return kept;
}

describe('a column of times', () => {
  it('answers as a sorted list would, over many blocks, in order or not', () => {
    let longest = 0;
    const step = fc.integer({ min: -20, max: 60 });
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 1, maxLength: 200, size: 'max' }),
        fc.integer({ min: 1, max: 120 }),
        fc.boolean(),
        fc.boolean(),
        fc.array(fc.integer({ min: -10, max: 5000 }), { maxLength: 20 }),
        (steps, repeat, inOrder, labelled, asked) => {
          let now = 0;
          const times = Array.from(
            { length: steps.length * repeat },
            (_, index) =>
              (now += inOrder ? Math.abs(steps[index % steps.length] ?? 0) : (steps[index % steps.length] ?? 0)),
          );
          const label = (index: number): string | undefined => (labelled ? `pod-${index % 3}` : undefined);
          const column = new TimeColumn(GRAIN);
          times.forEach((time, index) => column.push(at(time), { source: sourceOf(index), line: index }, label(index)));
          const expected = [...listed(times, label)].sort((a, b) => a.time - b.time);
          expect(column.size).toBe(expected.length);
          longest = Math.max(longest, column.size);
          const reach = Math.max(...times.slice(0, 1000), 1);
          for (const ask of asked) {
            const time = ask % (reach + 10);
            expect(column.firstAfter(at(time))).toEqual(expected.find((entry) => entry.time > time));
            expect(column.lastBefore(at(time))).toEqual(expected.findLast((entry) => entry.time < time));
            expect(column.hasBetween(at(time), at(time + 30))).toBe(
              expected.some((entry) => entry.time > time && entry.time < time + 30),
            );
            expect(column.between(at(time), at(time + 90), 4)).toEqual(
              expected.filter((entry) => entry.time > time && entry.time <= time + 90).slice(0, 4),
            );
          }
          column.push(at(now + 1000), { source: 1, line: 99_999 });
          expect(column.firstAfter(at(now + 999))?.time).toBe(now + 1000);
        },
      ),
      { numRuns: 30, seed: 2, endOnFailure: true },
    );
    expect(longest).toBeGreaterThan(2 * BLOCK);
  });

  it('takes marked times of a run as it takes them one by one', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -9, max: 12 }), fc.integer({ min: 0, max: 7 })), {
          maxLength: 400,
          size: 'max',
        }),
        fc.array(fc.nat({ max: 400 }), { maxLength: 6 }),
        fc.integer({ min: 0, max: 2 }),
        (lines, cuts, labelled) => {
          let now = 0;
          const times = Float64Array.from(lines, ([step]) => (now += step));
          const kinds = Uint8Array.from(lines, ([, kind]) => kind);
          const [byRun, byOne] = [new TimeColumn(GRAIN), new TimeColumn(GRAIN)];
          for (const column of [byRun, byOne])
            if (labelled > 0) column.push(at(0), { source: 0, line: 0 }, labelled === 1 ? 'pod-1' : undefined);
          let from = 0;
          for (const cut of [
            ...cuts.map((place) => Math.min(place, lines.length)).sort((a, b) => a - b),
            lines.length,
          ]) {
            byRun.pushMarked(times, kinds, 4, 1000, from, cut);
            from = cut;
          }
          lines.forEach(([, kind], index) => {
            if ((kind & 4) !== 0) byOne.pushPacked(at(times[index] ?? 0), 1000 + index);
          });
          expect(byRun.between(at(-9999), at(9999), 1000)).toEqual(byOne.between(at(-9999), at(9999), 1000));
        },
      ),
      { numRuns: 200, seed: 8 },
    );
  });
});

describe('questions to a column of times', () => {
  it('have the same answers whatever was asked before', () => {
    const time = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(
        fc.array(fc.record({ pushed: time, from: time, length: fc.integer({ min: 0, max: 12 }) }), { maxLength: 30 }),
        (asked) => {
          const column = new TimeColumn(0);
          const times: number[] = [];
          asked.forEach(({ pushed, from, length }, index) => {
            column.push(at(pushed), { source: 0, line: index + 1 });
            times.push(pushed);
            const to = from + length;
            expect(column.hasBetween(at(from), at(to))).toBe(times.some((one) => one > from && one < to));
            const later = times.filter((one) => one > from);
            expect(column.firstAfter(at(from))?.time).toBe(later.length === 0 ? undefined : at(Math.min(...later)));
            const earlier = times.filter((one) => one < to);
            expect(column.lastBefore(at(to))?.time).toBe(earlier.length === 0 ? undefined : at(Math.max(...earlier)));
          });
        },
      ),
    );
  });
});
