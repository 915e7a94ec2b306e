/**
 * PLEG's events as values and as text. The kubelet printed them in three forms: a Go struct (to 1.20), `%+v` of a pointer (1.21–1.27), JSON (from 1.28).
 * Reading is lenient: text that was cut at the end or wrapped inside a word still gives what can be known.
 */
import type { KubeletProfile } from './profile.ts';

/** Names as logged (pkg/kubelet/pleg/pleg.go). ConditionMet existed from 1.32 to 1.35, PodSync is written by 1.36 (declared before). */
export type PlegEventType =
  | 'ContainerStarted'
  | 'ContainerDied'
  | 'ContainerRemoved'
  | 'ContainerChanged'
  | 'PodSync'
  | 'ConditionMet';

/** Every type, in the order of pleg.go. */
export const PLEG_EVENT_TYPES: readonly PlegEventType[] = [
  'ContainerStarted',
  'ContainerDied',
  'ContainerRemoved',
  'PodSync',
  'ContainerChanged',
  'ConditionMet',
];

/** The value of an event in a log line. `data` is missing for nil (PodSync, ConditionMet) and where the text was cut before it ended. */
export interface PlegEventValue {
  readonly podUid: string;
  readonly type?: PlegEventType;
  readonly data?: string;
  /** True when the text ended before the value was complete. */
  readonly cut?: boolean;
}

/**
 * Reads an event in any of its forms: `&pleg.PodLifecycleEvent{ID:"…", Type:"…", Data:"…"}`, `&{ID:… Type:… Data:…}`, `{"ID":"…","Type":"…","Data":"…"}`.
 * Blanks inside a word (a wrapped paste) are taken out. Gives `undefined` when there is no pod UID in it.
 */
export function parsePlegEventValue(text: string): PlegEventValue | undefined {
  const { id, type, data } = fieldsOf(text);
  if (id === undefined || id.value === '') return undefined;
  const known = type === undefined ? undefined : plegEventTypeOf(type.value);
  const nil = data !== undefined && data.complete && isNil(data);
  const complete = type !== undefined && data !== undefined && data.complete && known !== undefined;
  return {
    podUid: id.value,
    ...(known === undefined ? {} : { type: known }),
    ...(data === undefined || !data.complete || nil ? {} : { data: data.value }),
    ...(complete ? {} : { cut: true }),
  };
}

/** The type of this name, if there is one. */
export function plegEventTypeOf(name: string): PlegEventType | undefined {
  return PLEG_EVENT_TYPES.find((type) => type === name);
}

/** A text of an event, cut around its values: what stands before each, with its opening quote, and behind the last one. Closing quotes belong to the value. */
export interface PlegEventPieces {
  readonly data: string;
  /** The values stand in quotes. */
  readonly isQuoted: boolean;
  readonly beforeUid: string;
  readonly beforeType: string;
  readonly beforeData: string;
  readonly behind: string;
}

/** Cuts an event apart; `undefined`: a value is missing, or does not stand there as it is read (blanks or escapes are in it), or one is in quotes and another is not. */
export function plegEventPieces(text: string): PlegEventPieces | undefined {
  const { id, type, data } = fieldsOf(text);
  if (id === undefined || type === undefined || data === undefined) return undefined;
  const isQuoted = id.quoted;
  for (const { value, quoted: hasQuotes, complete, start, end } of [id, type, data])
    if (!complete || hasQuotes !== isQuoted || value.length + Number(hasQuotes) !== end - start) return undefined;
  return {
    data: data.value,
    isQuoted,
    beforeUid: text.slice(0, id.start),
    beforeType: text.slice(id.end, type.start),
    beforeData: text.slice(type.end, data.start),
    behind: text.slice(data.end),
  };
}

type PlegEventForm = KubeletProfile['plegEventForm'];

/** What stands before the pod's uid, before the type, before the data and behind them, and what nil data are. */
const FORMS = {
  'go-struct': { around: ['&pleg.PodLifecycleEvent{ID:', ', Type:', ', Data:', '}'], nil: 'interface {}(nil)' },
  'plus-v': { around: ['&{ID:', ' Type:', ' Data:', '}'], nil: '<nil>' },
  json: { around: ['{"ID":', ',"Type":', ',"Data":', '}'], nil: 'null' },
} as const;

function valueText(form: PlegEventForm, value: string): string {
  return form === 'json' ? JSON.stringify(value) : form === 'go-struct' ? quoted(value) : value;
}

/** Writes an event as the kubelet of this profile prints it. An event without data is nil. */
export function formatPlegEventValue(
  { podUid, type = '' as PlegEventType, data }: PlegEventValue,
  { plegEventForm: form }: Pick<KubeletProfile, 'plegEventForm'>,
): string {
  const {
    around: [beforeUid, beforeType, beforeData, behind],
    nil,
  } = FORMS[form];
  return `${beforeUid}${valueText(form, podUid)}${beforeType}${valueText(form, type)}${beforeData}${data === undefined ? nil : valueText(form, data)}${behind}`;
}

interface Fields {
  readonly id?: Field | undefined;
  readonly type?: Field | undefined;
  readonly data?: Field | undefined;
}

/** The values of an event, each behind the one before. */
function fieldsOf(text: string): Fields {
  const open = text.indexOf('{');
  const id = open < 0 ? undefined : field(text, 'ID', open + 1);
  const type = id && field(text, 'Type', id.end);
  return { id, type, data: type && field(text, 'Data', type.end) };
}

interface Field {
  readonly value: string;
  readonly quoted: boolean;
  readonly complete: boolean;
  /** Where it stands: from behind its opening quote to behind its closing one. */
  readonly start: number;
  readonly end: number;
}

/** The value after `name:` or `"name":`, with blanks taken out; quoted up to the closing quote, else up to a blank followed by the next name, `,` or `}`. */
function field(body: string, name: string, from: number): Field | undefined {
  const key = findKey(body, name, from);
  if (key === undefined) return undefined;
  let at = key;
  while (isBlank(body[at])) at += 1;
  const isQuoted = body[at] === '"' || (body[at] === '\\' && body[at + 1] === '"');
  if (isQuoted) {
    at += body[at] === '"' ? 1 : 2;
    const close = body.indexOf('"', at);
    const raw = close < 0 ? body.slice(at) : body.slice(at, close);
    const value = withoutBlanks(raw.endsWith('\\') ? raw.slice(0, -1) : raw);
    return { value, quoted: true, complete: close >= 0, start: at, end: close < 0 ? body.length : close + 1 };
  }
  let end = at;
  let complete = false;
  for (; end < body.length; end += 1) {
    const character = body[end];
    if (character === '}' && !body.startsWith('{}', end - 1)) {
      complete = true;
      break;
    }
    if (character === ',') {
      complete = true;
      break;
    }
    // Asked once for a run of blanks: it is skipped as a whole.
    if (isBlank(character) && !isBlank(body[end - 1]) && nextNameFollows(body, end)) {
      complete = true;
      break;
    }
  }
  return { value: withoutBlanks(body.slice(at, end)), quoted: false, complete, start: at, end };
}

function findKey(body: string, name: string, from: number): number | undefined {
  for (let at = body.indexOf(name, from); at >= 0; at = body.indexOf(name, at + 1)) {
    let end = at + name.length;
    if (body[end] === '\\') end += 1;
    if (body[end] === '"') end += 1;
    if (body[end] === ':') return end + 1;
  }
  return undefined;
}

function nextNameFollows(body: string, blank: number): boolean {
  let at = blank;
  while (isBlank(body[at])) at += 1;
  return body.startsWith('Type:', at) || body.startsWith('Data:', at);
}

function isNil(data: Field): boolean {
  return !data.quoted && (data.value === '<nil>' || data.value === 'null' || data.value === 'interface{}(nil)');
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t' || character === '\n' || character === '\r';
}

function withoutBlanks(text: string): string {
  return text.replace(/[ \t\r\n]+/g, '');
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
