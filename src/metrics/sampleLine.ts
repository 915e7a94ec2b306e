/**
 * One line of the Prometheus text format (version 0.0.4) and of OpenMetrics: `name{label="value",…} value [timestamp]`. Scanned by hand, in linear time: a line is a stranger's text.
 * https://github.com/prometheus/docs/blob/main/docs/instrumenting/exposition_formats.md
 */

export interface Sample {
  readonly name: string;
  readonly labels: ReadonlyMap<string, string>;
  /** `NaN` and infinities are values, too. */
  readonly value: number;
  /** Milliseconds since the epoch, where the line has one. */
  readonly timestamp?: number;
}

/** Longer lines are none of a kubelet's, whose longest has some hundred characters. */
const LONGEST = 16_384;

/** Reads a line; `undefined`: it is no sample (blank, a comment, or broken). */
export function readSample(line: string): Sample | undefined {
  if (line.length > LONGEST) return undefined;
  const start = skipBlanks(line, 0);
  const nameEnd = endOfName(line, start);
  if (nameEnd === start) return undefined;
  const labels = new Map<string, string>();
  let at = skipBlanks(line, nameEnd);
  if (line[at] === '{') {
    at = readLabels(line, at + 1, labels);
    if (at < 0) return undefined;
    at = skipBlanks(line, at);
  } else if (at === nameEnd) return undefined;
  const [word, time, ...rest] =
    line
      .slice(at)
      .split(' # ', 1)[0]
      ?.trim()
      .split(/[ \t]+/, 4) ?? [];
  const value = word === undefined || rest.length > 0 ? undefined : numberOf(word);
  if (value === undefined) return undefined;
  const name = line.slice(start, nameEnd);
  if (time === undefined) return { name, labels, value };
  const stamp = numberOf(time);
  if (stamp === undefined || !Number.isFinite(stamp)) return undefined;
  // OpenMetrics writes seconds with a fraction, the older format whole milliseconds.
  return { name, labels, value, timestamp: time.includes('.') || Math.abs(stamp) < 1e11 ? stamp * 1000 : stamp };
}

/** Takes labels up to behind the brace; negative when they are broken. */
function readLabels(line: string, from: number, labels: Map<string, string>): number {
  let at = skipBlanks(line, from);
  while (line[at] !== '}') {
    const end = endOfName(line, at);
    if (end === at) return -1;
    const name = line.slice(at, end);
    at = skipBlanks(line, end);
    if (line[at] !== '=') return -1;
    at = skipBlanks(line, at + 1);
    if (line[at] !== '"') return -1;
    const value = endOfQuoted(line, at + 1);
    if (value < 0) return -1;
    labels.set(name, unescaped(line.slice(at + 1, value)));
    at = skipBlanks(line, value + 1);
    if (line[at] === ',') at = skipBlanks(line, at + 1);
    else if (line[at] !== '}') return -1;
  }
  return at + 1;
}

function endOfQuoted(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    if (line[at] === '\\') at += 1;
    else if (line[at] === '"') return at;
  }
  return -1;
}

function unescaped(text: string): string {
  return text.includes('\\') ? text.replace(/\\(.)/g, (_all, sign: string) => (sign === 'n' ? '\n' : sign)) : text;
}

function endOfName(line: string, from: number): number {
  let at = from;
  while (at < line.length && isNameSign(line.charCodeAt(at), at > from)) at += 1;
  return at;
}

function isNameSign(code: number, within: boolean): boolean {
  const letter = (code | 32) >= 97 && (code | 32) <= 122;
  return letter || code === 95 || code === 58 || (within && code >= 48 && code <= 57);
}

function skipBlanks(line: string, from: number): number {
  let at = from;
  while (line[at] === ' ' || line[at] === '\t') at += 1;
  return at;
}

const PLAIN_NUMBER = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,5})?$/;

function numberOf(word: string): number | undefined {
  if (PLAIN_NUMBER.test(word)) return Number(word);
  switch (word.toLowerCase()) {
    case 'nan':
      return Number.NaN;
    case '+inf':
    case 'inf':
      return Number.POSITIVE_INFINITY;
    case '-inf':
      return Number.NEGATIVE_INFINITY;
    default:
      return undefined;
  }
}
