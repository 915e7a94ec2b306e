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
} from '../bytes/bytes.ts';
import type { BodyReader, ReaderParts } from './bodyReader.ts';
import type { StampKind } from '../time/clock.ts';
import type { EnvelopeReader } from './envelope.ts';
import { ForeignDocuments, holdsLine } from '../entries/foreignDocument.ts';
import { type JournalEntry, readCutJsonLine } from '../entries/jsonLine.ts';
import type { JournalJsonReader } from '../entries/journalJson.ts';
import { type LineFrom, type Origin, unstamped } from './origin.ts';
import type { JournalMode } from '../record.ts';
import type { Sections } from './sections.ts';

/** A stamp, the name of a stream and that of a group are not longer. */
const LONGEST_BEFORE = 600;

/** Reads lines that are documents, or end in one: journal entries and klog in JSON, what log shippers make of a line; and the texts in them. */
export class Documents {
  readonly #parts: ReaderParts;
  readonly #envelope: EnvelopeReader;
  readonly #journalJson: JournalJsonReader;
  readonly #sections: Sections;
  readonly #body: BodyReader;
  readonly #foreign = new ForeignDocuments();
  /** A document with a line of klog in it stood behind something. */
  #hasDocuments = false;

  constructor(
    parts: ReaderParts,
    envelope: EnvelopeReader,
    journalJson: JournalJsonReader,
    sections: Sections,
    body: BodyReader,
  ) {
    this.#parts = parts;
    this.#envelope = envelope;
    this.#journalJson = journalJson;
    this.#sections = sections;
    this.#body = body;
  }

  /** Reads a line that is a JSON object, also after RFC 7464's separator (`json-seq`) or `data: ` (`json-sse`); `false`: it is none, or nothing of a log. */
  read(bytes: Uint8Array, from: number, end: number): boolean {
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
      counts.mode(mode);
      clock.dates.follow(quick.time);
      // What was unescaped is overwritten soon; a record may be kept.
      const [text, at, stop] =
        quick.bytes === bytes
          ? [bytes, quick.start, quick.end]
          : [copyBytes(quick.bytes, quick.start, quick.end), 0, quick.end - quick.start];
      this.#body.read({ origin: quick.origin, kind: 'absolute', time: quick.time }, text, at, at, stop);
      return true;
    }
    const text = decodeText(bytes, start, bytes[end - 1] === 44 ? end - 1 : end);
    const read = this.#foreign.read(text);
    const json = read === undefined ? readCutJsonLine(text) : read.kind === 'klog' ? read.record : undefined;
    if (json !== undefined) {
      counts.mode('none');
      this.#body.startJson(json, read === undefined, unstamped(this.#sections.current), bytes, start, start, end);
      return true;
    }
    if (read === undefined || read.kind === 'klog') return false;
    counts.mode(read.kind === 'journal' ? mode : 'other');
    this.readText(read, read.kind === 'shipped');
    return true;
  }

  /** Reads a document behind the stamp and the names that a tool puts before each (`aws logs tail`, fluentd, streams of CloudWatch). What it does not tell itself is of what stands before it. */
  readBehind(from: LineFrom, bytes: Uint8Array, start: number, end: number): boolean {
    const at = documentStart(bytes, start, end);
    if (at < 0) return false;
    const read = this.#foreign.read(decodeText(bytes, at, end));
    if (read === undefined) return false;
    if (read.kind === 'klog') {
      this.#body.startJson(read.record, false, from, bytes, start, at, end);
      return true;
    }
    // Programs beside the kubelet write documents, too, behind whatever stands before their lines.
    const isOfLog = from.origin === undefined && (this.#hasDocuments || (tellsWriter(read) && !this.#envelope.cri));
    if (read.kind === 'shipped' && !isOfLog && !holdsLine(read.message)) return false;
    this.#hasDocuments = true;
    const isPlaced = read.time !== undefined || from.kind !== 'absolute';
    this.readText(isPlaced ? read : { ...read, time: from.time, isLocal: false }, read.kind === 'shipped', from.origin);
    return true;
  }

  /** Reads the text of a journal entry or a shipped line, which may hold newlines. A shipped line may have an envelope of its own. */
  readText(entry: JournalEntry, shipped: boolean, around: Origin | undefined = this.#sections.current): void {
    const body = this.#body;
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
      if (shipped && texts.length === 1 && origin === around && this.#sections.readMark(bytes, 0, bytes.length)) return;
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

function cleanBytes(bytes: Uint8Array): Uint8Array {
  return bytes.includes(ESCAPE) || bytes.includes(0) ? withoutEscapes(bytes, 0, bytes.length) : bytes;
}
