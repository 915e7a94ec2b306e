import {
  BLANK,
  COLON,
  OPEN_BRACE,
  QUOTE,
  encodeText,
  startsWithAt,
  closingQuote,
  BACKSLASH,
  COMMA,
  CLOSE_BRACE,
} from '../bytes/bytes.ts';
import { type FieldPlace, type FieldUse, JournalLayout } from './journalLayout.ts';
import type { Origin, OriginReader } from '../envelope/origin.ts';
import { shippedPlaces } from './shippedLayout.ts';

const LETTER_N = 110;
const LETTER_U = 117;
const USES: readonly { readonly name: Uint8Array; readonly use: FieldUse }[] = [
  { name: encodeText('__REALTIME_TIMESTAMP'), use: 'time' },
  { name: encodeText('_HOSTNAME'), use: 'host' },
  { name: encodeText('SYSLOG_IDENTIFIER'), use: 'identifier' },
  { name: encodeText('_PID'), use: 'pid' },
  { name: encodeText('MESSAGE'), use: 'message' },
];
/** Kubelet, runtime, systemd and kernel write entries of different fields. */
const MOST_LAYOUTS = 6;
/** So many layouts of documents that no other one has: they have none in common, and making more would only cost. */
const MOST_UNUSED = 32;
const SCRATCH = 4096;

/** Bytes that are written again and again, with the view to read several at a time. */
class Scratch {
  bytes = new Uint8Array(SCRATCH);
  view = new DataView(this.bytes.buffer);

  /** Makes room for so many bytes. What was written is lost. */
  room(length: number): Uint8Array {
    if (this.bytes.length < length) {
      this.bytes = new Uint8Array(length * 2);
      this.view = new DataView(this.bytes.buffer);
    }
    return this.bytes;
  }
}

interface KnownLayout {
  readonly layout: JournalLayout;
  origin: Origin | undefined;
}

/**
 * Reads the common entry of `journalctl -o json` from its bytes: one object, string values, a message of one line; and the document of a log shipper or a
 * container runtime that is written like the one before. Everything else (arrays, several values, newlines, control characters) is left to the slow way,
 * which understands all of it.
 */
export class JournalJsonReader {
  readonly #origins: OriginReader;
  /** Layouts that were made since a line had one that was known. */
  #unused = 0;
  /** The one that was met last comes first. */
  #layouts: KnownLayout[] = [];
  /** Two, taken in turn: the line before may still be looked at while a line is read. */
  readonly #scratches = [new Scratch(), new Scratch()];
  #turn = 0;
  /** The line was of the journal; else it was a shipper's document. */
  isEntry = true;
  /** Microseconds since the epoch. */
  time = 0;
  origin: Origin | undefined;
  /** The message's text, unescaped: a range of the line, or of bytes that are overwritten two lines on. */
  bytes: Uint8Array = new Uint8Array(0);
  view = new DataView(this.bytes.buffer);
  start = 0;
  end = 0;

  constructor(origins: OriginReader) {
    this.#origins = origins;
  }

  /** The fields of the entry that was read last, as the kernel compares them. */
  get fields(): Uint8Array | undefined {
    return this.#layouts[0]?.layout.encoded;
  }

  /** Reads the line; `false` when it is not of the common form. `view` shows the same bytes. `entriesOnly`: only entries of the journal are wanted. */
  read(bytes: Uint8Array, view: DataView, start: number, end: number, entriesOnly = false): boolean {
    if (bytes[start] !== OPEN_BRACE || bytes[end - 1] !== CLOSE_BRACE) return false;
    const layouts = this.#layouts;
    for (let i = 0; i < layouts.length; i++) {
      const known = layouts[i];
      if (known === undefined || (entriesOnly && !known.layout.isEntry) || !known.layout.read(bytes, view, start, end))
        continue;
      this.#unused = 0;
      if (i > 0) this.#layouts = [known, ...layouts.filter((other) => other !== known)];
      return this.#take(known, bytes, view);
    }
    const own = placesOf(bytes, start, end);
    const shipped =
      own !== undefined || entriesOnly || this.#unused >= MOST_UNUSED ? undefined : shippedPlaces(bytes, start, end);
    const places = own ?? shipped?.places;
    if (places === undefined) return false;
    this.#unused++;
    const known = { layout: new JournalLayout(bytes, view, places, shipped), origin: undefined };
    if (!known.layout.read(bytes, view, start, end)) return false;
    this.#layouts = [known, ...layouts.slice(0, MOST_LAYOUTS - 1)];
    return this.#take(known, bytes, view);
  }

  #take(known: KnownLayout, bytes: Uint8Array, view: DataView): boolean {
    const { layout } = known;
    if (layout.moved) {
      layout.moved = false;
      const pid = Number(layout.pid ?? 'NaN');
      known.origin =
        layout.host === undefined && layout.identifier === undefined && !Number.isInteger(pid)
          ? undefined
          : this.#origins.of(layout.host, layout.identifier, Number.isInteger(pid) ? pid : undefined);
    }
    this.isEntry = layout.isEntry;
    this.time = layout.time;
    this.origin = known.origin;
    return layout.isEntry
      ? this.#unescape(bytes, view, layout.messageStart, layout.messageEnd)
      : this.#unescapeShipped(bytes, view, layout.messageStart, layout.messageEnd);
  }

  /** The same for a shipper's line: a newline at its end belongs to no line, and control characters are none of JSON. */
  #unescapeShipped(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    const stop =
      end - start >= 2 && bytes[end - 2] === BACKSLASH && bytes[end - 1] === LETTER_N && bytes[end - 3] !== BACKSLASH
        ? end - 2
        : end;
    for (let at = start; at < stop; at++) if ((bytes[at] ?? 0) < BLANK) return false;
    return this.#unescape(bytes, view, start, stop);
  }

  /** Undoes JSON's escapes; `false` for newlines, control characters and surrogates. */
  #unescape(bytes: Uint8Array, view: DataView, start: number, end: number): boolean {
    let at = start;
    while (at < end && bytes[at] !== BACKSLASH) at++;
    if (at === end) {
      this.bytes = bytes;
      this.view = view;
      this.start = start;
      this.end = end;
      return true;
    }
    this.#turn ^= 1;
    const scratch = this.#scratches[this.#turn] ?? new Scratch();
    const text = scratch.room(end - start);
    let length = 0;
    for (let i = start; i < end; i++) {
      let byte = bytes[i] ?? 0;
      if (byte === BACKSLASH) {
        const kind = bytes[++i];
        if (kind === QUOTE || kind === BACKSLASH || kind === 47) byte = kind;
        else if (kind === 116) byte = 9;
        else {
          byte = kind === LETTER_U ? codeOf(bytes, i + 1, end) : -1;
          if (byte < 0) return false;
          i += 4;
        }
      }
      text[length++] = byte;
    }
    this.bytes = text;
    this.view = scratch.view;
    this.start = 0;
    this.end = length;
    return true;
  }
}

/** The printed character of ASCII that four digits of an escape say, as Go's JSON writes `<`, `>` and `&`; −1: it is another one. */
function codeOf(bytes: Uint8Array, start: number, end: number): number {
  if (start + 4 > end || bytes[start] !== 48 || bytes[start + 1] !== 48) return -1;
  const code = hexDigit(bytes[start + 2]) * 16 + hexDigit(bytes[start + 3]);
  return code >= BLANK && code < 0x7f ? code : -1;
}

function hexDigit(byte: number | undefined): number {
  if (byte === undefined) return Number.NaN;
  if (byte >= 48 && byte <= 57) return byte - 48;
  const letter = byte | 32;
  return letter >= 97 && letter <= 102 ? letter - 87 : Number.NaN;
}

/** Where the fields of an entry lie; `undefined` when it is not of the common form. */
function placesOf(bytes: Uint8Array, start: number, end: number): readonly FieldPlace[] | undefined {
  const places: FieldPlace[] = [];
  let at = start;
  for (;;) {
    const keyStart = at + 2;
    if (bytes[at + 1] !== QUOTE) return undefined;
    let keyEnd = keyStart;
    while (keyEnd < end && bytes[keyEnd] !== QUOTE) keyEnd++;
    if (keyEnd + 2 >= end || bytes[keyEnd + 1] !== COLON || bytes[keyEnd + 2] !== QUOTE) return undefined;
    const valueStart = keyEnd + 3;
    const valueEnd = closingQuote(bytes, valueStart, end);
    if (valueEnd < 0) return undefined;
    const use =
      USES.find(({ name }) => name.length === keyEnd - keyStart && startsWithAt(bytes, keyStart, keyEnd, name))?.use ??
      'none';
    if (use === 'message' && places.some((place) => place.use === 'message')) return undefined;
    places.push({ use, nameStart: at, valueStart, valueEnd, raw: false });
    at = valueEnd + 1;
    if (bytes[at] === CLOSE_BRACE) break;
    if (bytes[at] !== COMMA) return undefined;
  }
  const has = (use: FieldUse): boolean => places.some((place) => place.use === use);
  return at === end - 1 && has('message') && has('time') && has('identifier') ? places : undefined;
}
