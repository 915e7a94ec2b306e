import type { Instant } from '../kubelet/time.ts';
import { QUOTE, decodeText } from './bytes.ts';
import type { Caller } from './caller.ts';
import type { StampKind } from './clock.ts';
import { type StructuredText, parseStructured } from './klogValue.ts';
import type { Origin } from './origin.ts';
import type { JournalStamp, KeyValue, KlogForm, KlogHeader, LogRecord, Severity } from './record.ts';

const NO_PAIRS: readonly KeyValue[] = [];
const NO_CALLER: Caller = { file: '', fileLine: 0 };

/**
 * A record of the reader. The header is read at once; message and pairs are read out of the bytes when somebody asks, because most records
 * are only counted. It keeps the chunk alive that its bytes lie in. The fields below `time` are the reader's own.
 */
export class ReadRecord implements LogRecord {
  readonly source: number;
  line: number;
  lines = 1;
  time: Instant | undefined = undefined;
  readonly origin: Origin | undefined;
  readonly stampKind: StampKind;
  /** As printed, then the clock's time; `NaN` without a stamp. */
  stamp: number;
  /** `undefined` when the record has no klog header. */
  severity: Severity | undefined = undefined;
  /** The header's time as local microseconds, then the clock's time. */
  headerTime = Number.NaN;
  pid = -1;
  caller: Caller = NO_CALLER;
  verbosity: number | undefined = undefined;
  /** The clock is not applied to klog JSON, whose time is absolute. */
  absolute = false;
  readonly bytes: Uint8Array;
  readonly bodyStart: number;
  readonly bodyEnd: number;
  /** The text of the lines after the first, each with what joins it to the line before. */
  more: string | undefined = undefined;
  /** Length in bytes of the line appended last; −1: none. */
  appendedLength = -1;
  /** Content that was read already: klog JSON, or what `#read` found. */
  content: (StructuredText & { readonly form: KlogForm | undefined }) | undefined = undefined;

  /** Where the physical line begins in `bytes`, envelope and header included. */
  readonly lineStart: number;

  constructor(source: number, line: number, origin: Origin | undefined, stampKind: StampKind, stamp: number, bytes: Uint8Array, lineStart: number, bodyStart: number, bodyEnd: number) {
    this.lineStart = lineStart;
    this.source = source;
    this.line = line;
    this.origin = origin;
    this.stampKind = stampKind;
    this.stamp = stamp;
    this.bytes = bytes;
    this.bodyStart = bodyStart;
    this.bodyEnd = bodyEnd;
  }

  /** The text after envelope and header, all lines. */
  get text(): string {
    const first = decodeText(this.bytes, this.bodyStart, this.bodyEnd);
    return this.more === undefined ? first : first + this.more;
  }

  /** The first physical line as it stands (for journal JSON: the entry's text). */
  get firstLineText(): string {
    return decodeText(this.bytes, this.lineStart, this.bodyEnd);
  }

  /** Length in bytes of the first physical line. */
  get firstLineLength(): number {
    return this.bodyEnd - this.lineStart;
  }

  /** Length in bytes of the last physical line. */
  get lastLineLength(): number {
    return this.appendedLength < 0 ? this.firstLineLength : this.appendedLength;
  }

  get journal(): JournalStamp | undefined {
    const { origin } = this;
    if (origin === undefined && this.stampKind === 'none') return undefined;
    return { time: Number.isNaN(this.stamp) ? undefined : (this.stamp as Instant), host: origin?.host, identifier: origin?.identifier, pid: origin?.pid };
  }

  get klog(): KlogHeader | undefined {
    if (this.severity === undefined) return undefined;
    const { caller } = this;
    return {
      severity: this.severity, time: this.headerTime as Instant, pid: this.pid < 0 ? undefined : this.pid,
      file: caller.file, fileLine: caller.fileLine, verbosity: this.verbosity,
    };
  }

  /** Whether the body looks structured, without reading it: a cheap guess for counting. */
  get looksStructured(): boolean {
    return this.bodyStart < this.bodyEnd && this.bytes[this.bodyStart] === QUOTE;
  }

  get form(): KlogForm | undefined {
    return this.#read().form;
  }

  get message(): string {
    return this.#read().message;
  }

  get pairs(): readonly KeyValue[] {
    return this.#read().pairs;
  }

  #read(): StructuredText & { readonly form: KlogForm | undefined } {
    this.content ??= readContent(this.text, this.severity !== undefined, this.caller !== NO_CALLER);
    return this.content;
  }
}

/** A record that lost its header but not its shape (`"message" key="value"`, or `file.go:12] …`) keeps its form. */
function readContent(text: string, header: boolean, caller: boolean): StructuredText & { readonly form: KlogForm | undefined } {
  const structured = text.charCodeAt(0) === QUOTE ? parseStructured(text) : undefined;
  if (structured !== undefined && (header || caller || structured.pairs.length > 0)) return { form: 'structured', message: structured.message, pairs: structured.pairs };
  return { form: header || caller ? 'unstructured' : undefined, message: text, pairs: NO_PAIRS };
}
