/** Lines that were made strings: a list of JSON, what `jq` prints of it, a column of a table, what Ansible shows of a command, as JSON or YAML. */
import { beginsRecord, wholeLines } from './beginnings.ts';
import type { TextRewriter } from './exportText.ts';
import { LineRewriter } from './lineRewriter.ts';

/** What stands before a string that is all of a line, in a list or under a name. */
const OPENING = /^[ \t[]{0,40}("[\w.@-]{1,60}": {0,4})?"/;
/** What stands behind it. */
const CLOSING = /[\]\s,]{0,40}$/;
/** A string of a list of YAML. */
const ITEM = /^[ \t]{0,40}- '([^\n]{0,1048576})'[ \t]{0,4}$/;
const DOUBLED = /""/;
const ESCAPED = /\\"/;
const ESCAPE = /\\(?:u([\da-fA-F]{4})|(.))/g;
const CHARACTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
const BRACKET = /^[ \t]{0,40}[[\]],?\s{0,4}$/;
/** Newlines at the end of a string end the line that it is. */
const LAST_NEWLINES = /\n{1,20}$/;

/** What makes strings lines again in a text that begins so, where no line stands in it otherwise; `isAll`: the text has no more. */
export function quotedLinesOf(head: string, isAll: boolean): TextRewriter | undefined {
  if (isOneLine(head)) return new JsonStrings();
  const lines = wholeLines(head, isAll);
  if (lines.some(beginsRecord)) return undefined;
  if (lines.some((line) => beginsRecord(itemOf(line)))) return new LineRewriter(itemOf);
  const texts = lines.map((line) => stringIn(line)?.text).filter((text) => text !== undefined);
  const isTable =
    texts.some((text) => DOUBLED.test(text)) && !texts.some((text) => ESCAPED.test(text.replaceAll('""', '')));
  const text = isTable ? (cell: string) => cell.replaceAll('""', '"') : unescaped;
  return texts.some((quoted) => text(quoted).split('\n').some(beginsRecord))
    ? new LineRewriter((line) => lineOf(line, text))
    : undefined;
}

/** What a string of a list of YAML says; any other line as it is. */
function itemOf(line: string): string {
  const text = ITEM.exec(line)?.[1];
  return text === undefined ? line : text.replaceAll("''", "'");
}

/** The string that is all of a line, as it is written between its quotation marks, and whether a name stands before it. */
function stringIn(line: string): { readonly text: string; readonly isNamed: boolean } | undefined {
  const opening = OPENING.exec(line);
  if (opening === null) return undefined;
  const closing = line.length - (CLOSING.exec(line.slice(-40))?.[0].length ?? 0) - 1;
  return closing >= opening[0].length && line[closing] === '"'
    ? { text: line.slice(opening[0].length, closing), isNamed: opening[1] !== undefined }
    : undefined;
}

/** The line that a string is. One of several lines goes on as a document, of which each line has the number of the string. */
function lineOf(line: string, textOf: (quoted: string) => string): string {
  const string = stringIn(line);
  if (string === undefined) return BRACKET.test(line) ? '' : line;
  const text = textOf(string.text).replace(LAST_NEWLINES, '');
  if (text.includes('\n')) return JSON.stringify({ message: text });
  return !string.isNamed || beginsRecord(text) ? text : line;
}

function unescaped(text: string): string {
  return text.replaceAll(ESCAPE, (_all, code: string | undefined, character: string | undefined) =>
    code === undefined
      ? (CHARACTERS[character ?? ''] ?? character ?? '')
      : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Whether a text is strings of JSON in one line, and lines of a log are in them. */
function isOneLine(head: string): boolean {
  const newline = head.search(/\r?\n/);
  if (newline >= 0 && head.slice(newline).trim() !== '') return false;
  const text = (newline < 0 ? head : head.slice(0, newline)).trimStart();
  if (!/^\[?[ \t]{0,20}"/.test(text)) return false;
  const strings = new JsonStrings();
  const lines = strings.push(text);
  return strings.isSound && lines.split('\n').some(beginsRecord);
}

/** Gives each line of the strings of a text that has nothing else but what parts them. */
class JsonStrings implements TextRewriter {
  /** Whether nothing but strings, and what parts them, has come. */
  isSound = true;
  #isOpen = false;
  /** An escape whose rest has not come. */
  #escape = '';
  #newlines = 0;
  #isParted = true;

  push(text: string): string {
    let out = '';
    for (const character of text) out += this.#isOpen ? this.#inside(character) : this.#between(character);
    return out;
  }

  end(): string {
    return '';
  }

  #between(character: string): string {
    if (character === '"') {
      this.isSound &&= this.#isParted;
      this.#isOpen = true;
    } else if ('[], \t\r\n'.includes(character)) this.#isParted = true;
    else this.isSound = false;
    return '';
  }

  #inside(character: string): string {
    if (this.#escape !== '' || character === '\\') return this.#escaped(character);
    if (character === '"') {
      this.#isOpen = false;
      this.#isParted = false;
      this.#newlines = 0;
      return '\n';
    }
    return this.#given(character);
  }

  #escaped(character: string): string {
    this.#escape += character;
    const isCode = this.#escape.startsWith('\\u');
    if (this.#escape.length < (isCode ? 6 : 2)) return '';
    const text = unescaped(this.#escape);
    this.#escape = '';
    if (text !== '\n') return this.#given(text);
    this.#newlines += 1;
    return '';
  }

  /** What stands in the line, behind the newlines that another line follows. */
  #given(text: string): string {
    const newlines = '\n'.repeat(this.#newlines);
    this.#newlines = 0;
    return newlines + text;
  }
}
