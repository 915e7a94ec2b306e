/** Columns of a lane against a plain list of objects. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type LaneItem, LaneItems } from '../../../src/timeline/laneItems.ts';
import { levelOf } from '../../../src/timeline/marks.ts';

const item: fc.Arbitrary<LaneItem> = fc.record({
  start: fc.integer({ min: 0, max: 5 }),
  end: fc.integer({ min: 0, max: 9 }),
  style: fc.nat(20),
  level: fc.nat(2).map(levelOf),
  proven: fc.boolean(),
  mark: fc.integer({ min: -1, max: 2 }),
});
const FINAL = Int32Array.of(2, 0, 1);
const laneOf = (items: readonly LaneItem[]): LaneItems => {
  const lane = new LaneItems();
  for (const one of items) lane.push(one);
  return lane;
};

it('are sorted by start, the longer first, and otherwise as they came; a bar never ends before it starts', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), (items) => {
      const expected = items.toSorted((a, b) => a.start - b.start || b.end - a.end);
      const { start, end, style, level, proven, mark } = laneOf(items).sorted(FINAL);
      expect([...start]).toEqual(expected.map((one) => one.start));
      expect([...end]).toEqual(expected.map((one) => Math.max(one.start, one.end)));
      expect([...style]).toEqual(expected.map((one) => one.style));
      expect([...level]).toEqual(expected.map((one) => one.level));
      expect([...proven]).toEqual(expected.map((one) => Number(one.proven)));
      expect([...mark]).toEqual(expected.map((one) => (one.mark < 0 ? -1 : FINAL[one.mark])));
    }),
  );
});

it('are taken from another lane by their level, and counted by it', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 60 }), fc.array(item, { maxLength: 60 }), (own, other) => {
      const lane = laneOf(own);
      lane.addFrom(laneOf(other), 1);
      const all = [...own, ...other.filter(({ level }) => level >= 1)];
      expect(lane.length).toBe(all.length);
      expect(lane.sorted(FINAL)).toEqual(laneOf(all).sorted(FINAL));
      expect(lane.countOf(2)).toBe(all.filter(({ level }) => level === 2).length);
    }),
  );
});
