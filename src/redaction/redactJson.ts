/** One line of JSON: an entry of a journal, a klog record or a document of a log shipper. Its values are learned, or replaced, by their keys. */
import { kindOfKey } from './contexts.ts';
import type { NameBook, NameKind } from './nameBook.ts';
import { isName, learnName, learnText, pseudonymOf, redactText } from './redactText.ts';
import { shapesOnly } from './shapes.ts';

/** Who wrote the entry, by the names of programs: they are no names of the log. */
const PROGRAMS: ReadonlySet<string> = new Set(
  'SYSLOG_IDENTIFIER _COMM _EXE _SYSTEMD_UNIT _SYSTEMD_SLICE _SYSTEMD_CGROUP UNIT _TRANSPORT _PID SYSLOG_PID PRIORITY ident unit'.split(
    ' ',
  ),
);
const DEEPEST = 24;

/** Takes the names of a line into the book; `false` for what is no JSON. */
export function learnJson(line: string, book: NameBook): boolean {
  const value = parsed(line);
  if (value === undefined) return false;
  walk(value, '', '', 0, {
    name: (kind, text) => {
      if (isName(text)) learnName(kind, text, book);
      return text;
    },
    text: (text) => {
      learnText(text, book);
      return text;
    },
    program: (text) => text,
  });
  return true;
}

/** The line with pseudonyms; `undefined` for what is no JSON. */
export function redactJson(line: string, book: NameBook): string | undefined {
  const value = parsed(line);
  if (value === undefined) return undefined;
  return JSON.stringify(
    walk(value, '', '', 0, {
      name: (kind, text) => (isName(text) ? pseudonymOf(kind, text, book) : redactText(text, book)),
      text: (text) => redactText(text, book),
      program: (text) => shapesOnly(text, book),
    }),
  );
}

interface Visitor {
  readonly name: (kind: NameKind, text: string) => string;
  readonly text: (text: string) => string;
  readonly program: (text: string) => string;
}

function parsed(line: string): object | undefined {
  if (!line.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined; // a line that is cut, or no JSON
  }
}

function walk(value: unknown, key: string, parent: string, depth: number, visit: Visitor): unknown {
  if (depth > DEEPEST) return undefined;
  if (typeof value === 'string') {
    if (PROGRAMS.has(key)) return visit.program(value);
    const kind = key === 'name' ? kindOfName(parent) : kindOfKey(key);
    return kind === undefined || /[/:\s]/.test(value) ? visit.text(value) : visit.name(kind, value);
  }
  if (Array.isArray(value)) {
    // The journal gives a text with control characters as numbers of bytes.
    if (value.length > 0 && value.every((one) => typeof one === 'number' && one >= 0 && one < 256))
      return visit.text(new TextDecoder().decode(Uint8Array.from(value as readonly number[])));
    return value.map((one) => walk(one, key, parent, depth + 1, visit));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, walk(one, name, key, depth + 1, visit)]));
}

/** `pod: {name, namespace}`, as klog writes an object in JSON. */
function kindOfName(parent: string): NameKind | undefined {
  if (/^(?:old|mirror)?pods?$/i.test(parent)) return 'pod';
  if (/^nodes?$/i.test(parent) || /^host$/i.test(parent)) return 'node';
  if (/^containers?$/i.test(parent)) return 'container';
  return parent === '' || parent === 'kubernetes' ? undefined : 'object';
}
