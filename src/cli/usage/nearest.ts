/** "Did you mean": the known word that a mistyped one is nearest to. */

/** Words longer than this are no slips of the finger. */
const LONGEST = 40;

/**
 * The known word that begins with `word`, or that is at most a third of its letters away from it by inserted, left out, replaced and swapped letters (optimal string alignment);
 * `undefined` where none is near.
 */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word === '' || word.length > LONGEST) return undefined;
  const lower = word.toLowerCase();
  const begins = known.filter((one) => lower.length > 1 && one.startsWith(lower));
  if (begins.length === 1) return begins[0];
  let best: string | undefined;
  let least = Math.max(1, Math.floor(lower.length / 3)) + 1;
  for (const one of known) {
    const away = distance(lower, one);
    if (away < least) [best, least] = [one, away];
  }
  return best;
}

function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      line.push(least);
    }
    [before, last] = [last, line];
  }
  return last[b.length] ?? 0;
}
