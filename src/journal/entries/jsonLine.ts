import { plausibleTime } from '../time/civil.ts';
import {
  type JsonMember,
  type KlogJson,
  cutJsonMembers,
  jsonMembers,
  jsonString,
  klogJsonOf,
} from '../klog/klogJson.ts';
import { deepOrigin } from './shippedOrigin.ts';

/** An entry of the journal, however it was printed. */
export interface JournalEntry {
  /** Microseconds since the epoch. */
  readonly time: number | undefined;
  /** The time is as some page showed it, in a zone that it does not name. */
  readonly isLocal?: boolean;
  readonly host: string | undefined;
  readonly identifier: string | undefined;
  readonly pid: number | undefined;
  readonly message: string;
}

/**
 * A line that is one JSON object: a record of klog itself, an entry of the journal (`journalctl -o json`), or a document of a log shipper
 * or container runtime with the line inside (filebeat, fluentd, docker's json-file, cloud exports).
 */
export type JsonLine =
  | { readonly kind: 'klog'; readonly record: KlogJson }
  | ({ readonly kind: 'journal' } & JournalEntry)
  | ({ readonly kind: 'shipped' } & JournalEntry);

/** Reads a JSON object; `undefined` when it is none of these. */
export function readJsonLine(text: string): JsonLine | undefined {
  const members = jsonMembers(text);
  if (members === undefined) return undefined;
  const fields = fieldsOf(members);
  if (fields.has('MESSAGE') || fields.has('__REALTIME_TIMESTAMP')) {
    const texts = new Map<string, string>();
    for (const [name, raw] of fields) {
      const value = journalText(raw);
      if (value !== undefined) texts.set(name, value);
    }
    return { kind: 'journal', ...placed(entryOfFields(texts), fields) };
  }
  const record = klogJsonOf(members);
  if (record !== undefined) return { kind: 'klog', record };
  return shippedLine(fields);
}

/** An entry of the journal as a shipper gave it on: without the journal's own fields for its time and its writer, those of the shipper tell them. */
function placed(entry: JournalEntry, fields: ReadonlyMap<string, string>): JournalEntry {
  if (entry.time !== undefined) return entry;
  const shipped = shippedEntry(fields, entry.message);
  return {
    ...shipped,
    host: entry.host ?? shipped.host,
    identifier: entry.identifier ?? shipped.identifier,
    pid: entry.pid ?? shipped.pid,
    message: entry.message,
  };
}

/** What is left of a klog JSON record whose end is missing (the log is cut there, or a terminal's edge wrapped the line); `undefined` for anything else. */
export function readCutJsonLine(text: string): KlogJson | undefined {
  if (!text.startsWith('{"ts":')) return undefined;
  const members = cutJsonMembers(text);
  if (members === undefined) return undefined;
  if (members.some(({ key }) => key === 'msg')) {
    const record = klogJsonOf(members);
    // What follows the message would say whether it is an error, and nothing does.
    return record !== undefined && members.at(-1)?.key === 'msg' ? { ...record, severity: 'I' } : record;
  }
  const record = klogJsonOf([...members, { key: 'msg', raw: '""' }]);
  return record === undefined ? undefined : { ...record, severity: 'I' };
}

/** The fields of the journal that an entry is made of. */
export const ENTRY_NAMES = [
  '__REALTIME_TIMESTAMP',
  '_SOURCE_REALTIME_TIMESTAMP',
  '_PID',
  'SYSLOG_PID',
  '_HOSTNAME',
  'SYSLOG_IDENTIFIER',
  '_COMM',
  'MESSAGE',
] as const;

/** An entry from the journal's field names. */
export function entryOfFields(fields: ReadonlyMap<string, string>): JournalEntry {
  const time = Number(fields.get('__REALTIME_TIMESTAMP') ?? fields.get('_SOURCE_REALTIME_TIMESTAMP') ?? 'NaN');
  const pid = Number(fields.get('_PID') ?? fields.get('SYSLOG_PID') ?? 'NaN');
  return {
    time: plausibleTime(time),
    host: fields.get('_HOSTNAME'),
    identifier: fields.get('SYSLOG_IDENTIFIER') ?? fields.get('_COMM'),
    pid: Number.isInteger(pid) ? pid : undefined,
    message: fields.get('MESSAGE') ?? '',
  };
}

function fieldsOf(members: readonly JsonMember[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (const { key, raw } of members) if (!fields.has(key)) fields.set(key, raw);
  return fields;
}

/** Members that can hold the line, its time and where it comes from, those that count first before the others. */
export const TEXT_NAMES = [
  'message',
  'log',
  'textPayload',
  'line',
  'msg',
  'text',
  '_raw',
  'SyslogMessage',
  'short_message',
  'content',
  'body',
  'Body',
  'Message',
  'LogMessage',
  'LogEntry',
  '_msg',
  '_line',
  '@rawstring',
] as const;
export const TIME_NAMES = [
  '@timestamp',
  'time',
  'timestamp',
  '_SOURCE_REALTIME_TIMESTAMP',
  'ts',
  'date',
  'TimeGenerated',
  'Timestamp',
  'EventTime',
  '_time',
  '_ts',
  '_messageTime',
] as const;
export const HOST_NAMES = [
  '_HOSTNAME',
  'hostname',
  'host',
  'node',
  'nodeName',
  'node_name',
  'nodename',
  'kubernetes_host',
  'Computer',
  'HostName',
  'Hostname',
  '_host',
  '_sourceHost',
] as const;
export const IDENTIFIER_NAMES = [
  'SYSLOG_IDENTIFIER',
  'ident',
  'identifier',
  'program',
  'appname',
  'application_name',
  'ProcessName',
  'SourceName',
  'systemd_unit',
  '_SYSTEMD_UNIT',
  'unit',
  'service',
  'component',
] as const;
export const PID_NAMES = ['_PID', 'pid', 'ProcessID'] as const;
const NESTED_NAMES = [
  '_source',
  'jsonPayload',
  'structPayload',
  'result',
  'fields',
  'journald',
  'systemd',
  'attributes',
] as const;

/** The document of a log shipper: the first member that is known to carry the line, one level deeper too. */
function shippedLine(fields: ReadonlyMap<string, string>): JsonLine | undefined {
  const message = firstText(fields, TEXT_NAMES);
  if (message === undefined) {
    for (const name of NESTED_NAMES) {
      const raw = fields.get(name);
      const inner = raw?.startsWith('{') === true ? jsonMembers(raw) : undefined;
      if (inner === undefined) continue;
      const merged = new Map([...fields, ...fieldsOf(inner)]);
      const nested = merged.has('MESSAGE') ? firstText(merged, ['MESSAGE']) : firstText(merged, TEXT_NAMES);
      if (nested !== undefined) return { kind: 'shipped', ...shippedEntry(merged, nested) };
    }
    return undefined;
  }
  return { kind: 'shipped', ...shippedEntry(fields, message) };
}

function shippedEntry(fields: ReadonlyMap<string, string>, message: string): JournalEntry {
  const stamp = firstText(fields, TIME_NAMES);
  const ownHost = firstText(fields, HOST_NAMES);
  const ownIdentifier = firstText(fields, IDENTIFIER_NAMES);
  const deep = ownHost === undefined || ownIdentifier === undefined ? deepOrigin(fields) : undefined;
  const host = ownHost ?? deep?.host;
  const identifier = ownIdentifier ?? deep?.identifier;
  const pid = Number(firstText(fields, PID_NAMES) ?? 'NaN');
  return {
    time: stamp === undefined ? undefined : isoMicroseconds(stamp),
    ...(stamp !== undefined && (isShownDate(stamp) || isLocalEventTime(fields, stamp)) ? { isLocal: true } : {}),
    host,
    identifier,
    pid: Number.isInteger(pid) ? pid : undefined,
    message: message.endsWith('\n') ? message.slice(0, -1) : message,
  };
}

/** NXLog writes the clock of the node, without its zone. */
function isLocalEventTime(fields: ReadonlyMap<string, string>, stamp: string): boolean {
  return /^\d{4}-\d\d-\d\d [\d:.]+$/.test(stamp) && firstText(fields, ['EventTime']) === stamp;
}

function firstText(fields: ReadonlyMap<string, string>, names: readonly string[]): string | undefined {
  for (const name of names) {
    const raw = fields.get(name);
    if (raw === undefined) continue;
    const text = journalText(raw);
    if (text !== undefined && text !== '') return text;
  }
  return undefined;
}

/** RFC 3339 with up to nine digits (a blank for the `T`, no zone: UTC), or milli-, micro- or nanoseconds since the epoch, as microseconds; `undefined` for anything else. */
export function isoMicroseconds(text: string): number | undefined {
  if (/^\d{16}$/.test(text)) return plausibleTime(Number(text));
  if (/^1\d{12}$/.test(text)) return plausibleTime(Number(text) * 1000);
  if (/^1\d{18}$/.test(text)) return plausibleTime(Number(text.slice(0, 16)));
  const seconds = /^1\d{9}(?:\.(\d{1,9}))?$/.exec(text);
  if (seconds !== null)
    return plausibleTime(Number(text.slice(0, 10)) * 1_000_000 + Number((seconds[1] ?? '').slice(0, 6).padEnd(6, '0')));
  const local = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d(?:[.,]\d{1,9})?)( ?(?:Z|UTC|[+-]\d\d:?\d\d))?$/.exec(text);
  const milliseconds = Date.parse(
    local === null
      ? inUtc(text)
      : `${local[1] ?? ''}T${(local[2] ?? '').replace(',', '.')}${(local[3] ?? 'Z').trim().replace('UTC', 'Z')}`,
  );
  if (plausibleTime(milliseconds * 1000) === undefined) return undefined;
  const fraction = /\.\d{3}(\d{1,3})/.exec(text)?.[1] ?? '';
  return milliseconds * 1000 + Number(fraction.padEnd(3, '0'));
}

/** A date in another form, as pages show it (`Mar 4, 2024 @ 08:20:05.123`, `3/4/2024, 8:20:05.123 AM`): without a zone in UTC, whatever the zone of the machine that reads it. */
function inUtc(text: string): string {
  return isShownDate(text) ? `${text.replace(' @ ', ' ')} UTC` : text;
}

/** Whether a date is in such a form, and names no zone. */
function isShownDate(text: string): boolean {
  return (
    /^(?:[A-Z][a-z]{2,8} \d|\d{1,2}[/.]\d)/.test(text) &&
    !/(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?: ?\([^)]{0,60}\))?$/.test(text)
  );
}

const utf8 = new TextDecoder('utf-8');

/** A journal field: a string, a number, an array of bytes (text with control characters), or several values, of which the first counts. */
function journalText(raw: string): string | undefined {
  if (raw === 'null' || raw.startsWith('{')) return undefined;
  if (!raw.startsWith('[')) return jsonString(raw) ?? raw;
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const first: unknown = value[0];
  if (typeof first === 'string') return first;
  if (Array.isArray(first)) return bytesText(first);
  return bytesText(value);
}

function bytesText(values: readonly unknown[]): string {
  return utf8.decode(Uint8Array.from(values, (value) => (typeof value === 'number' ? value & 255 : 0)));
}
