import { decodeText, encodeText, startsWithAt } from '../bytes/bytes.ts';
import { jsonMembers, jsonString } from '../klog/klogJson.ts';
import { readQuoted } from '../klog/goQuote.ts';
import type { Origin } from './origin.ts';

/** A line of a program that runs the kubelet as a child of its own is searched up to here for the child's text, in bytes. */
const LONGEST_LEAD = 120;
/** Whose form this is. */
export const WRAPPER: Origin = { host: undefined, identifier: 'k0s', pid: undefined };
const LEAD = encodeText('time="');
/** The same of logrus as JSON, which sorts its members by name (logrus, json_formatter.go). */
const JSON_LEAD = encodeText('{"component":"kubelet"');
const MESSAGE = encodeText(' msg="');

/**
 * The kubelet's line inside of a line of k0s, which runs it as a child and logs what it writes by logrus: `time="…" level=info msg="I0607 … server.go:149] \"Starting to listen\" …" component=kubelet`.
 * `undefined` where the line is none of those: another program's, or another component's. Source: k0s, pkg/supervisor/supervisor.go (the fields `component` and, since 1.23, `stream`).
 */
export function wrappedKlog(bytes: Uint8Array, start: number, end: number): Uint8Array | undefined {
  if (startsWithAt(bytes, start, end, JSON_LEAD)) return ofJson(decodeText(bytes, start, end));
  if (!startsWithAt(bytes, start, end, LEAD)) return undefined;
  const last = Math.min(end, start + LONGEST_LEAD);
  for (let at = start + LEAD.length; at < last; at++) {
    if (!startsWithAt(bytes, at, end, MESSAGE)) continue;
    const text = decodeText(bytes, at + MESSAGE.length - 1, end);
    const { value, end: after } = readQuoted(text, 0);
    return text.slice(after).split(' ').includes('component=kubelet') ? encodeText(value) : undefined;
  }
  return undefined;
}

function ofJson(text: string): Uint8Array | undefined {
  const raw = jsonMembers(text)?.find(({ key }) => key === 'msg')?.raw;
  const message = raw === undefined ? undefined : jsonString(raw);
  return message === undefined ? undefined : encodeText(message);
}
