import { BLANK, EQUALS, GREATER, LESS, TAB, decodeText } from '../bytes/bytes.ts';
import { type Continuation, continuationOf, standsAlone } from './continuation.ts';
import type { Origin } from '../envelope/origin.ts';
import type { ReadRecord } from '../klog/readRecord.ts';

/** So many records of others wait while a block is open; then the block counts as cut. */
const LONGEST_WAIT = 1000;
const LONGEST_TEXT = 4 * 1024 * 1024;

const GLUE = { newline: '\n', wrap: '', blank: ' ' } as const;

/**
 * Puts the physical lines of one record together: `key=<` blocks, whose lines are journal entries of their own, printf output with
 * newlines, Go panics, wrapped lines; in reversed output too, where a block's lines stand above their header.
 * A record is handed on when it is known to be complete, in file order.
 */
export class RecordJoiner {
  readonly #deliver: (record: ReadRecord) => void;
  #pending: ReadRecord | undefined;
  /** Whether it stands behind empty lines itself. */
  #isApart = false;
  /** The pending record's last line ended with `=<` and its ` >` has not come. */
  #blockOpen = false;
  /** Records of others that came while the block was open. */
  #waiting: ReadRecord[] = [];
  /** Length of a line that was certainly cut by a terminal's edge; −1: none was seen. */
  #wrapWidth = -1;
  /** Block lines without a header above them: cut at the top, or reversed. */
  #orphans: ReadRecord[] = [];

  constructor(deliver: (record: ReadRecord) => void) {
    this.#deliver = deliver;
  }

  /** A record with a header of its own, or one that never goes on. */
  start(record: ReadRecord): void {
    const opensBlock = record.severity !== undefined && endsWithBlockStart(record) && !record.isJson;
    if (this.#orphans.length > 0 && this.#takeOrphans(record, opensBlock)) return;
    if (
      this.#blockOpen &&
      this.#pending !== undefined &&
      record.origin !== this.#pending.origin &&
      this.#waiting.length < LONGEST_WAIT
    ) {
      this.#waiting.push(record);
      return;
    }
    const pending = this.#pending;
    if (this.#waiting.length > 0) this.flush();
    else if (pending !== undefined) this.#deliver(pending);
    this.#isApart = pending !== undefined && isApart(pending, record);
    this.#pending = record;
    this.#blockOpen = opensBlock;
  }

  /** Whether nothing is pending: the next line follows no other. */
  get idle(): boolean {
    return this.#pending === undefined && this.#orphans.length === 0;
  }

  /** Whether a line without header, of a writer with another origin than this one, can belong to what is pending. */
  mayGoOnInOthers(own: Origin | undefined): boolean {
    const pending = this.#pending;
    return pending !== undefined && pending.origin !== own && !standsAlone(pending);
  }

  /** Whether lines of a block are expected. */
  get blockOpen(): boolean {
    return this.#blockOpen;
  }

  /** Whether the next line with this origin, beginning so, is a line of the open block (it may look like a header). */
  takesBlockLine(origin: Origin | undefined, bytes: Uint8Array, start: number, end: number): boolean {
    return this.#blockOpen && this.#pending?.origin === origin && isBlockLine(bytes, start, end);
  }

  /** An entry without a klog header. `true` when it became a part of another record. */
  headerless(record: ReadRecord): boolean {
    const pending = this.#pending;
    if (this.#blockOpen && pending !== undefined && pending.origin === record.origin) {
      append(pending, record, '\n');
      if (isBlockEnd(record.bytes, record.bodyStart, record.bodyEnd)) this.#blockOpen = endsWithBlockStart(record);
      if (!this.#blockOpen) this.#deliverWaiting();
      return true;
    }
    if (
      record.origin !== undefined &&
      isBlockLine(record.bytes, record.bodyStart, record.bodyEnd) &&
      this.#keepOrphan(record)
    )
      return true;
    const continuation = pending === undefined ? 'none' : this.#continuation(pending, record);
    if (pending !== undefined && continuation === 'json' && appendJson(pending, record)) return true;
    if (pending !== undefined && continuation !== 'none' && continuation !== 'json') {
      if (continuation === 'wrap') this.#wrapWidth = pending.lastLineLength;
      append(pending, record, GLUE[continuation]);
      return true;
    }
    this.start(record);
    return false;
  }

  /** How the line goes on with what is pending. Behind empty lines stands text of somebody's own, unless the lines of the paste are that far apart: an edge leaves none. */
  #continuation(pending: ReadRecord, record: ReadRecord): Continuation {
    const continuation = continuationOf(pending, record, this.#wrapWidth);
    return continuation !== 'newline' && isApart(pending, record) && !this.#isApart ? 'none' : continuation;
  }

  /** Makes all that is held back independent of the chunk that it was read from. */
  detach(): void {
    this.#pending?.detach();
    for (const record of this.#waiting) record.detach();
    for (const record of this.#orphans) record.detach();
  }

  /** Hands on everything that is pending. */
  flush(): void {
    this.#flushOrphans();
    const pending = this.#pending;
    this.#pending = undefined;
    this.#blockOpen = false;
    if (pending !== undefined) this.#deliver(pending);
    this.#deliverWaiting();
  }

  /** After the block was closed: its record first, then those that waited. */
  #deliverWaiting(): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const pending = this.#pending;
    this.#pending = undefined;
    if (pending !== undefined) this.#deliver(pending);
    for (const record of waiting) this.#deliver(record);
  }

  /** Keeps a block's line that has no header above it. `false` when there is no room, or lines of another origin are kept. */
  #keepOrphan(record: ReadRecord): boolean {
    const first = this.#orphans[0];
    if (this.#orphans.length >= LONGEST_WAIT || (first !== undefined && first.origin !== record.origin)) return false;
    if (first === undefined) this.flush();
    this.#orphans.push(record);
    return true;
  }

  /** Gives the orphans to a header below them (reversed output), or delivers them. `true` when `record` is dealt with. */
  #takeOrphans(record: ReadRecord, opensBlock: boolean): boolean {
    const orphans = this.#orphans;
    const first = orphans[0];
    if (
      !opensBlock ||
      first === undefined ||
      first.origin !== record.origin ||
      !isBlockEnd(first.bytes, first.bodyStart, first.bodyEnd)
    ) {
      this.#flushOrphans();
      return false;
    }
    this.#orphans = [];
    this.flush();
    for (let i = orphans.length - 1; i >= 0; i--) {
      const orphan = orphans[i];
      if (orphan !== undefined) append(record, orphan, '\n');
    }
    record.line = first.line;
    this.#pending = record;
    this.#blockOpen = false;
    return true;
  }

  #flushOrphans(): void {
    const [first, ...rest] = this.#orphans;
    this.#orphans = [];
    if (first === undefined) return;
    for (const record of rest) append(first, record, '\n');
    this.#deliver(first);
  }
}

/** Whether there are empty lines between a record and a line. */
function isApart(record: ReadRecord, line: ReadRecord): boolean {
  return line.line > record.line + record.lines;
}

function append(record: ReadRecord, line: ReadRecord, glue: string): void {
  record.lines += line.lines;
  if (record.moreLength > LONGEST_TEXT) return;
  const text = decodeText(line.bytes, line.bodyStart, line.bodyEnd);
  // A terminal's edge is anywhere, also before a blank; more of them are a margin.
  const isBlank = glue === '' && line.bodyStart === line.lineStart + 1;
  record.append(isBlank ? ' ' : glue, glue === '\n' ? text : text.trimStart(), line.bodyEnd - line.lineStart);
}

/** The same for a cut record of klog JSON; `false` when the line does not go on with it. */
function appendJson(record: ReadRecord, line: ReadRecord): boolean {
  const blank = line.bodyStart > line.lineStart ? ' ' : '';
  if (!record.appendJson(blank + decodeText(line.bytes, line.bodyStart, line.bodyEnd), line.bodyEnd - line.lineStart))
    return false;
  record.lines += line.lines;
  return true;
}

function endsWithBlockStart(record: ReadRecord): boolean {
  const { bytes, bodyEnd } = record;
  return bytes[bodyEnd - 1] === LESS && bytes[bodyEnd - 2] === EQUALS && bodyEnd - 2 > record.bodyStart;
}

function isBlockEnd(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    bytes[start] === BLANK &&
    bytes[start + 1] === GREATER &&
    (end === start + 2 || (end > start + 2 && bytes[start + 2] === BLANK))
  );
}

/** A line inside a block begins with a tab, which journalctl prints as eight blanks; its last line is ` >`. */
function isBlockLine(bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start) return false;
  if (bytes[start] === TAB || isBlockEnd(bytes, start, end)) return true;
  if (end - start < 8) return false;
  for (let i = start; i < start + 8; i++) if (bytes[i] !== BLANK) return false;
  return true;
}
