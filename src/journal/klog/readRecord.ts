import type { Instant } from '../../kubelet/time.ts';
import { BLANK, EQUALS, QUOTE, copyBytes, decodeText } from '../bytes/bytes.ts';
import { Caller, NO_CALLER } from './caller.ts';
import type { StampKind } from '../time/clock.ts';
import { readQuoted } from './goQuote.ts';
import { readCutJsonLine, readJsonLine } from '../entries/jsonLine.ts';
import type { KlogJson } from './klogJson.ts';
import { type StructuredText, parseStructured } from './klogValue.ts';
import type { LineFrom, Origin } from '../envelope/origin.ts';
import type { JournalStamp, KeyValue, KlogForm, KlogHeader, LogRecord, Severity } from '../record.ts';

const NO_PAIRS: readonly KeyValue[] = [];

/** Message, pairs and form, read. */
interface RecordContent extends StructuredText {
  readonly form: KlogForm | undefined;
}

/** What only few records have. */
interface Rest {
  /** The text of the lines after the first, each with what joins it to the line before. */
  more: string;
  /** How many those are. They can be one physical line: an entry of journal JSON with newlines in it. */
  moreLines: number;
  /** Length in bytes of the last line. */
  lastLineLength: number;
  content: RecordContent | undefined;
  verbosity: number | undefined;
  /** A record of klog JSON; `cut`: its end is missing. */
  json: 'no' | 'whole' | 'cut';
  clock: JsonClock;
}

/** Which clock the time of a record of JSON is of: of none but UTC; of the wall, as those of klog headers are; or, to the hour, of the stamp before it. */
export type JsonClock = 'utc' | 'wall' | 'stamp';

/**
 * A record of the reader. The header is read at once; message and pairs are read out of the bytes when somebody asks, because most records
 * are only counted. It reads in the chunk that its bytes lie in until `detach`. Times are local until the clock is applied.
 */
export class ReadRecord implements LogRecord {
  readonly source: number;
  line: number;
  lines = 1;
  time: Instant | undefined;
  readonly origin: Origin | undefined;
  readonly stampKind: StampKind;
  /** Time of the envelope; `NaN` without a stamp. */
  stamp: number;
  /** `undefined` when the record has no klog header. */
  severity: Severity | undefined;
  readonly pid: number;
  caller: Caller;
  bytes: Uint8Array;
  /** Where the physical line begins in `bytes`, envelope and header included. */
  lineStart: number;
  bodyStart: number;
  bodyEnd: number;
  rest: Rest | undefined = undefined;

  constructor(
    source: number,
    line: number,
    time: number | undefined,
    origin: Origin | undefined,
    stampKind: StampKind,
    stamp: number,
    severity: Severity | undefined,
    pid: number,
    caller: Caller,
    bytes: Uint8Array,
    lineStart: number,
    bodyStart: number,
    bodyEnd: number,
  ) {
    this.source = source;
    this.line = line;
    this.time = time as Instant | undefined;
    this.origin = origin;
    this.stampKind = stampKind;
    this.stamp = stamp;
    this.severity = severity;
    this.pid = pid;
    this.caller = caller;
    this.bytes = bytes;
    this.lineStart = lineStart;
    this.bodyStart = bodyStart;
    this.bodyEnd = bodyEnd;
  }

  /** A record without klog header; `caller` where at least that was left of it. */
  static headerless(
    source: number,
    line: number,
    { origin, kind, time }: LineFrom,
    bytes: Uint8Array,
    lineStart: number,
    bodyStart: number,
    bodyEnd: number,
    caller: Caller = NO_CALLER,
  ): ReadRecord {
    return new ReadRecord(
      source,
      line,
      undefined,
      origin,
      kind,
      time,
      undefined,
      -1,
      caller,
      bytes,
      lineStart,
      bodyStart,
      bodyEnd,
    );
  }

  /** Lets go of the chunk: what is kept beyond the push that brought it must not read in it, for it may be overwritten. */
  detach(copyOf?: (chunk: Uint8Array) => Uint8Array): void {
    const { lineStart, bodyEnd } = this;
    if (lineStart === 0 && bodyEnd === this.bytes.length) return;
    if (copyOf !== undefined) {
      this.bytes = copyOf(this.bytes);
      return;
    }
    this.bytes = copyBytes(this.bytes, lineStart, bodyEnd);
    this.bodyStart -= lineStart;
    this.bodyEnd -= lineStart;
    this.lineStart = 0;
  }

  /** Message and pairs of klog JSON stay: the bytes do not have them. */
  forget(): void {
    const { rest } = this;
    if (rest === undefined || rest.json !== 'no') return;
    rest.content = undefined;
    if (rest.moreLines === 0) this.rest = undefined;
  }

  /** Gives the content of a record of klog JSON; `isCut`: its end is missing. */
  setJson({ message, pairs, verbosity }: KlogJson, isCut: boolean, clock?: JsonClock): void {
    const rest = this.#rest();
    rest.clock = clock ?? rest.clock;
    rest.content = { form: 'json', message, pairs };
    rest.verbosity = verbosity;
    rest.json = isCut ? 'cut' : 'whole';
  }

  /** Content that is text already (klog JSON, or because somebody asked); then the bytes are not the place to look. */
  get content(): RecordContent | undefined {
    return this.rest?.content;
  }

  get isJson(): boolean {
    return this.rest !== undefined && this.rest.json !== 'no';
  }

  /** `undefined`: it is no record of JSON. */
  get jsonClock(): JsonClock | undefined {
    return this.isJson ? this.rest?.clock : undefined;
  }

  /** A record of klog JSON whose end is missing. */
  get isCutJson(): boolean {
    return this.rest?.json === 'cut';
  }

  /** Adds the text of a further line, with what joins it. */
  append(glue: string, text: string, length: number): void {
    const rest = this.#rest();
    rest.more += glue + text;
    rest.moreLines += 1;
    rest.lastLineLength = length;
    rest.content = undefined;
  }

  /** Adds the text of a further line to a cut record of klog JSON, if it goes on with the object there. */
  appendJson(text: string, length: number): boolean {
    const joined = this.text + text;
    const whole = readJsonLine(joined);
    const json = whole === undefined ? readCutJsonLine(joined) : whole.kind === 'klog' ? whole.record : undefined;
    if (json === undefined) return false;
    this.append('', text, length);
    this.severity = json.severity;
    this.caller = new Caller(json.file, json.fileLine);
    this.setJson(json, whole === undefined);
    return true;
  }

  /** How many lines of text there are after the first. */
  get moreLines(): number {
    return this.rest?.moreLines ?? 0;
  }

  /** Characters of the lines after the first. */
  get moreLength(): number {
    return this.rest?.more.length ?? 0;
  }

  /** The text after envelope and header, all lines. */
  get text(): string {
    const first = decodeText(this.bytes, this.bodyStart, this.bodyEnd);
    return this.rest === undefined ? first : first + this.rest.more;
  }

  /** The first physical line as it stands (for journal JSON: the entry's text). */
  get firstLineText(): string {
    return decodeText(this.bytes, this.lineStart, this.bodyEnd);
  }

  /** Length in bytes of the last physical line. */
  get lastLineLength(): number {
    return this.rest?.lastLineLength ?? this.bodyEnd - this.lineStart;
  }

  get journal(): JournalStamp | undefined {
    const { origin } = this;
    if (origin === undefined && this.stampKind === 'none') return undefined;
    return {
      time: Number.isNaN(this.stamp) ? undefined : (this.stamp as Instant),
      host: origin?.host,
      identifier: origin?.identifier,
      pid: origin?.pid,
    };
  }

  get klog(): KlogHeader | undefined {
    const { severity, time, caller } = this;
    if (severity === undefined || time === undefined) return undefined;
    return {
      severity,
      time,
      pid: this.pid < 0 ? undefined : this.pid,
      file: caller.file,
      fileLine: caller.fileLine,
      verbosity: this.rest?.verbosity,
    };
  }

  /** Whether the body looks structured, without reading it: a cheap guess for counting. */
  get looksStructured(): boolean {
    return this.bodyStart < this.bodyEnd && this.bytes[this.bodyStart] === QUOTE;
  }

  get form(): KlogForm | undefined {
    if (this.rest === undefined && this.severity !== undefined)
      return this.#quickMessageEnd() > 0 ? 'structured' : this.looksStructured ? this.#read().form : 'unstructured';
    return this.#read().form;
  }

  get message(): string {
    if (this.rest === undefined && this.severity !== undefined) {
      const end = this.#quickMessageEnd();
      if (end > 0) return this.#messageTo(end);
      if (!this.looksStructured) return decodeText(this.bytes, this.bodyStart, this.bodyEnd);
    }
    return this.#read().message;
  }

  get pairs(): readonly KeyValue[] {
    return this.rest === undefined && !this.looksStructured ? NO_PAIRS : this.#read().pairs;
  }

  /** The end of the quoted message when what follows is the end or ` word=`: then the record is structured without reading on. Else 0. */
  #quickMessageEnd(): number {
    const { bytes, bodyStart, bodyEnd } = this;
    if (bytes[bodyStart] !== QUOTE || bodyStart >= bodyEnd) return 0;
    let at = bodyStart + 1;
    for (; at < bodyEnd; at++) {
      const byte = bytes[at];
      if (byte === 92) at++;
      else if (byte === QUOTE) break;
    }
    if (at >= bodyEnd) return 0;
    const end = at + 1;
    if (end === bodyEnd) return end;
    if (bytes[end] !== BLANK) return 0;
    for (at = end + 1; at < bodyEnd; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === EQUALS) return at > end + 1 ? end : 0;
      const letter = byte | 32;
      if (!((letter >= 97 && letter <= 122) || (byte >= 48 && byte <= 57) || byte === 95)) return 0;
    }
    return 0;
  }

  #messageTo(end: number): string {
    const { bytes, bodyStart, caller } = this;
    const length = end - bodyStart;
    const known = caller.messageBytes;
    if (known !== undefined && known.length === length) {
      let i = length - 1;
      while (i >= 0 && known[i] === bytes[bodyStart + i]) i--;
      if (i < 0) return caller.messageText;
    }
    const text = readQuoted(decodeText(bytes, bodyStart, end), 0).value;
    if (caller !== NO_CALLER && length < 500) {
      caller.messageBytes = copyBytes(bytes, bodyStart, end);
      caller.messageText = text;
    }
    return text;
  }

  #rest(): Rest {
    this.rest ??= {
      more: '',
      moreLines: 0,
      lastLineLength: this.bodyEnd - this.lineStart,
      content: undefined,
      verbosity: undefined,
      json: 'no',
      clock: 'utc',
    };
    return this.rest;
  }

  #read(): RecordContent {
    const known = this.rest?.content;
    if (known !== undefined) return known;
    const content = readContent(this.text, this.severity !== undefined, this.caller !== NO_CALLER);
    this.#rest().content = content;
    return content;
  }
}

/** A record that lost its header but not its shape (`"message" key="value"`, or `file.go:12] …`) keeps its form. */
function readContent(text: string, header: boolean, caller: boolean): RecordContent {
  const structured = text.charCodeAt(0) === QUOTE ? parseStructured(text) : undefined;
  if (structured !== undefined && (header || caller || structured.pairs.length > 0))
    return { form: 'structured', message: structured.message, pairs: structured.pairs };
  return { form: header || caller ? 'unstructured' : undefined, message: text, pairs: NO_PAIRS };
}
