import { EQUALS, LESS, decodeText } from './bytes.ts';
import { isOpenText } from './klogValue.ts';
import type { ReadRecord } from './readRecord.ts';

/** So many records of others wait while a block is open; then the block counts as cut. */
const LONGEST_WAIT = 1000;
const LONGEST_TEXT = 4 * 1024 * 1024;

/**
 * Puts the physical lines of one record together: `key=<` blocks, whose lines are journal entries of their own, printf output with
 * newlines, Go panics; in reversed output too, where a block's lines stand above their header.
 * A record is handed on when it is known to be complete, in file order.
 */
export class RecordJoiner {
  readonly #deliver: (record: ReadRecord) => void;
  #pending: ReadRecord | undefined;
  /** The pending record's last line ended with `=<` and its ` >` has not come. */
  #blockOpen = false;
  /** Records of others that came while the block was open. */
  #waiting: ReadRecord[] = [];
  /** Block lines without a header above them: cut at the top, or reversed. */
  #orphans: ReadRecord[] = [];

  constructor(deliver: (record: ReadRecord) => void) {
    this.#deliver = deliver;
  }

  /** A record with a header of its own, or one that never goes on. */
  start(record: ReadRecord): void {
    const opensBlock = record.severity !== undefined && record.content === undefined && endsWithBlockStart(record);
    if (this.#orphans.length > 0 && this.#takeOrphans(record, opensBlock)) return;
    if (this.#blockOpen && this.#pending !== undefined && record.origin !== this.#pending.origin && this.#waiting.length < LONGEST_WAIT) {
      this.#waiting.push(record);
      return;
    }
    this.flush();
    this.#pending = record;
    this.#blockOpen = opensBlock;
  }

  /** Whether the next line with this origin, beginning so, is a line of the open block. */
  takesBlockLine(origin: ReadRecord['origin'], bytes: Uint8Array, start: number, end: number): boolean {
    return this.#blockOpen && this.#pending?.origin === origin && isBlockLine(bytes, start, end);
  }

  /** An entry without a klog header. `origin` undefined: it has no envelope either. */
  headerless(record: ReadRecord): void {
    const pending = this.#pending;
    if (pending === undefined || pending.origin !== record.origin || pending.content !== undefined) {
      this.#stray(record);
      return;
    }
    const { bytes, bodyStart, bodyEnd } = record;
    if (this.#blockOpen) {
      append(pending, record, '\n');
      if (bytes[bodyStart] === 32 && bytes[bodyStart + 1] === 62) this.#blockOpen = endsWithBlockStart(record);
      if (!this.#blockOpen) this.#deliverWaiting(false);
      return;
    }
    if (isBlockLine(bytes, bodyStart, bodyEnd) && record.origin !== undefined) {
      this.#stray(record);
      return;
    }
    if (goesOn(pending, record)) append(pending, record, '\n');
    else this.#stray(record);
  }

  flush(): void {
    this.#flushOrphans();
    const pending = this.#pending;
    this.#pending = undefined;
    this.#blockOpen = false;
    if (pending !== undefined) this.#deliver(pending);
    this.#deliverWaiting(true);
  }

  #deliverWaiting(all: boolean): void {
    if (this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    const pending = this.#pending;
    if (!all && pending !== undefined) {
      this.#pending = undefined;
      this.#deliver(pending);
    }
    for (const record of waiting) this.#deliver(record);
  }

  /** A headerless line that belongs to no pending record. */
  #stray(record: ReadRecord): void {
    if (record.origin !== undefined && isBlockLine(record.bytes, record.bodyStart, record.bodyEnd) && this.#orphans.length < LONGEST_WAIT
      && (this.#orphans.length === 0 || this.#orphans[0]?.origin === record.origin)) {
      const pending = this.#pending;
      if (this.#orphans.length === 0 && pending !== undefined) {
        this.flush();
      }
      this.#orphans.push(record);
      return;
    }
    this.start(record);
  }

  /** Gives the orphans to a header below them (reversed output), or delivers them. `true` when `record` is dealt with. */
  #takeOrphans(record: ReadRecord, opensBlock: boolean): boolean {
    const first = this.#orphans[0];
    if (opensBlock && first !== undefined && first.origin === record.origin && first.bytes[first.bodyStart] === 32 && first.bytes[first.bodyStart + 1] === 62) {
      const orphans = this.#orphans;
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
    this.#flushOrphans();
    return false;
  }

  #flushOrphans(): void {
    const [first, ...rest] = this.#orphans;
    this.#orphans = [];
    if (first === undefined) return;
    for (const record of rest) append(first, record, '\n');
    this.#deliver(first);
  }
}

function append(record: ReadRecord, line: ReadRecord, glue: string): void {
  record.lines += line.lines;
  const more = record.more ?? '';
  if (more.length > LONGEST_TEXT) return;
  record.more = more + glue + decodeText(line.bytes, line.bodyStart, line.bodyEnd);
}

function endsWithBlockStart(record: ReadRecord): boolean {
  const { bytes, bodyEnd } = record;
  return bytes[bodyEnd - 1] === LESS && bytes[bodyEnd - 2] === EQUALS && bodyEnd - 2 > record.bodyStart;
}

/** A line inside a block begins with a tab, which journalctl prints as eight blanks; its last line is ` >`. */
function isBlockLine(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[start] === 9) return true;
  if (bytes[start] !== 32 || end <= start) return false;
  if (bytes[start + 1] === 62) return end === start + 2 || bytes[start + 2] === 32;
  for (let i = start; i < start + 8; i++) if (i >= end || bytes[i] !== 32) return false;
  return true;
}

/** First words of lines that never continue a printf-style record. */
const OWN_BEGINNINGS: readonly string[] = ['panic: ', 'fatal error: ', 'goroutine ', 'Flag --', 'Started ', 'Starting ', 'Stopped ', 'Stopping ', 'time="', 'kubelet.service: '];

/** Whether a headerless line with the same origin goes on with the pending record. */
function goesOn(pending: ReadRecord, record: ReadRecord): boolean {
  const text = decodeText(record.bytes, record.bodyStart, Math.min(record.bodyEnd, record.bodyStart + 24));
  if (pending.severity === undefined) {
    const first = decodeText(pending.bytes, pending.bodyStart, Math.min(pending.bodyEnd, pending.bodyStart + 24));
    return (first.startsWith('panic: ') || first.startsWith('fatal error: ') || first.startsWith('goroutine ')) && !text.startsWith('Started ');
  }
  if (OWN_BEGINNINGS.some((beginning) => text.startsWith(beginning))) return false;
  if (pending.looksStructured) return isOpenText(pending.text);
  return true;
}
