import { CARRIAGE_RETURN, NEWLINE, decodeText, encodeText, startsWithAt } from './bytes.ts';
import { type JournalEntry, entryOfFields, readJsonLine } from './jsonLine.ts';
import type { JournalMode } from './record.ts';

/** An entry that spans lines: beyond this it counts as cut. */
const LONGEST_ENTRY = 2 * 1024 * 1024;
const BLANKS = encodeText('    ');

/** An entry of the journal put together from its lines. */
export interface CollectedEntry extends JournalEntry {
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
  readonly #deliver: (entry: CollectedEntry) => void;
  #shape: Shape | undefined;
  #line = 0;
  #lines = 0;
  #size = 0;
  #fields = new Map<string, string>();
  #text: string[] = [];
  #time: number | undefined;
  #field = '';
  /** Bytes of a binary field of `export`: its length (8 bytes), then its data, newlines included. */
  #binary: number[] | undefined;

  constructor(deliver: (entry: CollectedEntry) => void) {
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
      case 'export': return this.#takeExport(bytes, start, end);
      case 'verbose': return this.#takeVerbose(bytes, start, end);
      case 'pretty': return this.#takePretty(bytes, start, end);
      case undefined: return false;
    }
  }

  /** Delivers what was collected so far. */
  end(): void {
    const shape = this.#shape;
    if (shape === undefined) return;
    this.#shape = undefined;
    const entry = shape === 'pretty' ? prettyEntry(this.#text.join('\n')) : entryOfFields(this.#fields);
    if (entry === undefined) return;
    this.#deliver({ ...entry, time: shape === 'verbose' ? (entry.time ?? this.#time) : entry.time, mode: shape === 'pretty' ? 'json-pretty' : shape, line: this.#line, lines: this.#lines });
  }

  #begin(shape: Shape, line: number): void {
    this.#shape = shape;
    this.#line = line;
    this.#lines = 1;
    this.#size = 0;
    this.#fields = new Map();
    this.#text = [];
    this.#time = undefined;
    this.#field = '';
    this.#binary = undefined;
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
    const name = decodeText(bytes, start, equals);
    if (equals < end) this.#fields.set(name, decodeText(bytes, equals + 1, end));
    else if (isFieldLine(bytes, start, end)) {
      this.#field = name;
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
        const data = Uint8Array.from(binary.slice(8, 8 + length));
        this.#fields.set(this.#field, decodeText(data, 0, data.length));
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
    const indent = 4 + this.#field.length + 1;
    const equals = fieldNameEnd(bytes, start + 4, end);
    if (equals < end && equals > start + 4) {
      this.#field = decodeText(bytes, start + 4, equals);
      this.#fields.set(this.#field, decodeText(bytes, equals + 1, end));
    } else if (this.#field !== '') {
      const from = Math.min(start + indent, end);
      this.#fields.set(this.#field, `${this.#fields.get(this.#field) ?? ''}\n${decodeText(bytes, from, end)}`);
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
