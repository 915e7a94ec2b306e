import { HOST_NAMES, IDENTIFIER_NAMES, TIME_NAMES, isoMicroseconds } from './jsonLine.ts';
import { hostRank, identifierRank } from './shippedOrigin.ts';

/** A klog header, or a klog record in JSON, at the beginning of a text or behind an envelope. */
const KLOG_LINE = /^\s{0,20}(?:[^"{}]{0,200}: )?(?:[IWEF]\d{4} \d\d:\d\d:\d\d\.\d|\{"ts":)/;
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

/** Whether one line of a text that is JSON holds several lines of klog. */
export function holdsKlogStrings(head: string): boolean {
  return /^\s{0,20}[[{]/.test(head) && KLOG_STRINGS.test(head);
}

/**
 * Finds the line in documents whose names for it are not known: the first string that begins like a line of klog. Later documents have their lines under the same names, also those that
 * are not klog's.
 */
export class ForeignDocuments {
  #path: string | undefined;

  /** The document with the names that `readJsonLine` knows; `around`: what stands about it, and says of which node it is. `undefined` when no line is in it. */
  flat(document: string, around = ''): string | undefined {
    const leaves = leavesOf(document);
    const line = leaves.find(({ path, text }) => path === this.#path || KLOG_LINE.test(text));
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

/** The strings and numbers of a document in their order; none when it is no JSON. */
function leavesOf(text: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  try {
    collect(JSON.parse(text), '', 0, leaves);
  } catch {
    return [];
  }
  return leaves;
}

function collect(value: unknown, path: string, depth: number, leaves: Leaf[]): void {
  if (typeof value === 'string' || typeof value === 'number') leaves.push({ path, text: String(value) });
  else if (typeof value !== 'object' || value === null || depth > DEEPEST) return;
  else if (Array.isArray(value)) for (const item of value) collect(item, path, depth + 1, leaves);
  else if (isAttribute(value)) collect(value.value, under(path, value.key), depth + 1, leaves);
  else
    for (const [name, inner] of Object.entries(value))
      collect(inner, under(path, isTyped(name) ? '' : name), depth + 1, leaves);
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
  return name === 'stringValue' || name === 'intValue';
}
