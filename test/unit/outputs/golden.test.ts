/**
 * Every output of two small logs, as it stands in `test/fixtures/golden`: what changes in an output is seen, as a difference, before a user sees it. After a wanted change: `npm run golden`, and look at the
 * difference that git shows.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analysisJsonPieces } from '../../../src/analysis/outputs/formatJson.ts';
import { formatText } from '../../../src/analysis/outputs/formatText.ts';
import { tracePieces } from '../../../src/analysis/outputs/formatTrace.ts';
import type { TextPiece } from '../../../src/analysis/outputs/jsonBytes.ts';
import { summaryLines } from '../../../src/analysis/outputs/summary/summarise.ts';
import { analysisAnswer, findingsAnswer } from '../../../src/assistant/answers.ts';
import type { StateCommand } from '../../../src/cli/arguments.ts';
import { stateOutput } from '../../../src/cli/state.ts';
import { scenarioOutput, whatIfOutput } from '../../../src/cli/whatIf.ts';
import { mergeFleet } from '../../../src/fleet/mergeFleet.ts';
import { fleetJsonPieces } from '../../../src/fleet/outputs/fleetJson.ts';
import { formatFleetMarkdown } from '../../../src/fleet/outputs/formatFleetMarkdown.ts';
import { formatFleetText } from '../../../src/fleet/outputs/formatFleetText.ts';
import { goesOn } from '../../../src/kubelet/stopCheck.ts';
import { seconds } from '../../../src/kubelet/time.ts';
import { reportParts } from '../../../src/report/reportParts.ts';
import { chatReport, markdownReport } from '../../../src/report/picture/markdownReport.ts';
import { timelineOf } from '../../../src/timeline/timelineOf.ts';
import { formatDate, formatTime, type TimeScale } from '../../../webview/charts/axis.ts';
import { rowsText } from '../../../webview/dock/tableModel.ts';
import { textOfPieces } from '../../support/pieces.ts';
import { projectRoot } from '../../support/shared.ts';
import { madeNodes } from '../../support/summaries.ts';
import { analysisOf, fixture, sessionOf } from '../analysis/analyse.ts';

const LOGS = {
  hang: 'incidents/silent-hang-in-housekeeping-1.29.log',
  metrics: 'findings/relists-near-threshold/found-twenty-seconds.log',
};

/** A moment before the end. */
const AT = { kind: 'before-end', by: seconds(60) } as const;

/** One element a line, so that a difference is one of a few lines. */
const broken = (html: string): string =>
  html.replaceAll(/(<\/(?:li|p|tr|h1|h2|h3|details|summary|pre)>)(?!\n)/g, '$1\n');
/** One member a line. */
const indented = (pieces: Iterable<TextPiece>): string =>
  `${JSON.stringify(JSON.parse(textOfPieces(pieces)), undefined, 1)}\n`;

const toldOf = (output: ReturnType<typeof scenarioOutput>): string =>
  'cannot' in output ? output.cannot : output.join('');

describe.each(Object.entries(LOGS))('the outputs of %s', (name, log) => {
  const session = sessionOf(fixture(log), undefined, 'kubelet.log');
  const analysis = analysisOf(session);
  const state = (format: 'text' | 'ndjson', more: Pick<StateCommand, 'at' | 'every'>): string => {
    const output = stateOutput(analysis, { kind: 'state', files: ['kubelet.log'], format, ...more });
    if ('cannot' in output) return output.cannot;
    return 'why' in output ? output.why : textOfPieces(output);
  };
  const shorterHang = (format: 'text' | 'json'): string =>
    toldOf(
      whatIfOutput(
        analysis,
        { kind: 'what-if', files: ['kubelet.log'], format, changes: { hangLasts: seconds(60) } },
        goesOn,
      ),
    );
  const table = (form: 'tabs' | 'csv'): string => {
    const document = timelineOf(analysis, 'kubelet.log');
    const scale: TimeScale = {
      format: 'logged',
      origin: document.origin,
      loggedOffset: 0,
      localOffset: 0,
      reference: 0,
    };
    const rows = Uint32Array.from({ length: document.marks.count }, (_, row) => row);
    return rowsText(document, rows, (time) => `${formatDate(time, scale)} ${formatTime(time, scale)}`, form);
  };
  const html = (): string => {
    const { title, before, behind } = reportParts(analysis, session.lineText);
    return `${broken([title, before, behind].join('\n'))}\n`;
  };
  const outputs: readonly (readonly [file: string, text: () => string])[] = [
    ['text.txt', () => formatText(analysis)],
    ['report.md', () => markdownReport(analysis, undefined, 'report-chart.svg').text],
    ['chat.md', () => chatReport(analysis)],
    // The page's scripts and the charts' document are not in it: they change with every build.
    ['report.html', html],
    ['analysis.json', () => indented(analysisJsonPieces(analysis, session.lineText))],
    ['trace.json', () => indented(tracePieces(analysis))],
    ['assistant-analysis.json', () => indented([analysisAnswer(analysis, false)])],
    ['assistant-findings.json', () => indented([findingsAnswer(analysis, false)])],
    ['summary.json', () => [...summaryLines(analysis, { program: '0.0.0' })].map((line) => indented([line])).join('')],
    ...(analysis.reconstruction.history.processes.length === 0
      ? []
      : ([
          ['report-chart.svg', () => markdownReport(analysis, undefined, 'report-chart.svg').picture ?? 'none'],
          ['scenario.json', () => toldOf(scenarioOutput(analysis, goesOn))],
          ['what-if.txt', () => shorterHang('text')],
          ['what-if.json', () => shorterHang('json')],
          ['state.txt', () => state('text', { at: AT })],
          ['state.ndjson', () => state('ndjson', { every: seconds(30) })],
        ] as const)),
    ['table.tsv', () => table('tabs')],
    ['table.csv', () => table('csv')],
  ];

  it.each(outputs)('are as before: %s', async (file, text) => {
    await expect(text()).toMatchFileSnapshot(join(projectRoot, 'test/fixtures/golden', name, file));
  });
});

describe('the outputs of a fleet', () => {
  const nodes = madeNodes(12, (number) =>
    number % 4 === 0
      ? { sick: 300 + number, runtime: '1.7.28', labels: { pool: 'blue' } }
      : { labels: { pool: 'green' } },
  );
  const fleet = mergeFleet(nodes, { files: 12, older: 0, tooMany: 0, refused: [], refusedCount: 0 });
  it.each([
    ['fleet.txt', (): string => formatFleetText(fleet)],
    ['fleet.md', (): string => formatFleetMarkdown(fleet)],
    ['fleet.json', (): string => indented(fleetJsonPieces(fleet))],
  ])('are as before: %s', async (file, text) => {
    await expect(text()).toMatchFileSnapshot(join(projectRoot, 'test/fixtures/golden/fleet', file));
  });
});
