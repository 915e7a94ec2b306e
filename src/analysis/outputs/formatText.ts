/** The analysis as plain text for a terminal. Nothing but printable text reaches it, so no log can drive it. */
import { asWritten, joinPrintable, type Printable, printable, printing } from '../../kubelet/printable.ts';
import type { Analysis } from '../analysis.ts';
import { buildReport, type Report } from './report.ts';

const WIDTH = 110;
const NOTHING = asWritten('');

/** The report as text, wrapped at 110 columns; evidence lines are not wrapped. Ends with a newline. */
export function formatText(analysis: Analysis): Printable {
  const report = buildReport(analysis, 'number');
  // What somebody on call needs comes before all else.
  const [first, ...story] = report.answer;
  const out: Printable[] = [
    ...(first === undefined ? [report.headline, NOTHING] : paragraphLines(first)),
    ...report.about,
    NOTHING,
  ];
  for (const paragraph of story) out.push(...paragraphLines(paragraph));
  if (report.episodes.length > 0) {
    out.push(asWritten('EPISODES'));
    for (const episode of report.episodes) {
      out.push(...wrap(printing`${episode.id}: ${episode.title}`, '  '));
      for (const line of episode.detail) out.push(...wrap(line, '    '));
    }
    out.push(NOTHING);
  }
  if (report.findings.length > 0) {
    out.push(asWritten('FINDINGS'));
    for (const finding of report.findings) {
      out.push(
        ...wrap(
          printing`[${finding.confidence}] ${finding.title} (${finding.id}${finding.episode === undefined ? '' : `, ${finding.episode}`})`,
          '  ',
        ),
      );
      out.push(...wrap(finding.explanation, '    '));
      if (finding.nextSteps.length > 0) out.push(asWritten('    What to do next:'));
      finding.nextSteps.forEach((step, index) => out.push(...wrap(printing`${index + 1}. ${step}`, '      ')));
      if (finding.evidence.length > 0) out.push(asWritten('    Lines:'));
      for (const line of finding.evidence)
        out.push(line.text === '' ? printing`      ${line.at}` : printing`      ${line.at}  ${line.text}`);
    }
    out.push(NOTHING);
  }
  out.push(asWritten('REPLAY'));
  for (const line of report.replay) out.push(...wrap(line, '  '));
  if (report.warnings.length > 0) {
    out.push(NOTHING, asWritten('WARNINGS'));
    for (const warning of report.warnings) out.push(...wrap(warning, '  '));
  }
  return joinPrintable([...out, NOTHING], '\n');
}

function paragraphLines({ text, lines }: Report['answer'][number]): readonly Printable[] {
  return [
    ...wrap(text, ''),
    ...(lines.length > 0 ? wrap(printing`Lines: ${joinPrintable(lines, ', ')}`, '  ') : []),
    NOTHING,
  ];
}

/** Breaks at blanks; a word longer than the width stays whole. Continuation lines are indented by two more. */
function wrap(text: Printable, indent: string): Printable[] {
  const lines: Printable[] = [];
  let line = '';
  let margin = indent;
  for (const word of text.split(' ')) {
    if (line !== '' && margin.length + line.length + 1 + word.length > WIDTH) {
      lines.push(printable(margin + line));
      margin = `${indent}${indent === '' ? '' : '  '}`;
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  lines.push(printable(margin + line));
  return lines;
}
