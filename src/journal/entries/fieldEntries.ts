import { CARRIAGE_RETURN, NEWLINE, copyBytes, decodeText, encodeText, startsWithAt } from '../bytes/bytes.ts';
import { ENTRY_NAMES, type JournalEntry, entryOfFields, readJsonLine } from './jsonLine.ts';
import type { JournalMode } from '../record.ts';

/** An entry that spans lines: beyond this it counts as cut. */
const LONGEST_ENTRY = 2 * 1024 * 1024;
const BLANKS = encodeText('    ');
/** Longer values are not kept for comparison. */
const LONGEST_KEPT = 64;

/** A field that entries are made of, with its last value: host, identifier and pid mostly repeat. */
interface WantedField {
  readonly name: string;
  readonly bytes: Uint8Array;
  value: Uint8Array;
  text: string;
}

const NO_BYTES = new Uint8Array(0);

/** Where an entry stood that was put together from its lines, and how it was printed. */
export interface EntryPlace {
  readonly mode: JournalMode;
  readonly line: number;
  readonly lines: number;
}

/** Microseconds since the epoch of a `verbose` head, which the envelope has read. */
type Shape = 'export' | 'verbose' | 'pretty';

/**
 * Collects journal entries that are printed field by field: `export` (also its binary fields), `verbose` and `json-pretty`.
 * `line` says whether it took the line; complete entries are delivered.
 */
export class FieldEntries {
  readonly #deliver: (entry: JournalEntry, place: EntryPlace) => void;
  #shape: Shape | undefined;
  #line = 0;
  #lines = 0;
  #size = 0;
  #fields = new Map<string, string>();
  #text: string[] = [];
  #time: number | undefined;
  readonly #wanted: readonly WantedField[] = ENTRY_NAMES.map((name) => ({
    name,
    bytes: encodeText(name),
    value: NO_BYTES,
    text: '',
  }));
  /** The field that goes on, `undefined` for one that entries are not made of, and the length of its name; 0: none. */
  #field: WantedField | undefined;
  #fieldLength = 0;
  /** Bytes of a binary field of `export`: its length (8 bytes), then its data, newlines included. */
  #binary: number[] | undefined;

  constructor(deliver: (entry: JournalEntry, place: EntryPlace) => void) {
    this.#deliver = deliver;
  }

  get active(): boolean {
    return this.#shape !== undefined;
  }

  /** A `verbose` head at line `line`. */
  beginVerbose(line: number, time: number): void {
    this.end();
    this.#begin('verbose', line);
    this.#time = time;
  }

  /** Begins an `export` or `json-pretty` entry if the line looks like its first one. */
  begins(bytes: Uint8Array, start: number, end: number, line: number): boolean {
    if (end - start === 1 && bytes[start] === 123) {
      this.#begin('pretty', line);
      this.#text = ['{'];
      return true;
    }
    if (bytes[start] !== 95 || bytes[start + 1] !== 95 || !isFieldLine(bytes, start, end)) return false;
    this.#begin('export', line);
    this.#takeExport(bytes, start, end);
    return true;
  }

  /** Offers the next line, empty ones too; `false` when it is no part of the entry, which then is complete. */
  line(bytes: Uint8Array, start: number, end: number): boolean {
    this.#size += end - start + 1;
    if (this.#size > LONGEST_ENTRY) {
      this.end();
      return false;
    }
    switch (this.#shape) {
      case 'export':
        return this.#takeExport(bytes, start, end);
      case 'verbose':
        return this.#takeVerbose(bytes, start, end);
      case 'pretty':
        return this.#takePretty(bytes, start, end);
      case undefined:
        return false;
    }
  }

  /** Delivers what was collected so far. */
  end(): void {
    const shape = this.#shape;
    if (shape === undefined) return;
    this.#shape = undefined;
    const entry = shape === 'pretty' ? prettyEntry(this.#text.join('\n')) : entryOfFields(this.#fields);
    if (entry === undefined) return;
    const timed = shape === 'verbose' && entry.time === undefined ? { ...entry, time: this.#time } : entry;
    this.#deliver(timed, { mode: shape === 'pretty' ? 'json-pretty' : shape, line: this.#line, lines: this.#lines });
  }

  #begin(shape: Shape, line: number): void {
    this.#shape = shape;
    this.#line = line;
    this.#lines = 1;
    this.#size = 0;
    this.#fields = new Map();
    this.#text = [];
    this.#time = undefined;
    this.#field = undefined;
    this.#fieldLength = 0;
    this.#binary = undefined;
  }

  /** The field with this name, if entries are made of it. */
  #named(bytes: Uint8Array, start: number, end: number): WantedField | undefined {
    for (const field of this.#wanted)
      if (field.bytes.length === end - start && startsWithAt(bytes, start, end, field.bytes)) return field;
    return undefined;
  }

  #set(field: WantedField, bytes: Uint8Array, start: number, end: number): void {
    if (end - start !== field.value.length || !startsWithAt(bytes, start, end, field.value)) {
      field.text = decodeText(bytes, start, end);
      field.value = end - start > LONGEST_KEPT ? NO_BYTES : copyBytes(bytes, start, end);
    }
    this.#fields.set(field.name, end > start ? field.text : '');
  }

  #takeExport(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#size > 0) this.#lines++;
    if (this.#binary !== undefined) {
      this.#takeBinary(this.#binary, bytes, start, end);
      return true;
    }
    if (end === start) {
      this.#lines--;
      this.end();
      return true;
    }
    const equals = fieldNameEnd(bytes, start, end);
    const field = this.#named(bytes, start, equals);
    if (equals < end) {
      if (field !== undefined) this.#set(field, bytes, equals + 1, end);
    } else if (isFieldLine(bytes, start, end)) {
      this.#field = field;
      this.#binary = [];
    } else {
      this.#lines--;
      this.end();
      return false;
    }
    return true;
  }

  #takeBinary(binary: number[], bytes: Uint8Array, start: number, end: number): void {
    for (let i = start; i < end; i++) binary.push(bytes[i] ?? 0);
    // The splitter takes a carriage return off the end of a line; here it is data.
    if (bytes[end] === CARRIAGE_RETURN) binary.push(CARRIAGE_RETURN);
    if (binary.length >= 8) {
      let length = 0;
      for (let i = 7; i >= 0; i--) length = length * 256 + (binary[i] ?? 0);
      if (binary.length >= length + 8) {
        if (this.#field !== undefined)
          this.#fields.set(this.#field.name, decodeText(Uint8Array.from(binary.slice(8, 8 + length)), 0, length));
        this.#binary = undefined;
        return;
      }
    }
    binary.push(NEWLINE);
  }

  #takeVerbose(bytes: Uint8Array, start: number, end: number): boolean {
    if (!startsWithAt(bytes, start, end, BLANKS)) {
      this.end();
      return false;
    }
    this.#lines++;
    const indent = 4 + this.#fieldLength + 1;
    const equals = fieldNameEnd(bytes, start + 4, end);
    if (equals < end && equals > start + 4) {
      this.#field = this.#named(bytes, start + 4, equals);
      this.#fieldLength = equals - start - 4;
      if (this.#field !== undefined) this.#set(this.#field, bytes, equals + 1, end);
    } else if (this.#field !== undefined) {
      const from = Math.min(start + indent, end);
      this.#fields.set(
        this.#field.name,
        `${this.#fields.get(this.#field.name) ?? ''}\n${decodeText(bytes, from, end)}`,
      );
    }
    return true;
  }

  #takePretty(bytes: Uint8Array, start: number, end: number): boolean {
    this.#lines++;
    const text = decodeText(bytes, start, end);
    this.#text.push(text);
    if (text === '}' || text === '},') {
      this.#text[this.#text.length - 1] = '}';
      this.end();
    }
    return true;
  }
}

/** Where a field's name ends: at its `=`, or at the end of the line. Names are capitals, digits and underscores. */
function fieldNameEnd(bytes: Uint8Array, start: number, end: number): number {
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    const part = (byte >= 65 && byte <= 90) || byte === 95 || (byte >= 48 && byte <= 57);
    if (!part) return byte === 61 ? i : end;
  }
  return end;
}

function isFieldLine(bytes: Uint8Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === 61) return i > start;
    if (!((byte >= 65 && byte <= 90) || byte === 95 || (byte >= 48 && byte <= 57))) return false;
  }
  return end > start && end - start <= 64;
}

function prettyEntry(text: string): JournalEntry | undefined {
  const read = readJsonLine(text);
  return read?.kind === 'journal' ? read : undefined;
}
