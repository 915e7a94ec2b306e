/** The outline of a log in the lines of a document that shows it: all of it, or an excerpt. Knows no `vscode`. */
import type { LineSpan, LogOutline, OutlineItem } from '../../timeline/outline/logOutline.ts';
import { editorLineOf } from '../editorLines.ts';

/** How a document shows a log. */
export interface ShownLines {
  /** The log's line on the document's first one. */
  readonly firstLine: number;
  readonly lineCount: number;
  /** Where the editor breaks lines that the log does not. */
  readonly returns: Uint32Array;
}

/** The same outline with the document's numbers of lines, 1-based. What the document does not show is left out, what it shows a part of is cut. */
export function shownOutline(outline: LogOutline, shown: ShownLines): LogOutline {
  const spanOf = ({ first, last }: LineSpan): LineSpan | undefined => {
    const from = place(first, shown);
    const to = place(last + 1, shown) - 1;
    return to < 1 || from > shown.lineCount
      ? undefined
      : { first: Math.max(1, from), last: Math.min(shown.lineCount, Math.max(from, to)) };
  };
  const lineOf = (line: number): number | undefined => {
    const at = place(line, shown);
    return at >= 1 && at <= shown.lineCount ? at : undefined;
  };
  const itemsOf = (items: readonly OutlineItem[]): OutlineItem[] =>
    items.flatMap((item) => {
      const span = spanOf(item);
      return span === undefined ? [] : [{ ...item, ...span, children: itemsOf(item.children) }];
    });
  return {
    items: itemsOf(outline.items),
    episodes: outline.episodes.flatMap((episode) => {
      const span = spanOf(episode);
      return span === undefined
        ? []
        : [{ ...episode, ...span, endLine: Math.min(shown.lineCount, Math.max(1, place(episode.endLine, shown))) }];
    }),
    problems: outline.problems.flatMap((problem) => {
      const line = lineOf(problem.line);
      const related = problem.related.flatMap(({ line: own, text }) => {
        const at = lineOf(own);
        return at === undefined ? [] : [{ line: at, text }];
      });
      return line === undefined ? [] : [{ ...problem, line, related }];
    }),
    folds: Uint32Array.from(foldsOf(outline.folds, spanOf)),
  };
}

/** The last line, 1-based in the document's numbers, that an outline speaks of; it may lie behind the document's end. */
export function reachOf(outline: LogOutline, shown: ShownLines): number {
  let last = 0;
  for (const item of outline.items) last = Math.max(last, item.last);
  for (const episode of outline.episodes) last = Math.max(last, episode.last, episode.endLine);
  for (const { line, related } of outline.problems) {
    last = Math.max(last, line);
    for (const { line: own } of related) last = Math.max(last, own);
  }
  return place(last, shown);
}

function foldsOf(folds: Uint32Array, spanOf: (span: LineSpan) => LineSpan | undefined): number[] {
  const shown: number[] = [];
  for (let at = 0; at + 1 < folds.length; at += 2) {
    const span = spanOf({ first: folds[at] ?? 0, last: folds[at + 1] ?? 0 });
    if (span !== undefined && span.last > span.first) shown.push(span.first, span.last);
  }
  return shown;
}

function place(line: number, { firstLine, returns }: ShownLines): number {
  return editorLineOf(line, returns) - firstLine + 1;
}
