/** The words of the package are those of the sources. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packedWords } from '../../../scripts/lib/packedWords.mjs';
import type { LanguageFile } from '../../../src/language/language.ts';
import { readLanguageFile } from '../../../src/language/packed.ts';
import { projectRoot } from '../../support/shared.ts';

const source = readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8');

it('reads the file of the sources', () => {
  expect(readLanguageFile(source)).toEqual(JSON.parse(source));
});

it('reads from the package what was packed, row for row', () => {
  const file = JSON.parse(source) as LanguageFile;
  const read = readLanguageFile(JSON.stringify(packedWords(file)));
  expect(Object.entries(read.words)).toEqual(Object.entries(file.words));
  expect(Object.entries(read.sentences)).toEqual(Object.entries(file.sentences));
});

it('keeps a text that stands in both parts apart', () => {
  const file = { words: { Time: '时间' }, sentences: { Time: '时刻', 'at {0}': '于 {0}' } };
  expect(readLanguageFile(JSON.stringify(packedWords(file)))).toEqual(file);
});
