/** Reports of recorded incidents, in Chinese: nothing but what is the log's is left in English. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { formatText } from '../../../src/analysis/outputs/formatText.ts';
import { problemText } from '../../../src/analysis/outputs/problemText.ts';
import { inLanguage } from '../../../src/analysis/inLanguage.ts';
import { createAnalysisSession } from '../../../src/analysis/session.ts';
import { columnsOf } from '../../../src/kubelet/columns.ts';
import { type LanguageFile, languageOf } from '../../../src/language/language.ts';
import { reportParts } from '../../../src/report/reportParts.ts';
import { chatReport, markdownReport } from '../../../src/report/picture/markdownReport.ts';
import { documentInLanguage } from '../../../src/timeline/inLanguage.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { projectRoot } from '../../support/shared.ts';

const chinese = languageOf(
  'zh-CN',
  JSON.parse(readFileSync(join(projectRoot, 'l10n/zh-cn.json'), 'utf8')) as LanguageFile,
);

/** Two English words in a row that name nothing. */
const ENGLISH =
  /\b(?:the|of|in|was|is|were|are|no|not|and|to|at|by|from|for|with|until|began|ended|lines?|skips?|records?|highest|threshold|confidence) [A-Za-z0-9]|[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/;

/** Without what is quoted from the log, and commands. */
function ownWords(text: string): string[] {
  return (
    text
      .replaceAll(/<code>.*?<\/code>/g, '')
      .replaceAll(/<[^>]*>/g, ' ')
      .split('\n')
      .filter((line) => !/^ {6}(?:[\w.-]+:)?\d+ {2}/.test(line))
      .join('\n')
      .replaceAll(/`[^`]*`/g, '')
      .replaceAll('&quot;', '"')
      // A quotation may be broken into lines; our own sentences end with a full stop of their language.
      .replaceAll(/\n +/g, ' ')
      .split(/\n\n|。|\n(?=[-#|])/)
      .map((sentence) => sentence.replaceAll('\n', ' '))
      .map((line) => line.replaceAll((line.split('"').length - 1) % 2 === 0 ? /"[^"]*"/g : /".*"/g, ''))
  );
}

const LOGS = [...listFiles('test/fixtures/runs', /\.log$/), ...listFiles('test/fixtures/incidents', /\.log$/)];

/** A second node, five hours later, with the same trouble, and with another one. */
const OF_TWO_NODES = [
  ['containerd-stopped-1.27', 'docker-stopped-1.9'],
  ['containerd-stopped-1.27', 'list-containers-hang-after-exits-1.26'],
].map((names) => names.map((name) => `test/fixtures/incidents/${name}.log`));

describe.each([...LOGS.map((log) => [log]), ...OF_TWO_NODES])('reports of %s %s', (...files) => {
  const session = createAnalysisSession({ lineIndex: false });
  for (const file of files) {
    session.open(file === files[0] ? 'kubelet.log' : 'another.log', { year: 2026 });
    const text = readFileSync(join(projectRoot, file), 'utf8');
    session.push(
      new TextEncoder().encode(
        file === files[0] ? text : text.replaceAll('node-a', 'node-b').replaceAll(' 09:', ' 14:'),
      ),
    );
    session.end();
  }
  const result = session.result();
  if (!result.ok) throw new Error('the log cannot be read');
  const analysis = inLanguage(result.analysis, chinese);
  const { text: markdown, picture } = markdownReport(analysis, chinese, 'chart.svg');
  const { title, before, behind } = reportParts(analysis, session.lineText, chinese);

  it('keeps the name of the file apart from what is said of it', () => {
    expect(markdown).toMatch(/^- `?kubelet\.log`?: \d+ 行，/m);
  });

  it.each<readonly [string, string]>([
    ['text', formatText(analysis, undefined, chinese)],
    ['Markdown', markdown],
    ['chat', chatReport(analysis, chinese)],
    ['picture', picture ?? ''],
    ['HTML', [title, before, behind].join('\n')],
  ])('says all of the %s', (_form, text) => {
    expect(ownWords(text).filter((line) => ENGLISH.test(line))).toEqual([]);
  });
});

it('keeps the strips of the chart in letters below its curve', () => {
  const log = LOGS.find((name) => name.includes('b-hang')) ?? '';
  const session = createAnalysisSession({ lineIndex: false });
  session.open(log, { year: 2026 });
  session.push(new Uint8Array(readFileSync(join(projectRoot, log))));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error('the log cannot be read');
  const lines = chatReport(inLanguage(result.analysis, chinese), chinese).split('\n');
  const axis = lines.find((line) => line.includes('└')) ?? '';
  const strips = lines.filter((line) => /^\s*(?:不健康|NotReady|跳过中) {2}/.test(line));
  expect(strips).toHaveLength(3);
  for (const strip of strips) expect(columnsOf(strip)).toBe(columnsOf(axis));
});

it.each([
  ['', 'empty'],
  ['Nov 21 00:31:42 node-1 sshd[1]: session opened\n', 'other'],
  [Array.from({ length: 4 }, () => '-- No entries --\n').join(''), 'no entries'],
])('says what is wrong with a log that is %j', (text) => {
  const session = createAnalysisSession({ lineIndex: false });
  session.open('a.log', { year: 2026 });
  session.push(new TextEncoder().encode(text));
  session.end();
  const result = session.result();
  if (result.ok) throw new Error('it is no log of a kubelet');
  const { title, whatToDo } = problemText(result.problem, 'a.log');
  for (const said of [title, whatToDo]) {
    expect(chinese.say(said)).toMatch(/[\u3400-\u9fff]/);
    expect(ownWords(chinese.say(said)).filter((line) => ENGLISH.test(line))).toEqual([]);
  }
});

it('the marks of a timeline say their details in Chinese, and quote the log as it is', () => {
  const session = createAnalysisSession();
  session.open('kubelet.log');
  session.push(new Uint8Array(readFileSync(join(projectRoot, 'test/fixtures/incidents/containerd-stopped-1.27.log'))));
  session.end();
  const result = session.result();
  if (!result.ok) throw new Error('no analysis');
  const english = timelineOf(result.analysis, 'log');
  const document = documentInLanguage(english, chinese);
  const detailsOf = ({ marks, lanes, strings }: typeof document, kind: string): readonly (string | undefined)[] =>
    [...marks.detail].flatMap((text, mark) => (lanes[marks.lane[mark] ?? -1]?.kind === kind ? [strings[text]] : []));
  expect(detailsOf(document, 'processes')).toContain('日志结束时仍在运行。');
  const quoted = detailsOf(document, 'sync-loop');
  expect(quoted.filter((text) => text !== '').length).toBeGreaterThan(1);
  expect(quoted).toEqual(detailsOf(english, 'sync-loop'));
});
