/** Keys of the table with holes in them, and texts that fit them. */

/** A key such as `The first of {0#} lines came at {1}.` */
export interface Pattern {
  /** What stands before, between and behind the holes. */
  readonly literals: readonly string[];
  readonly holes: readonly Hole[];
}

interface Hole {
  readonly name: string;
  /** It takes a number or a length of time (`2m8.6s`, `1m57.3s–5m20s`), and nothing else. */
  readonly isNumber: boolean;
  /** It takes one word: a name, with no blank in it. */
  readonly isWord: boolean;
}

/** Where a hole of a text is, in its characters. */
export interface HoleRange {
  readonly from: number;
  readonly to: number;
}

/** A piece of a translation: words, or the name of a hole. */
export type Piece = string | { readonly hole: string; readonly translated: boolean };

const HOLE = /\{(~?)(\d)([#_]?)\}/;

/** Reads a key; `undefined` where it has no hole. */
export function patternOf(key: string): Pattern | undefined {
  const parts = key.split(HOLE);
  if (parts.length === 1) return undefined;
  const literals: string[] = [];
  const holes: Hole[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    literals.push(parts[at] ?? '');
    const name = parts[at + 2];
    if (name !== undefined) holes.push({ name, isNumber: parts[at + 3] === '#', isWord: parts[at + 3] === '_' });
  }
  return { literals, holes };
}

/** Reads a translation. */
export function piecesOf(translation: string): readonly Piece[] {
  const parts = translation.split(HOLE);
  const pieces: Piece[] = [];
  for (let at = 0; at < parts.length; at += 4) {
    const words = parts[at] ?? '';
    if (words !== '') pieces.push(words);
    const hole = parts[at + 2];
    if (hole !== undefined) pieces.push({ hole, translated: parts[at + 1] === '~' });
  }
  return pieces;
}

/**
 * Where the holes of a pattern are in a text; `undefined` where it does not fit. Each literal is taken where it stands first, so that the work is that of one search
 * through the text, whatever is in it.
 */
export function holesIn({ literals, holes }: Pattern, text: string): ReadonlyMap<string, HoleRange> | undefined {
  const [first = ''] = literals;
  const last = literals.at(-1) ?? '';
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const ranges = new Map<string, HoleRange>();
  const end = text.length - last.length;
  let from = first.length;
  for (const [index, { name, isNumber, isWord }] of holes.entries()) {
    const isLast = index === holes.length - 1;
    const next = literals[index + 1] ?? '';
    const to = isLast ? end : endOfHole(text, from + 1, next, holes[index + 1]?.isNumber === true);
    if (to <= from || to > end) return undefined;
    if (isNumber && !isNumeral(text.slice(from, to))) return undefined;
    if (isWord && text.slice(from, to).includes(' ')) return undefined;
    ranges.set(name, { from, to });
    from = to + next.length;
  }
  return ranges;
}

/** Where `literal` stands first from `from` on; where a number comes behind it, the first that has one there. */
function endOfHole(text: string, from: number, literal: string, beforeNumber: boolean): number {
  let at = text.indexOf(literal, from);
  while (beforeNumber && at >= 0 && !DIGITS.includes(text.charAt(at + literal.length)))
    at = text.indexOf(literal, at + 1);
  return at;
}

const DIGITS = '0123456789';

function isNumeral(text: string): boolean {
  for (const character of text) if (!`${DIGITS},.–dhmsµn`.includes(character)) return false;
  return DIGITS.includes(text.charAt(0));
}
