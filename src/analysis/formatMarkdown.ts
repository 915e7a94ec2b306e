/** The analysis as Markdown, for an issue or a chat. Text from the log stands in code spans or is escaped: it can neither format nor link. */
import type { Analysis } from './analysis.ts';
import { buildReport, type Report } from './report.ts';
import { plain } from './formatText.ts';

/** The whole report as Markdown. Ends with a newline. */
export function formatMarkdown(analysis: Analysis): string {
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
      out.push(`Confidence: ${finding.confidence} (\`${finding.id}\`${finding.episode === undefined ? '' : `, ${escapeMarkdown(finding.episode)}`})`, '');
      out.push(escapeMarkdown(finding.explanation), '');
      finding.nextSteps.forEach((step, index) => out.push(`${index + 1}. ${escapeMarkdown(step, true)}`));
      if (finding.nextSteps.length > 0) out.push('');
      for (const line of finding.evidence) out.push(`- ${codeSpan(line.at)}${line.text === '' ? '' : ` ${codeSpan(line.text)}`}`);
      if (finding.evidence.length > 0) out.push('');
    }
  }
  out.push('## Replay', '');
  for (const line of report.replay) out.push(`- ${escapeMarkdown(line)}`);
  if (report.warnings.length > 0) {
    out.push('', '## Warnings', '');
    for (const warning of report.warnings) out.push(`- ${escapeMarkdown(warning)}`);
  }
  return `${out.join('\n')}\n`;
}

/** Only the written answer as Markdown, for the clipboard. */
export function formatAnswerMarkdown(analysis: Analysis): string {
  return `${answerLines(buildReport(analysis, 'file')).join('\n').trimEnd()}\n`;
}

function answerLines(report: Report): string[] {
  const out: string[] = [];
  for (const paragraph of report.answer) {
    out.push(escapeMarkdown(paragraph.text), '');
    if (paragraph.lines.length > 0) out.push(`Lines: ${paragraph.lines.map(codeSpan).join(', ')}`, '');
  }
  return out;
}

/** Escapes what Markdown would take for formatting, HTML or a link. `keepCode` leaves code spans as they are (our own text, not the log's). */
export function escapeMarkdown(text: string, keepCode = false): string {
  const special = keepCode ? /[\\*_{}[\]<>()#+!|~&]/g : /[\\`*_{}[\]<>()#+!|~&]/g;
  const escape = (part: string): string => part.replace(special, '\\$&');
  const clean = plain(text);
  if (!keepCode) return escape(clean);
  return clean.split('`').map((part, index) => (index % 2 === 0 ? escape(part) : `\`${part}\``)).join('');
}

/** A code span around any text, with a fence longer than the backticks in it. */
export function codeSpan(text: string): string {
  const clean = plain(text);
  let longest = 0;
  for (const run of clean.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  const pad = clean.startsWith('`') || clean.endsWith('`') || clean === '' ? ' ' : '';
  return `${fence}${pad}${clean}${pad}${fence}`;
}
