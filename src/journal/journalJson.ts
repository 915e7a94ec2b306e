import { COLON, OPEN_BRACE, QUOTE, decodeText, encodeText, startsWithAt } from './bytes.ts';
import type { Origin, OriginReader } from './origin.ts';

const BACKSLASH = 92;
const COMMA = 44;
const CLOSE_BRACE = 125;
const TIME = encodeText('__REALTIME_TIMESTAMP');
const HOST = encodeText('_HOSTNAME');
const IDENTIFIER = encodeText('SYSLOG_IDENTIFIER');
const PID = encodeText('_PID');
const MESSAGE = encodeText('MESSAGE');

/** A value of the line before, to be compared as bytes. */
class Remembered {
  #bytes: Uint8Array = new Uint8Array(0);
  text: string | undefined = undefined;

  /** Whether the value is another one than before; then its text is read anew. An absent one (`start` −1) counts as `undefined`. */
  changes(bytes: Uint8Array, start: number, end: number): boolean {
    if (start < 0) {
      const changed = this.text !== undefined;
      this.text = undefined;
      return changed;
    }
    if (this.text !== undefined && end - start === this.#bytes.length && startsWithAt(bytes, start, end, this.#bytes)) return false;
    this.text = decodeText(bytes, start, end);
    this.#bytes = encodeText(this.text);
    return true;
  }
}

/**
 * Reads the common entry of `journalctl -o json` from its bytes: one object, string values, a message of one line. Everything else
 * (arrays, several values, newlines, control characters) is left to the slow way, which understands all of it.
 */
export class JournalJsonReader {
  readonly #origins: OriginReader;
  readonly #host = new Remembered();
  readonly #identifier = new Remembered();
  readonly #pid = new Remembered();
  /** Microseconds since the epoch. */
  time = 0;
  origin: Origin | undefined;
  /** The message's text: a range of the line, or an array of its own when it had escapes. */
  bytes: Uint8Array = new Uint8Array(0);
  start = 0;
  end = 0;

  constructor(origins: OriginReader) {
    this.#origins = origins;
  }

  /** Reads the line; `false` when it is not of the common form. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (bytes[start] !== OPEN_BRACE || bytes[end - 1] !== CLOSE_BRACE) return false;
    let time = -1;
    let hostStart = -1;
    let hostEnd = 0;
    let identifierStart = -1;
    let identifierEnd = 0;
    let pidStart = -1;
    let pidEnd = 0;
    let messageStart = -1;
    let messageEnd = 0;
    let messageEscapes = false;
    let at = start + 1;
    for (;;) {
      if (bytes[at] !== QUOTE) return false;
      const keyStart = at + 1;
      let keyEnd = keyStart;
      while (keyEnd < end && bytes[keyEnd] !== QUOTE) keyEnd++;
      if (keyEnd + 2 >= end || bytes[keyEnd + 1] !== COLON || bytes[keyEnd + 2] !== QUOTE) return false;
      const valueStart = keyEnd + 3;
      let valueEnd = valueStart;
      let escapes = false;
      for (; valueEnd < end; valueEnd++) {
        const byte = bytes[valueEnd];
        if (byte === QUOTE) break;
        if (byte === BACKSLASH) {
          escapes = true;
          valueEnd++;
        }
      }
      if (valueEnd >= end) return false;
      switch (keyEnd - keyStart) {
        case 4:
          if (startsWithAt(bytes, keyStart, keyEnd, PID)) {
            pidStart = valueStart;
            pidEnd = valueEnd;
          }
          break;
        case 7:
          if (startsWithAt(bytes, keyStart, keyEnd, MESSAGE)) {
            if (messageStart >= 0) return false;
            messageStart = valueStart;
            messageEnd = valueEnd;
            messageEscapes = escapes;
          }
          break;
        case 9:
          if (startsWithAt(bytes, keyStart, keyEnd, HOST)) {
            if (escapes) return false;
            hostStart = valueStart;
            hostEnd = valueEnd;
          }
          break;
        case 17:
          if (startsWithAt(bytes, keyStart, keyEnd, IDENTIFIER)) {
            if (escapes) return false;
            identifierStart = valueStart;
            identifierEnd = valueEnd;
          }
          break;
        case 20:
          if (startsWithAt(bytes, keyStart, keyEnd, TIME)) time = wholeNumber(bytes, valueStart, valueEnd);
          break;
      }
      at = valueEnd + 1;
      if (bytes[at] === CLOSE_BRACE) break;
      if (bytes[at] !== COMMA) return false;
      at++;
    }
    if (at !== end - 1 || messageStart < 0 || time < 0 || identifierStart < 0) return false;
    if (messageEscapes) {
      if (!this.#unescape(bytes, messageStart, messageEnd)) return false;
    } else {
      this.bytes = bytes;
      this.start = messageStart;
      this.end = messageEnd;
    }
    this.time = time;
    const otherHost = this.#host.changes(bytes, hostStart, hostEnd);
    const otherIdentifier = this.#identifier.changes(bytes, identifierStart, identifierEnd);
    const otherPid = this.#pid.changes(bytes, pidStart, pidEnd);
    if (otherHost || otherIdentifier || otherPid || this.origin === undefined) {
      const pid = Number(this.#pid.text ?? 'NaN');
      this.origin = this.#origins.of(this.#host.text, this.#identifier.text, Number.isInteger(pid) ? pid : undefined);
    }
    return true;
  }

  /** Undoes JSON's escapes; `false` for newlines, control characters and surrogates. */
  #unescape(bytes: Uint8Array, start: number, end: number): boolean {
    const text = new Uint8Array(end - start);
    let length = 0;
    for (let i = start; i < end; i++) {
      let byte = bytes[i] ?? 0;
      if (byte === BACKSLASH) {
        const kind = bytes[++i];
        if (kind === QUOTE || kind === BACKSLASH || kind === 47) byte = kind;
        else if (kind === 116) byte = 9;
        else return false;
      }
      text[length++] = byte;
    }
    this.bytes = text;
    this.start = 0;
    this.end = length;
    return true;
  }
}

function wholeNumber(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = (bytes[i] ?? 0) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return end > start && end - start <= 16 ? value : -1;
}
