import { microsecondsOf, yearOf } from '../time/civil.ts';
import { writeQuoted } from './goQuote.ts';
import { writePairs } from './klogValue.ts';
import type { KeyValue, KlogForm, KlogHeader } from '../record.ts';

/** One klog record without envelope: text or JSON. */
export interface KlogLine {
  readonly header: KlogHeader;
  readonly form: KlogForm;
  readonly message: string;
  readonly pairs: readonly KeyValue[];
}

/** Writes a record as klog v2 does (1.24 and later for blocks), without a final newline. The header's time is written as UTC. */
export function writeKlogLine(line: KlogLine): string {
  if (line.form === 'json') return writeJsonLine(line);
  const body = line.form === 'structured' ? writeQuoted(line.message) + writePairs(line.pairs) : line.message;
  return `${writeKlogHeader(line.header)} ${body}`;
}

/** `Lmmdd hh:mm:ss.uuuuuu ppppppp file.go:line]`, the pid right-aligned to seven columns. */
export function writeKlogHeader(header: KlogHeader): string {
  const date = new Date(Math.floor(header.time / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const midnight = microsecondsOf(yearOf(header.time), date.getUTCMonth() + 1, date.getUTCDate(), 0);
  const microsecond = String(Math.floor(header.time - midnight) % 1_000_000).padStart(6, '0');
  const clock = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}.${microsecond}`;
  return `${header.severity}${two(date.getUTCMonth() + 1)}${two(date.getUTCDate())} ${clock} ${String(header.pid ?? 1).padStart(7)} ${header.file}:${header.fileLine}]`;
}

function writeJsonLine(line: KlogLine): string {
  const { header } = line;
  const members = [
    `"ts":${header.time / 1000}`,
    `"caller":${JSON.stringify(`${header.file}:${header.fileLine}`)}`,
    `"msg":${JSON.stringify(line.message)}`,
  ];
  if (header.severity === 'I') members.push(`"v":${header.verbosity ?? 0}`);
  for (const { key, value, quoted } of line.pairs)
    members.push(`${JSON.stringify(key)}:${quoted ? JSON.stringify(value) : value}`);
  return `{${members.join(',')}}`;
}
