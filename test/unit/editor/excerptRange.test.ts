import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  extendedRange,
  LINES_A_SIDE,
  MOST_EXCERPT_LINES,
  rangeAround,
} from '../../../src/editor/excerpts/excerptRange.ts';

describe('the lines of an excerpt', () => {
  it('are two thousand on each side of the mark, or up to the first', () => {
    expect(rangeAround(5000)).toEqual({ from: 3000, to: 7000 });
    expect(rangeAround(10)).toEqual({ from: 1, to: 2010 });
  });

  it('grow at the side that is asked for', () => {
    expect(extendedRange({ from: 3000, to: 7000 }, 'earlier')).toEqual({ from: 1000, to: 7000 });
    expect(extendedRange({ from: 1000, to: 7000 }, 'earlier')).toEqual({ from: 1, to: 7000 });
    expect(extendedRange({ from: 3000, to: 7000 }, 'later')).toEqual({ from: 3000, to: 9000 });
  });

  it('never grow too long, join what is there and move on by as many lines as are asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e9 }),
        fc.array(fc.constantFrom('earlier', 'later'), { maxLength: 40 }),
        (line, sides) => {
          let range = rangeAround(line);
          for (const side of sides) {
            const next = extendedRange(range, side);
            expect(next.to - next.from).toBeLessThan(MOST_EXCERPT_LINES);
            expect(next.from).toBeGreaterThan(0);
            expect([next.from <= range.to + 1, next.to >= range.from - 1]).toEqual([true, true]);
            if (side === 'later') expect(next.to).toBe(range.to + LINES_A_SIDE);
            else expect(next.from).toBe(Math.max(1, range.from - LINES_A_SIDE));
            range = next;
          }
        },
      ),
    );
  });
});
