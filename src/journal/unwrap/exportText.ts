import { HOST_LABELS, IDENTIFIER_LABELS } from '../envelope/lokiLabels.ts';
import { ConcatenatedObjects, isConcatenated } from './concatenatedObjects.ts';
import { LineRewriter } from './lineRewriter.ts';
import { type Columns, csvColumns, csvDocument } from './exportCsv.ts';
import { ForeignDocuments, holdsKlogStrings, isOneLine } from '../entries/foreignDocument.ts';
import { readJsonLine } from '../entries/jsonLine.ts';

/** A row or an entry is not longer; what is, is left as it stands. */
const LONGEST = 4 * 1024 * 1024;
/** The first member of documents that hold entries deeper inside: answers of CloudWatch, Elasticsearch, Loki, Datadog. */
const WRAPPED =
  /^\s{0,20}\{\s{0,20}"(?:resourceLogs|events|hits|data|streams|status|took|results|result|entries|logs|messages|rows|searchedLogStreams|nextForwardToken|_shards|timed_out|meta|messageType|owner|logEvents)"/;
const LIST = /^\s{0,20}\[\s{0,20}\{/;
/** A name and its value, of which a row or the attributes consist: no entry by itself. */
const CELL = /^\{\s{0,20}"(?:field|key)"/;
/** Before an object that says of Loki's and OpenTelemetry's entries where they are from. */
const AROUND = /"(?:stream|resource)"\s{0,4}:\s{0,4}$/;
/** No code that pages write for a character of a log is longer. */
const ENTITY = /&(?:(quot|apos|lt|gt|amp|nbsp)|#(\d{1,5})|#[xX]([\da-fA-F]{1,4}));/g;
const LONGEST_ENTITY = 8;
const TELLING_ENTITY = /\] &(?:quot|#34|#x22);|=&(?:quot|#34|#x22);|&#(?:39|x27);/;
/** Where no quotation mark stands as itself, all were written so. */
const QUOTE_ENTITY = /&(?:quot|#34|#x22);/;
const CHARACTERS: Readonly<Record<string, string>> = {
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  amp: '&',
  nbsp: ' ',
};

/** Rewrites a text so that each entry is one line; the line has the number of the one with which the entry ended (a row: began) in the export, if no other ended there. */
export interface TextRewriter {
  /** The next piece; gives what can be said of it. */
  push(text: string): string;
  /** What was still kept. */
  end(): string;
}

/** The rewriter for a text whose first 4 KB are these, or `undefined` where its lines can be read as they are. */
export function rewriterFor(head: string): TextRewriter | undefined {
  // A row of names may have left a blank line.
  const first = /[^\r\n]+/.exec(head)?.[0] ?? '';
  if (isConcatenated(head)) return new ConcatenatedObjects();
  if (LIST.test(head) || ((WRAPPED.test(head) || holdsKlogStrings(head)) && !isOneLine(first)))
    return new JsonEntries();
  const columns = csvColumns(head);
  if (columns !== undefined) return new CsvRows(columns);
  if (TELLING_ENTITY.test(head)) return new Entities();
  const edges = edgesOf(head);
  return edges === undefined ? undefined : new LineRewriter((line) => inside(line, edges));
}

/** Undoes entities in a text whose longer beginning has them, and no quotation mark as it is. */
export function entitiesOf(head: string): TextRewriter | undefined {
  return !head.includes('"') && QUOTE_ENTITY.test(head) ? new Entities() : undefined;
}

/** What stands around each line of a table, or of text that was set bold or as code. */
const EDGES = ['|', '**', '`'] as const;
/** Fewer lines prove nothing. */
const LEAST_FRAMED = 2;

/** What stands on both edges of all whole lines; `undefined`: nothing does. */
function edgesOf(head: string): string | undefined {
  const whole = head
    .slice(0, head.lastIndexOf('\n') + 1)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (whole.length < LEAST_FRAMED) return undefined;
  return EDGES.find((edge) =>
    whole.every((line) => line.length > 2 * edge.length && line.startsWith(edge) && line.endsWith(edge)),
  );
}

function inside(line: string, edge: string): string {
  const trimmed = line.trim();
  return trimmed.length >= 2 * edge.length && trimmed.startsWith(edge) && trimmed.endsWith(edge)
    ? trimmed.slice(edge.length, -edge.length).trim()
    : line;
}

/** Text that was copied out of a page: its entities are undone. */
class Entities implements TextRewriter {
  #kept = '';

  push(text: string): string {
    const all = this.#kept + text;
    const last = all.lastIndexOf('&');
    const cut = last >= 0 && last > all.length - LONGEST_ENTITY ? last : all.length;
    this.#kept = all.slice(cut);
    return undone(all.slice(0, cut));
  }

  end(): string {
    const rest = undone(this.#kept);
    this.#kept = '';
    return rest;
  }
}

function undone(text: string): string {
  return text.replaceAll(ENTITY, (_all, name?: string, decimal?: string, hexadecimal?: string) => {
    if (name !== undefined) return CHARACTERS[name] ?? '';
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    // A newline would part the line.
    return code < 32 ? ' ' : String.fromCharCode(code);
  });
}

class CsvRows implements TextRewriter {
  readonly #columns: Columns;
  #kept = '';
  /** The next row has the names of the columns. */
  #isOfNames: boolean;

  constructor(columns: Columns) {
    this.#columns = columns;
    this.#isOfNames = columns.hasNames;
  }

  push(text: string): string {
    const all = this.#kept + text;
    let out = '';
    let from = 0;
    let quoted = false;
    for (let i = 0; i < all.length; i += 1) {
      const code = all.charCodeAt(i);
      if (code === 34) quoted = !quoted;
      else if (code === 10 && (!quoted || i - from > LONGEST)) {
        out += this.#row(all.slice(from, i));
        from = i + 1;
        quoted = false;
      }
    }
    this.#kept = all.slice(from);
    return out;
  }

  end(): string {
    const rest = this.#kept === '' ? '' : this.#row(this.#kept);
    this.#kept = '';
    return rest;
  }

  /** The row as one line, and a blank one for each further line that it took. */
  #row(row: string): string {
    const isNames = this.#isOfNames;
    this.#isOfNames = false;
    return `${isNames || row.trim() === '' ? '' : csvDocument(row.replace(/\r$/, ''), this.#columns)}\n${'\n'.repeat(row.split('\n').length - 1)}`;
  }
}

/** Objects that stand in a list, at any depth, and hold a line of a log; and the pairs of time and line of Loki. */
class JsonEntries implements TextRewriter {
  /** What is looked at: from the begin of the outermost entry that is open, and where in it that is. */
  #text = '';
  #at = 0;
  #quoted = false;
  /** For each bracket that is open: its kind, and where it begins (−1: before what is kept). */
  #open: { readonly kind: '{' | '['; begin: number; readonly inList: boolean; holdsEntry: boolean }[] = [];
  /** Newlines that were given out behind an entry before the export had them. */
  #ahead = 0;
  /** What was said last of where further entries are from. */
  #around = '';
  readonly #foreign = new ForeignDocuments();

  push(text: string): string {
    this.#text += text;
    let out = '';
    const all = this.#text;
    for (let i = this.#at; i < all.length; i += 1) {
      const code = all.charCodeAt(i);
      if (this.#quoted) {
        if (code === 92) {
          if (i + 1 >= all.length) {
            this.#at = i;
            return out + this.#forget(i);
          }
          i += 1;
        } else if (code === 34) this.#quoted = false;
      } else if (code === 34) this.#quoted = true;
      else if (code === 123 || code === 91)
        this.#open.push({
          kind: code === 123 ? '{' : '[',
          begin: i,
          inList: this.#open.at(-1)?.kind === '[',
          holdsEntry: false,
        });
      else if (code === 125 || code === 93) out += this.#close(all, i);
      else if (code === 10) {
        if (this.#ahead > 0) this.#ahead -= 1;
        else out += '\n';
      }
    }
    this.#at = all.length;
    return out + this.#forget(all.length);
  }

  end(): string {
    this.#text = '';
    this.#at = 0;
    this.#open = [];
    this.#quoted = false;
    return '\n';
  }

  #close(all: string, at: number): string {
    const closed = this.#open.pop();
    if (closed === undefined || closed.begin < 0) return '';
    const outer = this.#open.at(-1);
    if (closed.holdsEntry) {
      if (outer !== undefined) outer.holdsEntry = true;
      return '';
    }
    const isEntry = closed.kind === '{' ? closed.inList : outer?.kind === '[';
    const text = all.slice(closed.begin, at + 1);
    if (closed.kind === '{' && !closed.inList) {
      if (AROUND.test(all.slice(Math.max(0, closed.begin - 16), closed.begin))) this.#around = text;
      return '';
    }
    const document = !isEntry
      ? undefined
      : closed.kind === '{'
        ? (documentOf(text) ?? (CELL.test(text) ? undefined : this.#foreign.flat(text, this.#around)))
        : (lokiDocument(text, this.#around) ?? insightsDocument(text));
    if (document === undefined) return '';
    if (outer !== undefined) outer.holdsEntry = true;
    this.#ahead += 1;
    return `${document}\n`;
  }

  /** Lets go of what no open entry needs. */
  #forget(end: number): string {
    const first = this.#open.find(({ begin, inList }) => begin >= 0 && inList);
    const from = Math.max(0, Math.min(first?.begin ?? end, end) - 64);
    if (end - from > LONGEST) {
      for (const open of this.#open) open.begin = -1;
      this.#text = this.#text.slice(end);
      this.#at -= end;
      return '';
    }
    for (const open of this.#open) open.begin = open.begin < 0 ? -1 : open.begin - from;
    this.#text = this.#text.slice(from);
    this.#at -= from;
    return '';
  }
}

/** The entry in one line, if it holds a line of a log. */
function documentOf(text: string): string | undefined {
  const read = readJsonLine(text);
  return read === undefined || (read.kind === 'shipped' && read.message === '')
    ? undefined
    : text.replaceAll(/[\r\n]/g, ' ');
}

/** `["1772612401000000000", "line"]` of a stream with these labels. */
function lokiDocument(text: string, stream: string): string | undefined {
  let pair: unknown;
  let labels: unknown;
  try {
    pair = JSON.parse(text);
    labels = stream === '' ? undefined : JSON.parse(stream);
  } catch {
    return undefined;
  }
  if (!Array.isArray(pair) || pair.length < 2) return undefined;
  const [time, line] = pair as readonly unknown[];
  if (typeof time !== 'string' || typeof line !== 'string' || !/^\d{16,19}$/.test(time)) return undefined;
  const label = (names: readonly string[]): unknown =>
    typeof labels === 'object' && labels !== null
      ? names
          .map((name) => Object.entries(labels).find(([key]) => key === name)?.[1] as unknown)
          .find((value) => value !== undefined)
      : undefined;
  return JSON.stringify({ message: line, time, hostname: label(HOST_LABELS), ident: label(IDENTIFIER_LABELS) });
}

/** `[{"field":"@timestamp","value":"…"},{"field":"@message","value":"…"}]`, a row that CloudWatch Logs Insights answers. */
function insightsDocument(text: string): string | undefined {
  if (!text.includes('"field"') || !text.includes('@message')) return undefined;
  let row: unknown;
  try {
    row = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(row)) return undefined;
  const values = new Map<string, unknown>();
  for (const cell of row as readonly unknown[]) if (isCell(cell)) values.set(cell.field.replace(/^@/, ''), cell.value);
  const message = values.get('message');
  return typeof message === 'string' && message !== ''
    ? JSON.stringify({ ...Object.fromEntries(values), message })
    : undefined;
}

function isCell(cell: unknown): cell is { readonly field: string; readonly value: unknown } {
  return (
    typeof cell === 'object' && cell !== null && 'field' in cell && typeof cell.field === 'string' && 'value' in cell
  );
}
