/** The truth beside a log, recorded or simulated: one JSON object a line. Only the members that the comparison reads. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

export interface TruthEntry {
  readonly ev: string;
  /** Seconds since the first kubelet's start. */
  readonly at: number;
  readonly pid?: number;
  /** Of a skip. */
  readonly err?: string;
  /** Of an event: what happened to which container or sandbox of which pod. */
  readonly type?: string;
  readonly data?: string;
  readonly podUID?: string;
  /** Of a container or sandbox: its id, its pod as `namespace/name`, its name, its state. */
  readonly id?: string;
  readonly pod?: string;
  readonly name?: string;
  readonly state?: string;
}

/** A line of a truth as it is written: with its time in UTC, and all members that any script reads. */
export interface RawEntry extends Omit<TruthEntry, 'at'> {
  readonly t: string;
  /** Of a runtime call. */
  readonly method?: string;
  readonly start?: string;
  readonly end?: string;
  readonly code?: string;
  /** What was done to it on purpose. */
  readonly injected?: string;
  /** Of a relist: its start, which names it. */
  readonly relist_ts?: string;
  /** Of a skip. */
  readonly sleep_ms?: number;
  /** Of a container: what was done to it. */
  readonly what?: string;
}

/** The lines of a truth, in the order of their times. */
export function readTruth(lines: Iterable<string>): TruthEntry[] {
  return timed(rawEntries(lines));
}

function rawEntries(lines: Iterable<string>): RawEntry[] {
  const records: RawEntry[] = [];
  for (const line of lines) if (line !== '') records.push(JSON.parse(line) as RawEntry);
  return records;
}

/** Gives records their times in seconds since the first kubelet's start, and sorts by them. Nanoseconds that become a double of seconds since a start lose nothing that matters here. */
function timed(records: readonly RawEntry[]): TruthEntry[] {
  const start = nanosecondsOf(
    records.find(({ ev }) => ev === 'kubelet_start')?.t ?? records[0]?.t ?? '1970-01-01T00:00:00Z',
  );
  return records
    .map((record) => ({ ...record, at: Number(nanosecondsOf(record.t) - start) / 1e9 }))
    .sort((a, b) => a.at - b.at);
}

/** The truth in a folder, packed or not; `undefined` if there is none. */
export function readTruthOf(folder: string): TruthEntry[] | undefined {
  const lines = linesOf(folder, 'truth.jsonl');
  return lines === undefined ? undefined : readTruth(lines);
}

/** The same as it is written. */
export function readRawTruthOf(folder: string): RawEntry[] | undefined {
  const lines = linesOf(folder, 'truth.jsonl');
  return lines === undefined ? undefined : rawEntries(lines);
}

/** The lines of a file of a record, packed or not; `undefined` if there is none. */
export function linesOf(folder: string, file: string): string[] | undefined {
  const [plain, packed] = [join(folder, file), join(folder, `${file}.gz`)];
  if (existsSync(plain)) return readFileSync(plain, 'utf8').split('\n');
  if (existsSync(packed)) return gunzipSync(readFileSync(packed)).toString('utf8').split('\n');
  return undefined;
}

/** A UTC time in nanoseconds since the epoch. */
export function nanosecondsOf(t: string): bigint {
  const [head = '', fraction = ''] = t.replace('Z', '').split('.');
  return BigInt(Date.parse(`${head}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}
