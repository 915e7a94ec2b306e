/** Entries of a log as documents of YAML, one after the other, as `gcloud logging read` prints them. */
import { holdsLine } from '../entries/foreignDocument.ts';
import { readJsonLine } from '../entries/jsonLine.ts';
import { wholeLines } from './beginnings.ts';
import type { TextRewriter } from './exportText.ts';
import { LineWise } from './lineWise.ts';

const SEPARATOR = /^---[ \t]{0,4}$/;
const PAIR = /^( {0,40})(?:- )?(?:'([^'\n]{1,120})'|"([^"\n]{1,120})"|([\w.@/-]{1,120})):(?: (.{0,1048576}))?$/;
/** A document is not longer; what is, stays as it is. */
const LONGEST = 1024 * 1024;
const INDENT = /^ {0,60}/;

type Value = string | { [name: string]: Value };

/** What makes such documents those of JSON, where the beginning of a text has one with a line of klog in it; `isAll`: the text has no more. */
export function yamlEntriesOf(head: string, isAll: boolean): TextRewriter | undefined {
  const lines = wholeLines(head, isAll);
  const from = lines.findIndex((line) => SEPARATOR.test(line));
  if (from < 0 || !PAIR.test(lines[from + 1] ?? '')) return undefined;
  const trial = new YamlEntries(false);
  trial.push(`${lines.slice(from).join('\n')}\n---\n`);
  return trial.hasFound ? new YamlEntries(true) : undefined;
}

/** Puts each document into its last line. */
class YamlEntries implements TextRewriter {
  /** Whether a document holds a line of klog, or is an entry of the journal. */
  hasFound: boolean;
  readonly #lineWise = new LineWise((line) => this.#line(line));
  /** The document that is open. */
  #lines: string[] = [];
  #length = 0;

  constructor(hasFound: boolean) {
    this.hasFound = hasFound;
  }

  push(text: string): string {
    return this.#lineWise.push(text);
  }

  end(): string {
    return this.#lineWise.end() + this.#close();
  }

  #line(line: string): string {
    if (SEPARATOR.test(line)) return `${this.#close()}\n`;
    this.#lines.push(line);
    this.#length += line.length;
    return this.#length > LONGEST ? this.#asItStands() : '';
  }

  #close(): string {
    const document = JSON.stringify(mapOf(this.#lines));
    const read = readJsonLine(document);
    if (read === undefined || (read.kind === 'shipped' && !this.hasFound && !holdsLine(read.message)))
      return this.#asItStands();
    this.hasFound = true;
    const lines = this.#lines.length;
    this.#lines = [];
    this.#length = 0;
    return `${'\n'.repeat(lines - 1)}${document}\n`;
  }

  #asItStands(): string {
    const text = this.#lines.map((line) => `${line}\n`).join('');
    this.#lines = [];
    this.#length = 0;
    return text;
  }
}

/** The names and values of a document; lists are no part of it. */
function mapOf(lines: readonly string[]): { [name: string]: Value } {
  const root: { [name: string]: Value } = {};
  const open: { readonly indent: number; readonly map: { [name: string]: Value } }[] = [{ indent: -1, map: root }];
  for (let i = 0; i < lines.length; i += 1) {
    const found = PAIR.exec(lines[i] ?? '');
    if (found === null) continue;
    const indent = found[1]?.length ?? 0;
    const name = found[2] ?? found[3] ?? found[4] ?? '';
    while (open.length > 1 && (open.at(-1)?.indent ?? 0) >= indent) open.pop();
    const map = open.at(-1)?.map ?? root;
    if (found[5] === undefined || found[5].trim() === '') {
      const inner: { [name: string]: Value } = {};
      map[name] = inner;
      open.push({ indent, map: inner });
      continue;
    }
    const more: string[] = [];
    while (i + 1 < lines.length && isBehind(lines[i + 1] ?? '', indent)) {
      i += 1;
      more.push(lines[i] ?? '');
    }
    map[name] = scalarOf(found[5], more);
  }
  return root;
}

/** Whether a line goes on with the value of a name that stands so deep. */
function isBehind(line: string, indent: number): boolean {
  return line.trim() === '' || (INDENT.exec(line)?.[0].length ?? 0) > indent;
}

/** A value over one or several lines: plain, in single or double quotation marks, or a block. */
function scalarOf(first: string, more: readonly string[]): string {
  if (/^[|>][+-]?$/.test(first.trim())) return more.map((line) => line.trim()).join(first.startsWith('|') ? '\n' : ' ');
  const folded = [first, ...more.map((line) => line.trim())].reduce((text, line) =>
    text.endsWith('\\') ? text.slice(0, -1) + line.replace(/^\\/, '') : `${text} ${line}`,
  );
  const text = folded.trim();
  if (text.startsWith("'")) return text.slice(1).replace(/'$/, '').replaceAll("''", "'");
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1).replace(/"$/, '').replaceAll('\\"', '"');
  }
}
