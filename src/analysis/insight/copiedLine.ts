/** A line that was left out, for it stands in the log elsewhere too: what follows from that one follows from this one. */
import type { SourceSummary } from '../../journal/record.ts';
import { printable } from '../../kubelet/printable.ts';
import type { LineInsight } from './lineInsight.ts';

/** The line that counts for a line of a source: itself, unless it was left out. */
export function countedLine(source: SourceSummary | undefined, line: number): number {
  const copy = source?.copies?.find(({ first, count }) => line >= first && line < first + count);
  return copy === undefined ? line : copy.same + line - copy.first;
}

/** What follows from the line that counts, said of its copy. */
export function insightOfCopy(insight: LineInsight, counted: number): LineInsight {
  const text = printable(`This line stands in the log twice and counts once, as line ${counted}.`);
  return {
    ...insight,
    sentences: [[{ text, at: { source: insight.at.source, line: counted } }], ...insight.sentences],
  };
}
