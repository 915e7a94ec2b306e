import { parseKlogLine } from '../../src/journal/klogLine.ts';
import type { KeyValue } from '../../src/journal/record.ts';

/** Runs the klog vector sets (`klog-text`, `klog-json`): header, message and key-values of every line. */
export interface VectorResult {
  readonly passed: number;
  readonly failed: number;
  readonly failures: string[];
}

interface VectorPair { readonly k: string; readonly type: string; readonly str?: string; readonly text?: string }

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly line?: string;
  readonly msg?: string;
  readonly err?: string | null;
  readonly kv: readonly VectorPair[] | null;
  readonly header?: { readonly sev: string; readonly mmdd: string; readonly time: string; readonly pid: number; readonly file: string; readonly line: number };
}

export function runKlogVectors(file: string, lines: Iterable<string>): VectorResult {
  const failures: string[] = [];
  let passed = 0;
  for (const text of lines) {
    if (text.trim() === '') continue;
    const vector = decodeBase64Fields(JSON.parse(text)) as unknown as Vector;
    const problem = vector.header === undefined ? checkJson(vector) : checkText(vector);
    if (problem === undefined) passed++;
    else failures.push(`${file} ${vector.id}: ${problem}`);
  }
  return { passed, failed: failures.length, failures };
}

interface ExpectedPair {
  readonly key: string;
  /** `undefined`: the vector does not say. */
  readonly value: string | undefined;
  /** Printed by `%+v` without quotes: its end cannot be told in general. */
  readonly bare: boolean;
}

function checkText(vector: Vector): string | undefined {
  const parsed = parseKlogLine(vector.line ?? '', 2026);
  const { header } = vector;
  if (parsed === undefined || header === undefined) return 'not read at all';
  const time = new Date(Math.floor(parsed.header.time / 1000)).toISOString();
  const microseconds = String(parsed.header.time % 1_000_000).padStart(6, '0');
  const read = [parsed.header.severity, time.slice(5, 7) + time.slice(8, 10), `${time.slice(11, 19)}.${microseconds}`, parsed.header.pid, parsed.header.file, parsed.header.fileLine];
  const wanted = [header.sev, header.mmdd, header.time, header.pid, header.file, header.line];
  if (JSON.stringify(read) !== JSON.stringify(wanted)) return `header ${JSON.stringify(read)}, want ${JSON.stringify(wanted)}`;
  if (parsed.message !== withoutFinalNewline(vector.msg ?? '') && parsed.message !== vector.msg) return `message ${JSON.stringify(parsed.message)}, want ${JSON.stringify(vector.msg)}`;
  return comparePairs(parsed.pairs, expectedPairs(vector));
}

function expectedPairs(vector: Vector): ExpectedPair[] {
  const own = (vector.kv ?? []).map((pair) => expectedPair(pair));
  const error: ExpectedPair[] = vector.err === undefined || vector.err === null ? [] : [{ key: 'err', value: vector.err, bare: false }];
  const logger: ExpectedPair[] = vector.fn.includes('WithName') ? [{ key: 'logger', value: 'comp', bare: false }] : [];
  const bound = vector.fn.includes('WithValues') ? own.slice(0, 1) : [];
  return [...(vector.header === undefined ? [...logger, ...bound, ...error] : [...error, ...logger, ...bound]), ...own.slice(bound.length)];
}

function expectedPair({ k, type, str, text }: VectorPair): ExpectedPair {
  if (type === 'MISSING') return { key: k, value: '(MISSING)', bare: false };
  const printed = text?.slice(k.length + 1);
  const bare = printed !== undefined && !printed.startsWith('"') && !printed.startsWith('<\n');
  if (str !== undefined) return { key: k, value: str, bare };
  if (printed === undefined) return { key: k, value: undefined, bare };
  return { key: k, value: printed.startsWith('"') ? unquote(printed) : printed, bare };
}

function comparePairs(read: readonly KeyValue[], wanted: readonly ExpectedPair[]): string | undefined {
  const length = Math.max(read.length, wanted.length);
  for (let i = 0; i < length; i++) {
    const a = read[i];
    const b = wanted[i];
    const same = a !== undefined && b !== undefined && a.key === b.key && (b.value === undefined || sameValue(a.value, b.value));
    if (!same) return `pair ${i + 1} ${JSON.stringify(a)}, want ${JSON.stringify(b)}`;
  }
  return undefined;
}

/** A block loses a final newline: "a\nb" and "a\nb\n" are printed alike. */
function sameValue(a: string, b: string): boolean {
  return a === b || (b.includes('\n') && a === withoutFinalNewline(b));
}

function withoutFinalNewline(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

/** Go's quotes undone without the reader's own code: what JSON understands too, and bytes as `\xNN`. */
function unquote(text: string): string {
  const bytes: number[] = [];
  const plain = text.replaceAll(/\\x([0-9a-f]{2})/g, (_all, digits: string) => {
    bytes.push(Number.parseInt(digits, 16));
    return `\\uE0${digits}`;
  }).replaceAll('\\a', '\\u0007').replaceAll('\\v', '\\u000b');
  const value = JSON.parse(plain) as string;
  if (bytes.length === 0) return value;
  const encoded: number[] = [];
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe000 && code <= 0xe0ff) encoded.push(code - 0xe000);
    else encoded.push(...new TextEncoder().encode(character));
  }
  return new TextDecoder().decode(Uint8Array.from(encoded));
}

function checkJson(vector: Vector): string | undefined {
  const parsed = parseKlogLine(vector.line ?? '');
  if (parsed === undefined) return 'not read at all';
  const object = JSON.parse(vector.line ?? '') as Record<string, unknown>;
  const caller = typeof object.caller === 'string' ? object.caller : '';
  if (parsed.header.time !== Math.round(Number(object.ts) * 1000)) return `time ${parsed.header.time}`;
  if (!caller.endsWith(`/${parsed.header.file}:${parsed.header.fileLine}`)) return `caller ${parsed.header.file}:${parsed.header.fileLine}, want ${caller}`;
  if (parsed.header.severity !== (vector.fn.includes('Error') ? 'E' : 'I')) return `severity ${parsed.header.severity}`;
  if (parsed.message !== vector.msg) return `message ${JSON.stringify(parsed.message)}, want ${JSON.stringify(vector.msg)}`;
  const problem = comparePairs(parsed.pairs, expectedPairs(vector));
  if (problem !== undefined) return problem;
  // Every value once more against a JSON parser: the last of equal keys wins there.
  const last = new Map(parsed.pairs.map((pair) => [pair.key, pair]));
  for (const [key, pair] of last) {
    const value = object[key];
    if (typeof value === 'string' ? pair.value !== value : !pair.quoted && JSON.stringify(JSON.parse(pair.value)) !== JSON.stringify(value)) return `value of ${key}`;
  }
  return undefined;
}

const NAMES = ['msg', 'err', 'line', 'str', 'text'] as const;

/** `X_b64` stands for field X where its bytes are no valid UTF-8. */
function decodeBase64Fields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decodeBase64Fields);
  if (typeof value !== 'object' || value === null) return value;
  const object: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    const name = NAMES.find((candidate) => key === `${candidate}_b64`);
    if (name !== undefined && typeof member === 'string') object[name] = Buffer.from(member, 'base64').toString('utf8');
    else object[key] = decodeBase64Fields(member);
  }
  return object;
}
