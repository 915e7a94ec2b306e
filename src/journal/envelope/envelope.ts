import {
  BLANK,
  COLON,
  GREATER,
  LESS,
  OPEN_BRACE,
  OPEN_BRACKET,
  bracketedNumber,
  decodeText,
  digitsValue,
  encodeText,
  isDigit,
  skipBlanks,
  skipDigits,
  startsWithAt,
} from '../bytes/bytes.ts';
import type { RecordClock, StampKind } from '../time/clock.ts';
import {
  beginsHeader,
  BAR,
  bracketedName,
  columnsEnd,
  HYPHEN,
  isUnit,
  labelsEnd,
  namesEnd,
  skipColumns,
  structuredDataEnd,
  wordEnd,
} from './envelopeParts.ts';
import { type EnvelopeFields, LastForm } from './lastForm.ts';
import { type Origin, OriginReader } from './origin.ts';
import { originOfLabels } from './lokiLabels.ts';
import { skipPastePrefix } from './pastePrefix.ts';
import type { JournalMode } from '../record.ts';
import { isKubeletName, writerKind } from '../../kubelet/writers.ts';
import { StampReader } from './stamp.ts';

const STDOUT = encodeText('stdout ');
const STDERR = encodeText('stderr ');
const CURSOR = encodeText('[s=');
const BLANKS = / +/;
const FILE_NAME = /\.log$/;
/** What stands between a stamp and a program's name that is no node. */
const NO_HOST = /^(?:stdout|stderr|debug|info|notice|warn|warning|err|error)$/i;

/**
 * Reads the envelope of one physical line: journalctl's `short` family, syslog (RFC 3164 and 5424), CRI and docker stamps, dmesg,
 * each also after the node's name (`oc adm node-logs`) or after what pasting puts before a line. After a successful `read` the fields describe it.
 */
export class EnvelopeReader implements EnvelopeFields {
  readonly #stamps: StampReader;
  readonly origins = new OriginReader();
  /** The stamp's mode that `quick` may repeat with the origin as it is. */
  #repeatedMode: JournalMode = 'other';
  /** How the last envelope was written, if that is not just a stamp and the origin. */
  readonly #last: LastForm;
  /** Where the stamp of the line that was read last began and ended. */
  #stampStart = 0;
  #afterStamp = 0;
  /** Its origin is that of its labels. */
  #isLabelled = false;
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
    this.#last = new LastForm(this.#stamps);
  }

  /** Where the stamp's second ends in a line that begins at `start` and was read by `quick`: `start` where it has none, −1 where later lines cannot have such a stamp. */
  secondEnd(start: number): number {
    if (this.kind === 'none') return start;
    const { secondLength } = this.#stamps;
    return secondLength === 0 ? -1 : start + this.#last.lengthBefore + secondLength;
  }

  /** Where the stamp's count of seconds begins in such a line; −1: it has none. */
  countStart(start: number): number {
    const { countOffset } = this.#stamps;
    return countOffset < 0 || this.kind === 'none' ? -1 : start + this.#last.lengthBefore + countOffset;
  }

  /** The position of the message when the kind of stamp and the origin are those of the line before; else −1. The fields are set as by `read`. */
  quick(bytes: Uint8Array, start: number, end: number): number {
    if (this.#last.isKept) return this.#last.repeat(this, bytes, start, end);
    const stamps = this.#stamps;
    const afterStamp = stamps.read(bytes, start, end);
    if (
      afterStamp < 0 ||
      stamps.ofKernel ||
      stamps.mode !== this.#repeatedMode ||
      !this.origins.quick(bytes, afterStamp, end) ||
      this.origins.origin !== this.origin
    )
      return -1;
    this.kind = stamps.kind;
    this.time = stamps.time;
    return this.origins.messageStart;
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
    this.#isLabelled = false;
    this.#stampStart = start;
    this.#afterStamp = afterStamp;
    if (!this.#readAfterStamp(bytes, afterStamp, end)) return false;
    if (this.origin === undefined || this.#isLabelled) this.#keepForm(bytes, start);
    else this.#last.forget();
    return true;
  }

  /** The next line may be written as this one, which begins at `start`. */
  #keepForm(bytes: Uint8Array, start: number): void {
    this.#last.keep(this, bytes, start, this.#stampStart, this.#afterStamp, this.bodyStart);
  }

  /** Keeps the origin without a stamp that `readOriginOnly` found in the line that begins at `start`. */
  keepOrigin(bytes: Uint8Array, start: number): void {
    this.#last.keepOrigin(this, bytes, start, this.bodyStart);
  }

  /** Where the message of a line begins that has the same origin as the one before and no stamp either; −1: it is another one. The fields are set as by `readOriginOnly`. */
  readKeptOrigin(bytes: Uint8Array, start: number, end: number): number {
    return this.#last.repeatOrigin(this, bytes, start, end);
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
    // `date: 2020-12-08T03:38:37Z` of a note or of YAML is no line of a log: nothing stands behind its time.
    if (!this.read(bytes, at, end) || skipBlanks(bytes, this.bodyStart, end) >= end) return false;
    this.#keepForm(bytes, start);
    return true;
  }

  #readAfterStamp(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.#stamps.ofKernel) return this.#kernel(start);
    const at = this.kind === 'absolute' ? skipColumns(bytes, start, end) : start;
    const first = bytes[at];
    if (at < end && beginsHeader(bytes, at)) return this.#without(at);
    // `docker logs -t`: its other lines have no origin either, whatever they look like.
    if (this.#stamps.finer && this.#last.isHeaded) return this.#readSecondStamp(bytes, at, end) || this.#without(at);
    if (this.origins.quick(bytes, at, end) && !this.#isDmesg(bytes, this.origins.messageStart)) {
      this.origin = this.origins.origin;
      this.bodyStart = this.origins.messageStart;
      this.#name();
      this.#repeatedMode = this.#stamps.mode;
      return true;
    }
    if (first === OPEN_BRACE) return this.#readLabelled(bytes, at, end);
    if (first === BAR) return this.#without(columnsEnd(bytes, at, end));
    if (first === 115 && (startsWithAt(bytes, at, end, STDOUT) || startsWithAt(bytes, at, end, STDERR)))
      return this.#cri(bytes, at + 7, end);
    if (first === OPEN_BRACKET && startsWithAt(bytes, at, end, CURSOR)) {
      this.verboseHead = true;
      this.mode = 'verbose';
      return this.#without(at);
    }
    const body = this.origins.read(bytes, at, end);
    if (this.#isDmesg(bytes, body)) return this.#kernel(at);
    if (body < 0)
      return (
        this.#readSecondStamp(bytes, at, end) ||
        this.#readNames(bytes, at, end) ||
        (this.kind === 'absolute' &&
          (this.#readFieldsAlone(bytes, at, end) ||
            (this.mode !== 'short-unix' && this.#without(namesEnd(bytes, at, end)))))
      );
    this.origin = this.origins.origin;
    this.bodyStart = body;
    this.#name();
    return true;
  }

  /** The names of a node and its kubelet without a colon behind them, as LogDNA (`host kubelet.log I0304 …`) and some forwarders print them. */
  #readNames(bytes: Uint8Array, at: number, end: number): boolean {
    const body = namesEnd(bytes, at, end);
    if (body === at) return false;
    const [host = '', name = ''] = decodeText(bytes, at, body).split(BLANKS);
    const identifier = name.replace(FILE_NAME, '');
    if (!isKubeletName(identifier) || NO_HOST.test(host)) return false;
    this.origin = this.origins.of(host, identifier, undefined);
    this.bodyStart = body;
    this.#name();
    return true;
  }

  /** Labels behind Loki's stamp, and the line: that of a syslog file with its own stamp, or a journal's message, of which the labels tell whose it is. */
  #readLabelled(bytes: Uint8Array, at: number, end: number): boolean {
    const behind = labelsEnd(bytes, at, end);
    if (behind > at && this.#readSecondStamp(bytes, behind, end, true)) return true;
    this.#without(behind);
    const { host, identifier } = behind > at ? originOfLabels(decodeText(bytes, at, behind)) : {};
    if (host === undefined) return true;
    this.origin = this.origins.of(host, identifier, undefined);
    this.#isLabelled = true;
    return true;
  }

  /**
   * What runs commands puts a stamp of its own before each line that they print (GitHub Actions, GitLab, `ts`): where a second one and an origin with its pid follow, the
   * line's time is that one. The first tells its year. `isSyslog`: all lines have such a stamp.
   */
  #readSecondStamp(bytes: Uint8Array, start: number, end: number, isSyslog = false): boolean {
    const stamps = this.#stamps;
    const afterStamp = stamps.read(bytes, start, end);
    const body = afterStamp < 0 ? -1 : this.origins.read(bytes, afterStamp, end);
    const { origin } = this.origins;
    const isOwn = isSyslog || origin.pid !== undefined || origin.identifier === 'kernel';
    // A kubelet's lines in `/var/log/messages` have no pid.
    if (body < 0 || (!isOwn && !beginsHeader(bytes, body))) {
      stamps.read(bytes, this.#stampStart, end);
      return false;
    }
    this.kind = stamps.kind;
    this.time = stamps.time;
    this.mode = stamps.mode;
    this.#stampStart = start;
    this.#afterStamp = afterStamp;
    this.origin = origin;
    this.bodyStart = body;
    this.#name();
    this.#repeatedMode = 'other';
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

  #kernel(at: number): boolean {
    this.origin = this.origins.of(undefined, 'kernel', undefined);
    this.bodyStart = at;
    return true;
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
    const body = blank < end ? blank + 1 : end;
    // A container that prints the node's journal.
    if (!this.partial && !beginsHeader(bytes, body) && this.#readSecondStamp(bytes, body, end)) return true;
    return this.#without(body);
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
    else if (bytes[at] === HYPHEN) at++;
    const pid = Number(words[2] ?? 'NaN');
    this.mode = 'syslog';
    this.origin = this.origins.of(words[0], words[1], Number.isInteger(pid) ? pid : undefined);
    this.bodyStart = skipBlanks(bytes, at, Math.min(end, at + 1));
    // rsyslog keeps the blank behind the colon of an RFC 3164 line in the message.
    if (bytes[this.bodyStart] === BLANK && beginsHeader(bytes, this.bodyStart + 1)) this.bodyStart++;
    if (bytes[this.bodyStart] === 0xef && bytes[this.bodyStart + 1] === 0xbb) this.bodyStart += 3;
    return true;
  }

  /** `2026-11-21T… host app 20595 - - message`: those fields behind their stamp, without the priority and version before it, as syslog servers write files. */
  #readFieldsAlone(bytes: Uint8Array, start: number, end: number): boolean {
    const procid = wordEnd(bytes, wordEnd(bytes, start, end) + 1, end) + 1;
    const msgid = skipDigits(bytes, procid, end);
    const data = wordEnd(bytes, msgid + 1, end) + 1;
    const hasData =
      bytes[data] === OPEN_BRACKET ||
      (bytes[msgid + 1] === HYPHEN && bytes[msgid + 3] === HYPHEN && bytes[data + 1] === BLANK);
    return msgid > procid && bytes[msgid] === BLANK && hasData && this.#readFiveFields(bytes, start, end);
  }

  /** `host kubelet[1817]: ` without a stamp, as syslog servers keep it in the message. */
  readWriterOnly(bytes: Uint8Array, start: number, end: number): boolean {
    if (beginsHeader(bytes, start)) return false;
    const body = this.origins.read(bytes, start, end);
    const { origin } = this.origins;
    if (body < 0 || origin.pid === undefined) return false;
    this.kind = 'none';
    this.time = Number.NaN;
    this.mode = 'other';
    this.origin = origin;
    this.bodyStart = body;
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
    if (word < end && word > start && bytes[word - 1] !== COLON)
      return this.#readHostAndWriter(bytes, start, word, end);
    if (word >= end || word - start < 2 || bytes[word - 1] !== COLON) return false;
    this.kind = 'none';
    this.time = Number.NaN;
    this.mode = 'other';
    this.bodyStart = skipBlanks(bytes, word, end);
    const stop = word - 1;
    const bracket = bracketedNumber(bytes, start, stop);
    const pid = bracket < 0 ? undefined : digitsValue(bytes, bracket + 1, stop - 1);
    const name = decodeText(bytes, start, bracket < 0 ? stop : bracket);
    // talosctl and pdsh put the node before each line, by address or name; what bears a pid is a program.
    const ofNode = isDigit(bytes[start]) || name.includes(':') || (bracket < 0 && writerKind(name) === 'unknown');
    this.origin = ofNode ? this.origins.of(name, undefined, pid) : this.origins.of(undefined, name, pid);
    return true;
  }

  /** `node-3 kubelet[1817]: `: the line of a journal from which somebody took the time. `word`: where the host's name ends. */
  #readHostAndWriter(bytes: Uint8Array, start: number, word: number, end: number): boolean {
    const next = skipBlanks(bytes, word, end);
    const second = wordEnd(bytes, next, end);
    if (second >= end || second === next || bytes[second - 1] !== COLON) return false;
    return bracketedNumber(bytes, next, second - 1) >= 0 && this.readWriterOnly(bytes, start, end);
  }
}
