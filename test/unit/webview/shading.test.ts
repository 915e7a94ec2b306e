import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TimelineDocument } from '../../../src/timeline/timelineDocument.ts';
import { shadesOf, unionOf } from '../../../webview/charts/shading.ts';

describe('unionOf', () => {
  it('joins what overlaps or touches, by time', () => {
    expect(
      unionOf([
        { from: 5, to: 9 },
        { from: 0, to: 2 },
        { from: 8, to: 12 },
        { from: 2, to: 3 },
        { from: 20, to: 20 },
      ]),
    ).toEqual([
      { from: 0, to: 3 },
      { from: 5, to: 12 },
    ]);
  });

  it('covers exactly what its parts cover, once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 20 }))), (pairs) => {
        const parts = pairs.map(([from, length]) => ({ from, to: from + length }));
        const union = unionOf(parts);
        for (let time = 0; time < 90; time += 1) {
          const within = ({ from, to }: { from: number; to: number }): boolean => time + 0.5 > from && time + 0.5 < to;
          expect(union.filter(within)).toHaveLength(parts.some(within) ? 1 : 0);
        }
      }),
    );
  });
});

describe('shadesOf', () => {
  it('shades overlapping episodes of several nodes once, what is proven apart from what bounds leave open', () => {
    const episode = (begin: number, end: number | undefined, startup = false): unknown => ({
      begin,
      beginMax: begin + 1,
      ...(end === undefined ? { endMax: 100 } : { end, endMax: end + 2 }),
      startup,
    });
    const document = {
      length: 100,
      episodes: [episode(10, 30), episode(20, 40), episode(70, undefined), episode(-5, 3, true)],
    } as unknown as TimelineDocument;
    expect(shadesOf(document)).toEqual({
      startup: [{ from: 0, to: 5 }],
      open: [
        { from: 10, to: 42 },
        { from: 70, to: 100 },
      ],
      sure: [
        { from: 11, to: 40 },
        { from: 71, to: 100 },
      ],
    });
    expect(shadesOf(document)).toBe(shadesOf(document));
  });

  it('shades what belongs to one node by its own episodes', () => {
    const episode = (node: string, begin: number, end: number): unknown => ({
      node,
      begin,
      beginMax: begin + 1,
      end,
      endMax: end + 2,
      startup: false,
    });
    const document = {
      length: 100,
      episodes: [episode('worker-1', 10, 30), episode('worker-2', 20, 40)],
    } as unknown as TimelineDocument;
    expect(shadesOf(document, 'worker-2')).toEqual({
      startup: [],
      open: [{ from: 20, to: 42 }],
      sure: [{ from: 21, to: 40 }],
    });
    expect(shadesOf(document, 'worker-1').open).toEqual([{ from: 10, to: 32 }]);
    expect(shadesOf(document).open).toEqual([{ from: 10, to: 42 }]);
  });
});
