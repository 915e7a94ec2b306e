import type { CopiedLines } from './bytes/repeatedText.ts';
import type { Instant } from '../kubelet/time.ts';
import type { RunSink } from './batch/plainLine.ts';

/** How the lines are wrapped: a `journalctl -o` mode, a syslog file, or nothing at all. */
export type JournalMode =
  | 'short'
  | 'short-precise'
  | 'short-iso'
  | 'short-iso-precise'
  | 'short-full'
  | 'short-monotonic'
  | 'short-unix'
  | 'short-delta'
  | 'with-unit'
  | 'verbose'
  | 'json'
  | 'json-pretty'
  | 'json-seq'
  | 'json-sse'
  | 'export'
  | 'cat'
  | 'syslog'
  | 'other'
  | 'none';

/** How klog wrote the record: printf style, message with keys, or one JSON object. */
export type KlogForm = 'unstructured' | 'structured' | 'json';

export type Severity = 'I' | 'W' | 'E' | 'F';

/** What the envelope says. `time` is the time of arrival in the journal, never the time of the event. */
export interface JournalStamp {
  readonly time?: Instant | undefined;
  readonly host?: string | undefined;
  /** The syslog identifier as printed: `kubelet`, `k3s`, `kubelet.service`, `kernel`, … */
  readonly identifier?: string | undefined;
  readonly pid?: number | undefined;
}

/** The klog header. `time` is the time of the event, completed with year and zone by the reader. */
export interface KlogHeader {
  readonly severity: Severity;
  readonly time: Instant;
  /** Absent in klog JSON, which has no pid; then the envelope's pid counts. */
  readonly pid?: number | undefined;
  /** File name of the caller without folders, e.g. `kubelet.go`. */
  readonly file: string;
  readonly fileLine: number;
  /** `v` of klog JSON; text does not carry it. */
  readonly verbosity?: number | undefined;
}

export interface KeyValue {
  readonly key: string;
  /** The value with Go quoting undone; block values without their tabs. */
  readonly value: string;
  readonly quoted: boolean;
}

/**
 * One log entry; it can span several lines. The reader's own records read `klog`, `message` and `pairs` out of the bytes when they are asked for,
 * so a record must not be copied by spreading it.
 */
export interface LogRecord {
  /** Index of the source (file) it came from, 0-based. */
  readonly source: number;
  /** First physical line, 1-based. */
  readonly line: number;
  /** Number of physical lines. */
  readonly lines: number;
  /** The best time of the event: klog's, else the journal's, in microseconds; absent when neither can be read. */
  readonly time?: Instant | undefined;
  readonly journal?: JournalStamp | undefined;
  readonly klog?: KlogHeader | undefined;
  readonly form?: KlogForm | undefined;
  /** Structured: the message, quotes undone. Else the text after header and envelope. */
  readonly message: string;
  /** Keys in order of appearance; empty for unstructured records. Duplicate keys are possible. */
  readonly pairs: readonly KeyValue[];
  /** The first physical line with envelope and header, as printed (for journal JSON: the text of the entry); absent in records that no reader made. */
  readonly firstLineText?: string | undefined;
  /**
   * Makes it independent of the chunk that it was read from; to be called by whoever keeps it beyond the push that delivered it. `copyOf` copies the chunk for all who are
   * given it; without, the record takes its own bytes along.
   */
  detach?(copyOf?: (chunk: Uint8Array) => Uint8Array): void;
  /** Drops what was read out of the bytes; who asks again has it read anew. Of records that waited, it would live on as long as they did. */
  forget?(): void;
}

/** What the reader knows of a source once it was read (or so far). */
export interface SourceSummary {
  readonly name: string;
  readonly bytes: number;
  readonly lines: number;
  readonly records: number;
  /** Lines that are neither part of a record nor blank. */
  readonly unparsedLines: number;
  readonly journal: JournalMode;
  readonly klog: KlogForm | 'mixed' | 'none';
  /** `known` when an absolute stamp, an option or an offset fixed the zone; else times are written as if UTC. */
  readonly timeZone: 'known' | 'unknown';
  /** The year of the first time; absent where nothing gives one (times then are of 2000). */
  readonly year?: number;
  readonly yearFrom: YearFrom;
  /** Captures of several programs stand one after another in it, under headings, each with times of its own: the last time of all is not that of one of them. */
  readonly sections?: true;
  /** Lines that stand in it elsewhere, too, and were left out. */
  readonly copies?: readonly CopiedLines[];
  /** It is no log: scrapes of a kubelet's metrics. */
  readonly metrics?: true;
}

/** What gave the year: the log itself, the user, or by want of both a log that was given with it, the date of the file or the present, which are assumptions. */
export type YearFrom = 'log' | 'option' | 'other-log' | 'file-date' | 'now' | 'unknown';

/** Something about the log itself that the reader noticed: a gap mark, binary content, a clock step. */
export interface ReaderWarning {
  readonly text: string;
  readonly source: number;
  readonly line?: number;
}

/** Where the reader delivers. Calls come in file order; `record` is complete when called. */
export interface RecordSink {
  record(record: LogRecord): void;
  /** Takes runs of lines without records. Absent: every line comes as a record. */
  readonly plain?: RunSink;
  warning(warning: ReaderWarning): void;
  /** Told after every 256th newline (`MARKED_LINES`): how many there were so far, and at which byte of the source the next line begins. Not for UTF-16. */
  readonly lineMark?: (newlines: number, offset: number) => void;
}

export interface ReaderOptions {
  /** Year of the first record where the log has none; default: the year of `fallbackYearFrom`. */
  readonly year?: number;
  /** Zone of the klog headers: `UTC`, an offset (`+02:00`) or an IANA name; default: learned from absolute journal stamps. */
  readonly timeZone?: string;
  /** The file's modification time (or now), used only where nothing else gives a year. */
  readonly fallbackYearFrom?: Instant;
  /** What `fallbackYearFrom` is where it is no date of a file. */
  readonly fallbackIs?: 'now' | 'other-log';
  /** These are lines out of the middle of a source: what looks like a heading may be a key of YAML, and names nobody. */
  readonly isExcerpt?: boolean;
}

/**
 * Reads one source incrementally. `push` takes any chunking of the bytes (gzip already undone), which may be overwritten afterwards; `end` flushes the last record.
 * After `end`, further `push` calls continue the same source (a growing file).
 */
export interface SourceReader {
  /** Memory that the next chunk is best put into, at its begin: then it need not be copied. `undefined`: anywhere. */
  readonly room: Uint8Array | undefined;
  push(chunk: Uint8Array): void;
  end(): void;
  /** Newlines seen so far. */
  readonly newlines: number;
  summary(): SourceSummary;
}
