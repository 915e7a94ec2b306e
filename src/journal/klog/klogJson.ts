import type { KeyValue, Severity } from '../record.ts';
import { plausibleTime } from '../time/civil.ts';
import { jsonEnd, skipSpace, stringEnd } from './klogValue.ts';

/** A record of `--logging-format=json` (component-base `logs/json`, 1.19 and later). There is no level field: only info records carry `v`. */
export interface KlogJson {
  readonly severity: Severity;
  /** Microseconds since the epoch: `ts` is a float of milliseconds. */
  readonly time: number;
  /** `ts` is a text, so it is a program beside the kubelet that writes (zap, as etcd does): microseconds as its wall clock shows them, as if UTC. */
  readonly wallTime?: number | undefined;
  readonly file: string;
  readonly fileLine: number;
  readonly verbosity: number | undefined;
  readonly message: string;
  readonly pairs: readonly KeyValue[];
}

/** One member of a JSON object, its value as written. */
export interface JsonMember {
  readonly key: string;
  readonly raw: string;
}

/** What was read of a JSON object. */
interface JsonObject {
  readonly members: JsonMember[];
  /** Its end is there; else the text is cut, and the last member may be. */
  readonly isWhole: boolean;
}

/**
 * The members of a one-line JSON object in their order, values as the text stands (so 64-bit integers keep their digits);
 * `undefined` when the text is no such object.
 */
export function jsonMembers(text: string): JsonMember[] | undefined {
  const object = readObject(text);
  return object?.isWhole === true ? object.members : undefined;
}

/** The members of an object whose end is missing, as far as they go: a text that is cut is closed. `undefined` when the text is a whole object, or none. */
export function cutJsonMembers(text: string): JsonMember[] | undefined {
  const object = readObject(text);
  return object?.isWhole === false ? object.members : undefined;
}

function readObject(text: string): JsonObject | undefined {
  let at = skipSpace(text, 0);
  if (text[at] !== '{') return undefined;
  const members: JsonMember[] = [];
  at = skipSpace(text, at + 1);
  if (text[at] === '}') return { members, isWhole: true };
  for (;;) {
    if (at === text.length) return { members, isWhole: false };
    if (text[at] !== '"') return undefined;
    const keyEnd = valueEnd(text, at);
    if (keyEnd < 0) return { members, isWhole: false };
    const key = jsonString(text.slice(at, keyEnd));
    at = skipSpace(text, keyEnd);
    if (at === text.length) return { members, isWhole: false };
    if (key === undefined || text[at] !== ':') return undefined;
    at = skipSpace(text, at + 1);
    const end = valueEnd(text, at);
    if (end < 0 || end === text.length) {
      const raw = text[at] === '"' ? closedString(text.slice(at)) : undefined;
      if (raw !== undefined) members.push({ key, raw });
      return { members, isWhole: false };
    }
    members.push({ key, raw: text.slice(at, end) });
    at = skipSpace(text, end);
    if (text[at] === '}') return { members, isWhole: true };
    if (at === text.length) return { members, isWhole: false };
    if (text[at] !== ',') return undefined;
    at = skipSpace(text, at + 1);
  }
}

/** A string that may be cut, as one that is whole; without the escape in which it was cut. */
function closedString(raw: string): string | undefined {
  if (valueEnd(raw, 0) === raw.length) return raw;
  const escape = raw.lastIndexOf('\\');
  for (const end of [raw.length, escape]) {
    const closed = `${raw.slice(0, Math.max(1, end))}"`;
    if (jsonString(closed) !== undefined) return closed;
  }
  return undefined;
}

function valueEnd(text: string, at: number): number {
  const first = text[at];
  if (first === '"') return stringEnd(text, at);
  if (first === '{' || first === '[') return jsonEnd(text, at);
  let i = at;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === 44 || code === 125 || code === 93 || code <= 32) break;
    i++;
  }
  return i > at ? i : -1;
}

/** The value of a JSON string as written, quotes included; `undefined` when it is none. */
export function jsonString(raw: string): string | undefined {
  if (raw.charCodeAt(0) !== 34) return undefined;
  if (!raw.includes('\\')) return raw.slice(1, -1);
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What programs beside the kubelet write of their level (zap, as etcd does); those above are errors. */
const LEVELS: ReadonlyMap<string, Severity> = new Map([
  ['debug', 'I'],
  ['info', 'I'],
  ['warn', 'W'],
]);

/** Reads a klog JSON record from the members of its object; `undefined` when `ts` or `msg` is missing. */
export function klogJsonOf(members: readonly JsonMember[]): KlogJson | undefined {
  let time: number | undefined;
  let wallTime: number | undefined;
  let message: string | undefined;
  let caller = '';
  let verbosity: number | undefined;
  let level: Severity | undefined;
  const pairs: KeyValue[] = [];
  for (const { key, raw } of members) {
    if (key === 'level') level ??= LEVELS.get(jsonString(raw) ?? '');
    if (key === 'ts' && time === undefined) {
      time = timeOf(raw);
      wallTime = wallTimeOf(raw);
    } else if (key === 'msg' && message === undefined) message = jsonString(raw);
    else if (key === 'caller' && caller === '') caller = jsonString(raw) ?? '';
    else if (key === 'v' && verbosity === undefined && isInteger(raw)) verbosity = Number(raw);
    else pairs.push(pairOf(key, raw));
  }
  if (time === undefined || message === undefined) return undefined;
  const colon = caller.lastIndexOf(':');
  const fileLine = Number(caller.slice(colon + 1));
  return {
    severity: level ?? (verbosity === undefined ? 'E' : 'I'),
    time,
    wallTime,
    file: caller.slice(caller.lastIndexOf('/') + 1, colon < 0 ? undefined : colon),
    fileLine: colon >= 0 && Number.isInteger(fileLine) ? fileLine : 0,
    verbosity,
    message,
    pairs,
  };
}

/** From here on (2001, and as milliseconds January 1970) numbers count seconds, as programs beside the kubelet write them (zap); from 1973 on they are the milliseconds of klog. */
const FIRST_SECONDS = 1e9;
const FIRST_MILLISECONDS = 1e11;

function timeOf(raw: string): number | undefined {
  const text = jsonString(raw);
  if (text !== undefined) {
    const parsed = Date.parse(text);
    return plausibleTime(parsed * 1000);
  }
  const number = Number(raw);
  return plausibleTime(
    Math.round(number * (number >= FIRST_SECONDS && number < FIRST_MILLISECONDS ? 1_000_000 : 1000)),
  );
}

/** `2024-08-27T16:31:32.345951-0400` without its offset. */
function wallTimeOf(raw: string): number | undefined {
  const text = jsonString(raw);
  return text === undefined ? undefined : plausibleTime(Date.parse(`${text.replace(OFFSET, '')}Z`) * 1000);
}

const OFFSET = /(?:Z|[+-]\d{2}:?\d{2})$/;

function isInteger(raw: string): boolean {
  return Number.isInteger(Number(raw));
}

/** A pair as text records give it: strings undone, object references (`klog.KObj`) as `namespace/name`, everything else as written. */
function pairOf(key: string, raw: string): KeyValue {
  const text = jsonString(raw);
  if (text !== undefined) return { key, value: text, quoted: true };
  const reference = raw.startsWith('{"name":') ? objectReference(raw) : undefined;
  return reference === undefined ? { key, value: raw, quoted: false } : { key, value: reference, quoted: true };
}

function objectReference(raw: string): string | undefined {
  const members = jsonMembers(raw);
  if (members === undefined || members.length > 2 || members[0]?.key !== 'name') return undefined;
  const name = jsonString(members[0].raw);
  const second = members[1];
  if (second === undefined) return name;
  const namespace = second.key === 'namespace' ? jsonString(second.raw) : undefined;
  return name === undefined || namespace === undefined ? undefined : namespace === '' ? name : `${namespace}/${name}`;
}
