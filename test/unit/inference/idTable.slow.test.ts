import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ColumnSpace } from '../../../src/inference/store/columns.ts';
import { IdTable } from '../../../src/inference/store/idTable.ts';
import { hashOfWords, textOfWords, WORDS, writeText } from '../../../src/inference/store/idWords.ts';

/** Ids that differ only where the hash does not look fall together. */
const alike = fc.integer({ min: 0, max: 200 }).map((number) => `aaaaaaaa${String(number).padStart(52, '0')}bbbb`);
const usual = fc.integer({ min: 0, max: 200 }).map((number) => `${number * 7919}`.padEnd(64, 'e'));
const noWords = fc.constantFrom(
  'ä'.repeat(64),
  `${'a'.repeat(63)}ä`,
  `${'a'.repeat(63)}\u0161`,
  '\0'.repeat(64),
  '😀'.repeat(32),
);
const anyId = fc.oneof(
  alike,
  alike,
  usual,
  noWords,
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5000)),
);

describe('a table of ids', () => {
  it('finds the newest entry of each id, as a map would', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyId, fc.boolean()), { maxLength: 600, size: 'max' }), (steps) => {
        const table = new IdTable(new ColumnSpace());
        const expected = new Map<string, number>();
        const ids: string[] = [];
        for (const [id, again] of steps) {
          expect(table.find(id)).toBe(expected.get(id) ?? -1);
          if (!again && expected.has(id)) continue;
          const number = table.add(id);
          expect(number).toBe(ids.length);
          expected.set(id, number);
          ids.push(id);
        }
        expect(Array.from(expected.keys(), (id) => table.find(id))).toEqual([...expected.values()]);
        expect(ids.map((_, number) => table.idOf(number))).toEqual(ids);
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('finds ids by their words as by their text', () => {
    const words = new Int32Array(WORDS * 2);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(alike, usual), fc.boolean()), { maxLength: 600, size: 'max' }),
        (steps) => {
          const table = new IdTable(new ColumnSpace());
          const expected = new Map<string, number>();
          let count = 0;
          for (const [id, byText] of steps) {
            expect(writeText(words, WORDS, id)).toBe(true);
            const hash = hashOfWords(words, WORDS);
            table.fetch(Int32Array.of(hash), 1, new Int32Array(1));
            expect(byText ? table.find(id) : table.findWords(words, WORDS, hash)).toBe(expected.get(id) ?? -1);
            expect(byText ? table.add(id) : table.addWords(words, WORDS, hash)).toBe(count);
            expect(table.idOf(count)).toBe(id);
            expected.set(id, count);
            count += 1;
          }
        },
      ),
      { numRuns: 60, seed: 11 },
    );
  });

  it('knows which texts can stand as words', () => {
    const words = new Int32Array(WORDS);
    expect(writeText(words, 0, `${'a'.repeat(63)}ä`)).toBe(false);
    expect(writeText(words, 0, 'a'.repeat(63))).toBe(false);
    expect(writeText(words, 0, '0123456789abcdef'.repeat(4))).toBe(true);
    expect(textOfWords(words, 0)).toBe('0123456789abcdef'.repeat(4));
  });

  it('grows with many ids', () => {
    const table = new IdTable(new ColumnSpace());
    const id = (number: number): string => `${number * 7919}`.padEnd(64, 'e');
    for (let number = 0; number < 20_000; number += 1) table.add(id(number));
    for (let number = 0; number < 20_000; number += 97)
      expect([table.find(id(number)), table.idOf(number)]).toEqual([number, id(number)]);
    expect(table.find('nowhere')).toBe(-1);
  });
});
