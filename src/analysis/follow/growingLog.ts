/** Takes a log that grows into a session. What may still go on waits, so that a log gives the same whether it was read at once or while it was written. */
import type { WarningKind } from '../sources/openedSource.ts';
import { copyBytes, NEWLINE } from '../../journal/bytes/bytes.ts';
import type { ReaderOptions } from '../../journal/record.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { AnalysisSession } from '../session.ts';
import { goesOn, lastLines, lastRecordStart } from './lineJoin.ts';
import { isWrittenAfter } from './partTimes.ts';

/**
 * How much of what waits is taken: all but the last record (more is coming), all complete lines (nothing came for a while), or everything (nothing comes any more).
 */
export type Patience = 'flowing' | 'quiet' | 'over';

/** So much of a log decides of what form it is: while less of it is there, it is read anew from memory when more comes. */
const EARLY_BYTES = 256 * 1024;
/** What has no end is taken as it stands. */
const MOST_WAITING = 1 << 20;
/** Kept of what was taken, to tell what goes on with it. */
const CONTEXT_BYTES = 16 * 1024;
const NOTHING = new Uint8Array(0);

export interface GrowingLogParts {
  readonly makeSession: () => AnalysisSession;
  readonly name: string;
  readonly options: ReaderOptions;
}

/** How a file of a rotated log is called that has no name any more. */
export function goneName(path: string, index: number): string {
  return `${path} (part ${index + 1}, rotated away)`;
}

export class GrowingLog {
  readonly #parts: GrowingLogParts;
  #session: AnalysisSession;
  #early: Uint8Array[] | undefined = [];
  readonly #warnings: (readonly [text: string, kind: WarningKind | undefined])[] = [];
  #waiting: Uint8Array = NOTHING;
  #context: Uint8Array = NOTHING;
  /** Bytes taken of the open file, and how many there were when the session was told that they are all. */
  #taken = 0;
  #endedAt: number | undefined;
  #torn = false;

  constructor(parts: GrowingLogParts) {
    this.#parts = parts;
    this.#session = parts.makeSession();
    this.#session.open(parts.name, parts.options);
  }

  /** The session of now: while little of the log is there, each look at it has one of its own. */
  get session(): AnalysisSession {
    return this.#session;
  }

  /** A record went on after it had been taken for complete: only reading all of it anew would join it. */
  get isTorn(): boolean {
    return this.#torn;
  }

  /** So little is there that it is read anew when more comes: whatever is taken of it now, nothing is lost. */
  get isEarly(): boolean {
    return this.#early !== undefined && this.#taken + this.#waiting.length <= EARLY_BYTES;
  }

  /** What waits to be taken. */
  get hasWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  /** The next bytes, which may be overwritten afterwards; `more`: others follow at once. */
  add(chunk: Uint8Array, more: boolean): void {
    if (more && this.#waiting.length === 0) return this.#take(chunk);
    const waiting = new Uint8Array(this.#waiting.length + chunk.length);
    waiting.set(this.#waiting);
    waiting.set(chunk, this.#waiting.length);
    this.#waiting = waiting;
    if (more || waiting.length > MOST_WAITING) this.#takeWaiting(waiting.length);
  }

  /** Adds a warning about the log as a whole. */
  warn(text: string, kind?: WarningKind): void {
    this.#warnings.push([text, kind]);
    this.#session.warn(text, kind);
  }

  /** Makes the session's result that of all that is to be taken now. @returns whether there is anything new */
  settle(patience: Patience): boolean {
    const waiting = this.#waiting;
    const lines = waiting.lastIndexOf(NEWLINE) + 1;
    this.#takeWaiting(
      patience === 'over'
        ? waiting.length
        : patience === 'quiet'
          ? lines
          : lastRecordStart(waiting.subarray(0, lines), this.#parts.options),
    );
    if (this.#endedAt === this.#taken) return false;
    this.#session.end();
    this.#endedAt = this.#taken;
    return true;
  }

  /** Whether a file that begins so is a later part of the log; `undefined` where no times tell. */
  isLater(head: Uint8Array): boolean | undefined {
    const after = this.#after(head);
    return after === undefined ? undefined : after !== 'before';
  }

  /** What comes next is another file of the log, which begins so. `now` is for the year of what has none. */
  nextFile(name: string, head: Uint8Array, now: Instant): void {
    const { options } = this.#parts;
    const year = options.year === undefined ? {} : { year: options.year + (this.#after(head) === 'next-year' ? 1 : 0) };
    this.settle('over');
    this.#session.open(name, { ...options, ...year, fallbackYearFrom: now });
    this.#early = undefined;
    this.#context = NOTHING;
    this.#taken = 0;
    this.#endedAt = undefined;
  }

  #after(head: Uint8Array): ReturnType<typeof isWrittenAfter> {
    const tail = this.#waiting.length > 0 ? this.#waiting : this.#context;
    const kept = tail.subarray(-CONTEXT_BYTES);
    // The first line may be half of one.
    return isWrittenAfter(
      kept.length < CONTEXT_BYTES ? kept : kept.subarray(kept.indexOf(NEWLINE) + 1),
      head,
      this.#parts.options,
    );
  }

  #takeWaiting(count: number): void {
    if (count === 0) return;
    const waiting = this.#waiting;
    this.#waiting = count === waiting.length ? NOTHING : waiting.slice(count);
    this.#take(waiting.subarray(0, count));
  }

  #take(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    if (this.#endedAt !== undefined && this.#endedAt === this.#taken && this.#taken > 0) this.#goOn(chunk);
    if (this.#early !== undefined) {
      if (this.#taken + chunk.length <= EARLY_BYTES) this.#early.push(copyBytes(chunk, 0, chunk.length));
      else this.#early = undefined;
    }
    this.#session.push(chunk);
    this.#taken += chunk.length;
    this.#remember(chunk);
  }

  /** The session was told that this is all. */
  #goOn(chunk: Uint8Array): void {
    if (this.#early !== undefined) {
      this.#session = this.#parts.makeSession();
      this.#session.open(this.#parts.name, this.#parts.options);
      for (const [text, kind] of this.#warnings) this.#session.warn(text, kind);
      for (const part of this.#early) this.#session.push(part);
      return;
    }
    if (this.#context.at(-1) !== NEWLINE) {
      this.#torn = true;
      return;
    }
    const newline = chunk.indexOf(NEWLINE);
    const { lines } = lastLines(chunk.subarray(0, newline < 0 ? chunk.length : newline + 1));
    this.#torn ||= goesOn(lastLines(this.#context).lines, lines[0] ?? '', this.#parts.options);
  }

  #remember(chunk: Uint8Array): void {
    if (chunk.length >= CONTEXT_BYTES) {
      this.#context = copyBytes(chunk, chunk.length - CONTEXT_BYTES, chunk.length);
      return;
    }
    const kept = this.#context.subarray(Math.max(0, this.#context.length + chunk.length - CONTEXT_BYTES));
    const context = new Uint8Array(kept.length + chunk.length);
    context.set(kept);
    context.set(chunk, kept.length);
    this.#context = context;
  }
}
