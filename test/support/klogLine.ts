/** Reads one klog record by itself, from the same parts as the reader of a log. */
import { decodeText, encodeText } from '../../src/journal/bytes/bytes.ts';
import { KlogHeaderReader } from '../../src/journal/klog/klogHeader.ts';
import { jsonMembers, klogJsonOf } from '../../src/journal/klog/klogJson.ts';
import type { KlogLine } from '../../src/journal/klog/klogLine.ts';
import { parseStructured } from '../../src/journal/klog/klogValue.ts';
import { microsecondsOf } from '../../src/journal/time/civil.ts';
import type { Instant } from '../../src/kubelet/time.ts';

const YEAR_WITHOUT_LOG = 2000;

/**
 * Reads one whole klog record, which may hold newlines (blocks); a final newline is ignored. `undefined` when there is no klog header.
 * Header times carry no year and no zone: they are as if UTC in `year`.
 */
export function parseKlogLine(text: string, year: number = YEAR_WITHOUT_LOG): KlogLine | undefined {
  const whole = text.endsWith('\n') ? text.slice(0, -1) : text;
  if (whole.startsWith('{')) return parseJsonLine(whole);
  const newline = whole.indexOf('\n');
  const bytes = encodeText(newline < 0 ? whole : whole.slice(0, newline));
  const headers = new KlogHeaderReader();
  if (!headers.read(bytes, 0, bytes.length)) return undefined;
  const body = decodeText(bytes, headers.bodyStart, bytes.length) + (newline < 0 ? '' : whole.slice(newline));
  const structured = parseStructured(body);
  return {
    header: {
      severity: headers.severity,
      time: (microsecondsOf(year, headers.month, headers.day, headers.secondOfDay) + headers.microsecond) as Instant,
      pid: headers.pid < 0 ? undefined : headers.pid,
      file: headers.caller.file,
      fileLine: headers.caller.fileLine,
    },
    form: structured === undefined ? 'unstructured' : 'structured',
    message: structured?.message ?? body,
    pairs: structured?.pairs ?? [],
  };
}

function parseJsonLine(text: string): KlogLine | undefined {
  const members = jsonMembers(text);
  const json = members === undefined ? undefined : klogJsonOf(members);
  if (json === undefined) return undefined;
  return {
    header: {
      severity: json.severity,
      time: json.time as Instant,
      file: json.file,
      fileLine: json.fileLine,
      verbosity: json.verbosity,
    },
    form: 'json',
    message: json.message,
    pairs: json.pairs,
  };
}
