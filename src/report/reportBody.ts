/** The sections of the HTML report before and behind its charts. */
import type { Analysis } from '../analysis/analysis.ts';
import { type Happening, happeningsOf } from '../analysis/outputs/happenings.ts';
import { knownStatements } from '../analysis/outputs/known.ts';
import { buildReport, placeWriter, type Report, plural } from '../analysis/outputs/report.ts';
import type { Language } from '../language/language.ts';
import type { LineReference } from '../inference/history.ts';
import { asWritten, type Printable } from '../kubelet/printable.ts';
import { escapeHtml as text, escapeHtmlWithCode as rich } from './htmlText.ts';
import { lineId, type QuotedLine, quotedLines } from './logLines.ts';

/** What stands in the page's body, before and behind the charts. */
export interface ReportBody {
  readonly before: Printable;
  readonly behind: Printable;
}

type LinkTo = (at: LineReference) => string;

/** Writes the sections. `lineText` gives the text of lines that are evidence. */
export function reportBody(
  analysis: Analysis,
  lineText: (at: LineReference) => string | undefined,
  language: Language,
): ReportBody {
  const { say } = language;
  const report = buildReport(analysis, 'file', language);
  /** Without content there is no section. */
  const section = (id: string, title: string, content: string): string[] =>
    content === ''
      ? []
      : [`<section aria-labelledby="${id}"><h2 id="${id}">${text(say(title))}</h2>`, content, '</section>'];
  const { history } = analysis.reconstruction;
  const place = placeWriter(history.sources, 'number');
  const happenings = happeningsOf(history);
  const lines = quotedLines(analysis, happenings.rows, lineText);
  const link: LinkTo = (at) => `<a href="#${lineId(at)}"><code>${text(place(at))}</code></a>`;
  const before = [
    `<header><p class="kind">${text(say('Kubelet incident report'))}</p><h1>${text(report.headline)}</h1>`,
    list(report.about.map(text), 'about'),
    '</header>',
    ...section('answer', 'What happened', answer(analysis, report, link, say)),
  ];
  const behind = [
    ...section('when', 'What happened when', table(happenings.rows, happenings.more, link, say)),
    ...section(
      'known',
      'What is proven, and what is likely',
      list(knownStatements(report, happenings.rows.length > 0, language).map(text)),
    ),
    ...section('findings', 'Findings', findings(analysis, report, link, say)),
    ...section('episodes', 'Episodes', episodes(report)),
    ...section('replay', 'Replay', list(report.replay.map(text))),
    ...section('warnings', 'Warnings', list(report.warnings.map(text))),
    ...section(
      'lines',
      'Lines of the log',
      quotes(lines, (at) => text(place(at)), say),
    ),
  ];
  return { before: asWritten(before.join('\n')), behind: asWritten(behind.join('\n')) };
}

function list(items: readonly string[], className?: string): string {
  if (items.length === 0) return '';
  return `<ul${className === undefined ? '' : ` class="${className}"`}>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function answer({ answer: { paragraphs } }: Analysis, report: Report, link: LinkTo, say: Language['say']): string {
  return report.answer
    .map((paragraph, index) => {
      const known = new Map(
        (paragraphs[index] ?? []).flatMap(({ at }) => (at === undefined ? [] : [[lineId(at), at] as const])),
      );
      const links =
        known.size === 0
          ? ''
          : ` <span class="at">${text(say('Lines:'))} ${[...known.values()].map(link).join(', ')}</span>`;
      return `<p>${rich(paragraph.text)}${links}</p>`;
    })
    .join('\n');
}

function table(rows: readonly Happening[], more: number, link: LinkTo, say: Language['say']): string {
  if (rows.length === 0) return '';
  const body = rows.map(
    ({ when, what, known, at }) =>
      `<tr><td class="time">${text(when)}</td><td>${text(say(what))}</td><td>${text(say(known === 'exact' ? 'exactly' : 'within these bounds'))}</td><td>${at === undefined ? '' : link(at)}</td></tr>`,
  );
  const head = ['Time', 'What', 'Known', 'Line'].map((name) => `<th scope="col">${text(say(name))}</th>`).join('');
  return `<div class="wide" role="group" aria-label="${text(say('Table of what happened when'))}" tabindex="0"><table><thead><tr>${head}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table></div>${more > 0 ? `\n<p>${text(say(`${plural(more, 'more row')} in the log.`))}</p>` : ''}`;
}

function findings({ findings: found }: Analysis, report: Report, link: LinkTo, say: Language['say']): string {
  return report.findings
    .map((finding, index) => {
      const evidence = (found[index]?.evidence ?? []).map(
        (line) => `${link(line)}${line.text === '' ? '' : ` <code>${text(line.text)}</code>`}`,
      );
      return [
        `<article><h3>${text(finding.title)}</h3>`,
        `<p class="at">${text(say('Confidence:'))} ${text(say(finding.confidence))} (<code>${finding.id}</code>${finding.episode === undefined ? '' : `, ${text(finding.episode)}`})</p>`,
        `<p>${rich(finding.explanation)}</p>`,
        finding.nextSteps.length === 0
          ? ''
          : `<h4>${text(say('What to do next'))}</h4><ol>${finding.nextSteps.map((step) => `<li>${rich(step)}</li>`).join('')}</ol>`,
        evidence.length === 0 ? '' : `<h4>${text(say('The lines that say so'))}</h4>${list(evidence, 'evidence')}`,
        '</article>',
      ]
        .filter((part) => part !== '')
        .join('\n');
    })
    .join('\n');
}

function episodes(report: Report): string {
  return list(
    report.episodes.map(
      ({ id, title, detail }) => `<strong>${text(id)}</strong>: ${text(title)}${list(detail.map(text))}`,
    ),
  );
}

/** The button shows the line's moment in the charts; the page's script switches it on. */
function quotes(lines: readonly QuotedLine[], place: (at: LineReference) => string, say: Language['say']): string {
  return list(
    lines.map(
      (line) =>
        `<span id="${lineId(line)}" tabindex="-1"><code>${place(line)}</code></span> <button type="button" hidden data-source="${line.source}" data-line="${line.line}" aria-label="${say(`Show line ${place(line)} in the charts`)}">${text(say('In the charts'))}</button>${line.text === undefined ? '' : ` <code>${text(line.text)}</code>`}`,
    ),
    'evidence',
  );
}
