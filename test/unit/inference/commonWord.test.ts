import { describe, expect, it } from 'vitest';
import { CommonWord } from '../../../src/inference/streams/commonWord.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import type { Instant } from '../../../src/kubelet/time.ts';

const record = (index: number, text: string, isJournal = true): LogRecord => ({
  source: 0,
  line: index + 1,
  lines: 1,
  klog: { severity: 'I', time: index as Instant, pid: 7, file: `file${index % 4}.go`, fileLine: 12 },
  ...(isJournal ? { journal: { host: 'node-3.example', identifier: 'kubelet', pid: 7 } } : {}),
  message: text,
  pairs: [],
  firstLineText: text,
});
const wordOf = (texts: readonly string[], known: readonly string[] = [], isJournal = true): string | undefined => {
  const word = new CommonWord();
  texts.forEach((text, index) => word.note(record(index, text, isJournal)));
  return word.word(new Set(known));
};
const times = (count: number, text: (index: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, index) => text(index));

describe('the word that all lines have', () => {
  it('is the name of a pod before a common word', () =>
    expect(wordOf(times(9, (index) => `Error ${index} of web-5d4f-x7k2p`))).toBe('web-5d4f-x7k2p'));
  it('is one that people search for, in any case', () =>
    expect(wordOf(times(9, (index) => (index % 2 === 0 ? 'An Error' : 'unexpected error')))).toBe('error'));
  it.each<[string, string | undefined]>([
    ['one line has it not', wordOf([...times(20, () => 'error of web-1'), 'all is well'])],
    ['one of thousands has it not', wordOf([...times(2500, () => 'error of web-1'), 'all is well'])],
    ['there are too many to look at', wordOf(times(20_001, () => 'error'))],
    ['they are few', wordOf(times(7, () => 'error'))],
    [
      'it is the name of the node',
      wordOf(
        times(9, () => 'no node-9 here'),
        ['node-9'],
      ),
    ],
    ['it is the name of the host', wordOf(times(9, () => 'of node-3'))],
    [
      'it stands before the lines',
      wordOf(times(9, (index) => `node-9 I0314 09:00:00.000000    7 file.go:12] it ran ${index}`)),
    ],
    ['it is a date', wordOf(times(9, () => '2026-03-14 09:00:00 it ran'))],
  ])('is none where %s', (_, word) => expect(word).toBeUndefined());
  it('is the name of the kubelet only where no journal writes it before each line', () => {
    const texts = times(9, (index) => `kubelet.go:${index}] it ran`);
    expect([wordOf(texts), wordOf(texts, [], false)]).toEqual([undefined, 'kubelet']);
  });
  it('is not looked for any longer once there is none', () => {
    const word = new CommonWord();
    expect(word.isOpen).toBe(true);
    word.note(record(0, 'error'));
    word.note(record(1, 'well'));
    expect(word.isOpen).toBe(false);
  });
});
