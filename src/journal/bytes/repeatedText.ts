import { copyBytes, NEWLINE } from './bytes.ts';
import { type KnownLine, KnownText } from './knownText.ts';

/** A text is looked at for so many bytes. */
const MOST = 4 * 1024 * 1024;
/**
 * So many bytes of the beginning of a text wait, for an excerpt may stand in front of the log that it is from. So do lines without a stamp, until it is known
 * whether a copy begins with them.
 */
const MOST_HELD = 128 * 1024;

/** So many runs of such lines are told one by one. */
const MOST_COPIES = 50;

/** Lines that stand a second time in the text. */
export interface RepeatedLines {
  /** The number of the first of them in the text, from 1 on. */
  readonly first: number;
  readonly count: number;
  /** Those without another line between them, up to so many. */
  readonly copies: readonly CopiedLines[];
}

/** Lines that were left out, because they stand elsewhere too. */
export interface CopiedLines {
  readonly first: number;
  readonly count: number;
  /** The first of the lines that are the same and count. */
  readonly same: number;
}

/** A run of lines `[from, to)` that are the same as earlier ones of the text. */
interface Copy {
  from: number;
  to: number;
  /** Where the earlier ones begin, and where the line stands that would go on with them. */
  earlier: number;
  next: number;
  lines: number;
  /** It stands behind an earlier line of the log, in order. */
  readonly isInOrder: boolean;
}

/**
 * Leaves out of a text the lines that stand in it a second time, as in a log that was pasted or saved twice, whole or in part, or behind an excerpt of it. Such a
 * copy begins with a line that no program writes twice (`KnownText`). Blanks stand for it, so lines and bytes keep their places. The text comes in chunks that begin
 * and end anywhere.
 */
export class RepeatedText {
  readonly #push: (chunk: Uint8Array) => void;
  readonly #tell: (lines: RepeatedLines) => void;
  /** What came so far, with blanks for what was left out; `undefined` once there is too much of it. */
  #text: KnownText | undefined = new KnownText(MOST);
  /** So much of it was passed on. */
  #passed = 0;
  /** Where the lines end of which it is known whether they are a copy. */
  #known = 0;
  /** Where the line begins that is read next. */
  #lineStart = 0;
  /** The beginning of the text waits. */
  #waits = true;
  #copy: Copy | undefined;
  /** The dot in the stamp of the last line that was not left out; −1: none came. */
  #lastDot = -1;
  /** The lines left out that were not told of. */
  #count = 0;
  #copies: CopiedLines[] = [];

  constructor(push: (chunk: Uint8Array) => void, tell: (lines: RepeatedLines) => void) {
    this.#push = push;
    this.#tell = tell;
  }

  /** Newlines that are held back. */
  get newlines(): number {
    return this.#text?.newlines(this.#passed, this.#text.length) ?? 0;
  }

  push(chunk: Uint8Array): void {
    const text = this.#text;
    if (text === undefined) return this.#push(chunk);
    const taken = text.append(chunk);
    // A long line that comes in small pieces is not searched for its end with each of them.
    if (chunk.includes(NEWLINE)) this.#readLines(text);
    if (taken < chunk.length) {
      // The chunk may be the memory into which whoever reads the text takes what it is given.
      const rest = copyBytes(chunk, taken, chunk.length);
      this.#endCopy(text);
      this.#passAll(text);
      this.#text = undefined;
      this.#push(rest);
    } else if (!this.#waits) this.#passKnown(text);
  }

  /** Passes on what was held back; the text may still grow. */
  end(): void {
    const text = this.#text;
    if (text === undefined) return;
    const rest = { start: this.#lineStart, end: text.length };
    const copy = this.#copy;
    if (copy !== undefined && text.isSame(rest, copy.next)) copy.to = rest.end;
    this.#endCopy(text);
    this.#lineStart = rest.end;
    this.#passAll(text);
  }

  /** Reads the lines that have ended. */
  #readLines(text: KnownText): void {
    for (let end = text.lineEnd(this.#lineStart); end > 0; end = text.lineEnd(this.#lineStart)) {
      this.#readLine(text, this.#lineStart, end);
      this.#lineStart = end;
      if (end - this.#known > MOST_HELD && this.#copy === undefined) this.#known = end;
      if (this.#waits && end > MOST_HELD) this.#passKnown(text);
    }
  }

  #readLine(text: KnownText, start: number, end: number): void {
    if (this.#copy !== undefined && !text.isSame({ start, end }, this.#copy.next)) this.#endCopy(text);
    const dot = text.dotOf(start, end);
    const copy = this.#copy ?? (dot < 0 ? undefined : this.#copyFrom(text, { start, end, dot }));
    this.#copy = copy;
    if (copy !== undefined) {
      copy.next += end - start;
      copy.to = end;
      copy.lines += 1;
    } else if (dot >= 0) {
      this.#lastDot = dot;
      this.#known = end;
    }
  }

  /** The copy that begins with a line, and with the lines without a stamp in front of it, as far as the same stand in front of the earlier one. */
  #copyFrom(text: KnownText, line: KnownLine): Copy | undefined {
    const next = text.earlier(line);
    if (next < 0) return undefined;
    let [from, earlier, lines] = [line.start, next, 0];
    while (from > this.#known) {
      const start = text.lineStart(from, this.#known);
      const at = earlier - (from - start);
      if (at < 0 || text.lineStart(earlier, 0) !== at || !text.isSame({ start, end: from }, at)) break;
      [from, earlier, lines] = [start, at, lines + 1];
    }
    const isInOrder = text.isLater(line.dot, this.#lastDot);
    return { from, to: line.start, earlier, next, lines, isInOrder };
  }

  /** Leaves out the copy, or the earlier lines: where these stand in front of earlier lines of the log, as an excerpt does, and the copy does not begin where they end. */
  #endCopy(text: KnownText): void {
    const copy = this.#copy;
    if (copy === undefined) return;
    const { from, to, earlier, next, lines } = copy;
    const isExcerpt = this.#waits && copy.isInOrder && next < from;
    if (lines > 0) {
      const [first, same] = [text.newlines(0, from) + 1, text.newlines(0, earlier) + 1];
      this.#note(isExcerpt ? { first: same, count: lines, same: first } : { first, count: lines, same });
    }
    if (isExcerpt) text.move(earlier, next, from);
    else text.blank(from, to);
    this.#known = to;
    this.#copy = undefined;
  }

  /** A copy of which a part was passed on already is noted in parts, which are one. */
  #note(lines: CopiedLines): void {
    this.#count += lines.count;
    const last = this.#copies.at(-1);
    if (last !== undefined && last.first + last.count === lines.first && last.same + last.count === lines.same)
      this.#copies.splice(-1, 1, { ...last, count: last.count + lines.count });
    else if (this.#copies.length < MOST_COPIES) this.#copies.push(lines);
  }

  /** Passes on the lines that are no beginning of a copy, and goes on with one that has begun. */
  #passKnown(text: KnownText): void {
    this.#waits = false;
    const copy = this.#copy;
    this.#endCopy(text);
    if (copy !== undefined) this.#copy = { ...copy, from: copy.to, earlier: copy.next, lines: 0 };
    this.#pass(text, this.#known);
  }

  #passAll(text: KnownText): void {
    this.#waits = false;
    this.#known = text.length;
    this.#pass(text, text.length);
    const [copy] = this.#copies;
    if (copy !== undefined) this.#tell({ first: copy.first, count: this.#count, copies: this.#copies });
    this.#count = 0;
    this.#copies = [];
  }

  #pass(text: KnownText, end: number): void {
    const passed = this.#passed;
    if (end <= passed) return;
    this.#passed = end;
    this.#push(text.view(passed, end));
  }
}
