/** The words of `l10n/` held to what is said of every hand-written log; `table.test.ts` holds them to the sources. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import type { LanguageFile } from '../../../src/language/language.ts';
import { sentencesOf } from '../../../src/language/sentences.ts';
import { translateText } from '../../../src/language/spans.ts';
import { Table } from '../../../src/language/table.ts';
import { DETAILS_OF_OURS } from '../../../src/timeline/inLanguage.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { projectRoot } from '../../support/shared.ts';

const { sentences } = JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile;
const table = new Table(sentences);

describe('sentences of the hand-written logs', () => {
  const said = {
    title: new Set<string>(),
    step: new Set<string>(),
    headline: new Set<string>(),
    insight: new Set<string>(),
    detail: new Set<string>(),
    all: new Set<string>(),
  };

  beforeAll(() => {
    const folder = join(projectRoot, 'test/fixtures/findings');
    const logs = [
      ...readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.log'))
        .map((name) => join(folder, name)),
      ...listFiles('test/fixtures/incidents', /\.log$/).map((file) => join(projectRoot, file)),
    ];
    for (const log of logs) {
      const session = createAnalysisSession();
      session.open(log);
      session.push(new Uint8Array(readFileSync(log)));
      session.end();
      const result = session.result();
      if (!result.ok) continue;
      const { answer, findings } = result.analysis;
      said.headline.add(answer.headline);
      for (const { title, nextSteps, explanation } of findings) {
        said.title.add(title);
        for (const step of nextSteps) for (const { from, to } of sentencesOf(step)) said.step.add(step.slice(from, to));
        for (const { from, to } of sentencesOf(explanation)) said.all.add(explanation.slice(from, to));
      }
      for (const paragraph of answer.paragraphs) {
        const text = paragraph.map((part) => part.text).join('');
        for (const { from, to } of sentencesOf(text)) said.all.add(text.slice(from, to));
      }
      const index = buildInsightIndex(result.analysis);
      for (let line = 1; line <= result.analysis.reconstruction.history.counts.lines; line += 1) {
        const record = session.lineIndex(0)?.recordAt(line);
        if (record?.line !== line) continue;
        for (const sentence of lineInsight(record, 0, index).sentences) {
          const text = sentence.map((part) => part.text).join('');
          for (const { from, to } of sentencesOf(text)) said.insight.add(text.slice(from, to));
        }
      }
      const document = timelineOf(result.analysis, 'log');
      for (const { label } of document.episodes) said.headline.add(label);
      document.marks.detail.forEach((text, mark) => {
        const lane = document.lanes[document.marks.lane[mark] ?? -1];
        const detail = document.strings[text];
        if (detail !== undefined && detail !== '' && lane !== undefined && DETAILS_OF_OURS.has(lane.kind))
          said.detail.add(detail);
      });
    }
  }, 60_000);

  it.each(['headline', 'title', 'step', 'insight', 'detail'] as const)('have every %s in the table', (kind) => {
    expect([...said[kind]].filter((text) => translateText(table, text) === text)).toEqual([]);
    expect(said[kind].size).toBeGreaterThan(20);
  });

  it('have the others in it, too', () => {
    const missing = [...said.all].filter((text) => {
      const sentence = text.replace(/^[\w.-]+: (?=[a-zP])/, '');
      return translateText(table, sentence) === sentence;
    });
    expect(missing).toEqual([]);
    expect(said.all.size).toBeGreaterThan(500);
  });
});
