import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LogRecord, ReaderOptions, ReaderWarning, SourceSummary } from '../../../src/journal/record.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { projectRoot } from '../../support/shared.ts';

export interface ReadLog {
  readonly records: readonly LogRecord[];
  readonly warnings: readonly ReaderWarning[];
  readonly summary: SourceSummary;
}

/** Reads a text or bytes in one push; the year is 2026 unless the options say otherwise. Every chunk is overwritten after its push, as a file's buffer is. */
export function readLog(
  log: string | Uint8Array | readonly Uint8Array[],
  options: ReaderOptions = { year: 2026 },
): ReadLog {
  const records: LogRecord[] = [];
  const warnings: ReaderWarning[] = [];
  const reader = createSourceReader(0, 'kubelet.log', options, {
    record: (record) => {
      record.detach?.();
      records.push(record);
    },
    warning: (warning) => warnings.push(warning),
  });
  const chunks = typeof log === 'string' ? [new TextEncoder().encode(log)] : log instanceof Uint8Array ? [log] : log;
  for (const chunk of chunks) {
    const passing = chunk.slice();
    reader.push(passing);
    passing.fill(0x78);
  }
  reader.end();
  return { records, warnings, summary: reader.summary() };
}

export function fixture(name: string): Uint8Array {
  return new Uint8Array(readFileSync(join(projectRoot, 'test/fixtures/journal', name)));
}

/** A file, unpacked if it is packed. */
export function readUnpacked(path: string): Uint8Array {
  const bytes = readFileSync(path);
  return new Uint8Array(path.endsWith('.gz') ? gunzipSync(bytes) : bytes);
}

/** What a record says, whatever it was wrapped in. */
export function contentOf(record: LogRecord): unknown {
  const { klog } = record;
  return [
    klog === undefined ? undefined : iso(klog.time),
    klog?.severity,
    klog?.file,
    klog?.fileLine,
    klog?.pid,
    record.form,
    record.message,
    record.pairs,
  ];
}

/** Everything about a record. */
export function wholeOf(record: LogRecord): unknown {
  return [record.line, record.lines, record.time, record.journal, ...(contentOf(record) as unknown[])];
}

/** Microseconds since the epoch as RFC 3339. */
export function iso(time: number | undefined): string | undefined {
  if (time === undefined) return undefined;
  return `${new Date(Math.floor(time / 1000)).toISOString().slice(0, 19)}.${String(((time % 1_000_000) + 1_000_000) % 1_000_000).padStart(6, '0')}Z`;
}
