/** What the pane of the what-if says of the recorded hang, in Chinese. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { type LanguageFile, languageOf } from '../../../src/language/language.ts';
import type { ChangeName } from '../../../src/whatIf/changeTable.ts';
import { whatIfAnswer } from '../../../src/whatIf/outputs/whatIfAnswer.ts';
import { whatIfInLanguage } from '../../../src/worker/whatIfInLanguage.ts';
import { projectRoot } from '../../support/shared.ts';

const chinese = languageOf(
  'zh-CN',
  JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile,
);
let analysis: Analysis;

beforeAll(() => {
  const log = join(projectRoot, 'test/fixtures/runs/v1.36.2-b-hang/kubelet.journal.short.log');
  const session = createAnalysisSession({ lineIndex: false });
  session.open(log, { year: 2026 });
  session.push(new Uint8Array(readFileSync(log)));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error('the log cannot be read');
  analysis = result.analysis;
});

/** Three English words in a row are a sentence that was forgotten. */
const ENGLISH = /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;

it.each<readonly (readonly [ChangeName, string])[]>([
  [],
  [['kubeletVersion', '1.28']],
  [['listLatency', '10ms']],
  [['hangLasts', '0']],
  [['hangLasts', '30s']],
  [['requestTimeout', '15s']],
  [['pods', '250']],
  [['hungPods', '1']],
  [['eventedPleg', 'on']],
  [['restartAfter', '2m']],
])('says all of %j', (...changes) => {
  const answer = whatIfInLanguage(whatIfAnswer(analysis.reconstruction, changes), chinese);
  if ('why' in answer) throw new Error(answer.why);
  const { sentence, resemblance, figures, known, values } = answer.document;
  const said = [
    sentence,
    resemblance,
    ...figures.map(({ what }) => what),
    ...known.map(({ text }) => text),
    ...Object.values(values),
  ];
  expect(said.filter((text) => ENGLISH.test(text))).toEqual([]);
  expect(sentence).toMatch(/[\u3400-\u9fff].*。$/);
});

it.each<readonly [ChangeName, string]>([
  ['kubeletVersion', '9'],
  ['pods', 'x'],
  ['eventedPleg', 'yes'],
  ['listLatency', 'soon'],
])('says why %s %s cannot be', (name, text) => {
  const answer = whatIfInLanguage(whatIfAnswer(analysis.reconstruction, [[name, text]]), chinese);
  expect('why' in answer ? answer.why : '').toMatch(/[\u3400-\u9fff]/);
});
