import { decodeText } from '../bytes/bytes.ts';
import { beginsWithPrompt } from '../envelope/headings.ts';
import { isOpenText } from '../klog/klogValue.ts';
import { seconds } from '../../kubelet/time.ts';
import type { ReadRecord } from '../klog/readRecord.ts';

/**
 * How a headerless line goes on with the record above it: after a newline of the message, after a terminal's edge that cut anywhere,
 * after an edge between words, perhaps with an object of JSON that was cut, or not at all.
 */
export type Continuation = 'newline' | 'wrap' | 'blank' | 'json' | 'none';

const LOOK = 48;
/** Beginnings of a Go program's last words (Go's `runtime/panic.go`, `runtime/cgo/gcc_libinit.c`, and the names of `runtime/sigtab_linux_generic.go`). */
export const LAST_WORDS: readonly string[] = [
  'panic: ',
  'fatal error: ',
  'runtime/cgo: pthread_create failed: ',
  'SIGABRT: ',
  'SIGQUIT: ',
];
/** Beginnings of a stack, and of its frame that panicked (Go's `runtime/traceback.go`). */
export const STACK_LINES: readonly string[] = ['goroutine ', 'panic('];
/** The same, and what follows them: such a line goes on in those behind it. */
export const GO_TROUBLE: readonly string[] = [...LAST_WORDS, 'goroutine ', 'runtime stack:'];
/** First words of lines that never continue a printf-style record: messages of others, of systemd, prose marks. */
const OWN_BEGINNINGS: readonly string[] = [
  ...GO_TROUBLE,
  'Flag --',
  'Started ',
  'Starting ',
  'Stopped ',
  'Stopping ',
  'time="',
  'kubelet.service: ',
  'kubelet: ',
  '...',
  '…',
  '。',
  '[...]',
  '//',
  '. . .',
  '$ ',
  '# ',
  '> ',
  '==',
  '--',
  'skipping pod synchronization',
  // With which the kubelet's command ends (cobra); a bare `Error: ` can be the second line of a volume's error.
  'error: failed to run Kubelet',
  'error: unable to load client CA file ',
  'Error: failed to ',
  'Error: unknown ',
  // What glog and klog print where they cannot write their file.
  'log: exiting because of error: ',
];

/** Of whoever left lines out: `<snip>`, `[... truncated ...]`. */
const OF_CUT = /^[<[(][.…\- ]{0,6}(?:snip|omitted|truncated)/i;
/** A fence of Markdown, which in a list has an indent, of a wiki or of a page. */
const FENCE = /^ {0,12}(?:```|~~~|<\/(?:pre|code|details)>|[[{]\/?(?:code|noformat)[\]}])/;
/** The header of Go's `log`, by which grpc writes in a kubelet up to 1.22 (grpclog/loggerv2.go). */
const OF_STANDARD_LIBRARY = /^(?:(?:INFO|WARNING|ERROR): )?\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d /;
/** The lines of one message are written at once: one that comes later is of its own. */
const LONGEST_WRITE = seconds(2);
/** A line that a terminal's edge cut is at least this long; shorter ones were broken between words. */
const NARROWEST_EDGE = 80;
const NARROWEST_WRAP = 60;
/** Beyond so many lines a record's text is not looked through again for an open end. */
const MOST_WRAPPED_LINES = 40;

/** Decides what a line without header is to the record before it. `wrapWidth` is the length of lines that were certainly cut by an edge, or −1. */
export function continuationOf(pending: ReadRecord, line: ReadRecord, wrapWidth: number): Continuation {
  if (pending.isJson && !pending.isCutJson) return 'none';
  const beginning = beginningOf(line);
  // Of a line from which somebody took the time and the host, what goes on had no envelope before.
  const hadEnvelope = pending.stampKind !== 'none' || pending.origin?.host !== undefined || line.origin !== undefined;
  const lostEnvelope = pending.origin !== line.origin && hadEnvelope;
  // A line that lost its envelope after a record that has one: pasted text was wrapped.
  if (lostEnvelope && (line.origin !== undefined || line.stampKind !== 'none')) return 'none';
  const few = pending.moreLines < MOST_WRAPPED_LINES;
  if (pending.isCutJson)
    return few && pending.lastLineLength >= NARROWEST_WRAP && !startsOwn(beginning, true) ? 'json' : 'none';
  if (few && pending.looksStructured && !startsOwn(beginning.trimStart(), true)) {
    const { text } = pending;
    const isOpen = isOpenText(text);
    if (isOpen || (line.origin === undefined && beginsWithKey(beginning.trimStart()))) {
      if (isCutInAddress(text, beginning)) return 'wrap';
      return !isOpen && VALUE_ENDS.has(text.charCodeAt(text.length - 1)) ? 'blank' : edge(pending);
    }
  }
  if (pending.severity === undefined)
    return !lostEnvelope && isGoTrouble(pending) && !startsOwn(beginning, false) && !isAboveWords(pending, beginning)
      ? 'newline'
      : 'none';
  if (line.origin === undefined && pending.lastLineLength === wrapWidth && !startsOwn(beginning, true)) return 'wrap';
  if (pending.looksStructured || startsOwn(beginning, true)) return 'none';
  if (line.origin !== undefined) return Math.abs(line.stamp - pending.stamp) > LONGEST_WRITE ? 'none' : 'newline';
  if (few && isCutInAddress(pending.text, beginning)) return 'wrap';
  if (few && isCutInside(pending, beginning, lostEnvelope)) return edge(pending);
  if (few && lostEnvelope && isCutInPath(pending, beginning)) return 'wrap';
  if (few && isCutBeforeError(pending, beginning, lostEnvelope)) return 'blank';
  if (few && isCutAfterColon(pending, beginning, lostEnvelope)) return pending.text.endsWith(' ') ? 'wrap' : 'blank';
  return lostEnvelope || isProse(pending, line) ? 'none' : 'newline';
}

/** Whether `continuationOf` calls every line behind this record `none`. */
export function standsAlone(record: ReadRecord): boolean {
  return record.severity === undefined && !record.isJson && !record.looksStructured && !isGoTrouble(record);
}

/** With which a message or a value ends for sure: `"`, `]`, `}`; what follows is a key. */
const VALUE_ENDS: ReadonlySet<number> = new Set([34, 93, 125]);

function edge(pending: ReadRecord): Continuation {
  return pending.lastLineLength >= NARROWEST_EDGE ? 'wrap' : 'blank';
}

/** `key=` at the beginning of a line. */
function beginsWithKey(text: string): boolean {
  let i = 0;
  while (i < text.length && isNameCharacter(text.charCodeAt(i))) i++;
  return i > 0 && text.charAt(i) === '=';
}

function isNameCharacter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}

function startsOwn(text: string, trouble: boolean): boolean {
  if (OF_STANDARD_LIBRARY.test(text) || FENCE.test(text) || OF_CUT.test(text) || beginsWithPrompt(text)) return true;
  return OWN_BEGINNINGS.some((beginning) => text.startsWith(beginning) && (trouble || !GO_TROUBLE.includes(beginning)));
}

function isGoTrouble(record: ReadRecord): boolean {
  return beginsWith(beginningOf(record), GO_TROUBLE);
}

/** Last words stand above their stack; in output that is reversed a line of the stack stands above them. */
function isAboveWords(record: ReadRecord, next: string): boolean {
  return beginsWith(next, LAST_WORDS) && beginsWith(beginningOf(record), STACK_LINES);
}

function beginningOf({ bytes, bodyStart, bodyEnd }: ReadRecord): string {
  return decodeText(bytes, bodyStart, Math.min(bodyEnd, bodyStart + LOOK));
}

function beginsWith(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.startsWith(word));
}

/**
 * Whether the record's text is certainly unfinished: a quote or a bracket that never closes on a line long enough to be wrapped.
 * Where newlines of the message are the other explanation (no envelope at all), a word must go on, too.
 */
function isCutInside(pending: ReadRecord, beginning: string, lostEnvelope: boolean): boolean {
  if (pending.lastLineLength < NARROWEST_WRAP || beginning.trimStart() === '') return false;
  const { text } = pending;
  if (!hasOpenEnd(text)) return false;
  return (
    lostEnvelope || (isNameCharacter(text.charCodeAt(text.length - 1)) && isNameCharacter(beginning.charCodeAt(0)))
  );
}

/**
 * Whether the record's text ends before what its last word announces, on a line long enough to be wrapped there: before an error, or, where the next line lost its envelope, before
 * anything else.
 */
function isCutAfterColon({ text, lastLineLength }: ReadRecord, beginning: string, lostEnvelope: boolean): boolean {
  if (lastLineLength < NARROWEST_WRAP || beginning.trim() === '') return false;
  const end = text.trimEnd();
  return end.endsWith(' error:') || end.endsWith(' err:') || (lostEnvelope && end.endsWith(':'));
}

/** A URL that ends within its address, or before it. */
const CUT_ADDRESS = /\bhttps?:(?:\/(?:\/[\w.:[\]-]{0,253})?)?$/;

/** Whether the end of a text and the beginning of the next line are one URL, cut within its address: in front of its path, which follows. */
export function isCutInAddress(text: string, beginning: string): boolean {
  return CUT_ADDRESS.test(text.slice(-300)) && /^[\w.:[\]-]{0,253}[:/]\S/.test(beginning);
}

/** A part of a path so long is no first word of somebody's sentence. */
const LONGEST_WORD = 24;

/** Whether the line ends within a path that the next line goes on with. */
function isCutInPath({ text, lastLineLength }: ReadRecord, beginning: string): boolean {
  if (lastLineLength < NARROWEST_EDGE || !isNameCharacter(text.charCodeAt(text.length - 1))) return false;
  const rest = beginning.split(' ', 1)[0] ?? '';
  return (
    rest.length >= LONGEST_WORD &&
    isNameCharacter(rest.charCodeAt(0)) &&
    rest.includes('/') &&
    !rest.includes('://') &&
    text.slice(text.lastIndexOf(' ') + 1).startsWith('/')
  );
}

/** How long the kubelet waits before it tries an operation on a volume again, behind which the error stands (pkg/volume/util/nestedpendingoperations). */
const BEFORE_ERROR = /\(durationBeforeRetry [\dhms.µn]{1,20}\)\.?$/;

function isCutBeforeError({ text, lastLineLength }: ReadRecord, beginning: string, lostEnvelope: boolean): boolean {
  return (
    lostEnvelope &&
    lastLineLength >= NARROWEST_WRAP &&
    /^Error: ?"?/.test(beginning) &&
    BEFORE_ERROR.test(text.slice(-60).trimEnd())
  );
}

/** An odd number of quotes, or more `{`, `[`, `(` than their counterparts. */
function hasOpenEnd(text: string): boolean {
  let quotes = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === 34) quotes++;
    else if (code === 123 || code === 91 || code === 40) depth++;
    else if (code === 125 || code === 93 || code === 41) depth--;
  }
  return quotes % 2 === 1 || depth > 0;
}

/** Text of a person between the records: letters beyond ASCII at its beginning, or a sentence that begins with a capital and has no indent. */
function isProse(pending: ReadRecord, line: ReadRecord): boolean {
  const first = line.bytes[line.bodyStart] ?? 0;
  if (first >= 0x80) return true;
  return pending.moreLength === 0 && first >= 65 && first <= 90 && !looksLikeTrace(line);
}

function looksLikeTrace(line: ReadRecord): boolean {
  return decodeText(line.bytes, line.bodyStart, Math.min(line.bodyEnd, line.bodyStart + 6)) === 'Trace[';
}
