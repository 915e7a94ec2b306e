import { klogJsonOf, jsonMembers } from '../../../src/journal/klog/klogJson.ts';
import { parseStructured } from '../../../src/journal/klog/klogValue.ts';
import type { JournalStamp, LogRecord, Severity } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';

const HEADER = /^([IWEF])(\d\d)(\d\d) (\d\d):(\d\d):(\d\d)\.(\d{6}) +(\d+) ([^ :]+):(\d+)\] (.*)$/s;

/** A record of one raw klog line (text or JSON), as the journal reader delivers it; the year is 2026. */
export function recordOf(line: string, lineNumber = 1): LogRecord {
  const place = { source: 0, line: lineNumber, lines: 1 };
  if (line.startsWith('{')) {
    const json = klogJsonOf(jsonMembers(line) ?? []);
    if (json === undefined) throw new Error(`not klog JSON: ${line}`);
    const { severity, file, fileLine, message, pairs } = json;
    return {
      ...place,
      time: instant(json.time),
      klog: { severity, time: instant(json.time), file, fileLine },
      form: 'json',
      message,
      pairs,
    };
  }
  const header = HEADER.exec(line);
  if (header === null) return { ...place, message: line, pairs: [] };
  const [, severity, month, day, hour, minute, second, micros, pid, file, fileLine, rest = ''] = header;
  const time = instant(
    Date.UTC(2026, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) * 1000 +
      Number(micros),
  );
  const klog = { severity: severity as Severity, time, pid: Number(pid), file: file ?? '', fileLine: Number(fileLine) };
  const structured = parseStructured(rest);
  if (structured === undefined) return { ...place, time, klog, form: 'unstructured', message: rest, pairs: [] };
  return { ...place, time, klog, form: 'structured', message: structured.message, pairs: structured.pairs };
}

/** A line without a klog header, from the journal. */
export function journalRecord(
  identifier: string | undefined,
  message: string,
  stamp: Partial<JournalStamp> = {},
): LogRecord {
  const time = instant(1_795_220_850_000_000);
  return {
    source: 0,
    line: 1,
    lines: 1,
    time,
    journal: { time, ...(identifier === undefined ? {} : { identifier }), ...stamp },
    message,
    pairs: [],
  };
}
