import { BLANK, OPEN_BRACE, QUOTE, TAB, decodeText, encodeText, skipBlanks } from '../bytes/bytes.ts';
import { BodyReader, type ReaderParts } from './bodyReader.ts';
import { Documents } from './documents.ts';
import type { EnvelopeReader } from './envelope.ts';
import { FieldEntries } from '../entries/fieldEntries.ts';
import type { JournalJsonReader } from '../entries/journalJson.ts';
import { NO_CALLER } from '../klog/caller.ts';
import { type HeaderRemains, findHeader, readRemains } from '../klog/lostHeader.ts';
import { type Origin, unstamped } from './origin.ts';
import { CUT_CLOCK, cutClock, skipPastePrefix } from './pastePrefix.ts';
import { quotedLine } from '../klog/quotedLine.ts';
import { ReadRecord } from '../klog/readRecord.ts';
import { isKubeletName } from '../../kubelet/writers.ts';
import { Sections } from './sections.ts';
import { SplitLine } from './splitLine.ts';
import { logrusTime } from './stamp.ts';

/** Tries the forms in which a line can come, one after the other: what stood before it first, then the seldom ones. */
export class LineForms {
  readonly #parts: ReaderParts;
  readonly #envelope: EnvelopeReader;
  readonly #entries: FieldEntries;
  readonly #documents: Documents;
  readonly #sections: Sections;
  readonly #split: SplitLine;
  readonly body: BodyReader;
  /** Number of the line that is being read. */
  #line = 0;
  /** The line before had an envelope: it is tried first. */
  enveloped = true;

  constructor(parts: ReaderParts, envelope: EnvelopeReader, journalJson: JournalJsonReader) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.body = new BodyReader(parts);
    this.#sections = new Sections(parts, envelope, this.body);
    this.#documents = new Documents(parts, envelope, journalJson, this.#sections, this.body);
    this.#split = new SplitLine(this.body);
    this.#entries = new FieldEntries((entry, { line, lines, mode }) => {
      parts.counts.mode(mode);
      // The line that ended the entry may still have to be read.
      this.body.ofLines(line, lines, () => this.#documents.readText(entry, false));
    });
  }

  /** The component that a section mark named, for lines without an envelope. */
  get section(): Origin | undefined {
    return this.#sections.current;
  }

  /** Whether something was begun that takes the next line, whatever it looks like. */
  get midEntry(): boolean {
    return this.#entries.active || this.#split.isOpen;
  }

  /** Offers a line to the entry that was begun; `false` when it is no part of it. */
  goesOn(line: number, bytes: Uint8Array, start: number, end: number): boolean {
    this.#line = line;
    return this.#entries.active && this.#entries.line(bytes, start, end);
  }

  /** Reads a line that is not empty. */
  read(line: number, bytes: Uint8Array, start: number, end: number): void {
    this.#line = line;
    if (this.#split.isOpen && !(this.#envelope.read(bytes, start, end) && this.#envelope.cri)) this.#split.end();
    if (!this.#readForm(bytes, start, end)) this.#readOther(bytes, start, end);
  }

  /** The source has ended, for now. */
  end(): void {
    this.#entries.end();
    this.#split.end();
  }

  /** Envelope and header, the one first that the line before had. */
  #readForm(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start] === OPEN_BRACE) return this.#readJson(bytes, start, end);
    const message = this.#envelope.readKeptOrigin(bytes, start, end);
    if (message >= 0) {
      this.enveloped = true;
      this.#parts.counts.mode(this.#envelope.mode);
      this.body.read(unstamped(this.#envelope.origin), bytes, start, message, end);
      return true;
    }
    if (this.enveloped) return this.#readEnveloped(bytes, start, end) || this.#readBare(bytes, start, end);
    return this.#readBare(bytes, start, end) || this.#readEnveloped(bytes, start, end);
  }

  #readEnveloped(bytes: Uint8Array, start: number, end: number): boolean {
    if (!this.#envelope.read(bytes, start, end)) return false;
    this.#takeEnveloped(bytes, start, end);
    return true;
  }

  /** The line whose envelope was just read. */
  #takeEnveloped(bytes: Uint8Array, start: number, end: number): void {
    const { mode, kind, time, bodyStart, verboseHead, cri, partial, origin } = this.#envelope;
    this.enveloped = true;
    this.#parts.counts.mode(mode);
    if (origin?.pid === undefined && !partial && this.#documents.readBehind(this.#envelope, bytes, bodyStart, end))
      return;
    if (verboseHead) {
      this.#entries.beginVerbose(this.#line, time);
      return;
    }
    if (cri && (partial || this.#split.isOpen))
      this.#split.take(this.#line, kind, time, bytes, bodyStart, end, !partial);
    else this.body.read(this.#envelope, bytes, start, bodyStart, end);
  }

  #readJson(bytes: Uint8Array, start: number, end: number): boolean {
    if (!this.#documents.read(bytes, start, end)) return false;
    this.enveloped = true;
    return true;
  }

  #readBare(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#parts.joiner.takesBlockLine(this.section, bytes, start, end)) {
      this.body.headerless(unstamped(this.section), bytes, start, start, end);
      return true;
    }
    if (!this.body.klog(unstamped(this.section), bytes, start, start, end)) return false;
    this.enveloped = false;
    this.#parts.counts.mode('none');
    return true;
  }

  /** Everything that is neither envelope nor klog header at the beginning of the line. */
  #readOther(bytes: Uint8Array, start: number, end: number): void {
    if (
      this.#readJson(bytes, start, end) ||
      this.#sections.readMark(bytes, start, end) ||
      this.#entries.begins(bytes, start, end, this.#line)
    )
      return;
    if (isBlankLine(bytes, start, end) || this.#readPrefixed(bytes, start, end)) return;
    this.#sections.readHeading(bytes, start, end);
    const { headers, counts } = this.#parts;
    counts.mode('none');
    const remains = readRemains(headers, bytes, start, end);
    if (remains !== undefined) {
      if (remains.timeOfDay !== undefined) {
        this.body.startCut(this.section, remains.timeOfDay, remains.pid, bytes, start, remains.bodyStart, end);
        return;
      }
      const origin =
        remains.pid === undefined ? this.section : this.#envelope.origins.of(undefined, undefined, remains.pid);
      this.#startRemains(remains, origin, bytes, start, end);
      return;
    }
    const bodyStart = skipBlanks(bytes, start, end);
    const time = logrusTime(bytes, bodyStart, end);
    const from = Number.isNaN(time)
      ? unstamped(this.section)
      : ({ origin: this.section, kind: 'local', time } as const);
    this.body.headerless(from, bytes, start, bodyStart, end);
  }

  /** Envelope or header behind something else: a paste's marks, a node's name, a component's name, a table's columns. */
  #readPrefixed(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#envelope.readAfterPrefix(bytes, start, end)) {
      this.#takeEnveloped(bytes, start, end);
      return true;
    }
    const { body } = this;
    const { counts } = this.#parts;
    const at = skipPastePrefix(bytes, start, end);
    if (at > start && at < end && (this.#readBare(bytes, at, end) || this.#readJson(bytes, at, end))) return true;
    if (this.#envelope.readOriginOnly(bytes, at, end)) {
      const { origin, bodyStart } = this.#envelope;
      const from = unstamped(origin);
      if (
        body.klog(from, bytes, start, bodyStart, end) ||
        (bytes[bodyStart] === OPEN_BRACE && body.klogJson(from, bytes, start, bodyStart, end))
      ) {
        counts.mode('other');
        this.#envelope.keepOrigin(bytes, start);
        this.enveloped = true;
        return true;
      }
      const remains = readRemains(this.#parts.headers, bytes, bodyStart, end);
      if (remains !== undefined && remains.timeOfDay === undefined && !remains.isCallerLost) {
        counts.mode('other');
        this.#startRemains(remains, origin, bytes, start, end);
        return true;
      }
      const timeOfDay = at - start < CUT_CLOCK ? undefined : cutClock(bytes, at - CUT_CLOCK);
      if (timeOfDay !== undefined && origin?.host !== undefined) {
        counts.mode('other');
        const time = this.#parts.clock.dates.completeDay(timeOfDay);
        body.headerless({ origin, kind: 'local', time }, bytes, start, bodyStart, end);
        return true;
      }
      // What a kubelet prints at its end has no header.
      if (origin?.pid !== undefined && isKubeletName(origin.identifier ?? '')) {
        counts.mode('other');
        body.headerless(from, bytes, start, bodyStart, end);
        return true;
      }
    }
    if (this.#documents.readBehind(unstamped(this.section), bytes, start, end)) {
      counts.mode('other');
      return true;
    }
    const header = findHeader(this.#parts.headers, bytes, start, end);
    if (header < 0) return false;
    counts.mode('other');
    if (bytes[header - 1] !== QUOTE || !this.#readQuotedKlog(bytes, header, end))
      body.startKlog(unstamped(this.section), bytes, start, end);
    return true;
  }

  /** A record of which only the name of its source file, or less, is left of the header. */
  #startRemains(
    { bodyStart, isCallerLost }: HeaderRemains,
    origin: Origin | undefined,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    const { source, headers, joiner } = this.#parts;
    const caller = isCallerLost ? NO_CALLER : headers.caller;
    joiner.start(
      ReadRecord.headerless(source, this.body.line, unstamped(origin), bytes, start, bodyStart, end, caller),
    );
  }

  /** A line of klog that begins a quoted text, in a form that we do not know: its escapes, or its doubled marks, are undone. `header` is its first byte. */
  #readQuotedKlog(bytes: Uint8Array, header: number, end: number): boolean {
    const { headers } = this.#parts;
    const line = encodeText(quotedLine(decodeText(bytes, header - 1, end)));
    const isWhole = headers.read(line, 0, line.length);
    if (isWhole) this.body.startKlog(unstamped(this.section), line, 0, line.length);
    else headers.read(bytes, header, end);
    return isWhole;
  }
}

function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== BLANK && bytes[i] !== TAB) return false;
  return true;
}
