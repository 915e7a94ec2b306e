/** Where in its source file each minor version of the kubelet writes a message: evidence of the version when no line names it. */
import { CALLER_LINES_FIRST_MINOR, CALLER_LINES_TABLE } from './callerLinesTable.ts';

/** A line number of the caller and the minor versions (of 1.x) that write the message there. */
export interface CallerLine {
  readonly line: number;
  readonly first: number;
  readonly last: number;
}

let table: ReadonlyMap<string, readonly CallerLine[]> | undefined;

/** The known caller lines of a catalogue row, `undefined` for rows that the table leaves out. */
export function callerLinesOf(message: string): readonly CallerLine[] | undefined {
  table ??= parseTable(CALLER_LINES_TABLE);
  return table.get(message);
}

function parseTable(text: string): ReadonlyMap<string, readonly CallerLine[]> {
  const rows = new Map<string, readonly CallerLine[]>();
  for (const row of text.trim().split('\n')) {
    const [message = '', ...parts] = row.split(' ');
    let line = 0;
    const lines: CallerLine[] = [];
    for (const part of parts) {
      line += Number.parseInt(part.slice(2), 36);
      lines.push({ first: minorOf(part.charAt(0)), last: minorOf(part.charAt(1)), line });
    }
    rows.set(message, lines);
  }
  return rows;
}

function minorOf(digit: string): number {
  return CALLER_LINES_FIRST_MINOR + Number.parseInt(digit, 36);
}

/**
 * How many lines a caller lies away from where a minor version writes the message: 0 for a line of a release that was read, and `between` when it
 * lies between two of them (a patch release that was not read); `undefined` when that minor is not known to write the message.
 */
export function distanceToMinor(
  lines: readonly CallerLine[],
  line: number,
  minor: number,
): { readonly distance: number; readonly between: boolean } | undefined {
  let distance = Number.POSITIVE_INFINITY;
  let below = false;
  let above = false;
  for (const known of lines) {
    if (minor < known.first || minor > known.last) continue;
    if (known.line === line) return { distance: 0, between: false };
    if (known.line < line) below = true;
    else above = true;
    distance = Math.min(distance, Math.abs(known.line - line));
  }
  if (distance === Number.POSITIVE_INFINITY) return undefined;
  return { distance, between: below && above };
}
