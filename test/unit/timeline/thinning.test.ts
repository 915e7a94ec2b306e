import { lowerBound, upperBound } from '../../../src/kubelet/ordered.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thinBand, thinSeries } from '../../../src/timeline/series/seriesThinning.ts';
import { countVisible, latestEnds, thinLane } from '../../../src/timeline/series/thinning.ts';
import type { Lane } from '../../../src/timeline/timelineDocument.ts';

interface Bar {
  readonly start: number;
  readonly length: number;
  readonly level: number;
}

function laneOf(bars: readonly Bar[]): Lane {
  const sorted = bars.toSorted((a, b) => a.start - b.start);
  return {
    id: 'lane',
    kind: 'events',
    label: 'lane',
    start: Float64Array.from(sorted, (bar) => bar.start),
    end: Float64Array.from(sorted, (bar) => bar.start + bar.length),
    style: new Uint8Array(sorted.length),
    level: Uint8Array.from(sorted, (bar) => bar.level),
    proven: new Uint8Array(sorted.length).fill(1),
    mark: Int32Array.from(sorted, (_, index) => index),
  };
}

const bars = fc.array(
  fc.record({
    start: fc.integer({ min: 0, max: 10_000 }),
    length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })),
    level: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 300 },
);
const windows = fc
  .tuple(fc.integer({ min: -100, max: 9_000 }), fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 1, max: 200 }))
  .map(([from, span, columns]) => ({ from, to: from + span, columns }));

describe('thinLane', () => {
  it('stands for every bar in the window exactly once', () => {
    fc.assert(
      fc.property(bars, windows, (list, window) => {
        const lane = laneOf(list);
        const thinned = thinLane(lane, latestEnds(lane), window);
        let stands = 0;
        for (let place = 0; place < thinned.count; place += 1) stands += thinned.merged[place] ?? 0;
        expect(stands).toBe(
          list.filter((bar) => bar.start <= window.to && bar.start + bar.length >= window.from).length,
        );
      }),
    );
  });

  it('never loses an error: each has an error drawn in its column or is drawn itself', () => {
    fc.assert(
      fc.property(bars, windows, (list, window) => {
        const lane = laneOf(list);
        const thinned = thinLane(lane, latestEnds(lane), window);
        const perColumn = (window.to - window.from) / window.columns;
        const columns = new Set<number>();
        const drawn = new Set<number>();
        for (let place = 0; place < thinned.count; place += 1) {
          const index = thinned.index[place] ?? -1;
          drawn.add(index);
          if (lane.level[index] === 2) columns.add(Math.floor(thinned.left[place] ?? 0));
        }
        for (let index = 0; index < lane.start.length; index += 1) {
          const start = lane.start[index] ?? 0;
          if (lane.level[index] !== 2 || start > window.to || (lane.end[index] ?? 0) < window.from) continue;
          expect(drawn.has(index) || columns.has(Math.floor((start - window.from) / perColumn))).toBe(true);
        }
      }),
    );
  });

  it('shows the worst level of each column, as an obvious search finds it', () => {
    fc.assert(
      fc.property(bars, windows, (list, window) => {
        const narrow = list.map((bar) => ({ ...bar, length: 0 }));
        const lane = laneOf(narrow);
        const perColumn = (window.to - window.from) / window.columns;
        const worst = new Map<number, number>();
        for (const bar of narrow) {
          if (bar.start < window.from || bar.start > window.to) continue;
          const column = Math.floor((bar.start - window.from) / perColumn);
          worst.set(column, Math.max(worst.get(column) ?? 0, bar.level));
        }
        const found = new Map<number, number>();
        const thinned = thinLane(lane, latestEnds(lane), window);
        for (let place = 0; place < thinned.count; place += 1) {
          const column = Math.floor(thinned.left[place] ?? 0);
          found.set(column, Math.max(found.get(column) ?? 0, lane.level[thinned.index[place] ?? 0] ?? 0));
        }
        expect(found).toEqual(worst);
      }),
    );
  });

  it('draws at most two marks a column of what is narrow, however many there are', () => {
    const lane = laneOf(
      Array.from({ length: 200_000 }, (_, index) => ({
        start: index,
        length: 0,
        level: index % 1000 === 0 ? 2 : index % 3 === 0 ? 1 : 0,
      })),
    );
    const thinned = thinLane(lane, latestEnds(lane), { from: 0, to: 200_000, columns: 100 });
    expect(thinned.count).toBeLessThanOrEqual(202);
    expect(thinned.merged.slice(0, thinned.count).reduce((sum, count) => sum + count, 0)).toBe(200_000);
  });

  it('draws a bar that began long before what is in sight, and keeps few ends to find it', () => {
    const lane = laneOf([
      { start: 0, length: 100_000, level: 0 },
      ...Array.from({ length: 10_000 }, (_, index) => ({ start: 1 + index, length: 2, level: 0 })),
    ]);
    const ends = latestEnds(lane);
    expect(ends.length).toBeLessThan(200);
    const thinned = thinLane(lane, ends, { from: 50_000, to: 60_000, columns: 100 });
    expect([...thinned.index.slice(0, thinned.count)]).toEqual([0]);
    expect(countVisible(lane, ends, 50_000, 60_000)).toEqual([1, 0, 0]);
  });

  it('keeps the longest bar for a group of equal level', () => {
    const lane = laneOf([
      { start: 10, length: 1, level: 0 },
      { start: 11, length: 30, level: 0 },
      { start: 12, length: 2, level: 0 },
    ]);
    const thinned = thinLane(lane, latestEnds(lane), { from: 0, to: 10_000, columns: 10 });
    expect(thinned.count).toBe(1);
    expect(thinned.index[0]).toBe(1);
    expect(thinned.right[0]).toBeCloseTo(41 / 1000);
  });

  it('finds a long bar that began far before the window', () => {
    const lane = laneOf([
      { start: 0, length: 5_000, level: 0 },
      ...Array.from({ length: 50 }, (_, index) => ({ start: 10 + index, length: 1, level: 0 })),
    ]);
    const thinned = thinLane(lane, latestEnds(lane), { from: 4_000, to: 4_500, columns: 100 });
    expect([...thinned.index.slice(0, thinned.count)]).toEqual([0]);
  });

  it('gives nothing for an empty window', () => {
    const lane = laneOf([{ start: 1, length: 1, level: 2 }]);
    expect(thinLane(lane, latestEnds(lane), { from: 5, to: 5, columns: 100 }).count).toBe(0);
  });

  it('counts what is visible by level', () => {
    const lane = laneOf([
      { start: 0, length: 100, level: 0 },
      { start: 50, length: 0, level: 2 },
      { start: 60, length: 0, level: 1 },
      { start: 200, length: 0, level: 2 },
    ]);
    expect(countVisible(lane, latestEnds(lane), 40, 100)).toEqual([1, 1, 1]);
  });
});

describe('bounds in a sorted array', () => {
  it('agree with an obvious search', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 })), fc.integer({ min: -1, max: 51 }), (values, wanted) => {
        const sorted = values.toSorted((a, b) => a - b);
        const at = (index: number): number => (index < 0 ? sorted.length : index);
        expect(lowerBound(sorted, wanted)).toBe(at(sorted.findIndex((value) => value >= wanted)));
        expect(upperBound(sorted, wanted)).toBe(at(sorted.findIndex((value) => value > wanted)));
      }),
    );
  });
});

describe('thinSeries', () => {
  const points = fc.array(
    fc.oneof(
      { weight: 8, arbitrary: fc.double({ min: 0, max: 400, noNaN: true }) },
      { weight: 1, arbitrary: fc.constant(Number.NaN) },
    ),
    { minLength: 1, maxLength: 600 },
  );

  it('keeps the lowest and the highest of every column, and every break', () => {
    fc.assert(
      fc.property(points, fc.integer({ min: 1, max: 40 }), (values, columns) => {
        const time = Float64Array.from(values, (_, index) => index * 10);
        const value = Float64Array.from(values);
        const window = { from: 0, to: values.length * 10, columns };
        const kept = new Set(thinSeries(time, value, new Uint8Array(values.length), window));
        const perColumn = (window.to - window.from) / columns;
        for (let column = 0; column < columns; column += 1) {
          const inside = values
            .map((_, index) => index)
            .filter((index) => Math.floor((index * 10) / perColumn) === column);
          const known = inside.filter((index) => !Number.isNaN(values[index] ?? Number.NaN));
          if (known.length === 0) continue;
          const of = (index: number): number => values[index] ?? 0;
          const lowest = Math.min(...known.map(of));
          const highest = Math.max(...known.map(of));
          const shown = known.filter((index) => kept.has(index)).map(of);
          expect(Math.min(...shown)).toBe(lowest);
          expect(Math.max(...shown)).toBe(highest);
          if (known.length < inside.length)
            expect(inside.some((index) => kept.has(index) && Number.isNaN(values[index] ?? Number.NaN))).toBe(true);
        }
      }),
    );
  });

  it('keeps few points of many and their order', () => {
    const size = 400_000;
    const time = Float64Array.from({ length: size }, (_, index) => index);
    const value = Float64Array.from({ length: size }, (_, index) => (index === 123_456 ? 300 : index % 2));
    const kept = thinSeries(time, value, new Uint8Array(size), { from: 0, to: size, columns: 800 });
    expect(kept.length).toBeLessThan(800 * 5);
    expect(kept).toContain(123_456);
    expect([...kept]).toEqual([...kept].sort((a, b) => a - b));
  });

  it('keeps the change from proven to likely', () => {
    const size = 10_000;
    const time = Float64Array.from({ length: size }, (_, index) => index);
    const proven = Uint8Array.from({ length: size }, (_, index) => (index < 5_003 ? 1 : 0));
    expect(thinSeries(time, new Float64Array(size), proven, { from: 0, to: size, columns: 10 })).toContain(5_003);
  });
});

describe('thinBand', () => {
  it('spans the least and the greatest value of each column', () => {
    const size = 5_000;
    const time = Float64Array.from({ length: size }, (_, index) => index);
    const min = Float64Array.from({ length: size }, (_, index) => (index === 2_222 ? -7 : 1));
    const max = Float64Array.from({ length: size }, (_, index) => (index === 2_224 ? 99 : 2));
    const band = thinBand(time, min, max, { from: 0, to: size, columns: 50 });
    expect(Math.min(...band.min)).toBe(-7);
    expect(Math.max(...band.max)).toBe(99);
    expect(band.at.length).toBeLessThanOrEqual(51);
  });
});
