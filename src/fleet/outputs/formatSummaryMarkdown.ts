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
import { readSummary } from '../readSummary.ts';
import { rowOf } from './fleetReport.ts';

/** Relists that took less are not listed, seconds. */
const SLOW = 3;

/** The summary whose JSON this is; `undefined` for what is none. Ends with a newline. */
export function formatSummaryMarkdown(text: string, file: string, line: number): Printable | undefined {
  const node = readSummary(text, { file, line });
  if (typeof node === 'string') return undefined;
  const summary = fieldsOf(JSON.parse(text));
  const { state, kubelet, runtime, kernel, since } = rowOf(node);
  const out: string[] = [`# ${escapeMarkdown(printable(node.name))}: ${escapeMarkdown(printable(node.headline))}`, ''];
  const answer = summary['answer'];
  if (typeof answer === 'string' && answer !== '') out.push(escapeMarkdownWithCode(printable(answer)), '');
  const span = fieldsOf(summary['span']);
  for (const [name, value] of [
    ['State', state],
    ['First trouble', since],
    ['Kubelet', kubelet],
    ['Container runtime', runtime],
    ['Kernel', kernel],
    ['Labels', node.labels.map(({ name: label, value: given }) => `${label}=${given}`).join(', ')],
    ['Log', typeof span['from'] === 'string' ? `${span['from']} to ${String(span['to'])}` : ''],
  ] as const)
    if (value !== '') out.push(`- ${name}: ${escapeMarkdown(printable(value))}`);
  out.push('');
  table(
    out,
    'Unhealthy times',
    ['Begin', 'End', 'Ended by', 'Why', 'Skips'],
    listOf(summary['episodes'], MOST_EPISODES).map((one) => {
      const { begin, end, endedBy, reasons, skips, startup } = fieldsOf(one);
      const why = listOf(reasons, 16).map(String).join(', ');
      return [
        boundsOf(begin),
        boundsOf(end),
        textOf(endedBy),
        startup === true ? `${why} (normal start)` : why,
        textOf(fieldsOf(skips)['observed']),
      ];
    }),
  );
  const findings = listOf(summary['findings'], MOST_FINDINGS);
  if (findings.length > 0) out.push('## Findings', '');
  for (const one of findings) {
    const { id, title, confidence, lines } = fieldsOf(one);
    out.push(
      `### ${escapeMarkdown(printable(textOf(title)))}`,
      '',
      `Confidence: ${escapeMarkdown(printable(textOf(confidence)))} (${codeSpan(printable(textOf(id)))})`,
      '',
    );
    for (const place of listOf(lines, LINES_OF_FINDING).map(fieldsOf))
      out.push(`- ${codeSpan(printable(textOf(place['line'])))} ${codeSpan(printable(textOf(place['text'])))}`);
    out.push('');
  }
  table(
    out,
    'Slow relists',
    ['From', 'Relists', 'Longest'],
    listOf(fieldsOf(summary['relists'])['buckets'], MOST_BUCKETS).flatMap((one) => {
      const { from, count, longest } = fieldsOf(one);
      const { min, max } = fieldsOf(longest);
      if (typeof min !== 'number' || !Number.isFinite(min) || min < SLOW) return [];
      const most = typeof max === 'number' && Number.isFinite(max) ? durationText(seconds(max)) : 'open';
      return [[textOf(from), textOf(count), `${durationText(seconds(min))} to ${most}`]];
    }),
  );
  table(
    out,
    'Ready',
    ['Time', 'Ready', 'Reason'],
    listOf(summary['ready'], MOST_READY).map((one) => {
      const { time, ready, reason } = fieldsOf(one);
      return [textOf(time), ready === true ? 'yes' : 'no', textOf(reason)];
    }),
  );
  return asWritten(out.join('\n'));
}

function table(out: string[], title: string, heads: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  out.push(`## ${title}`, '', `| ${heads.join(' | ')} |`, `| ${heads.map(() => '---').join(' | ')} |`);
  for (const row of rows) out.push(`| ${row.map((cell) => tableCell(escapeMarkdown(printable(cell)))).join(' | ')} |`);
  out.push('');
}

function boundsOf(value: unknown): string {
  const { min, max } = fieldsOf(value);
  return typeof min !== 'string' || typeof max !== 'string' ? '' : min === max ? min : `${min} to ${max}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2000) : typeof value === 'number' ? String(value) : '';
}

function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? (value.slice(0, most) as readonly unknown[]) : [];
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
