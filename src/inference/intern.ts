/**
 * One copy of each text that comes again and again (pod uids, container ids). A text cut from a line keeps the whole line in memory in some engines,
 * so a copy is kept.
 */
export class InternedTexts {
  readonly #texts = new Map<string, string>();

  /** The one copy of a text. */
  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const copy = detached(text);
    this.#texts.set(copy, copy);
    return copy;
  }
}

/** A copy of a text that keeps nothing else in memory. To cut something off two joined texts, an engine has to write them down in one piece. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
