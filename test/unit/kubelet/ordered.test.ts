import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { appendTo, grouped } from '../../../src/kubelet/groups.ts';
import { countLeading, countPlaces, firstAfter, lowerBound, upperBound } from '../../../src/kubelet/ordered.ts';

describe('binary search', () => {
  it('finds what a walk from the begin finds, in lists, in columns and among numbers', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -9, max: 9 }), { maxLength: 40 }),
        fc.integer({ min: -10, max: 10 }),
        (some, value) => {
          const sorted = some.toSorted((a, b) => a - b);
          const least = sorted.filter((number) => number < value).length;
          const most = sorted.filter((number) => number <= value).length;
          expect(countLeading(sorted, (number) => number < value)).toBe(least);
          expect(countPlaces(sorted.length, (place) => (sorted[place] ?? 0) <= value)).toBe(most);
          expect(
            firstAfter(
              sorted.map((time) => ({ time })),
              value,
              ({ time }) => time,
            ),
          ).toBe(most);
          expect(lowerBound(Float64Array.from(sorted), value)).toBe(least);
          expect(upperBound(sorted, value)).toBe(most);
        },
      ),
    );
  });
});

describe('groups', () => {
  it('keep the order of the list and of the first items', () => {
    expect([...grouped([3, 1, 4, 1, 5, 9, 2, 6], (number) => number % 3)]).toEqual([
      [0, [3, 9, 6]],
      [1, [1, 4, 1]],
      [2, [5, 2]],
    ]);
  });

  it('grow at their end', () => {
    const lists = new Map([['a', [1]]]);
    appendTo(lists, 'a', 2);
    appendTo(lists, 'b', 3);
    expect([...lists]).toEqual([
      ['a', [1, 2]],
      ['b', [3]],
    ]);
  });
});
