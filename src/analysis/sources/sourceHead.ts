/** What the first and last bytes of a source tell, before it is read: when it begins and ends, and whose log it is. */
import type { LogRecord, ReaderOptions } from '../../journal/record.ts';
import { RecordOrder } from '../../journal/order/reversed.ts';
import { createSourceReader } from '../../journal/sourceReader.ts';
import type { Instant } from '../../kubelet/time.ts';

/** Bytes that are looked at on either end. */
export const HEAD_BYTES = 256 * 1024;

export interface SourceHead {
  /** Earliest and latest time of the records looked at. */
  readonly earliest?: Instant;
  readonly latest?: Instant;
  /** Host names of klog records, in order of appearance. */
  readonly hosts: readonly string[];
  /** The year of its first line, where it is not the one that the user gave for the first of all. */
  readonly year?: number;
  /** The log itself tells of which year it is. */
  readonly tellsYear: boolean;
  /** Time of another log that was given with it and tells of which year it is, where this one does not. */
  readonly beside?: Instant;
  /** Date of the file. */
  readonly modified?: Instant;
  /** The newest records come first. */
  readonly reversed: boolean;
}

/** Collects what the records of a source tell, from bytes in any chunking. */
export class HeadReader {
  #earliest = Number.POSITIVE_INFINITY;
  #latest = Number.NEGATIVE_INFINITY;
  readonly #hosts = new Set<string>();
  #lastHost: string | undefined;
  #showsKlog = false;
  readonly #order = new RecordOrder(
    { record: () => undefined, reversed: () => undefined, tooLong: () => undefined },
    1024,
  );
  readonly #reader;

  constructor(options: ReaderOptions) {
    this.#reader = createSourceReader(0, '', options, {
      record: (record) => this.#take(record),
      warning: () => undefined,
    });
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
  }

  /** Ends the source and gives the result. */
  end(): SourceHead {
    this.#reader.end();
    this.#order.end();
    return {
      ...(this.#earliest <= this.#latest
        ? { earliest: this.#earliest as Instant, latest: this.#latest as Instant }
        : {}),
      hosts: [...this.#hosts],
      reversed: this.#order.isReversed,
      tellsYear: this.#reader.summary().yearFrom === 'log',
    };
  }

  /** Whether a klog line was among them. */
  get showsKlog(): boolean {
    return this.#showsKlog;
  }

  #take(record: LogRecord): void {
    this.#showsKlog ||= record.klog !== undefined;
    const { time } = record;
    if (time !== undefined) {
      if (time < this.#earliest) this.#earliest = time;
      if (time > this.#latest) this.#latest = time;
    }
    if (!this.#order.isReversed) this.#order.take(record);
    const host = record.journal?.host;
    if (host !== undefined && host !== this.#lastHost && record.klog !== undefined) {
      this.#lastHost = host;
      this.#hosts.add(host);
    }
  }
}
