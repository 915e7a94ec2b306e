import { NEWLINE, decodeText, encodeText } from '../bytes/bytes.ts';
import { collectedOf } from './collectedLines.ts';
import { decorationOf } from './decoratedLines.ts';
import { entitiesOf, rewriterFor, type TextRewriter } from './exportText.ts';
import { closed, findGaps } from './gappedLines.ts';
import { LineRewriter } from './lineRewriter.ts';
import { markupOf } from './markup.ts';
import { objectLinesOf } from './objectLines.ts';
import { quotedLinesOf } from './quotedLines.ts';
import { retypedOf } from './retypedLines.ts';
import { findWrapping } from './wrapping.ts';
import { yamlEntriesOf } from './yamlEntries.ts';
import { rubyLinesOf } from './rubyLines.ts';
import { toolLinesOf } from './toolLines.ts';
import { WrappedLines } from './wrappedLines.ts';

/** So much of a source is looked at to tell what it is, and so much to tell whether its lines are wrapped: a capture may begin with tables. */
const LOOKED_AT = 4096;
const LOOKED_AT_LINES = 65_536;
/** What stands around lines may stand around lines that were framed before: entities in a table of wrapped lines. */
const DEEPEST = 3;

/** Undoes what an export, a page or a terminal's edge did to the lines of a log, where its begin shows such a thing; all else passes as it is. */
export class Unwrapper {
  readonly #pass: (bytes: Uint8Array) => void;
  readonly #depth: number;
  /** What undoes the next layer of a text that is rewritten. */
  #inner: Unwrapper | undefined;
  #head: Uint8Array | undefined = new Uint8Array(0);
  #rewriter: TextRewriter | undefined;
  #collected: number | undefined;
  readonly #decoder = new TextDecoder('utf-8');

  constructor(pass: (bytes: Uint8Array) => void, depth = 1) {
    this.#pass = pass;
    this.#depth = depth;
  }

  /** Whether lines are given out otherwise than they stand in the source. */
  get rewrites(): boolean {
    return this.#rewriter !== undefined;
  }

  /** When the first line was collected, in local microseconds, where that stood before the lines and is taken away. */
  get collected(): number | undefined {
    return this.#collected ?? this.#inner?.collected;
  }

  /** Newlines in what was pushed and is still looked at. */
  get newlines(): number {
    let count = 0;
    for (const byte of this.#head ?? []) if (byte === NEWLINE) count += 1;
    return count + (this.#inner?.newlines ?? 0);
  }

  push(chunk: Uint8Array): void {
    if (this.#head === undefined) {
      this.#give(chunk);
      return;
    }
    if (this.#head.length === 0 && chunk.length >= LOOKED_AT_LINES) {
      this.#decide(chunk);
      return;
    }
    const head = new Uint8Array(this.#head.length + chunk.length);
    head.set(this.#head);
    head.set(chunk, this.#head.length);
    this.#head = head;
    if (head.length >= LOOKED_AT_LINES) this.#decide(head);
  }

  /** The source has ended, for now; what comes later is a part of it. */
  end(): void {
    if (this.#head !== undefined && this.#head.length > 0) this.#decide(this.#head);
    const rest = this.#rewriter?.end() ?? '';
    if (rest !== '') this.#hand(encodeText(rest));
    this.#inner?.end();
  }

  #decide(bytes: Uint8Array): void {
    this.#head = undefined;
    this.#rewriter = rewriterFor(decodeText(bytes, 0, Math.min(bytes.length, LOOKED_AT))) ?? this.#wrapped(bytes);
    if (this.#rewriter !== undefined && this.#depth < DEEPEST) this.#inner = new Unwrapper(this.#pass, this.#depth + 1);
    this.#give(bytes);
  }

  #hand(bytes: Uint8Array): void {
    if (this.#inner === undefined) this.#pass(bytes);
    else this.#inner.push(bytes);
  }

  #give(bytes: Uint8Array): void {
    if (this.#rewriter === undefined) {
      this.#pass(bytes);
      return;
    }
    const text = this.#rewriter.push(this.#decoder.decode(bytes, { stream: true }));
    if (text !== '') this.#hand(encodeText(text));
  }

  /** The rewriter for what only a longer beginning shows. */
  #wrapped(bytes: Uint8Array): TextRewriter | undefined {
    const head = decodeText(bytes, 0, Math.min(bytes.length, LOOKED_AT_LINES));
    const isAll = bytes.length < LOOKED_AT_LINES;
    const entries = entriesOf(head, isAll);
    if (entries !== undefined) return entries;
    const collected = collectedOf(head, isAll);
    this.#collected = collected?.time;
    return collected?.rewriter ?? framed(head, isAll);
  }
}

/** What undoes entries over several lines, or in the form of one tool or page. */
function entriesOf(head: string, isAll: boolean): TextRewriter | undefined {
  return (
    objectLinesOf(head, isAll) ?? yamlEntriesOf(head, isAll) ?? rubyLinesOf(head) ?? toolLinesOf(head) ?? markupOf(head)
  );
}

/** What undoes what stands before each line, entities, characters that a paste changed, and lines that a terminal's edge, or what stood beside it, went through. */
function framed(head: string, isAll: boolean): TextRewriter | undefined {
  const decoration = decorationOf(head, isAll);
  if (decoration?.isOfAll === true) return decoration.rewriter;
  const quoted = quotedLinesOf(head, isAll);
  if (quoted !== undefined) return quoted;
  const entities = entitiesOf(head);
  if (entities !== undefined) return entities;
  const retyped = retypedOf(head);
  if (retyped !== undefined) return retyped;
  const gaps = findGaps(head);
  if (gaps !== undefined) return new LineRewriter((line) => closed(line, gaps));
  const wrapping = findWrapping(head, isAll);
  return wrapping === undefined ? decoration?.rewriter : new WrappedLines(wrapping);
}
