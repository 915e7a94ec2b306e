import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inLanguage } from '../../../src/analysis/inLanguage.ts';
import { formatMarkdown } from '../../../src/analysis/outputs/formatMarkdown.ts';
import { formatText } from '../../../src/analysis/outputs/formatText.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { parseArguments } from '../../../src/cli/arguments.ts';
import { chosenLanguage } from '../../../src/cli/language.ts';
import type { LanguageFile } from '../../../src/language/language.ts';
import { projectRoot } from '../../support/shared.ts';

const file = JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile;
const surroundings = (locale: string): NonNullable<Parameters<typeof chosenLanguage>[1]> => ({
  locale,
  read: async () => file,
});

it.each([
  ['zh_CN.UTF-8', 'zh-CN'],
  ['zh_SG', 'zh-CN'],
  ['zh-Hans', 'zh-CN'],
  ['zh_TW.UTF-8', undefined],
  ['en_US.UTF-8', undefined],
  ['C', undefined],
  ['', undefined],
])('takes the locale %o for %o', async (locale, tag) => {
  expect((await chosenLanguage(undefined, surroundings(locale)))?.tag).toBe(tag);
});

it('takes the option before the locale', async () => {
  expect(await chosenLanguage('en', surroundings('zh_CN.UTF-8'))).toBeUndefined();
  expect((await chosenLanguage('zh-CN', surroundings('C')))?.tag).toBe('zh-CN');
  expect(parseArguments(['analyze', 'a.log', '--language', 'zh-CN'], { piped: false })).toMatchObject({
    kind: 'analyze',
    language: 'zh-CN',
  });
  expect(parseArguments(['analyze', 'a.log', '--language', 'xx'], { piped: false })).toMatchObject({
    kind: 'wrong-usage',
  });
});

it('writes text and Markdown in Chinese, no line wider than a terminal has room for', async () => {
  const log = join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');
  const session = createAnalysisSession({});
  session.open('kubelet.log');
  session.push(new Uint8Array(readFileSync(log)));
  session.end();
  const result = session.result();
  const language = await chosenLanguage('zh-CN', surroundings('C'));
  if (!result.ok || language === undefined) throw new Error('there is an analysis and a language');
  const analysis = inLanguage(result.analysis, language);
  const text = formatText(analysis, undefined, language);
  expect(text).toContain('worker-2: PLEG 不健康约 2m10s');
  expect(text).toContain('[高] 容器运行时的列表调用卡住 (list-calls-hang, episode-2)');
  const columns = (line: string): number =>
    [...line].reduce((sum, sign) => sum + (/[\u2e80-\uffef]/.test(sign) ? 2 : 1), 0);
  const wide = text.split('\n').filter((line) => !line.includes('kubelet[') && columns(line) > 112);
  expect(wide).toEqual([]);
  expect(text.split('\n').some((line) => /^[\uff0c\u3002]/.test(line.trim()))).toBe(false);
  expect(formatMarkdown(analysis, language)).toContain('## 诊断结果');
});
