/** The whole report: the template with the log's own parts in it. The extension puts it together, so nothing here knows how a log is analysed. */
import { asWritten, type Printable } from '../kubelet/printable.ts';
import type { ReportParts } from '../protocol/workerProtocol.ts';

/** The places in a template (`scripts/lib/reportTemplate.mjs`), in their order. */
export const REPORT_PLACES = ['title', 'before', 'behind', 'document'] as const satisfies (keyof ReportParts)[];

/** How a place is written in the template. */
export function reportPlace(name: keyof ReportParts): string {
  return `<!--report:${name}-->`;
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
