/**
 * The search's small language. Terms stand side by side and must all hold; `-` before a term turns it round; `a,b` after a field means either;
 * quotes keep blanks, commas and colons in a value.
 *
 *     web-1 "deadline exceeded"      text in any column, or the number of a line
 *     pod:web  container:nginx       part of the name; `container:` and `uid:` also take the beginning of an id
 *     ns:kube-system  uid:1f3c       the beginning
 *     severity:error,warning         error, warning, info
 *     kind:relist  kind:skip         the beginning of a kind of lane or of mark
 *     time:00:31..00:34              from, to; either may be missing; `00:31` alone is that minute; dates and `+2m` from the episode too
 *     -kind:probe                    not this
 *
 * While one types, the last term is often not whole: `pod:`, `severity:err`, `time:00:3`, a quote without its end. That is no error; such a term waits.
 */
import { MARK_STYLES, LANE_KINDS } from '../timelineDocument.ts';

export const QUERY_FIELDS = ['pod', 'ns', 'uid', 'container', 'severity', 'kind', 'time'] as const;
export type QueryField = (typeof QUERY_FIELDS)[number];

/** A moment as it was typed: of the clock on any day, of one day, or from the reference (the episode). Microseconds. */
export interface QueryMoment {
  readonly of: 'clock' | 'date' | 'reference';
  readonly time: number;
}

export type QueryTerm =
  | { readonly field: 'text'; readonly negated: boolean; readonly values: readonly string[] }
  | {
      readonly field: Exclude<QueryField, 'severity' | 'time'>;
      readonly negated: boolean;
      readonly values: readonly string[];
    }
  | { readonly field: 'severity'; readonly negated: boolean; readonly levels: readonly number[] }
  | { readonly field: 'time'; readonly negated: boolean; readonly from?: QueryMoment; readonly to?: QueryMoment };

/** What is wrong and where: offset and length in the text as it was typed. */
export interface QueryError {
  readonly at: number;
  readonly length: number;
  readonly message: string;
}

/** With an error, `terms` are those before it. */
export type ParsedQuery =
  | { readonly ok: true; readonly terms: readonly QueryTerm[] }
  | { readonly ok: false; readonly error: QueryError; readonly terms: readonly QueryTerm[] };

/** A piece between blanks: what stood before the first colon outside quotes, and the rest with quotes undone. */
interface Piece {
  readonly at: number;
  readonly length: number;
  readonly negated: boolean;
  readonly field: string | undefined;
  readonly valueAt: number;
  readonly values: readonly string[];
}

/** Reads a query. An empty one has no terms. Linear in the length of the text. */
export function parseQuery(text: string): ParsedQuery {
  const terms: QueryTerm[] = [];
  let at = 0;
  while (at < text.length) {
    if (isBlank(text[at])) {
      at += 1;
      continue;
    }
    const piece = readPiece(text, at);
    const isLast = piece.at + piece.length === text.length;
    if (isLast && isHalfTyped(piece)) return { ok: true, terms };
    const term = termOf(piece);
    if ('message' in term) return { ok: false, error: term, terms };
    terms.push(term);
    at = piece.at + piece.length;
  }
  return { ok: true, terms };
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t';
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

function readPiece(text: string, start: number): Piece {
  let at = start;
  const negated = text[at] === '-' && at + 1 < text.length && !isBlank(text[at + 1]);
  if (negated) at += 1;
  let colon = at;
  while (colon < text.length && isLetter(text[colon] ?? '')) colon += 1;
  const hasField = colon > at && text[colon] === ':' && (colon + 1 === text.length || !isBlank(text[colon + 1]));
  const named = hasField ? text.slice(at, colon).toLowerCase() : undefined;
  // What has no value yet is only an error when it is one of ours: `PLEG:` is text.
  const isText = named === undefined || (colon + 1 === text.length && fieldOf(named) === undefined);
  const valueAt = isText ? at : colon + 1;
  const values: string[] = [];
  let value = '';
  for (at = valueAt; at < text.length && !isBlank(text[at]); at += 1) {
    const character = text[at] ?? '';
    if (character === '"') {
      const end = text.indexOf('"', at + 1);
      value += text.slice(at + 1, end < 0 ? text.length : end);
      at = end < 0 ? text.length - 1 : end;
    } else if (character === ',' && !isText) {
      values.push(value);
      value = '';
    } else value += character;
  }
  values.push(value);
  return { at: start, length: at - start, negated, field: isText ? undefined : named, valueAt, values };
}

/** What has no value yet, or a value that more letters can make a right one. */
function isHalfTyped({ field: name, values }: Piece): boolean {
  const given = values.map((value) => value.trim().toLowerCase());
  const last = given.at(-1) ?? '';
  if (name === undefined) return given.every((value) => value === '');
  const field = fieldOf(name);
  if (field === undefined) return false;
  if (given.every((value) => value === '')) return true;
  if (field === 'severity')
    return (
      given.slice(0, -1).every((value) => value === '' || levelOf(value) !== undefined) &&
      levelOf(last) === undefined &&
      SEVERITIES.some((word) => word.startsWith(last))
    );
  return field === 'time' && given.length === 1 && isHalfATime(last);
}

/** More digits or a unit make it a moment, or the second end of a stretch is not there yet. */
function isHalfATime(value: string): boolean {
  const dots = value.indexOf('..');
  const from = dots < 0 ? '' : value.slice(0, dots);
  const last = dots < 0 ? value : value.slice(dots + 2);
  if (from !== '' && readMoment(from) === undefined) return false;
  if (last === '') return from === '';
  if (readMoment(last) !== undefined) return false;
  const typed = last.endsWith('.') ? last.slice(0, -1) : last;
  return (
    WHOLE_TIMES.some((whole) => readMoment(typed + whole.slice(typed.length)) !== undefined) ||
    UNITS.some((unit) => readMoment(typed + unit) !== undefined)
  );
}

/** What begins like one of these, letter for letter, is on its way to be a time. */
const WHOLE_TIMES = ['00:00:00.000000', '0:00:00.000000', '2000-01-01t00:00:00', '+00s', '-00s'];
const UNITS = ['', 's', '0s'];

function fieldOf(name: string): QueryField | undefined {
  const known = name === 'namespace' ? 'ns' : name === 'level' ? 'severity' : name;
  return QUERY_FIELDS.find((field) => field === known);
}

function termOf(piece: Piece): QueryTerm | QueryError {
  const { negated, at, length } = piece;
  const values = piece.values.map((value) => value.trim().toLowerCase()).filter((value) => value !== '');
  if (piece.field === undefined)
    return values.length === 0
      ? { at, length, message: 'There is nothing between the quotation marks.' }
      : { field: 'text', negated, values };
  const field = fieldOf(piece.field);
  if (field === undefined)
    return {
      at: piece.valueAt - piece.field.length - 1,
      length: piece.field.length,
      message: `Unknown field ${piece.field}. Fields: ${QUERY_FIELDS.join(', ')}. Put text with a colon in quotation marks.`,
    };
  const error = (message: string): QueryError => ({
    at: piece.valueAt,
    length: Math.max(1, at + length - piece.valueAt),
    message,
  });
  if (values.length === 0) return error(`${field}: needs a value. ${EXAMPLES[field]}`);
  switch (field) {
    case 'severity': {
      const levels = values.map(levelOf);
      const wrong = levels.indexOf(undefined);
      return wrong < 0
        ? { field, negated, levels: levels.filter((level) => level !== undefined) }
        : error(`${values[wrong]} is not a severity. Use error, warning or info.`);
    }
    case 'kind': {
      const wrong = values.find((value) => !QUERY_KINDS.some((kind) => kind.startsWith(value)));
      return wrong === undefined
        ? { field, negated, values }
        : error(`Unknown kind ${wrong}. Kinds: ${QUERY_KINDS.join(', ')}.`);
    }
    case 'time':
      return values.length > 1 ? error('Only one time range is possible.') : timeTerm(values[0] ?? '', negated, error);
    case 'pod':
    case 'ns':
    case 'uid':
    case 'container':
      return { field, negated, values };
  }
}

const EXAMPLES: Readonly<Record<QueryField, string>> = {
  pod: 'Part of a pod’s name, as in pod:web.',
  ns: 'A namespace, as in ns:kube-system.',
  uid: 'The start of a UID.',
  container: 'Part of a container’s name, or the start of its id.',
  severity: 'error, warning or info.',
  kind: 'As in kind:relist or kind:skip.',
  time: 'As in time:00:31..00:34.',
};

/** Kinds of lanes and of marks, without doubles. */
export const QUERY_KINDS: readonly string[] = [...new Set<string>([...LANE_KINDS, ...MARK_STYLES])].sort();

/** Whether a kind is what a word means: itself, its plural, a kind of it (`relist` is `relist-hung` too, `skip` is not `skipping`), else what begins so. */
export function isOfKind(kind: string, word: string): boolean {
  const narrow = (name: string): boolean => name === word || name === `${word}s` || name.startsWith(`${word}-`);
  return QUERY_KINDS.some(narrow) ? narrow(kind) : kind.startsWith(word);
}

/** The words for a severity that are offered. */
export const SEVERITIES: readonly string[] = ['error', 'warning', 'info'];

function levelOf(word: string): number | undefined {
  return word === 'error' || word === 'errors'
    ? 2
    : word === 'warning' || word === 'warn'
      ? 1
      : word === 'info' || word === 'information' || word === 'normal'
        ? 0
        : undefined;
}

function timeTerm(value: string, negated: boolean, error: (message: string) => QueryError): QueryTerm | QueryError {
  const dots = value.indexOf('..');
  if (dots < 0) {
    const only = readMoment(value);
    return only === undefined
      ? error(`${value} is not a time. Write 00:31, 00:31:42.387, 2026-11-21T00:31 or +2m10s.`)
      : { field: 'time', negated, from: only.moment, to: { ...only.moment, time: only.moment.time + only.unit } };
  }
  const from = value.slice(0, dots);
  const to = value.slice(dots + 2);
  if (from === '' && to === '') return error('Give a start or an end, as in time:00:31..00:34.');
  const first = from === '' ? undefined : readMoment(from)?.moment;
  const last = to === '' ? undefined : readMoment(to)?.moment;
  if (from !== '' && first === undefined)
    return error(`${from} is not a time. Write 00:31, 00:31:42.387, 2026-11-21T00:31 or +2m10s.`);
  if (to !== '' && last === undefined)
    return error(`${to} is not a time. Write 00:31, 00:31:42.387, 2026-11-21T00:31 or +2m10s.`);
  if (first !== undefined && last !== undefined && first.of !== last.of) return error('Write both ends the same way.');
  if (first !== undefined && last !== undefined && first.of !== 'clock' && last.time < first.time)
    return error('The range ends before it begins.');
  return {
    field: 'time',
    negated,
    ...(first === undefined ? {} : { from: first }),
    ...(last === undefined ? {} : { to: last }),
  };
}

const SECOND = 1_000_000;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})(?:t(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?))?$/;
const OFFSET = /^([+-])(?:(\d{1,5})h)?(?:(\d{1,7})m)?(?:(\d{1,9})(?:\.(\d{1,6}))?s)?$/;

/** A moment, and how long the last written unit of it is: `00:31` is a minute. */
function readMoment(text: string): { readonly moment: QueryMoment; readonly unit: number } | undefined {
  const clock = readClock(text);
  if (clock !== undefined) return { moment: { of: 'clock', time: clock.time }, unit: clock.unit };
  const date = DATE.exec(text);
  if (date !== null) {
    const midnight = Date.UTC(Number(date[1]), Number(date[2]) - 1, Number(date[3])) * 1000;
    const time = date[4] === undefined ? { time: 0, unit: 86_400 * SECOND } : readClock(date[4]);
    return time === undefined ? undefined : { moment: { of: 'date', time: midnight + time.time }, unit: time.unit };
  }
  const offset = OFFSET.exec(text);
  if (offset === null || text.length < 3) return undefined;
  const size =
    Number(offset[2] ?? 0) * 3600 * SECOND +
    Number(offset[3] ?? 0) * 60 * SECOND +
    Number(offset[4] ?? 0) * SECOND +
    fraction(offset[5]);
  return { moment: { of: 'reference', time: offset[1] === '-' ? -size : size }, unit: SECOND };
}

function readClock(text: string): { readonly time: number; readonly unit: number } | undefined {
  const clock = CLOCK.exec(text);
  if (clock === null || Number(clock[1]) > 23 || Number(clock[2]) > 59 || Number(clock[3] ?? 0) > 59) return undefined;
  const time = (Number(clock[1]) * 3600 + Number(clock[2]) * 60 + Number(clock[3] ?? 0)) * SECOND + fraction(clock[4]);
  return {
    time,
    unit: clock[4] !== undefined ? 10 ** (6 - clock[4].length) : clock[3] !== undefined ? SECOND : 60 * SECOND,
  };
}

function fraction(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(digits.padEnd(6, '0'));
}
