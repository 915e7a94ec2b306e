import { describe, expect, it } from 'vitest';
import { LastOf } from '../../../src/replay/innerState/lastOf.ts';

interface Kept {
  readonly of: object;
  readonly number: number;
}

describe('what was made last', () => {
  const known = (last: LastOf<Kept>, count: number): readonly number[] =>
    Array.from({ length: count }, (_, number) => number).filter(
      (number) => last.find((kept) => kept.number === number) !== undefined,
    );

  it('is at most so much of one owner: the oldest of it gives way, whatever others have', () => {
    const last = new LastOf<Kept>(8, 24);
    const [one, other] = [{}, {}];
    last.keep({ of: other, number: 100 });
    for (let number = 0; number < 20; number += 1) last.keep({ of: one, number });
    expect(known(last, 20)).toEqual([12, 13, 14, 15, 16, 17, 18, 19]);
    expect(last.find(({ of }) => of === other)?.number).toBe(100);
  });

  it('is at most so much of all: of a thousand owners the last have theirs', () => {
    const last = new LastOf<Kept>(8, 24);
    for (let number = 0; number < 1000; number += 1) last.keep({ of: {}, number });
    expect(known(last, 1000)).toEqual(Array.from({ length: 24 }, (_, index) => 976 + index));
  });

  it('gives the latest first', () => {
    const last = new LastOf<Kept>(8, 24);
    const of = {};
    for (const number of [1, 2, 3]) last.keep({ of, number });
    expect(last.find(() => true)?.number).toBe(3);
  });
});
