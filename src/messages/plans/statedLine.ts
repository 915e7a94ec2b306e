import type { Fact } from '../fact.ts';

/**
 * What lines with certain values state, made of the first of them: a further one states the same at another time and place, so that no fact is made of it.
 */
export class StatedLine {
  /** What the first one stated; `undefined`: nothing. */
  readonly fact: Fact | undefined;
  /** Room for who keeps it once for all its lines, and the number under which that is. */
  keptBy: object | undefined = undefined;
  keptAt = -1;

  constructor(fact: Fact | undefined) {
    this.fact = fact;
  }
}

/** Lines with the same values, apart from one of which only a few words count: what they state by these words (`''` where there is no such value). */
export class StatedLines {
  #brief = '';
  #line: StatedLine | undefined = undefined;
  /** Those with other words. */
  #further: StatedLines | undefined = undefined;

  of(brief: string): StatedLine | undefined {
    return this.#line === undefined || this.#brief === brief ? this.#line : this.#further?.of(brief);
  }

  /** Keeps what lines with these words state; the words are few. */
  keep(brief: string, line: StatedLine): void {
    if (this.#line === undefined) {
      this.#brief = brief;
      this.#line = line;
    } else (this.#further ??= new StatedLines()).keep(brief, line);
  }
}
