/** Cuts the pieces of a text into lines for a rewriter whose output for one depends on those before. */
export class LineWise {
  readonly #take: (line: string) => string;
  #rest = '';

  /** `take`: a line without its end; gives what is to stand in the text now. */
  constructor(take: (line: string) => string) {
    this.#take = take;
  }

  push(text: string): string {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    return lines.map((line) => this.#take(line.replace(/\r$/, ''))).join('');
  }

  /** What came behind the last newline. */
  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest === '' ? '' : this.#take(rest);
  }
}
