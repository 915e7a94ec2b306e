import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FirstBetween } from '../../../src/inference/store/firstBetween.ts';

const numbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 30 }), fc.constant(Number.NaN)), { maxLength: 40 });
const bound = fc.integer({ min: -2, max: 32 });

test('finds what a look at every item finds, in lists of any order', () => {
  fc.assert(
    fc.property(numbers, bound, bound, fc.nat(40), (list, least, most, from) => {
      const items = list.map((value, index) => ({ value, index }));
      const search = new FirstBetween(items, ({ value }) => value);
      const fits = ({ index }: { readonly index: number }): boolean => index >= from && index % 3 !== 0;
      expect(search.find(least, most, from, fits)).toBe(
        items.find((item) => item.value >= least && item.value <= most && fits(item)),
      );
      const first = items.findIndex(({ value }) => value >= least);
      expect(search.firstFrom(least)).toBe(first < 0 ? items.length : first);
    }),
  );
});
