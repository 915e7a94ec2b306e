/** Objects of JSON that are printed over several lines each, one after the other, as `jq` and consoles print them. */
import { ForeignDocuments, holdsLine } from '../entries/foreignDocument.ts';
import { wholeLines } from './beginnings.ts';
import type { TextRewriter } from './exportText.ts';
import { LineWise } from './lineWise.ts';

/** The line with which such an object begins; behind its margin. */
const OPENING = /^([ \t]{0,40})\{[ \t]{0,4}$/;
const CLOSING = /^([ \t]{0,40})\}[ \t]{0,4},?[ \t]{0,4}$/;
/** How journalctl prints its entries (`json-pretty`), which are read line by line. */
const OF_JOURNALCTL = /^[ \t]{1,8}"\w{1,60}" : /m;
/** A stamp alone in the line above, as the console of CloudWatch shows it, is that of the object. */
const STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;
/** An object is not longer; what is, stays as it is. */
const LONGEST = 1024 * 1024;

/** What puts the objects of a text that begins so into one line each, where one of them holds a line of klog or is an entry of the journal; `isAll`: the text has no more. */
export function objectLinesOf(head: string, isAll: boolean): TextRewriter | undefined {
  if (!/^[ \t]{0,40}\{[ \t]{0,4}\r?$/m.test(head) || OF_JOURNALCTL.test(head)) return undefined;
  const trial = new ObjectLines(false);
  trial.push(`${wholeLines(head, isAll).join('\n')}\n`);
  return trial.hasFound ? new ObjectLines(true) : undefined;
}

/** Puts each object into the line in which it ends, and leaves all else as it stands. */
class ObjectLines implements TextRewriter {
  /** Whether an object holds a line of klog or is an entry of the journal: then others are documents of the same log, too. */
  hasFound: boolean;
  readonly #foreign = new ForeignDocuments();
  readonly #lineWise = new LineWise((line) => this.#line(line));
  /** The lines of the object that is open. */
  #open: string[] = [];
  #length = 0;
  #margin = '';
  /** A line that is but a stamp, which may be that of an object. */
  #stamp: string | undefined;

  constructor(hasFound: boolean) {
    this.hasFound = hasFound;
  }

  push(text: string): string {
    return this.#lineWise.push(text);
  }

  end(): string {
    return this.#lineWise.end() + this.#asItStands();
  }

  #line(line: string): string {
    const opening = OPENING.exec(line);
    if (this.#open.length > 0 && opening?.[1] !== this.#margin) return this.#inside(line);
    const before = this.#open.length > 0 ? this.#asItStands() : '';
    if (opening !== null) {
      this.#margin = opening[1] ?? '';
      this.#open = [line];
      this.#length = line.length;
      return before;
    }
    const stamp = this.#takeStamp();
    if (!STAMP.test(line.trim())) return `${before}${stamp}${line}\n`;
    this.#stamp = line;
    return before + stamp;
  }

  #inside(line: string): string {
    this.#open.push(line);
    this.#length += line.length;
    if (CLOSING.exec(line)?.[1] === this.#margin) {
      const document = this.#document(
        this.#open
          .map((part) => part.trim())
          .join('')
          .replace(/,$/, ''),
      );
      if (document === undefined) return this.#asItStands();
      const lines = this.#open.length + (this.#stamp === undefined ? 0 : 1);
      const stamp = this.#stamp === undefined ? '' : `${this.#stamp.trim()} `;
      this.#open = [];
      this.#stamp = undefined;
      return `${'\n'.repeat(lines - 1)}${stamp}${document}\n`;
    }
    return this.#length > LONGEST ? this.#asItStands() : '';
  }

  /** The object, if it belongs to a log. */
  #document(text: string): string | undefined {
    const read = this.#foreign.read(text);
    if (read === undefined || (read.kind === 'shipped' && !this.hasFound && !holdsLine(read.message))) return undefined;
    this.hasFound = true;
    return text;
  }

  #takeStamp(): string {
    const stamp = this.#stamp;
    this.#stamp = undefined;
    return stamp === undefined ? '' : `${stamp}\n`;
  }

  /** What is kept, as it stands in the text. */
  #asItStands(): string {
    const lines = this.#open;
    this.#open = [];
    return this.#takeStamp() + lines.map((line) => `${line}\n`).join('');
  }
}
