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

/** So many texts are remembered: a log can have a new one in each line. */
const MOST_SHARED = 1024;

/** Copies of texts for whoever keeps some of very many: the same copy for all who keep the same text not long after each other. */
export class SharedTexts {
  readonly #texts = new Map<string, string>();

  /** A copy that keeps nothing else in memory. */
  readonly of = (text: string): string => {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= MOST_SHARED) this.#texts.clear();
    const copy = detached(text);
    this.#texts.set(copy, copy);
    return copy;
  };
}

/** Numbers for a few texts that come again and again, to stand in columns. */
export class InternedNumbers {
  readonly #numbers = new Map<string, number>();
  readonly #texts: string[] = [];
  #last: string | undefined;
  #lastNumber = 0;

  of(text: string): number {
    if (text === this.#last) return this.#lastNumber;
    let number = this.#numbers.get(text);
    if (number === undefined) {
      number = this.#texts.length;
      this.#texts.push(text);
      this.#numbers.set(text, number);
    }
    this.#last = text;
    this.#lastNumber = number;
    return number;
  }

  textOf(number: number): string {
    return this.#texts[number] ?? '';
  }
}

/** A copy of a text that keeps nothing else in memory. To cut something off two joined texts, an engine has to write them down in one piece. */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}
