import { expect, it } from 'vitest';
import { notice } from '../../../src/editor/notice.ts';
import { panelTitles } from '../../../src/editor/panel/panelTitles.ts';

it('has no link and nothing hidden from the name of a file', () => {
  expect(notice('Line {0} of {1} is short.', 3, '[run](command:x)\u202e.log')).toBe(
    'Line 3 of [run] (command:x)\\u202e.log is short.',
  );
});

it('nor has a tab', () => {
  expect(panelTitles(['/tmp/a\u202egol.exe\n'])).toEqual(['Timeline: a\\u202egol.exe\u240a']);
});
