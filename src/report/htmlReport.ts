/** The whole report: the template with the log's own parts in it. */
import type { Analysis } from '../analysis/analysis.ts';
import { buildReport } from '../analysis/outputs/report.ts';
import type { LineReference } from '../inference/history.ts';
import { asWritten, type Printable } from '../kubelet/printable.ts';
import { documentText } from '../protocol/documentText.ts';
import type { ReportParts } from '../protocol/workerProtocol.ts';
import { timelineOf } from '../timeline/timelineOf.ts';
import { escapeHtml } from './htmlText.ts';
import { reportBody } from './reportBody.ts';

/** The places in a template (`scripts/lib/reportTemplate.mjs`), in their order. */
export const REPORT_PLACES = ['title', 'before', 'behind', 'document'] as const satisfies (keyof ReportParts)[];

/** How a place is written in the template. */
export function reportPlace(name: keyof ReportParts): string {
  return `<!--report:${name}-->`;
}

/** The parts of a report that are the log's: the rest is the same for every log. `lineText` gives the text of lines that are evidence. */
export function reportParts(analysis: Analysis, lineText: (at: LineReference) => string | undefined): ReportParts {
  const { headline } = buildReport(analysis, 'file');
  const name = analysis.reconstruction.history.sources[0]?.name ?? 'log';
  return {
    title: escapeHtml(headline),
    ...reportBody(analysis, lineText),
    document: documentText(timelineOf(analysis, name)),
  };
}

/** The file, in pieces. Throws where the template is none: it comes with the program. */
export function* htmlReport(template: string, parts: ReportParts): Generator<Printable, void, undefined> {
  let rest = template;
  for (const name of REPORT_PLACES) {
    const place = reportPlace(name);
    const at = rest.indexOf(place);
    if (at < 0) throw new Error(`the template of the report has no place for its ${name}`);
    yield asWritten(rest.slice(0, at));
    yield parts[name];
    rest = rest.slice(at + place.length);
  }
  yield asWritten(rest);
}
