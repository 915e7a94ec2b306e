/** Objects of JSON that stand one right after the other, with nothing between them, as delivery streams put them into files. */
import type { TextRewriter } from './exportText.ts';

/** Whether a text begins with an object behind which the next one follows at once. */
export function isConcatenated(head: string): boolean {
  if (!head.startsWith('{"')) return false;
  const [first = ''] = head.split('\n', 1);
  return new ConcatenatedObjects().push(first).length > first.length;
}

/** Puts each object into a line of its own. */
export class ConcatenatedObjects implements TextRewriter {
  #depth = 0;
  #isQuoted = false;
  #isEscaped = false;
  /** An object has just ended. */
  #hasEnded = false;

  push(text: string): string {
    let out = '';
    let from = 0;
    for (let i = 0; i < text.length; i += 1) {
      const character = text[i];
      if (this.#isQuoted) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (character === '\\') this.#isEscaped = true;
        else if (character === '"') this.#isQuoted = false;
        continue;
      }
      if (character === '{' && this.#hasEnded) {
        out += `${text.slice(from, i)}\n`;
        from = i;
      }
      this.#hasEnded = false;
      if (character === '"') this.#isQuoted = true;
      else if (character === '{') this.#depth += 1;
      else if (character === '}') {
        this.#depth -= 1;
        this.#hasEnded = this.#depth === 0;
      } else if (character === '\n') this.#depth = 0;
    }
    return out + text.slice(from);
  }

  end(): string {
    return '';
  }
}
