/** Writes entries as lines, as `journalctl -o short-iso-precise --utc` prints them: nothing that a message says is left out, and lines after its first are indented. */
import { encodeText, NEWLINE, BLANK } from '../bytes/bytes.ts';
import { nameEnd, textOf, type UnpackField, type Value } from './fields.ts';
import type { Objects } from './objects.ts';

const ZERO = 48;
const SECOND = 1_000_000;

/** Fields that a line is made of. */
type Part = 'message' | 'host' | 'identifier' | 'command' | 'pid' | 'syslogPid';
const PARTS: ReadonlyMap<string, Part> = new Map([
  ['MESSAGE', 'message'],
  ['_HOSTNAME', 'host'],
  ['SYSLOG_IDENTIFIER', 'identifier'],
  ['_COMM', 'command'],
  ['_PID', 'pid'],
  ['SYSLOG_PID', 'syslogPid'],
]);

/** What is known of a data object: its part and (but for messages) its value; `undefined`: it is of no part. */
type Known = { readonly part: Part; readonly value: string } | undefined;

/** So many data objects are remembered: host, identifier and pid stand in each entry. */
const MOST_KNOWN = 50_000;
const OTHER: Known = undefined;

export class EntryText {
  readonly #objects: Objects;
  readonly #unpack: UnpackField;
  readonly #known = new Map<number, Known>();
  #prefix: Uint8Array = new Uint8Array(0);
  #prefixKey = '';
  #second = -1;
  #stamp: Uint8Array = new Uint8Array(0);
  #boot: readonly number[] | undefined;
  /** Fields that could not be read. */
  damaged = 0;

  constructor(objects: Objects, unpack: UnpackField) {
    this.#objects = objects;
    this.#unpack = unpack;
  }

  /** Writes an entry at `to.length`; `false` for one without a message, or with a time that is none. */
  write(entry: number, to: TextBuffer): boolean {
    const time = this.#objects.realtime(entry);
    if (!(time > 0 && time < MOST_TIME)) return false;
    const parts: Partial<Record<Part, string>> = {};
    let message: Value | undefined;
    const count = this.#objects.itemCount(entry);
    // The newest data lies last, and is mostly the message.
    for (let index = count - 1; index >= 0; index -= 1) {
      const data = this.#objects.item(entry, index);
      const known = this.#known.has(data) ? this.#known.get(data) : this.#learn(data);
      if (known === undefined) continue;
      if (known.part === 'message') message ??= this.#messageAt(data);
      else parts[known.part] ??= known.value;
    }
    if (message === undefined) return false;
    this.#writeBoot(entry, to);
    this.#writeStamp(time, to);
    this.#writeOrigin(parts, to);
    writeIndented(message, STAMP_BYTES + this.#prefix.length, to);
    return true;
  }

  #learn(data: number): Known {
    const text = textOf(this.#objects, data, this.#unpack);
    if (text === undefined) {
      this.damaged += 1;
      return undefined;
    }
    const equals = nameEnd(text);
    const part = equals < 0 ? undefined : PARTS.get(latinOf(text.bytes, text.start, equals));
    if (part === 'message') return { part, value: '' }; // of a message nothing is kept: it mostly comes once
    const known =
      part === undefined
        ? OTHER
        : { part, value: new TextDecoder().decode(text.bytes.subarray(equals + 1, Math.min(text.end, equals + 257))) };
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(data, known);
    return known;
  }

  #messageAt(data: number): Value | undefined {
    const text = textOf(this.#objects, data, this.#unpack);
    return text === undefined ? undefined : { ...text, start: nameEnd(text) + 1 };
  }

  #writeBoot(entry: number, to: TextBuffer): void {
    const words = [0, 1, 2, 3].map((index) => this.#objects.bootWord(entry, index));
    const before = this.#boot;
    if (before !== undefined && words.every((word, index) => word === before[index])) return;
    this.#boot = words;
    if (before === undefined) return;
    const bytes = words.flatMap((word) => [word & 255, (word >> 8) & 255, (word >> 16) & 255, word >>> 24]);
    to.put(encodeText(`-- Boot ${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')} --\n`));
  }

  #writeStamp(time: number, to: TextBuffer): void {
    const second = Math.floor(time / SECOND);
    if (second !== this.#second) {
      this.#second = second;
      this.#stamp = encodeText(`${new Date(second * 1000).toISOString().slice(0, 19)}.000000+0000 `);
    }
    const stamp = this.#stamp;
    for (let rest = time % SECOND, at = 25; at >= 20; at -= 1, rest = Math.floor(rest / 10))
      stamp[at] = ZERO + (rest % 10);
    to.put(stamp);
  }

  #writeOrigin(parts: Partial<Record<Part, string>>, to: TextBuffer): void {
    const { host = 'localhost', identifier = parts.command ?? 'unknown', pid = parts.syslogPid ?? '' } = parts;
    const key = `${host} ${identifier}${pid === '' ? '' : `[${pid}]`}: `;
    if (key !== this.#prefixKey) {
      this.#prefixKey = key;
      this.#prefix = encodeText(key.replaceAll('\n', ' '));
    }
    to.put(this.#prefix);
  }
}

/** `2026-11-21T00:27:32.819344+0000 `. */
const STAMP_BYTES = 32;
/** Of the year 9999. */
const MOST_TIME = 253_402_300_800 * SECOND;

function writeIndented({ bytes, start, end }: Value, indent: number, to: TextBuffer): void {
  let last = end;
  while (last > start && bytes[last - 1] === NEWLINE) last -= 1;
  for (let at = start; ;) {
    const newline = bytes.indexOf(NEWLINE, at);
    const stop = newline < 0 || newline > last ? last : newline;
    to.put(bytes, at, stop);
    to.byte(NEWLINE);
    if (stop >= last) return;
    to.fill(BLANK, indent);
    at = stop + 1;
  }
}

function latinOf(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let at = start; at < end; at += 1) text += String.fromCharCode(bytes[at] ?? 0);
  return text;
}

/** Bytes that are put one behind the other. */
export class TextBuffer {
  #bytes: Uint8Array;
  length = 0;

  constructor(room: number) {
    this.#bytes = new Uint8Array(room);
  }

  put(bytes: Uint8Array, start = 0, end = bytes.length): void {
    this.#grow(end - start);
    this.#bytes.set(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end), this.length);
    this.length += end - start;
  }

  byte(value: number): void {
    this.#grow(1);
    this.#bytes[this.length] = value;
    this.length += 1;
  }

  fill(value: number, count: number): void {
    this.#grow(count);
    this.#bytes.fill(value, this.length, this.length + count);
    this.length += count;
  }

  /** A copy of all that was put, which then is gone. */
  take(): Uint8Array {
    const taken = this.#bytes.slice(0, this.length);
    this.length = 0;
    return taken;
  }

  #grow(more: number): void {
    if (this.length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(this.length + more, this.#bytes.length * 2));
    larger.set(this.#bytes.subarray(0, this.length));
    this.#bytes = larger;
  }
}
