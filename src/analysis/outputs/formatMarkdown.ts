/** The analysis as Markdown, for an issue or a chat. Text from the log stands in code spans or is escaped (`markdownText.ts`). */
import { asWritten, type Printable } from '../../kubelet/printable.ts';
import type { Analysis } from '../analysis.ts';
import { codeSpan, escapeMarkdown, escapeMarkdownWithCode } from './markdownText.ts';
import { buildReport, type Report } from './report.ts';

/** The whole report as Markdown. Ends with a newline. */
export function formatMarkdown(analysis: Analysis): Printable {
  const report = buildReport(analysis, 'file');
  const out: string[] = [`# ${escapeMarkdown(report.headline)}`, ''];
  for (const line of report.about) out.push(`- ${escapeMarkdown(line)}`);
  out.push('', ...answerLines(report));
  if (report.episodes.length > 0) {
    out.push('## Episodes', '');
    for (const episode of report.episodes) {
      out.push(`- **${escapeMarkdown(episode.id)}**: ${escapeMarkdown(episode.title)}`);
      for (const line of episode.detail) out.push(`  - ${escapeMarkdown(line)}`);
    }
    out.push('');
  }
  if (report.findings.length > 0) {
    out.push('## Findings', '');
    for (const finding of report.findings) {
      out.push(`### ${escapeMarkdown(finding.title)}`, '');
      out.push(
        `Confidence: ${finding.confidence} (\`${finding.id}\`${finding.episode === undefined ? '' : `, ${escapeMarkdown(finding.episode)}`})`,
        '',
      );
      out.push(escapeMarkdownWithCode(finding.explanation), '');
      finding.nextSteps.forEach((step, index) => out.push(`${index + 1}. ${escapeMarkdownWithCode(step)}`));
      if (finding.nextSteps.length > 0) out.push('');
      for (const line of finding.evidence)
        out.push(`- ${codeSpan(line.at)}${line.text === '' ? '' : ` ${codeSpan(line.text)}`}`);
      if (finding.evidence.length > 0) out.push('');
    }
  }
  out.push('## Replay', '');
  for (const line of report.replay) out.push(`- ${escapeMarkdown(line)}`);
  if (report.warnings.length > 0) {
    out.push('', '## Warnings', '');
    for (const warning of report.warnings) out.push(`- ${escapeMarkdown(warning)}`);
  }
  return asWritten(`${out.join('\n')}\n`);
}

function answerLines(report: Report): string[] {
  const out: string[] = [];
  for (const paragraph of report.answer) {
    out.push(escapeMarkdownWithCode(paragraph.text), '');
    if (paragraph.lines.length > 0) out.push(`Lines: ${paragraph.lines.map(codeSpan).join(', ')}`, '');
  }
  return out;
}
