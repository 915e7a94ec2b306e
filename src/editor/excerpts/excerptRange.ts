/** Which lines of a log an excerpt shows. Lines are 1-based, both ends inclusive. Knows no `vscode`. */

/** Lines on each side of a mark, and as many more each time that somebody asks for more. */
export const LINES_A_SIDE = 2000;
/** An excerpt that grows further loses as many lines at its other end: an editor stays quick, and a worker's answer small. */
export const MOST_EXCERPT_LINES = 20_000;

export interface LineRange {
  readonly from: number;
  readonly to: number;
}

/** The lines around a mark. */
export function rangeAround(line: number): LineRange {
  return { from: Math.max(1, line - LINES_A_SIDE), to: line + LINES_A_SIDE };
}

/** The same with more lines before (`earlier`) or behind (`later`) them. */
export function extendedRange({ from, to }: LineRange, side: 'earlier' | 'later'): LineRange {
  if (side === 'earlier') {
    const first = Math.max(1, from - LINES_A_SIDE);
    return { from: first, to: Math.min(to, first + MOST_EXCERPT_LINES - 1) };
  }
  const last = to + LINES_A_SIDE;
  return { from: Math.max(from, last - MOST_EXCERPT_LINES + 1), to: last };
}
