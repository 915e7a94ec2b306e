import { HOST_NAMES, IDENTIFIER_NAMES, type JsonLine, TIME_NAMES, isoMicroseconds, readJsonLine } from './jsonLine.ts';
import { hostRank, identifierRank } from './shippedOrigin.ts';

/** A klog header, or a klog record in JSON, at the beginning of a text or behind an envelope (RFC 5424 and container runtimes end theirs without a colon). */
const KLOG_LINE =
  /^\s{0,20}(?:[^"{}]{0,200}: |<\d{1,3}>1 [^"{}]{0,200} |\S{1,40} std(?:err|out) [FP] )?(?:[IWEF]\d{4} \d\d:\d\d:\d\d\.\d|\{"ts":)/;
/** A klog header anywhere in a text. */
const KLOG_HEADER = /\b[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/;
/** A klog record in JSON anywhere in a document, perhaps as a text of it. */
const KLOG_OBJECT = /\{\\{0,3}"ts\\{0,3}":/;
/** Two lines of klog that stand in strings of one line. */
const KLOG_STRINGS = /"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d[^\n]{0,4000}"[IWEF]\d{4} \d\d:\d\d:\d\d\.\d/;
/** Times that OpenTelemetry writes. */
const OPEN_TELEMETRY_TIMES: readonly string[] = ['timeUnixNano', 'observedTimeUnixNano'];
const TIMES: ReadonlySet<string> = new Set([...TIME_NAMES, ...OPEN_TELEMETRY_TIMES]);
const DEEPEST = 32;

interface Leaf {
  /** The names on the way to it, with dots between them; places in a list do not count. */
  readonly path: string;
  readonly text: string;
}

function mayHoldKlog(document: string): boolean {
  return KLOG_HEADER.test(document) || KLOG_OBJECT.test(document);
}

/** Whether one line of a text that is objects of JSON holds several lines of klog. */
export function holdsKlogStrings(head: string): boolean {
  return /^\s{0,20}(?:\{|\[\s{0,20}[[{])/.test(head) && KLOG_STRINGS.test(head);
}

/** Whether a text is one document, with a line of klog under a name that is known, or a record of klog: what else it holds repeats the line, or is quoted in it. */
export function isOneLine(text: string): boolean {
  const read = readJsonLine(text);
  return read !== undefined && (read.kind !== 'shipped' || holdsLine(read.message));
}

/** Whether a text begins like a line of klog, perhaps behind an envelope. */
export function beginsLikeKlog(text: string): boolean {
  return KLOG_LINE.test(text);
}

/** Whether a text is a line of klog, or has one in it that no document holds. */
export function holdsLine(text: string): boolean {
  return beginsLikeKlog(text) || (!text.startsWith('{') && KLOG_HEADER.test(text));
}

/**
 * Finds the line in documents whose names for it are not known, or that hold something else under a name that is known: the first string that begins like a line of klog. Later documents
 * have their lines under the same names, also those that are not klog's.
 */
export class ForeignDocuments {
  #path: string | undefined;

  /** Reads a JSON object as `readJsonLine` does, but for the line of a document, which may be another member than that of the known name. */
  read(document: string): JsonLine | undefined {
    const known = readJsonLine(document);
    if (known !== undefined && (known.kind !== 'shipped' || holdsLine(known.message))) return known;
    const inner = known === undefined ? undefined : innerOf(known);
    if (inner !== undefined) return inner;
    const flat = this.#path === undefined && !mayHoldKlog(document) ? undefined : this.flat(document);
    const found = flat === undefined ? undefined : readJsonLine(flat);
    if (known === undefined || found?.kind !== 'shipped') return found ?? known;
    return {
      ...(known.time === undefined ? found : known),
      host: known.host ?? found.host,
      identifier: known.identifier ?? found.identifier,
      pid: known.pid,
      message: found.message,
    };
  }

  /** The document with the names that `readJsonLine` knows; `around`: what stands about it, and says of which node it is. `undefined` when no line is in it. */
  flat(document: string, around = ''): string | undefined {
    const leaves = leavesOf(document);
    const line = leaves.find(({ path, text }) => path === this.#path || beginsLikeKlog(text));
    if (line === undefined) return undefined;
    this.#path = line.path;
    const origins = [...leaves.filter((leaf) => leaf !== line), ...leavesOf(around)];
    return JSON.stringify({
      message: line.text,
      time: leaves.find(({ path, text }) => TIMES.has(lastName(path)) && isoMicroseconds(text) !== undefined)?.text,
      hostname: best(origins, HOST_NAMES, hostRank),
      ident: best(origins, IDENTIFIER_NAMES, identifierRank),
    });
  }
}

/** The document that is the text of another one, if it tells who wrote it. What it does not tell itself is of the outer one. */
function innerOf(outer: JsonLine & { readonly kind: 'shipped' }): JsonLine | undefined {
  const inner = outer.message.startsWith('{"') ? readJsonLine(outer.message) : undefined;
  if (inner === undefined || inner.kind === 'klog' || inner.host === undefined || inner.identifier === undefined)
    return undefined;
  return inner.time === undefined
    ? { ...inner, time: outer.time, ...(outer.isLocal === true ? { isLocal: true } : {}) }
    : inner;
}

function best(leaves: readonly Leaf[], names: readonly string[], rankOf: (path: string) => number): string | undefined {
  let found: string | undefined;
  let lowest = Infinity;
  for (const { path, text } of leaves) {
    const own = names.indexOf(lastName(path));
    const rank = own >= 0 && !path.includes('.') ? own : names.length + rankOf(path);
    if (text === '' || rank >= lowest) continue;
    found = text;
    lowest = rank;
  }
  return found;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** The strings and numbers of a document in their order, and those of documents that are its strings; none when it is no JSON. */
function leavesOf(text: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  collect(parsed(text), '', 0, leaves);
  return leaves;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function collect(value: unknown, path: string, depth: number, leaves: Leaf[]): void {
  const inner =
    typeof value === 'string' && depth <= DEEPEST && value.startsWith('{') && !beginsLikeKlog(value)
      ? parsed(value)
      : undefined;
  if (inner !== undefined) collect(inner, '', depth + 1, leaves);
  else if (typeof value === 'string' || typeof value === 'number') leaves.push({ path, text: String(value) });
  else if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  else if (Array.isArray(value)) for (const item of value) collect(item, path, depth + 1, leaves);
  else if (isAttribute(value)) collect(value.value, under(path, value.key), depth + 1, leaves);
  else
    for (const [name, inner] of Object.entries(value))
      collect(
        isList(name) && hasValues(inner) ? inner.values : inner,
        under(path, isTyped(name) ? '' : name),
        depth + 1,
        leaves,
      );
}

function under(path: string, name: string): string {
  if (path === '' || name === '') return path + name;
  return `${path}.${name}`;
}

/** OpenTelemetry writes a member as an object of its name and its value, and a value under the name of its type. */
function isAttribute(value: object): value is { readonly key: string; readonly value: unknown } {
  return 'key' in value && typeof value.key === 'string' && 'value' in value;
}

function isTyped(name: string): boolean {
  return name === 'stringValue' || name === 'intValue' || isList(name);
}

/** Several values, or several members (opentelemetry-proto, common/v1/common.proto): so stand the fields of the journal in the body of a record. */
function isList(name: string): boolean {
  return name === 'kvlistValue' || name === 'arrayValue';
}

function hasValues(value: unknown): value is { readonly values: unknown } {
  return typeof value === 'object' && value !== null && 'values' in value;
}
