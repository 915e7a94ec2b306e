import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WordSearch } from '../../../src/messages/texts/wordSearch.ts';

/** Few letters, so that words stand in texts and begin alike; one has the low byte of another. */
const letters = fc.constantFrom('a', 'b', ' ', 'š', 'a');
const word = fc.string({ unit: letters, minLength: 3, maxLength: 6 });

describe('the search for many words', () => {
  it('finds the first list of which a word stands in the text, as a search word by word does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { maxLength: 4 }), { maxLength: 5 }),
        fc.string({ unit: letters, maxLength: 40 }),
        (lists, text) => {
          expect(new WordSearch(lists).firstIn(text)).toBe(
            lists.findIndex((words) => words.some((one) => text.includes(one))),
          );
        },
      ),
    );
  });

  it('finds the first list, though a word of a later one stands behind', () => {
    expect(new WordSearch([['denied'], ['refused'], ['not found']]).firstIn('refused, not found')).toBe(1);
  });

  it.each([
    ['a word at the begin', 'refused by it', 0],
    ['a word at the end', 'it was not found', 1],
    ['a word of each list', 'not found, refused', 0],
    ['none', 'refuse', -1],
    ['nothing', '', -1],
    ['a letter whose low byte is the same', 'ŲefuseŤ refuseŤ', -1],
  ])('%s', (_what, text, list) => {
    expect(new WordSearch([['refused', 'denied'], ['not found']]).firstIn(text)).toBe(list);
  });
});
