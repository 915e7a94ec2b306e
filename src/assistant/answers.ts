/** What an assistant is told of a log. Every claim has the line that proves it; times are as the reports write them. */
import type { Analysis } from '../analysis/analysis.ts';
import { insightText } from '../analysis/insight/lineInsight.ts';
import { happeningsOf } from '../analysis/outputs/happenings.ts';
import { buildReport, placeWriter } from '../analysis/outputs/report.ts';
import type { LineReference } from '../inference/history.ts';
import { type Printable, printable } from '../kubelet/printable.ts';
import type { HoverAnswer } from '../protocol/workerProtocol.ts';
import { type Cutter, fitted } from './limits.ts';

/** When and why the node went NotReady: the written answer, what happened when, the titles of the findings. */
export function analysisAnswer(analysis: Analysis, full: boolean): Printable {
  const report = buildReport(analysis, 'file');
  const { history } = analysis.reconstruction;
  const place = placeOf(analysis);
  return fitted((cut) => {
    const { rows } = happeningsOf(history);
    return {
      headline: cut.text(report.headline),
      state: analysis.answer.state,
      log: cut.list(report.about).map((line) => cut.text(line)),
      answer: cut.list(report.answer).map(({ text, lines }) => ({
        text: cut.text(text),
        ...(lines.length === 0 ? {} : { lines: cut.list(lines, cut.limits.evidence) }),
      })),
      happened: cut.list(rows).map(({ when, what, known, at }) => ({
        when,
        what: cut.text(what),
        known,
        ...(at === undefined ? {} : { line: place(at) }),
      })),
      findings: cut.list(analysis.findings).map(({ id, confidence, title, evidence }) => ({
        id,
        confidence,
        title: cut.text(title),
        evidence: lines(evidence, place, cut),
      })),
      replay: cut.list(report.replay).map((line) => cut.text(line)),
      ...(report.warnings.length === 0 ? {} : { warnings: cut.list(report.warnings, 3).map((line) => cut.text(line)) }),
    };
  }, full);
}

/** The unhealthy times and the findings, with explanation, next steps and evidence. */
export function findingsAnswer(analysis: Analysis, full: boolean): Printable {
  const { history } = analysis.reconstruction;
  const starts = new Set(history.episodes.flatMap(({ id, startup }) => (startup ? [id] : [])));
  // What is cut is the end of the list: normal starts are what is least asked for.
  const episodes = buildReport(analysis, 'file').episodes.toSorted(
    (a, b) => Number(starts.has(a.id)) - Number(starts.has(b.id)),
  );
  const place = placeOf(analysis);
  return fitted(
    (cut) => ({
      episodes: cut.list(episodes).map(({ id, title, detail }) => ({
        id,
        title: cut.text(title),
        detail: cut.list(detail).map((line) => cut.text(line)),
      })),
      findings: cut.list(analysis.findings).map((finding) => ({
        id: finding.id,
        confidence: finding.confidence,
        title: cut.text(finding.title),
        ...(finding.episode === undefined ? {} : { episode: finding.episode }),
        explanation: cut.text(finding.explanation),
        nextSteps: cut.list(finding.nextSteps).map((step) => cut.text(step)),
        evidence: lines(finding.evidence, place, cut),
      })),
    }),
    full,
  );
}

/** One line: its text, what the message means, and what follows from it in this log. `hover` is what an editor shows of it. */
export function lineAnswer(
  analysis: Analysis,
  at: LineReference,
  text: string | undefined,
  hover: HoverAnswer,
  full: boolean,
): Printable {
  const { message, insight, source } = hover;
  return fitted(
    (cut) => ({
      line: placeOf(analysis)(at),
      ...(text === undefined ? {} : { text: cut.text(printable(text)) }),
      ...(message === undefined
        ? { message: 'This line is not known as a message of the kubelet.' }
        : {
            message: message.title,
            meaning: cut.text(message.meaning),
            ...(message.parts === undefined ? {} : { parts: cut.list(message.parts) }),
            ...(message.whatToDo === undefined ? {} : { whatToDo: cut.text(message.whatToDo) }),
            ...(message.origin === undefined ? {} : { origin: message.origin }),
          }),
      ...(insight === undefined ? {} : { inThisLog: cut.text(printable(insightText(insight).replaceAll('\n', ' '))) }),
      ...(source === undefined ? {} : { source }),
    }),
    full,
  );
}

function placeOf({ reconstruction: { history } }: Analysis): (at: LineReference) => Printable {
  return placeWriter(history.sources, 'file');
}

function lines(
  evidence: readonly (LineReference & { readonly text: Printable })[],
  place: (at: LineReference) => Printable,
  cut: Cutter,
): readonly object[] {
  return cut
    .list(evidence, cut.limits.evidence)
    .map((line) => ({ line: place(line), ...(line.text === '' ? {} : { text: cut.text(line.text) }) }));
}
