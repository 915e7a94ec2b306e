/** Sets `klog-text` and `klog-json`: header, message and key-values of every line that klog wrote, against the journal room's reader. */
import { parseKlogLine } from '../../test/support/klogLine.ts';
import type { KeyValue } from '../../src/journal/record.ts';
import type { Judge } from './vectors.ts';

interface VectorPair {
  readonly k: string;
  readonly type: string;
  readonly str?: string;
  readonly text?: string;
}

interface Vector {
  readonly id: string;
  readonly fn: string;
  readonly line?: string;
  readonly msg?: string;
  readonly err?: string | null;
  readonly kv: readonly VectorPair[] | null;
  readonly header?: {
    readonly sev: string;
    readonly mmdd: string;
    readonly time: string;
    readonly pid: number;
    readonly file: string;
    readonly line: number;
  };
}

interface ExpectedPair {
  readonly key: string;
  /** `undefined`: the vector does not say. */
  readonly value: string | undefined;
  /** Text of `%+v` (klog before v2.100) that itself holds what reads as a next pair: nobody can tell where it ends (see the vectors' NOTES). */
  readonly ambiguous: boolean;
}

const judge: Judge = (vector) => {
  const decoded = decodeBase64Fields(vector) as Vector;
  return decoded.header === undefined ? checkJson(decoded) : checkText(decoded);
};

export const klogJudges: Readonly<Record<'klog-text' | 'klog-json', Judge>> = {
  'klog-text': judge,
  'klog-json': judge,
};

function checkText(vector: Vector): string | undefined {
  const parsed = parseKlogLine(vector.line ?? '', 2026);
  const { header } = vector;
  if (parsed === undefined || header === undefined) return 'not read at all';
  const time = new Date(Math.floor(parsed.header.time / 1000)).toISOString();
  const microseconds = String(parsed.header.time % 1_000_000).padStart(6, '0');
  const read = [
    parsed.header.severity,
    time.slice(5, 7) + time.slice(8, 10),
    `${time.slice(11, 19)}.${microseconds}`,
    parsed.header.pid,
    parsed.header.file,
    parsed.header.fileLine,
  ];
  const wanted = [header.sev, header.mmdd, header.time, header.pid, header.file, header.line];
  if (JSON.stringify(read) !== JSON.stringify(wanted))
    return `header ${JSON.stringify(read)}, want ${JSON.stringify(wanted)}`;
  // printf-style calls end their line with one newline, whether the text has one or not.
  if (parsed.message !== vector.msg && parsed.message !== withoutFinalNewline(vector.msg ?? ''))
    return `message ${JSON.stringify(parsed.message)}, want ${JSON.stringify(vector.msg)}`;
  return comparePairs(parsed.pairs, vector);
}

function checkJson(vector: Vector): string | undefined {
  const parsed = parseKlogLine(vector.line ?? '');
  if (parsed === undefined) return 'not read at all';
  const object = JSON.parse(vector.line ?? '') as Record<string, unknown>;
  const caller = typeof object.caller === 'string' ? object.caller : '';
  if (parsed.header.time !== Math.round(Number(object.ts) * 1000)) return `time ${parsed.header.time}`;
  if (!caller.endsWith(`/${parsed.header.file}:${parsed.header.fileLine}`))
    return `caller ${parsed.header.file}:${parsed.header.fileLine}, want ${caller}`;
  if (parsed.header.severity !== (vector.fn.includes('Error') ? 'E' : 'I')) return `severity ${parsed.header.severity}`;
  if (parsed.message !== vector.msg)
    return `message ${JSON.stringify(parsed.message)}, want ${JSON.stringify(vector.msg)}`;
  return comparePairs(parsed.pairs, vector) ?? compareWithParser(parsed.pairs, object);
}

/** Every value once more against a JSON parser: the last of equal keys wins there. */
function compareWithParser(pairs: readonly KeyValue[], object: Readonly<Record<string, unknown>>): string | undefined {
  for (const [key, pair] of new Map(pairs.map((one) => [one.key, one]))) {
    const value = object[key];
    if (
      typeof value === 'string'
        ? pair.value !== value
        : !pair.quoted && JSON.stringify(JSON.parse(pair.value)) !== JSON.stringify(value)
    )
      return `value of ${key}`;
  }
  return undefined;
}

function comparePairs(read: readonly KeyValue[], vector: Vector): string | undefined {
  const wanted = expectedPairs(vector);
  const problem = differingPair(read, wanted);
  return problem === undefined || differingPair(read, withoutRepeats(wanted)) === undefined ? undefined : problem;
}

/** The pairs in their printed order: text has the error first, then what the logger carries; JSON has the logger's name first and the error last. */
function expectedPairs(vector: Vector): ExpectedPair[] {
  const json = vector.header === undefined;
  const own = (vector.kv ?? []).flatMap((pair) => {
    const causes: ExpectedPair[] =
      json && pair.type === 'error-aggregate' ? [{ key: `${pair.k}Causes`, value: undefined, ambiguous: false }] : [];
    return [expectedPair(pair), ...causes];
  });
  const text = vector.err ?? (vector.fn.includes('ctx err') ? 'ctx err' : undefined);
  const error: ExpectedPair[] = text === undefined ? [] : [{ key: 'err', value: text, ambiguous: false }];
  const logger: ExpectedPair[] = vector.fn.includes('WithName')
    ? [{ key: 'logger', value: 'comp', ambiguous: false }]
    : [];
  return json ? [...logger, ...own, ...error] : [...error, ...logger, ...own];
}

/** klog since v2.100 prints a key that is given twice once, with its last value at the last place. */
function withoutRepeats(pairs: readonly ExpectedPair[]): ExpectedPair[] {
  return pairs.filter((pair, index) => pairs.findLastIndex((other) => other.key === pair.key) === index);
}

function expectedPair({ k, type, str, text }: VectorPair): ExpectedPair {
  if (type === 'MISSING') return { key: k, value: '(MISSING)', ambiguous: false };
  const printed = text?.slice(k.length + 1);
  const ambiguous = printed !== undefined && isAmbiguous(printed, type);
  if (str !== undefined) return { key: k, value: str, ambiguous };
  if (printed === undefined) return { key: k, value: undefined, ambiguous };
  return { key: k, value: printed.startsWith('"') ? unquote(printed) : printed, ambiguous };
}

const PRINTED_BARE = new Set(['named-string', 'struct-nested', 'map', '[]string', '*struct(PodLifecycleEvent shape)']);

/** Free text without quotes that holds ` word=`, or an own bracket before its end, or more openers than closers. */
function isAmbiguous(printed: string, type: string): boolean {
  if (!PRINTED_BARE.has(type) || printed.startsWith('"')) return false;
  if (/[ \n][A-Za-z_][\w./-]*=/.test(printed)) return true;
  const first = /^[^ {[]*([{[])/.exec(printed)?.[1];
  if (first === undefined || type === 'named-string') return type === 'named-string' && /^[{[]/.test(printed);
  const closer = first === '{' ? '}' : ']';
  let depth = 0;
  for (let i = 0; i < printed.length; i++) {
    if (printed[i] === first) depth++;
    else if (printed[i] === closer && --depth <= 0 && i < printed.length - 1) return true;
  }
  return depth !== 0;
}

function differingPair(read: readonly KeyValue[], wanted: readonly ExpectedPair[]): string | undefined {
  const length = Math.max(read.length, wanted.length);
  for (let i = 0; i < length; i++) {
    const a = read[i];
    const b = wanted[i];
    const same =
      a !== undefined && b !== undefined && a.key === b.key && (b.value === undefined || sameValue(a.value, b.value));
    // What follows an ambiguous value cannot be told either; up to here every pair was exact.
    if (!same && a !== undefined && b?.ambiguous === true && a.key === b.key) return undefined;
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
  let bytes = false;
  const plain = text
    .replaceAll(/\\x([0-9a-f]{2})/g, (_all, digits: string) => {
      bytes = true;
      return `\\uE0${digits}`;
    })
    .replaceAll('\\a', '\\u0007')
    .replaceAll('\\v', '\\u000b');
  const value = JSON.parse(plain) as string;
  if (!bytes) return value;
  const encoded: number[] = [];
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (code >= 0xe000 && code <= 0xe0ff) encoded.push(code - 0xe000);
    else encoded.push(...new TextEncoder().encode(character));
  }
  return new TextDecoder().decode(Uint8Array.from(encoded));
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
