/** The analysis as plain text for a terminal. Control characters of a log never reach the terminal. */
import type { Analysis } from './analysis.ts';
import { buildReport } from './report.ts';

const WIDTH = 110;

/** The report as text, wrapped at 110 columns; evidence lines are not wrapped. Ends with a newline. */
export function formatText(analysis: Analysis): string {
  const report = buildReport(analysis, 'number');
  const out: string[] = [report.headline, ''];
  for (const line of report.about) out.push(line);
  out.push('');
  for (const paragraph of report.answer) {
    out.push(...wrap(paragraph.text, ''));
    if (paragraph.lines.length > 0) out.push(...wrap(`Lines: ${paragraph.lines.join(', ')}`, '  '));
    out.push('');
  }
  if (report.episodes.length > 0) {
    out.push('EPISODES');
    for (const episode of report.episodes) {
      out.push(...wrap(`${episode.id}: ${episode.title}`, '  '));
      for (const line of episode.detail) out.push(...wrap(line, '    '));
    }
    out.push('');
  }
  if (report.findings.length > 0) {
    out.push('FINDINGS');
    for (const finding of report.findings) {
      out.push(...wrap(`[${finding.confidence}] ${finding.title} (${finding.id}${finding.episode === undefined ? '' : `, ${finding.episode}`})`, '  '));
      out.push(...wrap(finding.explanation, '    '));
      if (finding.nextSteps.length > 0) out.push('    What to do next:');
      finding.nextSteps.forEach((step, index) => out.push(...wrap(`${index + 1}. ${step}`, '      ')));
      if (finding.evidence.length > 0) out.push('    Lines:');
      for (const line of finding.evidence) out.push(`      ${plain(`${line.at}  ${line.text}`.trimEnd())}`);
    }
    out.push('');
  }
  out.push('REPLAY');
  for (const line of report.replay) out.push(...wrap(line, '  '));
  if (report.warnings.length > 0) {
    out.push('', 'WARNINGS');
    for (const warning of report.warnings) out.push(...wrap(warning, '  '));
  }
  return `${out.join('\n')}\n`;
}

/** Replaces control characters, so that a log cannot drive the terminal. */
export function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- taking control characters out is what this line is for
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
}

/** Breaks at blanks; a word longer than the width stays whole. Continuation lines are indented by two more. */
function wrap(text: string, indent: string): string[] {
  const lines: string[] = [];
  for (const part of text.split('\n')) {
    let line = '';
    let margin = lines.length === 0 ? indent : `${indent}  `;
    for (const word of plain(part).split(' ')) {
      if (line !== '' && margin.length + line.length + 1 + word.length > WIDTH) {
        lines.push(margin + line);
        margin = `${indent}${indent === '' ? '' : '  '}`;
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(margin + line);
  }
  return lines;
}
