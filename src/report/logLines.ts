/** The lines of the log that a report names, each once, with their text: so that whoever gets the report need not have the log. */
import type { Analysis } from '../analysis/analysis.ts';
import type { Happening } from '../analysis/outputs/happenings.ts';
import type { LineReference } from '../inference/history.ts';
import { type Printable, printable } from '../kubelet/printable.ts';

/** One line; `text` is absent where the analysis did not keep it. */
export interface QuotedLine extends LineReference {
  readonly text?: Printable;
}

/** The identity of a line's element in the page. */
export function lineId({ source, line }: LineReference): string {
  return `line-${source}-${line}`;
}

/** All lines of the answer, the findings and the table of what happened, by source and number. */
export function quotedLines(
  { answer, findings }: Analysis,
  happenings: readonly Happening[],
  lineText: (at: LineReference) => string | undefined,
): readonly QuotedLine[] {
  const known = new Map<string, QuotedLine>();
  const add = (at: LineReference, text?: Printable): void => {
    const id = lineId(at);
    if (known.get(id)?.text !== undefined) return;
    const kept = text ?? lineText(at);
    known.set(id, {
      source: at.source,
      line: at.line,
      ...(kept === undefined || kept === '' ? {} : { text: printable(kept) }),
    });
  };
  for (const { evidence } of findings) for (const line of evidence) add(line, line.text);
  for (const part of answer.paragraphs.flat()) if (part.at !== undefined) add(part.at);
  for (const { at } of happenings) if (at !== undefined) add(at);
  return [...known.values()].sort((a, b) => a.source - b.source || a.line - b.line);
}
