import type { TextRewriter } from './exportText.ts';

/** Rewrites lines one by one, whatever the pieces in which they come, so that they keep their numbers. */
export class LineRewriter implements TextRewriter {
  readonly #rewrite: (line: string) => string;
  #kept = '';

  /** `rewrite`: a line without its end, and what is to stand in its place. */
  constructor(rewrite: (line: string) => string) {
    this.#rewrite = rewrite;
  }

  push(text: string): string {
    const lines = (this.#kept + text).split('\n');
    this.#kept = lines.pop() ?? '';
    return lines.map((line) => `${this.#rewrite(line)}\n`).join('');
  }

  end(): string {
    const rest = this.#rewrite(this.#kept);
    this.#kept = '';
    return rest;
  }
}
