import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdTable } from '../../../src/inference/idTable.ts';

/** Ids that differ only where the hash does not look fall together. */
const alike = fc.integer({ min: 0, max: 200 }).map((number) => `aaaaaaaa${String(number).padStart(10, '0')}bbbbbbbb`);
const anyId = fc.oneof(alike, fc.string({ maxLength: 12 }), fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('', 'x'.repeat(255), 'x'.repeat(256), 'x'.repeat(5000)));

describe('a table of ids', () => {
  it('finds the newest entry of each id, as a map would', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyId, fc.boolean()), { maxLength: 400 }), (steps) => {
        const table = new IdTable();
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
        for (const [id, number] of expected) expect(table.find(id)).toBe(number);
        ids.forEach((id, number) => expect(table.idOf(number)).toBe(id));
      }),
      { numRuns: 100, seed: 5 },
    );
  });

  it('grows with many ids', () => {
    const table = new IdTable();
    const id = (number: number): string => `${number * 7919}`.padEnd(64, 'e');
    for (let number = 0; number < 20_000; number += 1) table.add(id(number));
    for (let number = 0; number < 20_000; number += 97) expect([table.find(id(number)), table.idOf(number)]).toEqual([number, id(number)]);
    expect(table.find('nowhere')).toBe(-1);
  });
});
