import { withoutEscapes } from '../bytes/binary.ts';
import {
  BLANK,
  CLOSE_BRACE,
  ESCAPE,
  OPEN_BRACE,
  QUOTE,
  TAB,
  copyBytes,
  decodeText,
  encodeText,
  skipBlanks,
} from '../bytes/bytes.ts';
import { BodyReader, type ReaderParts } from './bodyReader.ts';
import type { StampKind } from '../time/clock.ts';
import type { EnvelopeReader } from './envelope.ts';
import { type EntryPlace, FieldEntries } from '../entries/fieldEntries.ts';
import { ForeignDocuments, holdsLine } from '../entries/foreignDocument.ts';
import { type JournalEntry, readCutJsonLine } from '../entries/jsonLine.ts';
import type { JournalJsonReader } from '../entries/journalJson.ts';
import { LONGEST_HEADING, readHeading } from './headings.ts';
import { findHeader, readRemains } from '../klog/lostHeader.ts';
import { readMark } from './marks.ts';
import { type LineFrom, type Origin, unstamped } from './origin.ts';
import { skipPastePrefix } from './pastePrefix.ts';
import { quotedLine } from '../klog/quotedLine.ts';
import { ReadRecord } from '../klog/readRecord.ts';
import type { JournalMode } from '../record.ts';

/** A stamp, the name of a stream and that of a group are not longer. */
const LONGEST_BEFORE = 600;
const LONGEST_PARTIAL = 1024 * 1024;

/** Tries the forms in which a line can come, one after the other: what stood before it first, then the seldom ones. */
export class LineForms {
  readonly #parts: ReaderParts;
  readonly #envelope: EnvelopeReader;
  readonly #journalJson: JournalJsonReader;
  readonly #entries: FieldEntries;
  readonly #foreign = new ForeignDocuments();
  /** A document with a line of klog in it stood behind something. */
  #hasDocuments = false;
  readonly body: BodyReader;
  /** Number of the line that is being read. */
  #line = 0;
  /** The line before had an envelope: it is tried first. */
  enveloped = true;
  /** The component that a section mark named, for lines without an envelope. */
  section: Origin | undefined;
  /** The section was named by somebody's heading or a prompt: it ends with the next one, or with a fence. */
  #sectionIsSaid = false;
  #fenceIsOpen = false;
  /** Beginning of a line that the container runtime split. */
  #partial: { bytes: Uint8Array; line: number; lastLine: number; kind: StampKind; time: number } | undefined;

  constructor(parts: ReaderParts, envelope: EnvelopeReader, journalJson: JournalJsonReader) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.#journalJson = journalJson;
    this.#entries = new FieldEntries((entry, place) => this.#readEntry(entry, place));
    this.body = new BodyReader(parts);
  }

  /** Whether something was begun that takes the next line, whatever it looks like. */
  get midEntry(): boolean {
    return this.#entries.active || this.#partial !== undefined;
  }

  /** Offers a line to the entry that was begun; `false` when it is no part of it. */
  goesOn(line: number, bytes: Uint8Array, start: number, end: number): boolean {
    this.#line = line;
    return this.#entries.active && this.#entries.line(bytes, start, end);
  }

  /** Reads a line that is not empty. */
  read(line: number, bytes: Uint8Array, start: number, end: number): void {
    this.#line = line;
    if (this.#partial !== undefined && !(this.#envelope.read(bytes, start, end) && this.#envelope.cri))
      this.#endPartial();
    if (!this.#readForm(bytes, start, end)) this.#readOther(bytes, start, end);
  }

  /** The source has ended, for now. */
  end(): void {
    this.#entries.end();
    this.#endPartial();
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
    if (origin?.pid === undefined && !partial && this.#readDocumentBehind(this.#envelope, bytes, bodyStart, end))
      return;
    if (verboseHead) {
      this.#entries.beginVerbose(this.#line, time);
      return;
    }
    if (cri && (partial || this.#partial !== undefined)) this.#takePartial(kind, time, bytes, bodyStart, end, partial);
    else this.body.read(this.#envelope, bytes, start, bodyStart, end);
  }

  /** Joins `P` lines of a CRI log file up to their `F` line. */
  #takePartial(
    kind: StampKind,
    time: number,
    bytes: Uint8Array,
    bodyStart: number,
    end: number,
    partial: boolean,
  ): void {
    const before = this.#partial;
    const length = before?.bytes.length ?? 0;
    const take = Math.max(0, Math.min(end - bodyStart, LONGEST_PARTIAL - length));
    const joined = new Uint8Array(length + take);
    if (before !== undefined) joined.set(before.bytes);
    joined.set(bytes.subarray(bodyStart, bodyStart + take), length);
    this.#partial = { bytes: joined, line: before?.line ?? this.#line, lastLine: this.#line, kind, time };
    if (!partial) this.#endPartial();
  }

  /** Reads what came of a line that the container runtime split: all of it, or the source or another form cut it off. */
  #endPartial(): void {
    if (this.#partial === undefined) return;
    const { bytes, line, lastLine, kind, time } = this.#partial;
    const { body } = this;
    this.#partial = undefined;
    const { line: current } = body;
    body.line = line;
    body.lines = lastLine - line + 1;
    body.read({ origin: undefined, kind, time }, bytes, 0, 0, bytes.length);
    body.line = current;
    body.lines = 1;
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
      this.#readMark(bytes, start, end) ||
      this.#entries.begins(bytes, start, end, this.#line)
    )
      return;
    if (isBlankLine(bytes, start, end) || this.#readPrefixed(bytes, start, end)) return;
    this.#readHeading(bytes, start, end);
    const { source, headers, counts, joiner } = this.#parts;
    counts.mode('none');
    const remains = readRemains(headers, bytes, start, end);
    if (remains !== undefined) {
      if (remains.timeOfDay !== undefined) {
        this.body.startCut(this.section, remains.timeOfDay, remains.pid, bytes, start, remains.bodyStart, end);
        return;
      }
      const origin =
        remains.pid === undefined ? this.section : this.#envelope.origins.of(undefined, undefined, remains.pid);
      joiner.start(
        ReadRecord.headerless(
          source,
          this.body.line,
          unstamped(origin),
          bytes,
          start,
          remains.bodyStart,
          end,
          headers.caller,
        ),
      );
      return;
    }
    this.body.headerless(unstamped(this.section), bytes, start, skipBlanks(bytes, start, end), end);
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
    }
    if (this.#readDocumentBehind(unstamped(this.section), bytes, start, end)) {
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

  /** A line of klog that begins a quoted text, in a form that we do not know: its escapes, or its doubled marks, are undone. `header` is its first byte. */
  #readQuotedKlog(bytes: Uint8Array, header: number, end: number): boolean {
    const { headers } = this.#parts;
    const line = encodeText(quotedLine(decodeText(bytes, header - 1, end)));
    const isWhole = headers.read(line, 0, line.length);
    if (isWhole) this.body.startKlog(unstamped(this.section), line, 0, line.length);
    else headers.read(bytes, header, end);
    return isWhole;
  }

  #readMark(bytes: Uint8Array, start: number, end: number): boolean {
    const mark = readMark(bytes, start, end);
    if (mark === undefined) return false;
    if (mark.kind === 'section') this.#beginSection(mark.name, false);
    else if (mark.kind === 'boot')
      this.#parts.joiner.start(
        ReadRecord.headerless(this.#parts.source, this.body.line, unstamped(undefined), bytes, start, start, end),
      );
    // The span's last date tells the year of entries without one.
    else if (mark.kind === 'span' && mark.from >= 0) this.#envelope.read(bytes, start + mark.from, end);
    return true;
  }

  #beginSection(name: string | undefined, isSaid: boolean): void {
    this.section = name === undefined ? undefined : this.#envelope.origins.of(undefined, name, undefined);
    this.#sectionIsSaid = isSaid;
    if (name !== undefined) this.#parts.counts.sections = true;
  }

  /** What somebody wrote over the next lines; under a tool's own headings it counts only if it is a tool's, too. */
  #readHeading(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > LONGEST_HEADING) return;
    const heading = readHeading(decodeText(bytes, start, end));
    if (heading === undefined) return;
    if (heading.kind === 'fence') {
      if (this.#fenceIsOpen && this.#sectionIsSaid) this.#beginSection(undefined, false);
      this.#fenceIsOpen = !this.#fenceIsOpen;
    } else if (this.section === undefined || this.#sectionIsSaid) this.#beginSection(heading.name, true);
  }

  /** A line that is a JSON object, also after RFC 7464's separator (`json-seq`) or `data: ` (`json-sse`). */
  #readJson(bytes: Uint8Array, from: number, end: number): boolean {
    let start = from;
    let mode: JournalMode = 'json';
    if (bytes[start] === 30) {
      mode = 'json-seq';
      start++;
    } else if (bytes[start] === 100 && bytes[start + 4] === 58 && bytes[start + 5] === BLANK) {
      mode = 'json-sse';
      start += 6;
    }
    if (bytes[start] !== OPEN_BRACE || end - start < 3) return false;
    const { counts, clock } = this.#parts;
    const quick = this.#journalJson;
    if (quick.read(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), start, end, true)) {
      this.enveloped = true;
      counts.mode(mode);
      clock.dates.follow(quick.time);
      // What was unescaped is overwritten soon; a record may be kept.
      const [text, at, stop] =
        quick.bytes === bytes
          ? [bytes, quick.start, quick.end]
          : [copyBytes(quick.bytes, quick.start, quick.end), 0, quick.end - quick.start];
      this.body.read({ origin: quick.origin, kind: 'absolute', time: quick.time }, text, at, at, stop);
      return true;
    }
    const text = decodeText(bytes, start, bytes[end - 1] === 44 ? end - 1 : end);
    const read = this.#foreign.read(text);
    const json = read === undefined ? readCutJsonLine(text) : read.kind === 'klog' ? read.record : undefined;
    if (json !== undefined) {
      this.enveloped = true;
      counts.mode('none');
      this.body.startJson(json, read === undefined, unstamped(this.section), bytes, start, start, end);
      return true;
    }
    if (read === undefined || read.kind === 'klog') return false;
    this.enveloped = true;
    counts.mode(read.kind === 'journal' ? mode : 'other');
    this.#readText(read, read.kind === 'shipped');
    return true;
  }

  /** A document behind the stamp and the names that a tool puts before each (`aws logs tail`, fluentd, streams of CloudWatch). What it does not tell itself is of what stands before it. */
  #readDocumentBehind(from: LineFrom, bytes: Uint8Array, start: number, end: number): boolean {
    const at = documentStart(bytes, start, end);
    if (at < 0) return false;
    const read = this.#foreign.read(decodeText(bytes, at, end));
    if (read === undefined) return false;
    if (read.kind === 'klog') {
      this.body.startJson(read.record, false, from, bytes, start, at, end);
      return true;
    }
    // Programs beside the kubelet write documents, too, behind whatever stands before their lines.
    const isOfLog = from.origin === undefined && (this.#hasDocuments || (tellsWriter(read) && !this.#envelope.cri));
    if (read.kind === 'shipped' && !isOfLog && !holdsLine(read.message)) return false;
    this.#hasDocuments = true;
    const isPlaced = read.time !== undefined || from.kind !== 'absolute';
    this.#readText(
      isPlaced ? read : { ...read, time: from.time, isLocal: false },
      read.kind === 'shipped',
      from.origin,
    );
    return true;
  }

  #readEntry(entry: JournalEntry, place: EntryPlace): void {
    const { body } = this;
    this.#parts.counts.mode(place.mode);
    // The line that ended the entry may still have to be read.
    const { line } = body;
    body.line = place.line;
    body.lines = place.lines;
    this.#readText(entry, false);
    body.line = line;
    body.lines = 1;
  }

  /** The text of a journal entry or a shipped line, which may hold newlines. A shipped line may have an envelope of its own. */
  #readText(entry: JournalEntry, shipped: boolean, around: Origin | undefined = this.section): void {
    const { body } = this;
    const origin =
      entry.host === undefined && entry.identifier === undefined && entry.pid === undefined
        ? around
        : this.#envelope.origins.of(entry.host, entry.identifier, entry.pid);
    const kind: StampKind = entry.time === undefined ? 'none' : entry.isLocal === true ? 'local' : 'absolute';
    const from: LineFrom = { origin, kind, time: entry.time ?? Number.NaN };
    if (entry.time !== undefined) this.#parts.clock.dates.follow(entry.time);
    const texts = entry.message.includes('\n') ? entry.message.split('\n') : [entry.message];
    for (const text of texts) {
      const bytes = cleanBytes(encodeText(text));
      // A tool's heading that was shipped like its lines.
      if (shipped && texts.length === 1 && origin === around && this.#readMark(bytes, 0, bytes.length)) return;
      if (shipped && this.#envelope.read(bytes, 0, bytes.length)) {
        const inner = this.#envelope;
        body.read(
          { ...(kind === 'none' ? { kind: inner.kind, time: inner.time } : from), origin: inner.origin ?? origin },
          bytes,
          0,
          inner.bodyStart,
          bytes.length,
        );
      } else if (shipped && this.#envelope.readWriterOnly(bytes, 0, bytes.length)) {
        const { origin: writer, bodyStart } = this.#envelope;
        body.read({ ...from, origin: writer ?? origin }, bytes, 0, bodyStart, bytes.length);
      } else body.read(from, bytes, 0, 0, bytes.length);
      body.lines = 0;
    }
  }
}

/** Where a document begins that ends the line, behind what a tool puts before it; −1: none does. */
function documentStart(bytes: Uint8Array, start: number, end: number): number {
  let last = end - 1;
  while (last > start && (bytes[last] === BLANK || bytes[last] === TAB)) last--;
  if (bytes[last] !== CLOSE_BRACE) return -1;
  const stop = Math.min(last, start + LONGEST_BEFORE);
  for (let i = start; i < stop; i++) if (bytes[i] === OPEN_BRACE && bytes[i + 1] === QUOTE) return i;
  return -1;
}

function tellsWriter({ host, identifier }: JournalEntry): boolean {
  return host !== undefined && identifier !== undefined;
}

function isBlankLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (bytes[i] !== BLANK && bytes[i] !== TAB) return false;
  return true;
}

function cleanBytes(bytes: Uint8Array): Uint8Array {
  return bytes.includes(ESCAPE) || bytes.includes(0) ? withoutEscapes(bytes, 0, bytes.length) : bytes;
}
