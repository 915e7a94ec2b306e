/** The Markdown report with its charts: in letters, and as a picture in a file beside it. */
import type { Analysis } from '../../analysis/analysis.ts';
import { formatForChat } from '../../analysis/outputs/copyText.ts';
import { formatMarkdown } from '../../analysis/outputs/formatMarkdown.ts';
import { baseName } from '../../kubelet/baseName.ts';
import type { Printable } from '../../kubelet/printable.ts';
import { ENGLISH, type Language } from '../../language/language.ts';
import type { TimelineDocument } from '../../timeline/timelineDocument.ts';
import { documentInLanguage } from '../../timeline/inLanguage.ts';
import { timelineOf } from '../../timeline/timelineOf.ts';
import { chartSvg, pictureName } from './chartSvg.ts';
import { chartText } from './chartText.ts';

export interface MarkdownReport {
  readonly text: Printable;
  /** The SVG, where a name was given for it and there is something to draw. */
  readonly picture?: Printable;
}

/** The report; `picture`: the file that its picture is going to be, in the same folder. */
export function markdownReport(analysis: Analysis, language: Language = ENGLISH, picture?: string): MarkdownReport {
  const document = documentOf(analysis, language);
  const sketch = chartText(document, language);
  const svg = picture === undefined || sketch.length === 0 ? undefined : chartSvg(document, language);
  if (picture === undefined || svg === undefined) return { text: formatMarkdown(analysis, language, { sketch }) };
  const file = {
    name: baseName(picture),
    shows: pictureName(document, language),
  };
  return { text: formatMarkdown(analysis, language, { sketch, file }), picture: svg };
}

/** What is copied for a chat: no picture survives that. */
export function chatReport(analysis: Analysis, language: Language = ENGLISH): Printable {
  return formatForChat(analysis, chartText(documentOf(analysis, language), language), language);
}

function documentOf(analysis: Analysis, language: Language): TimelineDocument {
  return documentInLanguage(timelineOf(analysis, analysis.reconstruction.history.sources[0]?.name ?? 'log'), language);
}
