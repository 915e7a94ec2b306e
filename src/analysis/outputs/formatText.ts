/** The analysis as plain text for a terminal. Nothing but printable text reaches it, so no log can drive it. */
import { columnsOf, hasWide } from '../../kubelet/columns.ts';
import { asWritten, joinPrintable, type Printable, printable, printing } from '../../kubelet/printable.ts';
import type { Analysis } from '../analysis.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import { buildReport, type Report } from './report.ts';

const WIDTH = 110;
const NOTHING = asWritten('');

/** What a line of the text is, for whoever gives it a colour. */
export type LineRole = 'answer' | 'heading' | 'title' | 'evidence' | 'warning';

/** Colours a whole line; what it adds is seen by terminals alone. */
export type Paint = (role: LineRole, line: Printable) => Printable;

const PLAIN: Paint = (_role, line) => line;

/** The report as text, wrapped at 110 columns; evidence lines are not wrapped. Ends with a newline. */
export function formatText(analysis: Analysis, paint: Paint = PLAIN, language: Language = ENGLISH): Printable {
  const { say } = language;
  const heading = (text: string): Printable => paint('heading', say(text));
  const report = buildReport(analysis, 'number', language);
  // What somebody on call needs comes before all else.
  const [first, ...story] = report.answer;
  const out: Printable[] = [
    ...(first === undefined
      ? [paint('answer', report.headline), NOTHING]
      : paragraphLines(first, paint, say, 'answer')),
    ...report.about,
    NOTHING,
  ];
  for (const paragraph of story) out.push(...paragraphLines(paragraph, paint, say));
  if (report.episodes.length > 0) {
    out.push(heading('EPISODES'));
    for (const episode of report.episodes) {
      out.push(...painted('title', wrap(printing`${episode.id}: ${episode.title}`, '  '), paint));
      for (const line of episode.detail) out.push(...wrap(line, '    '));
    }
    out.push(NOTHING);
  }
  if (report.findings.length > 0) {
    out.push(heading('FINDINGS'));
    for (const finding of report.findings) {
      const title = printing`[${say(finding.confidence)}] ${finding.title} (${finding.id}${finding.episode === undefined ? '' : `, ${finding.episode}`})`;
      out.push(...painted('title', wrap(title, '  '), paint));
      out.push(...wrap(finding.explanation, '    '));
      if (finding.nextSteps.length > 0) out.push(printing`    ${say('What to do next:')}`);
      finding.nextSteps.forEach((step, index) => out.push(...wrap(printing`${index + 1}. ${step}`, '      ')));
      if (finding.evidence.length > 0) out.push(printing`    ${say('Lines:')}`);
      for (const line of finding.evidence)
        out.push(
          paint('evidence', line.text === '' ? printing`      ${line.at}` : printing`      ${line.at}  ${line.text}`),
        );
    }
    out.push(NOTHING);
  }
  out.push(heading('REPLAY'));
  for (const line of report.replay) out.push(...wrap(line, '  '));
  if (report.warnings.length > 0) {
    out.push(NOTHING, heading('WARNINGS'));
    for (const warning of report.warnings) out.push(...painted('warning', wrap(warning, '  '), paint));
  }
  return joinPrintable([...out, NOTHING], '\n');
}

function painted(role: LineRole, lines: readonly Printable[], paint: Paint): readonly Printable[] {
  return lines.map((line) => paint(role, line));
}

function paragraphLines(
  { text, lines }: Report['answer'][number],
  paint: Paint,
  say: Language['say'],
  role?: LineRole,
): readonly Printable[] {
  return [
    ...(role === undefined ? wrap(text, '') : painted(role, wrap(text, ''), paint)),
    ...(lines.length > 0
      ? painted('evidence', wrap(printing`${say('Lines:')} ${joinPrintable(lines, ', ')}`, '  '), paint)
      : []),
    NOTHING,
  ];
}

/** Breaks at blanks, and between signs of a script that has none; a word longer than the width stays whole. Continuation lines are indented by two more. */
function wrap(text: Printable, indent: string): Printable[] {
  const lines: Printable[] = [];
  let line = '';
  let width = 0;
  let margin = indent;
  for (const word of text.split(' ').flatMap(breakable)) {
    const wide = columnsOf(word.text);
    if (line !== '' && margin.length + width + word.gap.length + wide > WIDTH) {
      lines.push(printable(margin + line));
      margin = `${indent}${indent === '' ? '' : '  '}`;
      line = word.text;
      width = wide;
    } else {
      width += line === '' ? wide : word.gap.length + wide;
      line = line === '' ? word.text : `${line}${word.gap}${word.text}`;
    }
  }
  lines.push(printable(margin + line));
  return lines;
}

/** The parts of a word between which a line may end, each with what stands before it in its line. */
function breakable(word: string): readonly { readonly gap: string; readonly text: string }[] {
  if (!hasWide(word)) return [{ gap: ' ', text: word }];
  // A sign stays with the punctuation behind it.
  return word
    .split(/(?<=[\u3400-\u9fff\uff00-\uff60\u3001\u3002])(?![\uff00-\uff60\u3001\u3002])/)
    .map((text, index) => ({ gap: index === 0 ? ' ' : '', text }));
}
