import { describe, expect, it } from 'vitest';
import { cutWidth } from '../../../webview/page/longNames.ts';

/** Narrow letters take 3 pixels, others 7. */
const widthOf = (text: string): number => [...text].reduce((sum, letter) => sum + ('il-'.includes(letter) ? 3 : 7), 0);

describe('the beginning of a long name', () => {
  it('takes the width of its letters and the ellipsis, not all of its room', () => {
    expect(cutWidth('service-with-a-name', 40, widthOf)).toBe(widthOf('servi…'));
    expect(cutWidth('iiiiWiiii', 26, widthOf)).toBe(widthOf('iiiiW…'));
    expect(cutWidth('iiiiWiiii', 25, widthOf)).toBe(widthOf('iiii…'));
  });

  it('never takes more than its room', () => {
    for (let room = 0; room < 80; room += 1)
      expect(cutWidth('a-team-with-a-long-name', room, widthOf)).toBeLessThanOrEqual(room);
  });
});
