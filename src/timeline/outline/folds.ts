/** What can be folded: records of several lines (stacks, values), dumps of flags, and skips one after the other. */
import type { LineIndex } from '../../analysis/insight/lineIndex.ts';
import type { Skip } from '../../inference/history.ts';
import type { LineSpan } from './logOutline.ts';

/** Shorter rows of lines are read as quickly as they are unfolded. */
const SHORTEST_ROW = 3;
/** More an editor does not take. */
const MOST_FOLDS = 5000;

/**
 * First and last lines in turn, by their first line.
 * @param dumps lines of flags one after the other
 */
export function outlineFolds(
  skips: readonly Skip[],
  dumps: readonly LineSpan[],
  source: number,
  lines: LineIndex,
): Uint32Array {
  const rows = [...skipRows(skips, source, lines), ...dumps].filter(
    ({ first, last }) => last - first + 1 >= SHORTEST_ROW,
  );
  const spans = rows.slice(0, MOST_FOLDS);
  const long = lines.longRecords(MOST_FOLDS - spans.length);
  for (let at = 0; at + 1 < long.length; at += 2) spans.push({ first: long[at] ?? 0, last: long[at + 1] ?? 0 });
  spans.sort((a, b) => a.first - b.first || b.last - a.last);
  return Uint32Array.from(spans.flatMap(({ first, last }) => [first, last]));
}

/** Skips of which each is the record after the one before. */
function skipRows(skips: readonly Skip[], source: number, lines: LineIndex): LineSpan[] {
  const rows: { first: number; last: number }[] = [];
  for (const { source: own, line } of skips) {
    if (own !== source) continue;
    const row = rows.at(-1);
    if (row !== undefined && line > row.last && lines.recordAt(line - 1)?.line === lines.recordAt(row.last)?.line)
      row.last = line;
    else rows.push({ first: line, last: line });
  }
  return rows;
}
