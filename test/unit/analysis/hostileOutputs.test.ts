/** Logs that try to act on their reader, through every output. */
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import type { Analysis } from '../../../src/analysis/analysis.ts';
import { analysisJson, analysisJsonPieces } from '../../../src/analysis/outputs/formatJson.ts';
import { formatForChat } from '../../../src/analysis/outputs/copyText.ts';
import { formatMarkdown } from '../../../src/analysis/outputs/formatMarkdown.ts';
import { formatText } from '../../../src/analysis/outputs/formatText.ts';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import type { AnalysisSession } from '../../../src/analysis/session.ts';
import { hoverText } from '../../../src/editor/hoverText.ts';
import { ofQuick } from '../../support/effort.ts';
import { HOSTILE_TEXTS, hostileLog } from '../../support/hostileLogs.ts';
import { textOfPieces } from '../../support/pieces.ts';
import { messageText, recordAt } from '../../../src/worker/explainLine.ts';
import { incidentText } from '../diagnosis/diagnoseLog.ts';
import { analysisOf, sessionOf } from './analyse.ts';

const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/u;
const OURS = new Set('h1 h2 h3 p ul ol li strong code hr em table thead tbody tr th td'.split(' '));
/** With all that a page may switch on. */
const markdownIt = new MarkdownIt({ html: true, linkify: true, typographer: true });
const RENDERERS: readonly (readonly [string, (markdown: string) => string])[] = [
  ['marked', (markdown) => marked.parse(markdown, { async: false })],
  ['markdown-it', (markdown) => markdownIt.render(markdown)],
];
const LOGS = ofQuick(
  [
    'one-pod-cannot-be-inspected-1.34',
    'runc-deadlock-after-upgrade-1.20',
    'slow-network-teardown-1.18',
    'disk-pressure-evictions-1.24',
    'list-containers-hang-after-exits-1.26',
  ] as const,
  1,
);

interface Read {
  readonly session: AnalysisSession;
  readonly analysis: Analysis;
  readonly lines: readonly string[];
}

function read(log: string, hostile: string): Read {
  const text = hostileLog(incidentText(log), hostile);
  const session = sessionOf(text, 65_536, `/tmp/${hostile}.log`);
  return { session, analysis: analysisOf(session), lines: text.split('\n') };
}

/** Elements of a page that are not ours, and any of ours with more than a list's first number. */
function strangeElements(html: string): string[] {
  return [...html.matchAll(/<\/?([a-z][a-z0-9-]*)([^>]*)>/gi)]
    .filter(
      ([, name = '', attributes = '']) => !OURS.has(name.toLowerCase()) || !/^( start="\d+"| ?\/)?$/.test(attributes),
    )
    .map(([element]) => element);
}

/** What stands on a page outside of code, as it is read. */
function outsideOfCode(html: string): string {
  return html
    .replaceAll(/<code>[^<]*<\/code>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

describe.each(LOGS)('%s', (log) => {
  it.each(HOSTILE_TEXTS)('shows %j and does not obey it', (hostile) => {
    const { session, analysis, lines } = read(log, hostile);
    const text = formatText(analysis);
    expect(text).not.toMatch(HIDDEN);
    expect(text.split('\n').filter((line) => line === 'WARNINGS').length).toBeLessThanOrEqual(1);
    for (const shown of [
      analysis.answer.headline,
      ...analysis.answer.paragraphs.flat().map((part) => part.text),
      ...analysis.findings.flatMap(({ title, explanation, nextSteps, evidence }) => [
        title,
        explanation,
        ...nextSteps,
        ...evidence.map((line) => line.text),
      ]),
    ]) {
      expect(shown).not.toMatch(HIDDEN);
      expect(shown).not.toContain('\n');
    }

    const json = textOfPieces(analysisJsonPieces(analysis, session.lineText));
    expect(json).not.toMatch(HIDDEN);
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(analysisJson(analysis, session.lineText))));

    const index = buildInsightIndex(analysis);
    const hovers = lines.slice(0, 60).flatMap((_, place) => {
      const record = session.lineIndex(0)?.recordAt(place + 1);
      const alone = recordAt(lines.slice(place, place + 1), 0, {});
      return (
        hoverText({
          state: 'done',
          ...(record === undefined ? {} : { insight: lineInsight(record, 0, index) }),
          ...(alone === undefined ? {} : { message: messageText(alone) }),
        }) ?? []
      );
    });
    expect(hovers.length).toBeGreaterThan(0);
    for (const hover of hovers) expect(hover).not.toMatch(HIDDEN);

    for (const [name, render] of RENDERERS) {
      for (const markdown of [formatMarkdown(analysis), formatForChat(analysis)]) {
        expect(markdown).not.toMatch(HIDDEN);
        const html = render(markdown);
        expect(strangeElements(html), `${name}\n${markdown}`).toEqual([]);
        expect(outsideOfCode(html).match(/\S*(?:@\w|\/\/|evil\.example|#\d|:smile:)\S*/g) ?? [], name).toEqual([]);
      }
      for (const hover of hovers) expect(strangeElements(render(hover)), `${name}\n${hover}`).toEqual([]);
    }
  });

  it('names what is hostile in some output, so that the test tests something', () => {
    const { analysis } = read(log, 'Xq7');
    expect(formatText(analysis)).toContain('Xq7');
  });
});
