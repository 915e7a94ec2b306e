import { type KlogJson, jsonMembers, jsonString, klogJsonOf } from './klogJson.ts';

/** A line that is one JSON object: a record of klog itself, or an entry of the journal (`journalctl -o json`). */
export type JsonLine =
  | { readonly kind: 'klog'; readonly record: KlogJson }
  | {
      readonly kind: 'journal';
      /** Microseconds since the epoch. */
      readonly time: number | undefined;
      readonly host: string | undefined;
      readonly identifier: string | undefined;
      readonly pid: number | undefined;
      readonly message: string;
    };

/** Reads a one-line JSON object; `undefined` when it is neither. */
export function readJsonLine(text: string): JsonLine | undefined {
  const members = jsonMembers(text);
  if (members === undefined) return undefined;
  const fields = new Map<string, string>();
  for (const { key, raw } of members) if (!fields.has(key)) fields.set(key, raw);
  if (fields.has('MESSAGE') || fields.has('__REALTIME_TIMESTAMP')) return journalEntry(fields);
  const record = klogJsonOf(members);
  return record === undefined ? undefined : { kind: 'klog', record };
}

function journalEntry(fields: ReadonlyMap<string, string>): JsonLine {
  const text = (name: string): string | undefined => journalText(fields.get(name));
  const time = Number(text('__REALTIME_TIMESTAMP') ?? 'NaN');
  const pid = Number(text('_PID') ?? text('SYSLOG_PID') ?? 'NaN');
  return {
    kind: 'journal', time: Number.isFinite(time) ? time : undefined, host: text('_HOSTNAME'),
    identifier: text('SYSLOG_IDENTIFIER') ?? text('_COMM'), pid: Number.isInteger(pid) ? pid : undefined, message: text('MESSAGE') ?? '',
  };
}

const utf8 = new TextDecoder('utf-8');

/** A journal field: a string, a number, an array of bytes (text with control characters), or several values, of which the first counts. */
function journalText(raw: string | undefined): string | undefined {
  if (raw === undefined || raw === 'null') return undefined;
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
