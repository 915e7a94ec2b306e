import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupedNumber } from '../../../src/diagnosis/words/amountText.ts';

it('groups whole numbers as the language does', () => {
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), fc.nat(20_000), (large, small) => {
      for (const count of [large, small]) expect(groupedNumber(count)).toBe(count.toLocaleString('en'));
    }),
  );
});
