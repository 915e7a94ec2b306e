/** One summary for a reader, as Markdown. It is a stranger's: what has not the form that it should have is not shown. */
import { codeSpan, escapeMarkdown, escapeMarkdownWithCode, tableCell } from '../../analysis/outputs/markdownText.ts';
import {
  LINES_OF_FINDING,
  MOST_BUCKETS,
  MOST_EPISODES,
  MOST_FINDINGS,
  MOST_READY,
} from '../../analysis/outputs/summary/summaryJson.ts';
import { durationText } from '../../diagnosis/words/durationText.ts';
import { asWritten, type Printable, printable } from '../../kubelet/printable.ts';
import { seconds } from '../../kubelet/time.ts';
import type { FleetNode } from '../fleetNode.ts';
import { type Fields, fieldsOf, listOf, readSummary } from '../readSummary.ts';
import { rowOf } from './fleetReport.ts';

/** Relists that took less are not listed, seconds. */
const SLOW = 3;

/** The summary whose JSON this is; `undefined` for what is none. Ends with a newline. */
export function formatSummaryMarkdown(text: string, file: string, line: number): Printable | undefined {
  const node = readSummary(text, { file, line });
  if (typeof node === 'string') return undefined;
  const summary = fieldsOf(JSON.parse(text));
  const answer = summary['answer'];
  return asWritten(
    [
      `# ${escapeMarkdown(printable(node.name))}: ${escapeMarkdown(printable(node.headline))}`,
      '',
      ...(typeof answer === 'string' && answer !== '' ? [escapeMarkdownWithCode(printable(answer)), ''] : []),
      ...aboutNode(node, fieldsOf(summary['span'])),
      '',
      ...table('Unhealthy times', ['Begin', 'End', 'Ended by', 'Why', 'Skips'], episodeRows(summary['episodes'])),
      ...findingLines(summary['findings']),
      ...table('Slow relists', ['From', 'Relists', 'Longest'], relistRows(fieldsOf(summary['relists'])['buckets'])),
      ...table('Ready', ['Time', 'Ready', 'Reason'], readyRows(summary['ready'])),
    ].join('\n'),
  );
}

function aboutNode(node: FleetNode, span: Fields): readonly string[] {
  const { state, kubelet, runtime, kernel, since } = rowOf(node);
  const about = [
    ['State', state],
    ['First trouble', since],
    ['Kubelet', kubelet],
    ['Container runtime', runtime],
    ['Kernel', kernel],
    ['Labels', node.labels.map(({ name, value }) => `${name}=${value}`).join(', ')],
    ['Log', typeof span['from'] === 'string' ? `${span['from']} to ${String(span['to'])}` : ''],
  ] as const;
  return about.flatMap(([name, value]) => (value === '' ? [] : [`- ${name}: ${escapeMarkdown(printable(value))}`]));
}

function episodeRows(episodes: unknown): readonly (readonly string[])[] {
  return listOf(episodes, MOST_EPISODES).map((one) => {
    const { begin, end, endedBy, reasons, skips, startup } = fieldsOf(one);
    const why = listOf(reasons, 16).map(String).join(', ');
    return [
      boundsOf(begin),
      boundsOf(end),
      textOf(endedBy),
      startup === true ? `${why} (normal start)` : why,
      textOf(fieldsOf(skips)['observed']),
    ];
  });
}

function findingLines(value: unknown): readonly string[] {
  const findings = listOf(value, MOST_FINDINGS);
  if (findings.length === 0) return [];
  return [
    '## Findings',
    '',
    ...findings.flatMap((one) => {
      const { id, title, confidence, lines } = fieldsOf(one);
      return [
        `### ${escapeMarkdown(printable(textOf(title)))}`,
        '',
        `Confidence: ${escapeMarkdown(printable(textOf(confidence)))} (${codeSpan(printable(textOf(id)))})`,
        '',
        ...listOf(lines, LINES_OF_FINDING).map((place) => {
          const { line, text } = fieldsOf(place);
          return `- ${codeSpan(printable(textOf(line)))} ${codeSpan(printable(textOf(text)))}`;
        }),
        '',
      ];
    }),
  ];
}

function relistRows(buckets: unknown): readonly (readonly string[])[] {
  return listOf(buckets, MOST_BUCKETS).flatMap((one) => {
    const { from, count, longest } = fieldsOf(one);
    const { min, max } = fieldsOf(longest);
    if (typeof min !== 'number' || !Number.isFinite(min) || min < SLOW) return [];
    const most = typeof max === 'number' && Number.isFinite(max) ? durationText(seconds(max)) : 'open';
    return [[textOf(from), textOf(count), `${durationText(seconds(min))} to ${most}`]];
  });
}

function readyRows(changes: unknown): readonly (readonly string[])[] {
  return listOf(changes, MOST_READY).map((one) => {
    const { time, ready, reason } = fieldsOf(one);
    return [textOf(time), ready === true ? 'yes' : 'no', textOf(reason)];
  });
}

/** Nothing where there are no rows. */
function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  return [
    `## ${title}`,
    '',
    `| ${heads.join(' | ')} |`,
    `| ${heads.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => `| ${row.map((cell) => tableCell(escapeMarkdown(printable(cell)))).join(' | ')} |`),
    '',
  ];
}

function boundsOf(value: unknown): string {
  const { min, max } = fieldsOf(value);
  return typeof min !== 'string' || typeof max !== 'string' ? '' : min === max ? min : `${min} to ${max}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2000) : typeof value === 'number' ? String(value) : '';
}
