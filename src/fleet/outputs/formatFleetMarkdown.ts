/** The answer about a fleet as Markdown, for a ticket or a chat. */
import { codeSpan, escapeMarkdown, escapeMarkdownWithCode, tableCell } from '../../analysis/outputs/markdownText.ts';
import { asWritten, type Printable } from '../../kubelet/printable.ts';
import type { Fleet } from '../fleet.ts';
import { fleetReport } from './fleetReport.ts';
import { MOST_ROWS } from './formatFleetText.ts';

/** The report as Markdown. Ends with a newline. */
export function formatFleetMarkdown(fleet: Fleet): Printable {
  const report = fleetReport(fleet, MOST_ROWS);
  const out: string[] = [`# ${escapeMarkdown(report.headline)}`, ''];
  for (const line of report.about) out.push(`- ${escapeMarkdown(line)}`);
  out.push('');
  for (const group of report.groups) {
    out.push(`## ${escapeMarkdown(group.title)}`, '');
    for (const line of group.detail) out.push(`- ${escapeMarkdown(line)}`);
    out.push('');
    if (group.inCommon.length > 0) out.push('In common, more than healthy nodes have it:', '');
    for (const line of group.inCommon) out.push(`- ${escapeMarkdown(line)}`);
    if (group.inCommon.length > 0) out.push('');
    if (group.noClaims.length > 0) out.push('No claim about:', '');
    for (const line of group.noClaims) out.push(`- ${escapeMarkdown(line)}`);
    if (group.noClaims.length > 0) out.push('');
    if (group.lines.length > 0) out.push('Lines of the first:', '');
    for (const { at, text } of group.lines) out.push(`- ${codeSpan(at)} ${codeSpan(text)}`);
    if (group.lines.length > 0) out.push('');
  }
  if (report.rows.length > 0) {
    out.push(
      '## Nodes, by first trouble',
      '',
      '| Since | Node | State | Kubelet | Runtime | Kernel | What |',
      '| --- | --- | --- | --- | --- | --- | --- |',
    );
    for (const { since, node, state, kubelet, runtime, kernel, cause } of report.rows)
      out.push(
        `| ${[since, node, state, kubelet, runtime, kernel, cause].map((cell) => tableCell(escapeMarkdown(cell))).join(' | ')} |`,
      );
    out.push('');
    const more = fleet.affected.length - report.rows.length;
    if (more > 0) out.push(`${more} more: \`--format json\` has all of them.`, '');
  }
  for (const [title, lines] of [
    ['Mind', report.caveats],
    ['Left out', report.leftOut],
  ] as const) {
    if (lines.length === 0) continue;
    out.push(`## ${title}`, '', ...lines.map((line) => `- ${escapeMarkdownWithCode(line)}`), '');
  }
  return asWritten(out.join('\n'));
}
