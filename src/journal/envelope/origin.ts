import {
  BLANK,
  COLON,
  QUOTE,
  copyBytes,
  decodeText,
  digitsValue,
  skipBlanks,
  startsWithAt,
  bracketedNumber,
} from '../bytes/bytes.ts';
import type { StampKind } from '../time/clock.ts';

/** Who wrote an entry, as the envelope says. One object for all lines that say the same, so that origins can be compared by identity. */
export interface Origin {
  readonly host: string | undefined;
  readonly identifier: string | undefined;
  readonly pid: number | undefined;
}

/** Whom a line is from, and when it came: an envelope says so. */
export interface LineFrom {
  readonly origin: Origin | undefined;
  /** What the time counts from; `none`: there is no stamp, and `time` is not a number. */
  readonly kind: StampKind;
  /** Microseconds. */
  readonly time: number;
}

/** A line without a stamp. */
export function unstamped(origin: Origin | undefined): LineFrom {
  return { origin, kind: 'none', time: Number.NaN };
}

const REMEMBERED = 64;
/** Each login or job has a pid of its own: a kubelet must not be forgotten for a few hundred of them. */
const MOST_ORIGINS = 4096;

interface Known {
  readonly bytes: Uint8Array;
  readonly origin: Origin;
}

/** Reads ` host ident[pid]: ` after a stamp. The bytes of the last few different ones are kept, and the objects of many. */
export class OriginReader {
  #known: Known[] = [];
  /** By what they say; the one that was asked for last stands last. */
  readonly #origins = new Map<string, Origin>();
  #last: Known | undefined;
  messageStart = 0;
  origin: Origin = { host: undefined, identifier: undefined, pid: undefined };

  /** The one object for these values. */
  of(host: string | undefined, identifier: string | undefined, pid: number | undefined): Origin {
    for (const { origin } of this.#known)
      if (origin.host === host && origin.identifier === identifier && origin.pid === pid) return origin;
    const key = JSON.stringify([host, identifier, pid]);
    const origin = this.#origins.get(key) ?? { host, identifier, pid };
    this.#origins.delete(key);
    this.#origins.set(key, origin);
    for (const [oldest] of this.#origins) {
      if (this.#origins.size <= MOST_ORIGINS) break;
      this.#origins.delete(oldest);
    }
    return this.#keep(new Uint8Array(0), origin);
  }

  /** Whether the line goes on as the one before did; then `origin` and `messageStart` are set. */
  quick(bytes: Uint8Array, start: number, end: number): boolean {
    const last = this.#last;
    if (last === undefined || last.bytes.length === 0 || !startsWithAt(bytes, start, end, last.bytes)) return false;
    this.origin = last.origin;
    this.messageStart = start + last.bytes.length;
    return true;
  }

  /** Reads host, identifier and pid at `start` and gives where the message begins; −1 when there is no `…: `. */
  read(bytes: Uint8Array, start: number, end: number): number {
    for (const known of this.#known) {
      if (known.bytes.length > 0 && startsWithAt(bytes, start, end, known.bytes)) {
        this.#last = known;
        this.origin = known.origin;
        return start + known.bytes.length;
      }
    }
    return this.#parse(bytes, start, end);
  }

  #parse(bytes: Uint8Array, start: number, end: number): number {
    const first = skipBlanks(bytes, start, end);
    let at = first;
    let host: string | undefined;
    let word = wordEnd(bytes, at, end);
    if (word > at && bytes[word - 1] !== COLON) {
      host = decodeText(bytes, at, word);
      at = skipBlanks(bytes, word, end);
      word = wordEnd(bytes, at, end);
      if (word === at || bytes[word - 1] !== COLON) return -1;
    }
    // `stream {"name": …`, as `aws logs tail` and fluentd print a document.
    if (word === at || bytes[word - 2] === QUOTE) return -1;
    const bracket = bracketedNumber(bytes, at, word - 1);
    const pid = bracket < 0 ? undefined : digitsValue(bytes, bracket + 1, word - 2);
    const identifierEnd = bracket < 0 ? word - 1 : bracket;
    if (identifierEnd <= at || identifierEnd - at > 128) return -1;
    const identifier = decodeText(bytes, at, identifierEnd);
    const messageStart = bytes[word] === BLANK && word < end ? word + 1 : word;
    const origin = this.of(host, identifier, pid);
    this.#last = this.#bind(copyBytes(bytes, start, messageStart), origin);
    this.origin = origin;
    return messageStart;
  }

  #bind(bytes: Uint8Array, origin: Origin): Known {
    const known = { bytes, origin };
    // A prefix that ends with its line would match longer identifiers; it is not kept.
    if (bytes[bytes.length - 1] !== BLANK) return { bytes: new Uint8Array(0), origin };
    this.#keepKnown(known);
    return known;
  }

  #keep(bytes: Uint8Array, origin: Origin): Origin {
    this.#keepKnown({ bytes, origin });
    return origin;
  }

  #keepKnown(known: Known): void {
    if (this.#known.length >= REMEMBERED) this.#known = this.#known.slice(REMEMBERED / 2);
    this.#known.push(known);
  }
}

function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && bytes[i] !== BLANK && i - at < 300) i++;
  return i;
}
