/** What the pane of the inner state says of recorded incidents, in Chinese. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { type LanguageFile, languageOf } from '../../../src/language/language.ts';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { momentInLanguage } from '../../../src/timeline/moment/momentInLanguage.ts';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { projectRoot } from '../../support/shared.ts';

const chinese = languageOf(
  'zh-CN',
  JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile,
);

/** Three English words in a row are a sentence that was forgotten. */
const ENGLISH = /[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;
const LOGS = [...listFiles('test/fixtures/runs', /\.log$/), ...listFiles('test/fixtures/incidents', /\.log$/)];
const STEPS = 40;

it.each(LOGS)('says all of the moments of %s', (file) => {
  const session = createAnalysisSession({ lineIndex: false });
  session.open(file, { year: 2026 });
  session.push(new Uint8Array(readFileSync(join(projectRoot, file))));
  session.end();
  const result = session.result();
  if (!result.ok) return;
  const { reconstruction } = result.analysis;
  const moments = createMoments(reconstruction);
  const untold = new Set<string>();
  for (const { id, from, to } of reconstruction.history.processes)
    for (let step = 0; step <= STEPS; step += 1) {
      const english = moments.at(instant(from + ((to - from) * step) / STEPS), id);
      if (english === undefined) continue;
      const moment = momentInLanguage(english, chinese);
      const { headline, fields, caveats, processLabel, previousChange, nextChange, callPath } = moment;
      const failures = new Set(callPath?.steps.filter(({ state }) => state === 'failed').map(({ text }) => text));
      const said = [
        headline,
        processLabel,
        ...caveats,
        ...fields.filter(({ id: field }) => field !== 'node-ready' && field !== 'reasons').map(({ value }) => value),
        ...(callPath?.steps ?? []).map(({ text = '' }) => text).filter((text) => !failures.has(text)),
        previousChange?.what ?? '',
        nextChange?.what ?? '',
      ];
      for (const text of said) if (ENGLISH.test(text)) untold.add(text);
      expect(headline).toMatch(/[\u3400-\u9fff]/);
    }
  expect([...untold]).toEqual([]);
});

it('counts events in their channel, not things of a pod', () => {
  expect(chinese.say('0 of 1,000 (0–5)')).toBe('0 / 1,000（0–5）');
});
