/** Puts the records of a source in order when the whole source runs backwards (`journalctl -r`, tables that show the newest first). */
import type { LogRecord } from '../record.ts';

/** So many records with a time are looked at before the direction is decided. */
const LOOKED_AT = 64;
/** It takes so many steps back, and more than a second: two lines of one second can be those of two threads. One step is enough where it is the only one. */
const LEAST_STEPS = 2;
const SECOND = 1_000_000;
/** So many steps back within a second, and none forward, are no threads that write at once. */
const CLEAR_STEPS = 3;
const AT_ONCE = 1000;
/** Records that are kept at most while nothing is decided, or until a reversed source ends. */
const MOST_UNDECIDED = 4096;
const MOST_KEPT = 1_000_000;

interface OrderSink {
  record(record: LogRecord): void;
  /** The source runs backwards; called once, before its first record. */
  reversed(): void;
  /** The source runs backwards and is too long to be turned as a whole; called once. */
  tooLong(): void;
}

/**
 * Takes the records of one source in the order of the file and hands them on in order of time, as far as the whole source goes one way:
 * a forward source passes with nothing held back but its first 64 records, a reversed one is kept until its end.
 * Steps of a clock and pastes that jump stay as they are.
 */
export class RecordOrder {
  readonly #sink: OrderSink;
  readonly #most: number;
  #direction: 'unknown' | 'forward' | 'reversed' = 'unknown';
  #kept: LogRecord[] = [];
  #timed = 0;
  #forward = 0;
  #back = 0;
  /** Somebody's words stand between records with a time: each of them may be a log of its own. */
  #isBroken = false;
  #wordsSince = false;
  #first = Number.NaN;
  #last = Number.NaN;
  #warnedTooLong = false;

  constructor(sink: OrderSink, mostKept: number = MOST_KEPT) {
    this.#sink = sink;
    this.#most = mostKept;
  }

  /** Whether the source was found to run backwards. */
  get isReversed(): boolean {
    return this.#direction === 'reversed';
  }

  /** Whether records pass as they come. */
  get passes(): boolean {
    return this.#direction === 'forward';
  }

  /** Takes the next record of the file. */
  take(record: LogRecord): void {
    if (this.#direction === 'forward') {
      this.#sink.record(record);
      return;
    }
    record.detach?.();
    this.#kept.push(record);
    if (this.#direction === 'reversed') {
      if (this.#kept.length >= this.#most) this.#turnWhatIsTooLong();
      return;
    }
    this.#look(record);
    if (this.#timed >= LOOKED_AT || this.#kept.length >= MOST_UNDECIDED) this.#decide();
  }

  /** The source has ended, for now: hands on everything. What comes later of a growing file goes on as before. */
  end(): void {
    if (this.#direction === 'unknown' && this.#kept.length > 0) this.#decide();
    this.#turn();
  }

  #look({ time }: LogRecord): void {
    if (time === undefined) {
      this.#wordsSince = true;
      return;
    }
    if (this.#timed > 0 && this.#wordsSince) this.#isBroken = true;
    this.#wordsSince = false;
    this.#timed += 1;
    if (this.#timed === 1) this.#first = time;
    const step = stepBetween(this.#last, time);
    if (step > 0) this.#forward += 1;
    else if (step < 0) this.#back += 1;
    this.#last = time;
  }

  get #runsBack(): boolean {
    const isOnlyBack = this.#forward === 0 && this.#back > 0;
    const length = this.#first - this.#last;
    if (isOnlyBack && this.#back >= CLEAR_STEPS && length > AT_ONCE) return true;
    if (isOnlyBack && this.#back >= LEAST_STEPS && length >= SECOND) return true;
    if (isOnlyBack && this.#back < LEAST_STEPS && this.#isBroken) return false;
    return (this.#back >= LEAST_STEPS || isOnlyBack) && this.#back > 2 * this.#forward && length > SECOND;
  }

  #decide(): void {
    if (this.#runsBack) {
      this.#direction = 'reversed';
      this.#sink.reversed();
      return;
    }
    this.#direction = 'forward';
    const kept = this.#kept;
    this.#kept = [];
    for (const record of kept) this.#sink.record(record);
  }

  #turn(): void {
    const kept = this.#kept;
    this.#kept = [];
    for (let index = kept.length - 1; index >= 0; index -= 1) {
      const record = kept[index];
      if (record !== undefined) this.#sink.record(record);
    }
  }

  /** Bounded memory comes first: the newest stretch is handed on in order, older ones follow. */
  #turnWhatIsTooLong(): void {
    if (!this.#warnedTooLong) this.#sink.tooLong();
    this.#warnedTooLong = true;
    this.#turn();
  }
}

/** Whether a time is later (above 0) or earlier than the one before; 0 where a stamp without parts of a second leaves that open, and for the first. */
function stepBetween(before: number, time: number): number {
  const isWhole = before % SECOND === 0 || time % SECOND === 0;
  return isWhole ? Math.floor(time / SECOND) - Math.floor(before / SECOND) : time - before;
}
