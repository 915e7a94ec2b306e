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

interface Raw extends Omit<TruthEntry, 'at'> {
  readonly t: string;
}

/** The lines of a truth, in the order of their times. */
export function readTruth(lines: Iterable<string>): TruthEntry[] {
  const records: Raw[] = [];
  for (const line of lines) if (line !== '') records.push(JSON.parse(line) as Raw);
  return timed(records);
}

/** Gives records their times in seconds since the first kubelet's start, and sorts by them. Nanoseconds that become a double of seconds since a start lose nothing that matters here. */
function timed(records: readonly Raw[]): TruthEntry[] {
  const start = nanoseconds(records.find(({ ev }) => ev === 'kubelet_start')?.t ?? records[0]?.t ?? '1970-01-01T00:00:00Z');
  return records.map((record) => ({ ...record, at: Number(nanoseconds(record.t) - start) / 1e9 })).sort((a, b) => a.at - b.at);
}

/** The truth in a folder, packed or not; `undefined` if there is none. */
export function readTruthOf(folder: string): TruthEntry[] | undefined {
  const [plain, packed] = [join(folder, 'truth.jsonl'), join(folder, 'truth.jsonl.gz')];
  if (existsSync(plain)) return readTruth(readFileSync(plain, 'utf8').split('\n'));
  if (existsSync(packed)) return readTruth(gunzipSync(readFileSync(packed)).toString('utf8').split('\n'));
  return undefined;
}

function nanoseconds(t: string): bigint {
  const [head = '', fraction = ''] = t.replace('Z', '').split('.');
  return BigInt(Date.parse(`${head}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}
