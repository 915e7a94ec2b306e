import { decodeText } from '../bytes/bytes.ts';
import { ReadRecord } from '../klog/readRecord.ts';
import type { BodyReader, ReaderParts } from './bodyReader.ts';
import type { EnvelopeReader } from './envelope.ts';
import { LONGEST_HEADING, readHeading } from './headings.ts';
import { readMark } from './marks.ts';
import { type Origin, unstamped } from './origin.ts';

/** Marks between lines, and headings over them, which name the component of lines that have no envelope. */
export class Sections {
  readonly #parts: ReaderParts;
  readonly #envelope: EnvelopeReader;
  readonly #body: BodyReader;
  /** The component that a section mark named. */
  #current: Origin | undefined;
  /** The section was named by somebody's heading or a prompt: it ends with the next one, or with a fence. */
  #isSaid = false;
  #fenceIsOpen = false;
  /** The line of the last mark. */
  #marked = 0;

  constructor(parts: ReaderParts, envelope: EnvelopeReader, body: BodyReader) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.#body = body;
  }

  /** Whose a line without an envelope is. */
  get current(): Origin | undefined {
    return this.#current;
  }

  /** Reads a mark of a tool; `false`: the line is none. */
  readMark(bytes: Uint8Array, start: number, end: number): boolean {
    const mark = readMark(bytes, start, end);
    if (mark === undefined || (mark.kind === 'dashes' && this.#marked + 1 !== this.#body.line)) return false;
    this.#marked = this.#body.line;
    if (mark.kind === 'section') this.#begin(mark.name, false);
    else if (mark.kind === 'boot')
      this.#parts.joiner.start(
        ReadRecord.headerless(this.#parts.source, this.#body.line, unstamped(undefined), bytes, start, start, end),
      );
    // The span's last date tells the year of entries without one.
    else if (mark.kind === 'span' && mark.from >= 0) this.#envelope.read(bytes, start + mark.from, end);
    return true;
  }

  /** Reads what somebody wrote over the next lines; under a tool's own headings it counts only if it is a tool's, too. */
  readHeading(bytes: Uint8Array, start: number, end: number): void {
    if (this.#parts.isExcerpt || end - start > LONGEST_HEADING) return;
    const heading = readHeading(decodeText(bytes, start, end));
    if (heading === undefined) return;
    if (heading.kind === 'fence') {
      if (this.#fenceIsOpen && this.#isSaid) this.#begin(undefined, false);
      this.#fenceIsOpen = !this.#fenceIsOpen;
    } else if (this.#current === undefined || this.#isSaid) this.#begin(heading.name, true);
  }

  #begin(name: string | undefined, isSaid: boolean): void {
    this.#current = name === undefined ? undefined : this.#envelope.origins.of(undefined, name, undefined);
    this.#isSaid = isSaid;
    if (name !== undefined) this.#parts.counts.sections = true;
  }
}
