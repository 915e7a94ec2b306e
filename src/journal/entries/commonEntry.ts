import { CommonLine, FARTHEST_HEADER } from '../batch/commonLine.ts';
import type { EnvelopeReader } from '../envelope/envelope.ts';
import type { Origin } from '../envelope/origin.ts';
import type { KlogHeaderReader } from '../klog/klogHeader.ts';
import type { JournalMode } from '../record.ts';
import type { RecordClock } from '../time/clock.ts';
import type { JournalJsonReader } from './journalJson.ts';

/** The common entry of journal JSON, or of a shipper's documents: a klog line in the message, date and pid as in the entry before. */
export class CommonEntry {
  readonly #entry: JournalJsonReader;
  readonly #envelope: EnvelopeReader;
  readonly #headers: KlogHeaderReader;
  readonly #clock: RecordClock;
  /** The klog line in the message. */
  readonly common: CommonLine;
  /** What the entry said that it was learned from. */
  #origin: Origin | undefined;

  constructor(entry: JournalJsonReader, envelope: EnvelopeReader, headers: KlogHeaderReader, clock: RecordClock) {
    this.#entry = entry;
    this.#envelope = envelope;
    this.#headers = headers;
    this.#clock = clock;
    this.common = new CommonLine(headers.callers);
  }

  /** The fields of the entry that was read last, as the kernel compares them; `undefined` where the message has a stamp of its own, which does not count. */
  get fields(): Uint8Array | undefined {
    return this.common.beginning?.stampLength === 0 ? this.#entry.fields : undefined;
  }

  /** Reads the entry; then the message is in the reader of entries, and what its header says in `common`. `false`: it is another one. `isNamed`: a heading tells whose lines without an origin are. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number, isNamed: boolean): boolean {
    const entry = this.#entry;
    if (!entry.read(bytes, view, start, end) || (entry.origin === undefined && isNamed)) return false;
    const mode = entry.isEntry ? 'json' : 'other';
    this.#clock.dates.follow(entry.time);
    if (
      (this.#origin !== entry.origin || this.common.mode !== mode || !this.#readMessage(entry)) &&
      !(this.#learn(entry, mode) && this.common.read(entry.bytes, entry.view, entry.start, entry.end))
    )
      return false;
    this.common.stamp = entry.time;
    this.#clock.dates.follow(entry.time);
    return true;
  }

  #readMessage({ bytes, view, start, end, time }: JournalJsonReader): boolean {
    return this.common.read(bytes, view, start, end) && Math.abs(this.common.time - time) <= FARTHEST_HEADER;
  }

  /** Learns the common line from the message; one of a shipper can have an envelope of its own, whose origin counts, but not its stamp. */
  #learn({ bytes, view, start, end, origin, time, isEntry }: JournalJsonReader, mode: JournalMode): boolean {
    const headers = this.#headers;
    const envelope = this.#envelope;
    let inner = false;
    if (!headers.read(bytes, start, end)) {
      inner =
        !isEntry &&
        envelope.read(bytes, start, end) &&
        envelope.origin !== undefined &&
        headers.read(bytes, envelope.bodyStart, end);
      if (!inner) return false;
    }
    const secondEnd = inner ? envelope.secondEnd(start) : start;
    if (secondEnd < 0) return false;
    this.#origin = origin;
    this.common.learn(bytes, view, {
      start,
      secondEnd,
      countStart: inner ? envelope.countStart(start) : -1,
      headerStart: inner ? envelope.bodyStart : start,
      callerStart: headers.callerStart,
      kind: 'absolute',
      stamp: time,
      pid: headers.pid,
      mode,
      origin: inner ? envelope.origin : origin,
      klogSecond: this.#clock.dates.complete(headers.month, headers.day, headers.secondOfDay, time),
    });
    return true;
  }
}
