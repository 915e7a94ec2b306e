/** Marks of people who left lines of a log out. */
import { expect, it } from 'vitest';
import { isEllipsis } from '../../../src/messages/texts/ellipsis.ts';
import { diagnoseText, plain } from '../diagnosis/diagnoseLog.ts';

const MARKS = [
  '...',
  '[...]',
  '<snip>',
  '[SNIP]',
  '(truncated)',
  '[... snip ...]',
  '--snip--',
  '-- snip --',
  '--',
  '---- 8< ----',
];

it.each([...MARKS, '... 200 lines omitted ...', '// some lines omitted', 'output truncated'])('%s is one', (text) => {
  expect(isEllipsis(text)).toBe(true);
});

it.each(['the message was truncated', 'omitted: pod "a"', '"truncated"', 'snippet', 'pods 8<'])(
  '%s is none',
  (text) => {
    expect(isEllipsis(text)).toBe(false);
  },
);

const skip = (second: string): string =>
  `E0314 09:24:${second}.900000    2211 kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active 7m${second}.7s ago; threshold is 3m0s`;
const other = (second: string): string => `I0314 09:24:${second}.900000    2211 kubelet.go:10] hello`;
const answer = (...between: readonly string[]): string =>
  plain(diagnoseText([skip('09'), skip('14'), ...between, other('34'), other('40')].join('\n')).answer);

it.each(MARKS)('no recovery is read out of %s', (mark) => {
  expect(answer()).toContain('It has recovered');
  expect(answer(mark)).toContain('lines are missing after it');
});
