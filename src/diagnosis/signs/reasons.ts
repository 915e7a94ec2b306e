/** Why something failed, as its text says it: tables of words, what they mean, and what to do. */

/** Words of which one is enough, what they mean, as a part of a sentence, and a next step. */
export type Reason = readonly [words: readonly (string | RegExp)[], what: string, step: string];

/** A text of errors, and how many lines have it. */
export interface SaidReason {
  readonly text: string;
  readonly count: number;
}

/** The first reason of the table that a text has words of. */
export function reasonOf(reasons: readonly Reason[], text: string): Reason | undefined {
  return reasons.find(([words]) =>
    words.some((word) => (typeof word === 'string' ? text.includes(word) : word.test(text))),
  );
}

/** The reason that most lines name; of those that as many do, the first of the table. A text counts for the first reason that it has words of. */
export function mostNamed(reasons: readonly Reason[], said: readonly SaidReason[]): Reason | undefined {
  const lines = new Map<Reason, number>();
  for (const { text, count } of said) {
    const reason = reasonOf(reasons, text);
    if (reason !== undefined) lines.set(reason, (lines.get(reason) ?? 0) + count);
  }
  const most = Math.max(...lines.values());
  return reasons.find((reason) => lines.get(reason) === most);
}
