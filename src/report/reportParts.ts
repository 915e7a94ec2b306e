/** What of a report is the log's. */
import type { Analysis } from '../analysis/analysis.ts';
import { ENGLISH, type Language } from '../language/language.ts';
import type { LineReference } from '../inference/history.ts';
import { documentText } from '../protocol/documentText.ts';
import type { ReportParts } from '../protocol/workerProtocol.ts';
import { documentInLanguage } from '../timeline/inLanguage.ts';
import { timelineOf } from '../timeline/timelineOf.ts';
import { escapeHtml } from './htmlText.ts';
import { reportBody } from './reportBody.ts';

/** The parts of a report that are the log's, of an analysis in that language: the rest is the same for every log. `lineText` gives the text of lines that are evidence. */
export function reportParts(
  analysis: Analysis,
  lineText: (at: LineReference) => string | undefined,
  language: Language = ENGLISH,
): ReportParts {
  const name = analysis.reconstruction.history.sources[0]?.name ?? 'log';
  return {
    title: escapeHtml(analysis.answer.headline),
    ...reportBody(analysis, lineText, language),
    document: documentText(documentInLanguage(timelineOf(analysis, name), language)),
  };
}
