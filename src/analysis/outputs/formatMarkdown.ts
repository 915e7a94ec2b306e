/** The analysis as Markdown, for an issue or a chat. Text from the log stands in code spans or is escaped (`markdownText.ts`). */
import { asWritten, type Printable } from '../../kubelet/printable.ts';
import type { Analysis } from '../analysis.ts';
import { happeningsOf } from './happenings.ts';
import { knownStatements } from './known.ts';
import { codeBlock, codeSpan, escapeMarkdown, escapeMarkdownWithCode, tableCell } from './markdownText.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import { buildReport, placeWriter, type Report } from './report.ts';
import { plural } from '../../diagnosis/cause.ts';

/** The charts in a report: in letters, and where a file with a picture stands beside it. */
export interface ReportPicture {
  /** Lines of signs and words of ours, for a block of code. */
  readonly sketch: readonly Printable[];
  readonly file?: PictureFile;
}

/** A picture beside the report: its name, in the same folder, and what it shows in a sentence. */
interface PictureFile {
  readonly name: string;
  readonly shows: Printable;
}

/** The whole report as Markdown. Ends with a newline. */
export function formatMarkdown(analysis: Analysis, language: Language = ENGLISH, picture?: ReportPicture): Printable {
  const { say } = language;
  const report = buildReport(analysis, 'file', language);
  const happenings = happeningsOf(analysis.reconstruction.history);
  const out: string[] = [`# ${escapeMarkdown(report.headline)}`, ''];
  for (const line of report.about) out.push(`- ${escapeMarkdown(line)}`);
  out.push(
    '',
    ...answerLines(report, say),
    ...pictureLines(picture),
    ...happeningLines(analysis, happenings, say),
    ...knownLines(report, happenings.rows.length > 0, language),
  );
  if (report.episodes.length > 0) {
    out.push(`## ${say('Episodes')}`, '');
    for (const episode of report.episodes) {
      out.push(`- **${escapeMarkdown(episode.id)}**: ${escapeMarkdown(episode.title)}`);
      for (const line of episode.detail) out.push(`  - ${escapeMarkdown(line)}`);
    }
    out.push('');
  }
  if (report.findings.length > 0) {
    out.push(`## ${say('Findings')}`, '');
    for (const finding of report.findings) {
      out.push(`### ${escapeMarkdown(finding.title)}`, '');
      out.push(
        `${say('Confidence:')} ${say(finding.confidence)} (\`${finding.id}\`${finding.episode === undefined ? '' : `, ${escapeMarkdown(finding.episode)}`})`,
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
  out.push(`## ${say('Replay')}`, '');
  for (const line of report.replay) out.push(`- ${escapeMarkdown(line)}`);
  if (report.warnings.length > 0) {
    out.push('', `## ${say('Warnings')}`, '');
    for (const warning of report.warnings) out.push(`- ${escapeMarkdown(warning)}`);
  }
  return asWritten(`${out.join('\n')}\n`);
}

function answerLines(report: Report, say: Language['say']): string[] {
  const out: string[] = [];
  for (const paragraph of report.answer) {
    out.push(escapeMarkdownWithCode(paragraph.text), '');
    if (paragraph.lines.length > 0) out.push(`${say('Lines:')} ${paragraph.lines.map(codeSpan).join(', ')}`, '');
  }
  return out;
}

/** The picture where it can be shown, and the letters where it is left behind: in a paste. */
function pictureLines(picture: ReportPicture | undefined): string[] {
  if (picture === undefined || picture.sketch.length === 0) return [];
  const { file, sketch } = picture;
  return [
    ...(file === undefined ? [] : [`![${escapeMarkdown(file.shows)}](${address(file.name)})`, '']),
    ...codeBlock(sketch),
    '',
  ];
}

/** A file's name as a relative address: nothing in it ends the address or leads elsewhere. */
function address(name: string): string {
  return encodeURIComponent(name).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** What happened when, as a table. */
function happeningLines(
  { reconstruction: { history } }: Analysis,
  { rows, more }: ReturnType<typeof happeningsOf>,
  say: Language['say'],
): string[] {
  if (rows.length === 0) return [];
  const place = placeWriter(history.sources, 'file');
  const head = ['Time', 'What', 'Known', 'Line'].map(say).join(' | ');
  const out = [`## ${say('What happened when')}`, '', `| ${head} |`, '| --- | --- | --- | --- |'];
  for (const { when, what, known, at } of rows) {
    const line = at === undefined ? '' : tableCell(codeSpan(place(at)));
    out.push(
      `| ${tableCell(escapeMarkdown(when))} | ${tableCell(escapeMarkdown(say(what)))} | ${say(known === 'exact' ? 'exactly' : 'within these bounds')} | ${line} |`,
    );
  }
  out.push('');
  if (more > 0) out.push(say(`${plural(more, 'more row')} in the log.`), '');
  return out;
}

/** What lines prove, and what is the most likely explanation. */
function knownLines(report: Report, hasTimes: boolean, language: Language): string[] {
  return [
    `## ${language.say('What is proven, and what is likely')}`,
    '',
    ...knownStatements(report, hasTimes, language).map((statement) => `- ${escapeMarkdown(statement)}`),
    '',
  ];
}
