import { beginningOf } from './beginnings.ts';

/** Every piece of so many columns is followed by so many blanks, as where a terminal's rows were copied together with what stood beside them. */
export interface Gaps {
  readonly columns: number;
  readonly blanks: number;
}

const LEAST_COLUMNS = 40;
const MOST_COLUMNS = 250;
const LEAST_BLANKS = 12;
const RUN = / {12,400}/;
/** Of the gaps, so many must lie right between two characters: a table's columns do not. */
const SOLID_SHARE = 0.5;
const LEAST_DIFFERENT = 2;
const AROUND = 8;
/** A line that is longer is no terminal's. */
const LONGEST = 20_000;

/** The runs of blanks that stand at the same places of the lines, in words as between them; `undefined`: there are none. */
export function findGaps(head: string): Gaps | undefined {
  if (!RUN.test(head)) return undefined;
  const lines = head
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && line.length < LONGEST);
  const runs = lines.flatMap((line) => {
    const run = RUN.exec(line);
    return run === null || run.index < LEAST_COLUMNS || beginningOf(line) === undefined
      ? []
      : [{ from: run.index, to: run.index + run[0].length }];
  });
  if (runs.length === 0) return undefined;
  const columns = Math.max(...runs.map(({ from }) => from));
  const end = Math.min(...runs.map(({ to }) => to));
  // Blanks of the text itself may stand before all first gaps.
  return [0, 1, 2]
    .map((more) => ({ columns: columns + more, blanks: end - columns - more }))
    .find((gaps) => gaps.blanks >= LEAST_BLANKS && gaps.columns <= MOST_COLUMNS && areGaps(gaps, lines));
}

/** Whether nothing stands in the gaps of any line, and text right at them. */
function areGaps({ columns, blanks }: Gaps, lines: readonly string[]): boolean {
  /** What stands around a gap: one that is the same everywhere can be of the message. */
  const around = new Set<string>();
  let solid = 0;
  let all = 0;
  for (const line of lines) {
    for (let at = columns; at < line.length; at += columns + blanks) {
      if (line.slice(at, at + blanks).trim() !== '') return false;
      all += 1;
      if (line[at - 1] !== ' ' && line[at + blanks] !== ' ') solid += 1;
      around.add(line.slice(at - AROUND, at) + line.slice(at + blanks, at + blanks + AROUND));
    }
  }
  return around.size >= LEAST_DIFFERENT && solid >= SOLID_SHARE * all;
}

/** A line without its gaps. */
export function closed(line: string, { columns, blanks }: Gaps): string {
  let out = '';
  for (let at = 0; at < line.length; at += columns + blanks) out += line.slice(at, at + columns);
  return out;
}
