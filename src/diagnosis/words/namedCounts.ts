/** What facts name, and how often: the same trouble in thousands of lines is one sentence. */
import { plural } from '../cause.ts';
import { listText } from '../answer/paragraph.ts';
import { shorten } from './factText.ts';

/** Counts by what a fact names, most first. */
export function countsOf<Fact>(
  facts: Iterable<Fact>,
  named: (fact: Fact) => string | undefined,
): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const fact of facts) {
    const name = named(fact);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** `a (12), b (3) and 5 others`: the first few of such counts. */
export function mostText(counts: readonly (readonly [string, number])[]): string {
  const listed = counts.slice(0, 3).map(([name, count]) => `${shorten(name, 100)}${count > 1 ? ` (${count})` : ''}`);
  const more = counts.length - listed.length;
  return listText(more > 0 ? [...listed, plural(more, 'other')] : listed);
}
