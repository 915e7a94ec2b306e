/** Of a long text begin and end are shown; a word at the cut is whole, left out, or seen to be cut. */
import { expect, it } from 'vitest';
import { bothEnds } from '../../../src/diagnosis/words/factText.ts';

const URL = 'https://registry.example.org/v2/kube/pause/manifests/3.9';

it('keeps an address whole at whichever place the text is cut', () => {
  const text = `failed to pull and unpack image of the sandbox: failed to resolve reference for all of it: Head "${URL}": dial tcp 192.0.2.7:443: i/o timeout`;
  for (let longest = 70; longest < text.length; longest += 1) {
    const shown = bothEnds(text, longest);
    expect(shown.length).toBeLessThanOrEqual(longest);
    expect(text.startsWith(shown.split(' …')[0] ?? '')).toBe(true);
    const [, glue, behind] = / …( ?)(.*)$/.exec(shown) ?? [];
    const isWhole = text.at(-1 - (behind?.length ?? 0)) === ' ';
    expect(`${glue === ' '}`, shown).toBe(`${isWhole}`);
  }
});

it('shows that a word is cut that has no room', () => {
  const word = 'x'.repeat(300);
  expect(bothEnds(`a ${word}`, 60)).toMatch(/ …x+$/);
});

it('begins with the address where the cut fell into it', () => {
  const text = `${'a word '.repeat(20)}Head "${URL}": EOF`;
  expect(bothEnds(text, 94)).toContain(` … "${URL}": EOF`);
});
