import { copyBytes, startsWithAt } from '../bytes/bytes.ts';
import type { JournalMode } from '../record.ts';
import type { StampKind } from '../time/clock.ts';
import { beginsHeader } from './envelopeParts.ts';
import type { Origin } from './origin.ts';
import { LONGEST_PREFIX } from './pastePrefix.ts';
import type { StampReader } from './stamp.ts';

const NO_BYTES = new Uint8Array(0);

/** What an envelope says. */
export interface EnvelopeFields {
  mode: JournalMode;
  kind: StampKind;
  time: number;
  origin: Origin | undefined;
}

interface Form {
  /** What stands before the stamp, and between it and the message; without a stamp all of it is `before`. */
  readonly before: Uint8Array;
  readonly stamp: JournalMode | undefined;
  readonly after: Uint8Array;
  readonly mode: JournalMode;
  readonly origin: Origin | undefined;
  /** In this line or one before it, all without an origin, a klog header stood right behind the stamp. */
  readonly headed: boolean;
}

/** How the last envelope was written, where that was not just a stamp and the origin: the next line mostly repeats it. */
export class LastForm {
  readonly #stamps: StampReader;
  #form: Form | undefined;

  constructor(stamps: StampReader) {
    this.#stamps = stamps;
  }

  get isKept(): boolean {
    return this.#form !== undefined;
  }

  /** How many bytes stand before its stamp. */
  get lengthBefore(): number {
    return this.#form?.before.length ?? 0;
  }

  get isHeaded(): boolean {
    return this.#form?.headed === true;
  }

  forget(): void {
    this.#form = undefined;
  }

  /** Keeps how the line that begins at `start` was written, if the next one can be written so. */
  keep(
    { mode, origin }: EnvelopeFields,
    bytes: Uint8Array,
    start: number,
    stampStart: number,
    afterStamp: number,
    bodyStart: number,
  ): void {
    const headedBefore = origin === undefined && this.isHeaded;
    this.#form =
      bodyStart - afterStamp > LONGEST_PREFIX || stampStart - start > LONGEST_PREFIX
        ? undefined
        : {
            before: copyBytes(bytes, start, stampStart),
            stamp: this.#stamps.mode,
            after: copyBytes(bytes, afterStamp, bodyStart),
            mode,
            origin,
            headed: headedBefore || (bodyStart === afterStamp && beginsHeader(bytes, bodyStart)),
          };
  }

  /** Keeps an origin without a stamp, which stands from `start` to the message. */
  keepOrigin({ mode, origin }: EnvelopeFields, bytes: Uint8Array, start: number, bodyStart: number): void {
    const before = bodyStart - start > LONGEST_PREFIX ? undefined : copyBytes(bytes, start, bodyStart);
    this.#form = before && { before, stamp: undefined, after: NO_BYTES, mode, origin, headed: false };
  }

  /** Where the message of a line begins that is written so, whose fields are set then; −1: it is not. */
  repeat(fields: EnvelopeFields, bytes: Uint8Array, start: number, end: number): number {
    const form = this.#form;
    if (form === undefined || !startsWithAt(bytes, start, end, form.before)) return -1;
    const { before, stamp, after, mode, origin } = form;
    let at = start + before.length;
    fields.kind = 'none';
    fields.time = Number.NaN;
    if (stamp !== undefined) {
      const stamps = this.#stamps;
      at = stamps.read(bytes, at, end);
      if (at < 0 || stamps.mode !== stamp || !startsWithAt(bytes, at, end, after)) return -1;
      fields.kind = stamps.kind;
      fields.time = stamps.time;
    }
    fields.mode = mode;
    fields.origin = origin;
    if (stamp !== undefined && !form.headed && after.length === 0 && beginsHeader(bytes, at))
      this.#form = { ...form, headed: true };
    return at + after.length;
  }

  /** The same of a line without a stamp. */
  repeatOrigin(fields: EnvelopeFields, bytes: Uint8Array, start: number, end: number): number {
    return this.#form?.stamp === undefined ? this.repeat(fields, bytes, start, end) : -1;
  }
}
