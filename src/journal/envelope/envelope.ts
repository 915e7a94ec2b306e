import {
  BLANK,
  CLOSE_BRACKET,
  COLON,
  GREATER,
  LESS,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  copyBytes,
  decodeText,
  digitsValue,
  encodeText,
  isDigit,
  skipBlanks,
  skipDigits,
  startsWithAt,
  bracketedNumber,
} from '../bytes/bytes.ts';
import type { RecordClock, StampKind } from '../time/clock.ts';
import { severityOf } from '../klog/klogHeader.ts';
import { type Origin, OriginReader } from './origin.ts';
import { LONGEST_PREFIX, skipPastePrefix } from './pastePrefix.ts';
import type { JournalMode } from '../record.ts';
import { StampReader } from './stamp.ts';

const HYPHEN = 45;
const STDOUT = encodeText('stdout ');
const STDERR = encodeText('stderr ');
const CURSOR = encodeText('[s=');
const NO_BYTES = new Uint8Array(0);

/** How the last envelope was written that is not just a stamp and the origin: the next line mostly repeats it. */
interface RepeatedForm {
  /** What stands before the stamp, and between it and the message; without a stamp all of it is `before`. */
  readonly before: Uint8Array;
  readonly stamp: JournalMode | undefined;
  readonly after: Uint8Array;
  readonly mode: JournalMode;
  readonly origin: Origin | undefined;
  /** In this line or one before it, all without an origin, a klog header stood right behind the stamp. */
  readonly headed: boolean;
}

/**
 * Reads the envelope of one physical line: journalctl's `short` family, syslog (RFC 3164 and 5424), CRI and docker stamps, dmesg,
 * each also after the node's name (`oc adm node-logs`) or after what pasting puts before a line. After a successful `read` the fields describe it.
 */
export class EnvelopeReader {
  readonly #stamps: StampReader;
  readonly origins = new OriginReader();
  /** The stamp's mode that `quick` may repeat with the origin as it is. */
  #repeatedMode: JournalMode = 'other';
  #form: RepeatedForm | undefined;
  /** Where the stamp of the line that was read last began and ended. */
  #stampStart = 0;
  #afterStamp = 0;
  mode: JournalMode = 'none';
  kind: StampKind = 'none';
  time = Number.NaN;
  origin: Origin | undefined;
  bodyStart = 0;
  /** The line is the head of a `verbose` entry, whose fields follow. */
  verboseHead = false;
  /** A line of a CRI log file. */
  cri = false;
  /** Such a line that is only a part of the container's line. */
  partial = false;

  constructor(clock: RecordClock) {
    this.#stamps = new StampReader(clock);
  }

  /** Where the stamp's second ends in a line that begins at `start` and was read by `quick`: `start` where it has none, −1 where later lines cannot have such a stamp. */
  secondEnd(start: number): number {
    if (this.kind === 'none') return start;
    const { secondLength } = this.#stamps;
    return secondLength === 0 ? -1 : start + (this.#form?.before.length ?? 0) + secondLength;
  }

  /** Where the stamp's count of seconds begins in such a line; −1: it has none. */
  countStart(start: number): number {
    const { countOffset } = this.#stamps;
    return countOffset < 0 || this.kind === 'none' ? -1 : start + (this.#form?.before.length ?? 0) + countOffset;
  }

  /** The position of the message when the kind of stamp and the origin are those of the line before; else −1. The fields are set as by `read`. */
  quick(bytes: Uint8Array, start: number, end: number): number {
    if (this.#form !== undefined) return this.#repeat(this.#form, bytes, start, end);
    const stamps = this.#stamps;
    const afterStamp = stamps.read(bytes, start, end);
    if (
      afterStamp < 0 ||
      stamps.mode !== this.#repeatedMode ||
      !this.origins.quick(bytes, afterStamp, end) ||
      this.origins.origin !== this.origin
    )
      return -1;
    this.kind = stamps.kind;
    this.time = stamps.time;
    return this.origins.messageStart;
  }

  #repeat(form: RepeatedForm, bytes: Uint8Array, start: number, end: number): number {
    const { before, stamp, after, mode, origin } = form;
    if (!startsWithAt(bytes, start, end, before)) return -1;
    let at = start + before.length;
    this.kind = 'none';
    this.time = Number.NaN;
    if (stamp !== undefined) {
      const stamps = this.#stamps;
      at = stamps.read(bytes, at, end);
      if (at < 0 || stamps.mode !== stamp || !startsWithAt(bytes, at, end, after)) return -1;
      this.kind = stamps.kind;
      this.time = stamps.time;
    }
    this.mode = mode;
    this.origin = origin;
    if (stamp !== undefined && !form.headed && after.length === 0 && beginsHeader(bytes, at))
      this.#form = { ...form, headed: true };
    return at + after.length;
  }

  /** Reads the envelope that begins at `start`; `false` if there is none. */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    const stamps = this.#stamps;
    const afterStamp = stamps.read(bytes, start, end);
    if (afterStamp < 0) return bytes[start] === LESS && this.#readPriority(bytes, start, end);
    this.kind = stamps.kind;
    this.time = stamps.time;
    this.mode = stamps.mode;
    this.verboseHead = false;
    this.cri = false;
    this.partial = false;
    this.#stampStart = start;
    this.#afterStamp = afterStamp;
    if (!this.#readAfterStamp(bytes, afterStamp, end)) return false;
    if (this.origin === undefined) this.#keepForm(bytes, start);
    else this.#form = undefined;
    return true;
  }

  /** Keeps how the line that begins at `start` was written, if the next one can be written so. */
  #keepForm(bytes: Uint8Array, start: number): void {
    const { bodyStart, mode, origin } = this;
    const stampStart = this.#stampStart;
    const afterStamp = this.#afterStamp;
    const headedBefore = origin === undefined && this.#form?.headed === true;
    this.#form = undefined;
    if (bodyStart - afterStamp > LONGEST_PREFIX || stampStart - start > LONGEST_PREFIX) return;
    this.#form = {
      before: copyBytes(bytes, start, stampStart),
      stamp: this.#stamps.mode,
      after: copyBytes(bytes, afterStamp, bodyStart),
      mode,
      origin,
      headed: headedBefore || (bodyStart === afterStamp && beginsHeader(bytes, bodyStart)),
    };
  }

  /** Keeps the origin without a stamp that `readOriginOnly` found in the line that begins at `start`. */
  keepOrigin(bytes: Uint8Array, start: number): void {
    const { bodyStart, mode, origin } = this;
    this.#form =
      bodyStart - start > LONGEST_PREFIX
        ? undefined
        : {
            before: copyBytes(bytes, start, bodyStart),
            stamp: undefined,
            after: NO_BYTES,
            mode,
            origin,
            headed: false,
          };
  }

  /** Where the message of a line begins that has the same origin as the one before and no stamp either; −1: it is another one. The fields are set as by `readOriginOnly`. */
  readKeptOrigin(bytes: Uint8Array, start: number, end: number): number {
    return this.#form === undefined || this.#form.stamp !== undefined
      ? -1
      : this.#repeat(this.#form, bytes, start, end);
  }

  /** The same, after a node's name, a quote mark, a line number or the like. */
  readAfterPrefix(bytes: Uint8Array, start: number, end: number): boolean {
    const at = skipPastePrefix(bytes, start, end);
    if (at > start && at < end && this.#readBehind(bytes, start, at, end)) return true;
    const word = wordEnd(bytes, at, end);
    if (word <= at || word >= end) return false;
    const next = skipBlanks(bytes, word, end);
    return next < end && this.#readBehind(bytes, start, next, end);
  }

  #readBehind(bytes: Uint8Array, start: number, at: number, end: number): boolean {
    if (!this.read(bytes, at, end)) return false;
    this.#keepForm(bytes, start);
    return true;
  }

  #readAfterStamp(bytes: Uint8Array, at: number, end: number): boolean {
    const first = bytes[at];
    if (at < end && beginsHeader(bytes, at)) return this.#without(at);
    // `docker logs -t`: its other lines have no origin either, whatever they look like.
    if (this.#stamps.finer && this.#form?.headed === true) return this.#without(at);
    if (this.origins.quick(bytes, at, end) && !this.#isDmesg(bytes, this.origins.messageStart)) {
      this.origin = this.origins.origin;
      this.bodyStart = this.origins.messageStart;
      this.#name();
      this.#repeatedMode = this.#stamps.mode;
      return true;
    }
    if (first === OPEN_BRACE) return this.#without(labelsEnd(bytes, at, end));
    if (first === 124) return this.#without(skipBlanks(bytes, at + 1, end));
    if (first === 115 && (startsWithAt(bytes, at, end, STDOUT) || startsWithAt(bytes, at, end, STDERR)))
      return this.#cri(bytes, at + 7, end);
    if (first === OPEN_BRACKET && startsWithAt(bytes, at, end, CURSOR)) {
      this.verboseHead = true;
      this.mode = 'verbose';
      return this.#without(at);
    }
    const body = this.origins.read(bytes, at, end);
    if (this.#isDmesg(bytes, body)) {
      this.origin = this.origins.of(undefined, 'kernel', undefined);
      this.bodyStart = at;
      return true;
    }
    if (body < 0) return this.kind === 'absolute' && this.mode !== 'short-unix' && this.#without(at);
    this.origin = this.origins.origin;
    this.bodyStart = body;
    this.#name();
    return true;
  }

  /**
   * dmesg prints neither host nor identifier: what looks like one is the beginning of the message (`INFO: task …`), however often it was seen. `body` is where the
   * message would begin, −1: nowhere.
   */
  #isDmesg(bytes: Uint8Array, body: number): boolean {
    if (this.kind !== 'monotonic') return false;
    const { pid, identifier } = this.origins.origin;
    return body < 0 || (pid === undefined && identifier !== 'kernel' && !beginsHeader(bytes, body));
  }

  #without(at: number): boolean {
    this.origin = undefined;
    this.bodyStart = at;
    if (this.mode !== 'verbose') this.mode = 'other';
    return true;
  }

  /** Modes that only the origin tells apart. */
  #name(): void {
    const { origin } = this;
    if (origin === undefined) return;
    if (this.mode === 'short-full' && isUnit(origin.identifier)) this.mode = 'with-unit';
    else if (
      this.mode === 'short' &&
      origin.pid === undefined &&
      origin.identifier !== undefined &&
      origin.identifier !== 'kernel'
    )
      this.mode = 'syslog';
  }

  /** `F ` or `P ` (CRI log files), tags may follow after a colon. */
  #cri(bytes: Uint8Array, at: number, end: number): boolean {
    const tag = bytes[at];
    if (tag !== 70 && tag !== 80) return false;
    const blank = wordEnd(bytes, at, end);
    this.cri = true;
    this.partial = tag === 80;
    return this.#without(blank < end ? blank + 1 : end);
  }

  /** `<30>Nov 21 …` and `<30>1 2026-11-21T… host app procid msgid [data] message`. */
  #readPriority(bytes: Uint8Array, start: number, end: number): boolean {
    const digits = skipDigits(bytes, start + 1, end);
    if (digits === start + 1 || digits > start + 4 || bytes[digits] !== GREATER) return false;
    const at = digits + 1;
    if (!(bytes[at] === 49 && bytes[at + 1] === BLANK)) {
      if (!this.read(bytes, at, end)) return false;
      this.mode = 'syslog';
      this.#keepForm(bytes, start);
      return true;
    }
    const afterStamp = this.#stamps.read(bytes, at + 2, end);
    if (afterStamp < 0) return false;
    this.kind = this.#stamps.kind;
    this.time = this.#stamps.time;
    this.verboseHead = false;
    this.cri = false;
    this.partial = false;
    this.#stampStart = at + 2;
    this.#afterStamp = afterStamp;
    if (!this.#readFiveFields(bytes, afterStamp, end)) return false;
    this.#keepForm(bytes, start);
    return true;
  }

  #readFiveFields(bytes: Uint8Array, start: number, end: number): boolean {
    const words: (string | undefined)[] = [];
    let at = start;
    for (let i = 0; i < 4; i++) {
      const wordStop = wordEnd(bytes, at, end);
      if (wordStop >= end) return false;
      const word = decodeText(bytes, at, wordStop);
      words.push(word === '-' ? undefined : word);
      at = wordStop + 1;
    }
    if (bytes[at] === OPEN_BRACKET) at = structuredDataEnd(bytes, at, end);
    else if (bytes[at] === 45) at++;
    const pid = Number(words[2] ?? 'NaN');
    this.mode = 'syslog';
    this.origin = this.origins.of(words[0], words[1], Number.isInteger(pid) ? pid : undefined);
    this.bodyStart = skipBlanks(bytes, at, Math.min(end, at + 1));
    if (bytes[this.bodyStart] === 0xef && bytes[this.bodyStart + 1] === 0xbb) this.bodyStart += 3;
    return true;
  }

  /** `kubelet[1817]: ` or `192.0.2.9: ` without any stamp. Only to be taken when a header follows. */
  readOriginOnly(bytes: Uint8Array, start: number, end: number): boolean {
    const named = bracketedName(bytes, start, end);
    if (named !== undefined) {
      this.kind = 'none';
      this.time = Number.NaN;
      this.mode = 'other';
      this.origin = this.origins.of(undefined, decodeText(bytes, named.from, named.to), undefined);
      this.bodyStart = named.bodyStart;
      return true;
    }
    const word = wordEnd(bytes, start, end);
    if (word >= end || word - start < 2 || bytes[word - 1] !== COLON) return false;
    this.kind = 'none';
    this.time = Number.NaN;
    this.mode = 'other';
    this.bodyStart = skipBlanks(bytes, word, end);
    const stop = word - 1;
    const bracket = bracketedNumber(bytes, start, stop);
    const pid = bracket < 0 ? undefined : digitsValue(bytes, bracket + 1, stop - 1);
    const name = decodeText(bytes, start, bracket < 0 ? stop : bracket);
    const address = isDigit(bytes[start]) || name.includes(':');
    this.origin = address ? this.origins.of(name, undefined, pid) : this.origins.of(undefined, name, pid);
    return true;
  }
}

/** `[2024-03-07T10:32:54.036205250Z][kubelet][I] `, as Docker Desktop writes before the lines of its programs: where the name stands, and what it said. */
function bracketedName(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly from: number; readonly to: number; readonly bodyStart: number } | undefined {
  if (bytes[start] !== OPEN_BRACKET || !isDigit(bytes[start + 1]) || bytes[start + 5] !== HYPHEN) return undefined;
  const stampEnd = bytes.indexOf(CLOSE_BRACKET, start + 20);
  if (stampEnd < 0 || stampEnd > start + 40 || bytes[stampEnd + 1] !== OPEN_BRACKET) return undefined;
  const from = stampEnd + 2;
  const to = bytes.indexOf(CLOSE_BRACKET, from);
  if (to <= from || to > from + 64 || bytes[to + 1] !== OPEN_BRACKET || bytes[to + 3] !== CLOSE_BRACKET)
    return undefined;
  return bytes[to + 4] === BLANK && to + 5 < end ? { from, to, bodyStart: to + 5 } : undefined;
}

/** A severity's letter and a digit. */
function beginsHeader(bytes: Uint8Array, at: number): boolean {
  return severityOf(bytes[at]) !== undefined && isDigit(bytes[at + 1]);
}

/** Behind `{job="x", unit="y"} `, the labels that Loki's command line prints; `at` where there are none. */
function labelsEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at + 1;
  while (
    i < end &&
    (isDigit(bytes[i]) || (((bytes[i] ?? 0) | 32) >= 97 && ((bytes[i] ?? 0) | 32) <= 122) || bytes[i] === 95)
  )
    i++;
  if (i === at + 1 || bytes[i] !== 61 || bytes[i + 1] !== QUOTE) return at;
  let quoted = false;
  for (; i < end; i++) {
    const byte = bytes[i];
    if (byte === 92) i++;
    else if (byte === QUOTE) quoted = !quoted;
    else if (byte === 125 && !quoted) return skipBlanks(bytes, i + 1, end);
  }
  return at;
}

/** `with-unit` prints units where the others print identifiers. */
function isUnit(identifier: string | undefined): boolean {
  return identifier !== undefined && (identifier.endsWith('.service') || identifier.endsWith('.scope'));
}

function wordEnd(bytes: Uint8Array, at: number, end: number): number {
  const last = Math.min(end, at + LONGEST_PREFIX);
  for (let i = at; i < last; i++) if (bytes[i] === BLANK) return i;
  return end;
}

/** The end of `[id key="value"][…]`, where `\"` and `\]` are escaped. */
function structuredDataEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (bytes[at] === OPEN_BRACKET && at < end) {
    let quoted = false;
    at++;
    for (; at < end; at++) {
      const byte = bytes[at];
      if (byte === 92) at++;
      else if (byte === QUOTE) quoted = !quoted;
      else if (byte === CLOSE_BRACKET && !quoted) break;
    }
    at++;
  }
  return Math.min(at, end);
}
