import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fill, languageOf } from '../../../src/language/language.ts';

const chinese = languageOf('zh-CN', {
  sentences: {
    'It has recovered.': '现已恢复。',
    'PLEG was unhealthy': 'PLEG 不健康',
    '{0} for {1}, from {2}.': '{~0}{~1}，从 {2} 开始。',
    'about {0}': '约 {0}',
    '{0#} lines': '{0} 行',
    'Unhealthy {0} {1#} times': '{0} {1} 次',
    'Read the log: {0}.': '查看日志：{0}。',
    'Swap is on': '已启用 swap',
    'Likely cause: {0}.': '可能的原因：{~0}。',
    '{0_} exited': '{0}已退出',
    'It was seen at {0}.': '见于{0}。',
    'It ended because {0}.': '因{~0}而结束。',
    '{0#} lines from {1} to {2}': '从 {1} 到 {2} 的 {0} 行',
  },
});

interface Part {
  readonly text: string;
  readonly line?: number;
  readonly strong?: boolean;
}
const bare = ({ strong }: Part, text: string): Part => ({ text, ...(strong === undefined ? {} : { strong }) });

describe('say', () => {
  it.each([
    ['It has recovered.', '现已恢复。'],
    ['it has recovered.', '现已恢复。'],
    ['PLEG was unhealthy for about 2m, from 10:00:00.', 'PLEG 不健康约 2m，从 10:00:00 开始。'],
    ['3 lines', '3 行'],
    ['many lines', 'many lines'],
    ['Unhealthy at times 3 times', 'at times 3 次'],
    ['It has recovered. Nobody knows why. It has recovered.', '现已恢复。 Nobody knows why. 现已恢复。'],
    ['Read the log: `grep "a. B" log`.', '查看日志：`grep "a. B" log`。'],
    ['', ''],
    ['Swap is on.', '已启用 swap。'],
    ['Web-1 exited', 'Web-1 已退出'],
    ['One of them exited', 'One of them exited'],
    ['It was seen at noon.', '见于 noon。'],
    ['It was seen at the very same place.', 'It was seen at the very same place.'],
    ['It was seen at "the very same place".', '见于 "the very same place"。'],
    ['It ended because web-1 exited.', '因 web-1 已退出而结束。'],
    ['It ended because nobody wanted it any more.', 'It ended because nobody wanted it any more.'],
    ['3 lines from 10:00 to 11:00.', '3 lines from 10:00 to 11:00.'],
  ])('%s', (english, said) => {
    expect(chinese.say(english)).toBe(said);
  });

  it.each([
    [['worker-2: ', 'It has recovered.'], 'worker-2: 现已恢复。'],
    [['Likely cause: ', 'Swap is on.'], '可能的原因：已启用 swap。'],
    [['Read the log: ', 'kubelet.log.'], '查看日志：kubelet.log。'],
    [['Read the log: ', '{0}.'], '查看日志：{0}。'],
  ])('takes what stands before a colon for a name only if it is one word: %j', (texts, said) => {
    const parts = texts.map((text) => ({ text }));
    expect(
      chinese
        .saySpans(parts, bare)
        .map(({ text }) => text)
        .join(''),
    ).toBe(said);
  });

  it('loses nothing of a text that it has no words for', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z .!?`"{}0#~]{0,40}$/), (text) => {
        expect(languageOf('zh-CN', { sentences: {} }).say(text).replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });

  it('puts what stands in a hole where it belongs, whatever it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z{}~0#$&]{1,20}$/), (name) => {
        expect(chinese.say(`Read the log: ${name}.`)).toBe(`查看日志：${name}。`);
      }),
    );
  });
});

describe('saySpans', () => {
  it('keeps the link of a piece with what is of it, and its weight with the words around it', () => {
    const spans: Part[] = [
      { text: 'PLEG was unhealthy for about 2m, from ', strong: true },
      { text: '10:00:00', line: 7, strong: true },
      { text: '.', strong: true },
      { text: ' ' },
      { text: 'It has recovered.', line: 9 },
    ];
    const said = chinese.saySpans(spans, bare);
    expect(said.map(({ text }) => text).join('')).toBe('PLEG 不健康约 2m，从 10:00:00 开始。现已恢复。');
    expect(said.filter(({ line }) => line !== undefined)).toEqual([
      { text: '10:00:00', line: 7, strong: true },
      { text: '现已恢复。', line: 9 },
    ]);
    expect(said[0]).toEqual({ text: 'PLEG 不健康', strong: true });
  });

  it('leaves a name that stands before its sentence', () => {
    const said = chinese.saySpans([{ text: 'worker-1: ' }, { text: 'it has recovered.' }], bare);
    expect(said.map(({ text }) => text)).toEqual(['worker-1: ', '现已恢复。']);
  });
});

it('fills the holes of words with values, and stays English without them', () => {
  expect(fill({ '{0} of {1}': '{1} 中的 {0}' }, '{0} of {1}', [2, '$& {0}'])).toBe('$& {0} 中的 2');
  expect(fill(undefined, '{0} of {1}', [2, 3])).toBe('2 of 3');
});
