import { type BeginningKind, beginningOf } from './beginnings.ts';
import type { TextRewriter } from './exportText.ts';
import { type Wrapping, beginsLine, headerJoint, reachesEdge, shownLine } from './wrapping.ts';

/** A line is not put together beyond this length. */
const LONGEST = 1024 * 1024;

/** Joins the pieces of lines that were wrapped; a line has the number of its first piece, blank ones stand for the others. */
export class WrappedLines implements TextRewriter {
  readonly #wrapping: Wrapping;
  readonly #kinds: Set<BeginningKind>;
  /** A piece whose end has not come. */
  #kept = '';
  /** The line that may go on, how many pieces were added to it, and how wide the last one was. */
  #line: string | undefined;
  #added = 0;
  #columns = 0;

  constructor(wrapping: Wrapping) {
    this.#wrapping = wrapping;
    this.#kinds = new Set(wrapping.kinds);
  }

  push(text: string): string {
    const pieces = (this.#kept + text).split('\n');
    this.#kept = pieces.pop() ?? '';
    return pieces.map((piece) => this.#take(piece)).join('');
  }

  end(): string {
    const rest = this.#kept === '' ? '' : this.#take(this.#kept);
    this.#kept = '';
    return rest + this.#flush();
  }

  #take(piece: string): string {
    const wrapping = this.#wrapping;
    const shown = shownLine(piece, wrapping.prefix);
    const before = this.#columns;
    this.#columns = shown.columns;
    if (shown.text === '') return `${this.#flush()}\n`;
    const joined = this.#joined(shown.text, before);
    if (joined !== undefined) {
      this.#line = joined;
      this.#added += 1;
      return '';
    }
    const out = this.#flush();
    const kind =
      wrapping.at === 'header' || reachesEdge(before, shown.text, wrapping) ? undefined : beginningOf(shown.text);
    if (kind !== undefined) this.#kinds.add(kind);
    this.#line = wrapping.prefix + shown.text;
    return out;
  }

  /** The line with its next piece; `undefined`: that is none. `before`: how wide the piece before was. */
  #joined(piece: string, before: number): string | undefined {
    const line = this.#line;
    const { at, columns, indent } = this.#wrapping;
    if (line === undefined || line.length > LONGEST) return undefined;
    if (at === 'header') return beginningOf(piece) === undefined ? headerJoint(line, piece) : undefined;
    if (!reachesEdge(before, piece, this.#wrapping) || beginsLine(piece, this.#kinds)) return undefined;
    const bare = piece.trimStart();
    return at === 'word'
      ? `${line} ${bare}`
      : line + ' '.repeat(columns - before) + piece.slice(Math.min(indent, piece.length - bare.length));
  }

  #flush(): string {
    const line = this.#line;
    if (line === undefined) return '';
    const pads = '\n'.repeat(this.#added);
    this.#line = undefined;
    this.#added = 0;
    return `${line}\n${pads}`;
  }
}
