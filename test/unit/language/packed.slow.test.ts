/** The words of the package are those of the sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packedWords } from '../../../scripts/lib/packedWords.mjs';
import { type LanguageFile, languageOf } from '../../../src/language/language.ts';
import { readLanguageFile } from '../../../src/language/packed.ts';
import { projectRoot } from '../../support/shared.ts';

const source = readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8');

it('reads the file of the sources', () => {
  expect(readLanguageFile(source)).toEqual(JSON.parse(source));
});

const file = JSON.parse(source) as LanguageFile;
const packed = readLanguageFile(JSON.stringify(packedWords(file)));

it('reads from the package the words that were packed, row for row', () => {
  expect(Object.entries(packed.words)).toEqual(Object.entries(file.words));
});

it('says each sentence by the package as by the sources', () => {
  const [said, wanted] = [languageOf('zh-CN', packed), languageOf('zh-CN', file)];
  for (const key of Object.keys(file.sentences)) {
    const text = key.replaceAll(/\{\d[#_]?\}/g, '7');
    for (const asked of [text, `${text.charAt(0).toLowerCase()}${text.slice(1)}`, `${text}.`])
      expect(said.say(asked)).toBe(wanted.say(asked));
  }
  expect(Object.keys(packed.sentences).filter((key) => key in file.sentences).length).toBeLessThan(
    Object.keys(file.sentences).length,
  );
});

it('does not take a number in a log for one of the package', () => {
  const [hash] = Object.keys(packed.sentences).filter((key) => !(key in file.sentences));
  expect(hash).toBeDefined();
  for (const text of [hash ?? '', (hash ?? '').slice(1)])
    expect(languageOf('zh-CN', packed).say(text)).toBe(languageOf('en', { sentences: {} }).say(text));
});

it('keeps a text that stands in both parts apart', () => {
  const read = readLanguageFile(
    JSON.stringify(packedWords({ words: { Time: '时间' }, sentences: { Time: '时刻', 'at {0}': '于 {0}' } })),
  );
  expect(read.words).toEqual({ Time: '时间' });
  expect(languageOf('zh-CN', read).say('Time')).toBe('时刻');
});

it('does not pack two sentences of one hash', () => {
  expect(() => packedWords({ words: {}, sentences: { costarring: '甲', liquid: '乙' } })).toThrow('same hash');
});

it('does not pack a text of two lines', () => {
  expect(() => packedWords({ words: { Time: '时\n间' }, sentences: {} })).toThrow('more than a line');
});

it('keeps letters of every kind', () => {
  const said = '容器 “é” 😀 \u{20bb7} … 器';
  const read = readLanguageFile(JSON.stringify(packedWords({ words: { Time: said }, sentences: {} })));
  expect(read.words['Time']).toBe(said);
});
