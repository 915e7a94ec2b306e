import { describe, expect, it } from 'vitest';
import { Tally } from '../../../src/diagnosis/signs/tally.ts';

const asItIs = (name: string): string => name;

function entriesOf(tally: Tally): readonly (readonly [string, number])[] {
  const entries: [string, number][] = [];
  tally.forEach((lines, name) => entries.push([name, lines]));
  return entries;
}

describe('a tally', () => {
  it('counts the lines of each name, in the order in which they came first', () => {
    const tally = new Tally();
    for (const [name, lines] of [
      ['b', 2],
      ['a', 1],
      ['b', 3],
      ['c', 4],
    ] as const)
      expect(tally.add(name, lines, 50, asItIs)).toBe(true);
    expect(entriesOf(tally)).toEqual([
      ['b', 5],
      ['a', 1],
      ['c', 4],
    ]);
    expect([...tally.keys()]).toEqual(['b', 'a', 'c']);
    expect(tally.size).toBe(3);
    expect(tally.get('c')).toBe(4);
    expect(tally.get('d')).toBeUndefined();
    expect(tally.has('a')).toBe(true);
    expect(tally.has('d')).toBe(false);
  });

  it('takes no more names than it may, but further lines of those that it has', () => {
    const tally = new Tally();
    expect(tally.add('a', 1, 1, asItIs)).toBe(true);
    expect(tally.add('b', 1, 1, asItIs)).toBe(false);
    expect(tally.add('a', 1, 1, asItIs)).toBe(true);
    expect(entriesOf(tally)).toEqual([['a', 2]]);
  });

  it('keeps the copy of a name, made once', () => {
    const tally = new Tally();
    let copies = 0;
    const keep = (name: string): string => {
      copies += 1;
      return name.toUpperCase();
    };
    tally.add('a', 1, 50, keep);
    tally.add('A', 1, 50, keep);
    expect(entriesOf(tally)).toEqual([['A', 2]]);
    expect(copies).toBe(1);
  });
});
