/**
 * One copy of each text that comes again and again (pod uids, container ids). A text cut from a line keeps the whole line in memory in some engines,
 * so the copy is made of the characters.
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

function detached(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; at += 1) parts.push(text.charAt(at));
  return parts.join('');
}
