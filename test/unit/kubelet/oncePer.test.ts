import { describe, expect, it } from 'vitest';
import { onceFor, oncePer } from '../../../src/kubelet/oncePer.ts';

describe('what is kept under a key', () => {
  it('is made when somebody asks first, and never again', () => {
    const known = new Map<string, number[]>();
    const first = onceFor(known, 'a', () => [1]);
    expect(onceFor(known, 'a', () => [2])).toBe(first);
    expect(onceFor(known, 'b', () => [3])).toEqual([3]);
    expect(known).toEqual(
      new Map([
        ['a', [1]],
        ['b', [3]],
      ]),
    );
  });

  it('is made again only where the key is another', () => {
    const made: object[] = [];
    const once = oncePer((of: object) => made.push(of));
    const [one, other] = [{}, {}];
    expect([once(one), once(one), once(other), once(one)]).toEqual([1, 1, 2, 1]);
    expect(made).toEqual([one, other]);
  });
});
