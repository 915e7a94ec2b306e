/** In which line of its file a simulated kubelet writes a message. */
import { CALLER_LINES_TABLE } from './callerLinesTable.ts';

type LinesByMinor = readonly (readonly [minor: number, line: number])[];

let table: ReadonlyMap<string, LinesByMinor> | undefined;

/** The line of a row of the catalogue in a minor version; 1 for rows whose lines were not read. */
export function callerLine(rowId: string, minor: number): number {
  table ??= parseTable(CALLER_LINES_TABLE);
  const lines = table.get(rowId);
  if (lines === undefined) return 1;
  let found = lines[0]?.[1] ?? 1;
  for (const [since, line] of lines) if (since <= minor) found = line;
  return found;
}

function parseTable(text: string): ReadonlyMap<string, LinesByMinor> {
  const rows = new Map<string, LinesByMinor>();
  for (const row of text.trim().split('\n')) {
    const [id = '', ...pairs] = row.split(' ');
    rows.set(
      id,
      pairs.map((pair) => {
        const [minor = 0, line = 0] = pair.split(':').map(Number);
        return [minor, line];
      }),
    );
  }
  return rows;
}
