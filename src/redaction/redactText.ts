/** One line of text: its names are learned, or replaced. */
import { namesIn } from './contexts.ts';
import type { NameBook, NameKind } from './nameBook.ts';
import { isPublicDomain, isShape, qualified, shapesIn } from './shapes.ts';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Takes the names of a line into the book. */
export function learnText(text: string, book: NameBook): void {
  namesIn(text, (kind, start, end) => {
    const name = text.slice(start, end);
    if (isName(name)) learnName(kind, name, book);
  });
}

/** Takes a name of a kind; of a node with its domain also the short name. */
export function learnName(kind: NameKind, name: string, book: NameBook): void {
  const dot = name.indexOf('.');
  if (dot > 0 && (kind === 'node' || kind === 'host') && !isShape(name)) {
    book.learn(kind, name.slice(0, dot));
    book.learn('domain', name.slice(dot + 1));
  } else book.learn(kind, name);
}

/** The line with pseudonyms. */
export function redactText(text: string, book: NameBook): string {
  const edits: Edit[] = [];
  const envelope = namesIn(text, (kind, start, end) => {
    const name = text.slice(start, end);
    if (isName(name)) edits.push({ start, end, text: pseudonymOf(kind, name, book) });
  });
  shapesIn(text, book, (start, end, pseudonym) => edits.push({ start, end, text: pseudonym }));
  edits.sort((a, b) => a.start - b.start || b.end - a.end);
  let out = '';
  let at = 0;
  for (const edit of edits) {
    if (edit.start < at) continue;
    out += between(text, at, edit.start, envelope, book) + edit.text;
    at = edit.end;
  }
  return out + between(text, at, text.length, envelope, book);
}

/** The pseudonym of a name in a place that tells its kind. */
export function pseudonymOf(kind: NameKind, name: string, book: NameBook): string {
  return kind === 'node' || kind === 'host' ? qualified(kind, name, book) : book.of(kind, name);
}

/** Ids, addresses and numbers are no names, nor are the files that log, and what every cluster has. */
export function isName(text: string): boolean {
  return text !== '' && !isShape(text) && !text.endsWith('.go') && !COMMON.test(text) && !isPublicDomain(text);
}

const COMMON = /^(?:true|false|null|nil|localhost|v\d[\w.+-]*|kube-root-ca\.crt)$/;

function between(
  text: string,
  start: number,
  end: number,
  envelope: { readonly from: number; readonly to: number } | undefined,
  book: NameBook,
): string {
  if (envelope === undefined || end <= envelope.from || start >= envelope.to) return free(text.slice(start, end), book);
  const from = Math.max(start, envelope.from);
  const to = Math.min(end, envelope.to);
  return free(text.slice(start, from), book) + text.slice(from, to) + free(text.slice(to, end), book);
}

/** A word as names are spelled: with dots and dashes inside. */
const WORD = /[A-Za-z0-9]{1,300}(?:[.-]{1,3}[A-Za-z0-9]{1,300}){0,40}/g;
/** Of longer chains not all parts are looked at. */
const MOST_PARTS = 12;

/** Free text: known names are replaced, also within a longer word (`etcd-NODE`). */
function free(text: string, book: NameBook): string {
  return text.replace(WORD, (word) => book.inText(word) ?? parts(word, book));
}

function parts(word: string, book: NameBook): string {
  if (!/[.-]/.test(word) || word.endsWith('.go')) return word;
  const pieces = word.split(/([.-]+)/);
  if (pieces.length > MOST_PARTS * 2) return word;
  let out = '';
  for (let at = 0; at < pieces.length;) {
    let to = pieces.length;
    let known: string | undefined;
    while (to > at && (known = book.inText(pieces.slice(at, to).join(''))) === undefined) to -= 2;
    out += known ?? pieces[at] ?? '';
    at = known === undefined ? at + 1 : to;
    out += pieces[at] ?? '';
    at += 1;
  }
  return out;
}
