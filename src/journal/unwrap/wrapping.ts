import { isCutInAddress } from '../order/continuation.ts';
import { type BeginningKind, beginningOf } from './beginnings.ts';

/** How the lines of a text were wrapped. */
export interface Wrapping {
  /** No piece is wider than so many columns, but for a few that somebody typed. */
  readonly columns: number;
  /** At the edge of a terminal, wherever that fell; between words; or nobody knows where, but inside of klog headers. */
  readonly at: 'edge' | 'word' | 'header';
  /** What stands before all lines (`> `), the rest of a wrapped one too. */
  readonly prefix: string;
  /** Blanks before the rest of a line. */
  readonly indent: number;
  /** How lines begin behind one that did not reach the edge. */
  readonly kinds: ReadonlySet<BeginningKind>;
}

/** Narrower or wider lines are not looked at as wrapped ones. */
const NARROWEST = 40;
const WIDEST = 500;
const WIDEST_OF_WORDS = 250;
/** So many blanks at the edge may be lost, because whoever copied the text left out what ends a line. */
const LOST_BLANKS = 4;
/** Of the lines, so many may be wider; of the rests of lines, so many must follow a line that reached the edge. */
const WIDER_SHARE = 0.1;
const EDGE_SHARE = 0.75;
const WORD_SHARE = 0.9;
/** What the joints have to prove together; a joint in a header proves it alone. */
const ENOUGH = 3;
const JOINT = 8;
const LEAST_INDENT = 2;
const LONGEST_HEADER = 400;
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]{0,20}[A-Za-z]`, 'g');
const PREFIX = /^[>|#*.+\t -]{1,40}/;
const CUT_HEADER =
  /(?:^|[^A-Za-z0-9])[IWEF]\d{4} [\d:]{1,8}(?:\.\d{0,9}(?: {1,8}\d{0,10}(?: {1,2}[\w./-]{0,80}(?::\d{0,6})?)?)?)?$/;
const WHOLE_HEADER = /(?:^|[^A-Za-z0-9])[IWEF]\d{4} \d\d:\d\d:\d\d\.\d{1,9} {1,8}\d{1,10} {1,2}[\w./-]{1,80}:\d{1,6}\]/;
const HEADER_ALONE = new RegExp(`${WHOLE_HEADER.source}$`);

const HEADER_ONLY = /[\w-]\.go:\d{1,6}\]$/;
/** So many widths are looked at, and so many of them, the widest, for lines that were cut between words. */
const MOST_WIDTHS = 16;
const MOST_WIDTHS_OF_WORDS = 4;
const ASCII = /^[ -~]*$/;

/** A physical line as it was shown. */
interface ShownLine {
  readonly text: string;
  readonly columns: number;
}

/** A line without its colours, the blanks that end it, and the prefix of all. */
export function shownLine(line: string, prefix: string): ShownLine {
  const text = line.replaceAll(COLOURS, '').trimEnd();
  return {
    text: text.startsWith(prefix) ? text.slice(prefix.length) : text === prefix.trimEnd() ? '' : text,
    columns: columnsOf(text),
  };
}

/** How wide a terminal shows it: characters of East Asia take two columns. */
function columnsOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += isWide(character.codePointAt(0) ?? 0) ? 2 : 1;
  return columns;
}

function isWide(code: number): boolean {
  return (
    code >= 0x1100 &&
    (code <= 0x115f ||
      (code >= 0x2e80 && code <= 0xa4cf) ||
      (code >= 0xac00 && code <= 0xd7a3) ||
      (code >= 0xf900 && code <= 0xfaff) ||
      (code >= 0xfe30 && code <= 0xfe6f) ||
      (code >= 0xff00 && code <= 0xff60))
  );
}

/** Whether a line that begins so cannot be the rest of one that reached the edge. */
export function beginsLine(text: string, kinds: ReadonlySet<BeginningKind>): boolean {
  const kind = beginningOf(text);
  return kind !== undefined && (kind === 'mark' || kinds.has(kind));
}

/** How the first lines of a text show it to be wrapped; `undefined`: they do not. `isAll`: its last line is whole, too. */
export function findWrapping(head: string, isAll: boolean): Wrapping | undefined {
  const whole = (isAll ? head : head.slice(0, head.lastIndexOf('\n') + 1))
    .split('\n')
    .map((line) => line.replaceAll(COLOURS, '').trimEnd());
  const prefix = commonPrefix(whole);
  const lines = whole.map((line) => shownLine(line, prefix));
  const kinds = lines.map(({ text }) => beginningOf(text));
  if (!lines.some(({ text }, index) => index > 0 && text !== '' && kinds[index] === undefined)) return undefined;
  for (const [index, columns] of widthsOf(lines).entries()) {
    const joints = new Joints(lines, kinds, columns);
    const edge = joints.wrapping('edge', prefix);
    const found =
      (edge !== undefined && !joints.areRatherOfWords) || index >= MOST_WIDTHS_OF_WORDS || columns > WIDEST_OF_WORDS
        ? edge
        : (joints.wrapping('word', prefix) ?? edge);
    if (found !== undefined) return found;
  }
  const isCut = lines.some(
    ({ text }, index) => kinds[index] === undefined && headerJoint(lines[index - 1]?.text ?? '', text) !== undefined,
  );
  return isCut ? { columns: 0, at: 'header', prefix, indent: 0, kinds: new Set() } : undefined;
}

/** The line that two make, where the klog header of the first goes on in the second, or its message begins there. */
export function headerJoint(line: string, rest: string): string | undefined {
  if (line.length > LONGEST_HEADER) return undefined;
  const bare = rest.trimStart();
  if (HEADER_ALONE.test(line)) return `${line} ${bare}`;
  if (!CUT_HEADER.test(line) || WHOLE_HEADER.test(line)) return undefined;
  return [`${line}${bare}`, `${line} ${bare}`].find((joined) => WHOLE_HEADER.test(joined));
}

function commonPrefix(lines: readonly string[]): string {
  let prefix: string | undefined;
  for (const line of lines) {
    if (/^[>|#*.+\t -]{0,40}$/.test(line)) continue;
    const own = PREFIX.exec(line)?.[0] ?? '';
    prefix ??= own;
    let same = 0;
    while (same < prefix.length && prefix[same] === own[same]) same += 1;
    prefix = prefix.slice(0, same);
    if (prefix === '') break;
  }
  return prefix ?? '';
}

/** The widths at which few lines are wider, the widest first. */
function widthsOf(lines: readonly ShownLine[]): readonly number[] {
  const sorted = lines
    .map(({ columns }) => columns)
    .filter((columns) => columns > 0)
    .sort((a, b) => b - a);
  const wider = sorted.slice(0, 1 + Math.floor(sorted.length * WIDER_SHARE));
  return [...new Set(wider)].filter((columns) => columns >= NARROWEST && columns <= WIDEST).slice(0, MOST_WIDTHS);
}

/** Looks at what a width would mean: which lines are the rests of others, and whether the joints bear that out. */
class Joints {
  readonly #lines: readonly ShownLine[];
  readonly #kinds: readonly (BeginningKind | undefined)[];
  readonly #columns: number;

  constructor(lines: readonly ShownLine[], kinds: readonly (BeginningKind | undefined)[], columns: number) {
    this.#lines = lines;
    this.#kinds = kinds;
    this.#columns = columns;
  }

  /** Pieces that an edge cut fill the width, or a blank is lost there; those of whole words end anywhere before it. Joints that are alike count once. */
  get areRatherOfWords(): boolean {
    const { joined, loose } = this.#rests('edge');
    const widths = new Map<string, number>();
    for (const index of joined) {
      const { text, columns } = this.#lines[index - 1] ?? { text: '', columns: 0 };
      // Several blanks stand before a header's pid.
      if (!CUT_HEADER.test(text))
        widths.set(`${text.slice(-JOINT)} ${this.#lines[index]?.text.slice(0, JOINT) ?? ''}`, this.#columns - columns);
    }
    const count = (isSo: (missing: number) => boolean): number => [...widths.values()].filter(isSo).length;
    return count((missing) => missing > 1) + loose - this.#rests('word').loose > count((missing) => missing === 0);
  }

  /** How lines certainly begin: so does one behind a line that did not reach the edge. */
  #certain(at: 'edge' | 'word'): ReadonlySet<BeginningKind> {
    const wrapping = { at, columns: this.#columns };
    return new Set(
      this.#kinds.filter((kind, index): kind is BeginningKind => {
        const before = this.#lines[index - 1]?.columns ?? 0;
        return (
          kind !== undefined && !reachesEdge(Math.min(before, this.#columns), this.#lines[index]?.text ?? '', wrapping)
        );
      }),
    );
  }

  wrapping(at: 'edge' | 'word', prefix: string): Wrapping | undefined {
    const indent = this.#prove(at);
    return indent === undefined ? undefined : { columns: this.#columns, at, prefix, indent, kinds: this.#certain(at) };
  }

  /** How many blanks stand before all rests, if the joints show that lines were wrapped so. */
  #prove(at: 'edge' | 'word'): number | undefined {
    const rests = this.#rests(at);
    const share = at === 'edge' ? EDGE_SHARE : WORD_SHARE;
    if (rests.joined.length === 0 || rests.joined.length < share * (rests.joined.length + rests.loose))
      return undefined;
    const least = Math.min(...rests.joined.map((index) => indentOf(this.#lines[index]?.text ?? '')));
    // A single blank may be the one at which all lines were cut.
    const indent = least < LEAST_INDENT ? 0 : least;
    return this.#score(at, rests.joined, indent) >= ENOUGH ? indent : undefined;
  }

  /** The lines that would be rests of the ones above them, and how many rests no width explains. */
  #rests(at: 'edge' | 'word'): { readonly joined: readonly number[]; readonly loose: number } {
    const joined: number[] = [];
    let loose = 0;
    let open = false;
    const certain = this.#certain(at);
    for (const [index, { text }] of this.#lines.entries()) {
      const kind = this.#kinds[index];
      if (text === '' || (kind !== undefined && (kind === 'mark' || certain.has(kind)))) {
        open = text !== '' && kind !== 'mark';
        continue;
      }
      if (!open) continue;
      if (this.#isJoint(at, index)) joined.push(index);
      else loose += 1;
    }
    return { joined, loose };
  }

  #isJoint(at: 'edge' | 'word', index: number): boolean {
    const before = this.#lines[index - 1];
    const line = this.#lines[index];
    return (
      before !== undefined &&
      line !== undefined &&
      reachesEdge(before.columns, line.text, { at, columns: this.#columns })
    );
  }

  /** Counts what different joints prove: in a header or right behind it, between two rests, inside a word or right before its blank; the same joint again only behind an envelope. */
  #score(at: 'edge' | 'word', joined: readonly number[], indent: number): number {
    const seen = new Set<string>();
    const rests = new Set(joined);
    let score = 0;
    let logical = '';
    let last = -1;
    for (const index of joined) {
      const before = this.#lines[index - 1];
      const line = this.#lines[index];
      if (before === undefined || line === undefined || score >= ENOUGH) continue;
      if (last !== index - 1) logical = before.text;
      last = index;
      const rest = line.text.slice(indent);
      const blank = at === 'word' ? ' ' : ' '.repeat(this.#columns - before.columns);
      const joint = `${before.text.slice(-JOINT)}${blank}${rest.slice(0, JOINT)}`;
      const isNew = !seen.has(joint);
      seen.add(joint);
      const isExact = before.columns === this.#columns || at === 'word';
      if (logical.length < LONGEST_HEADER) {
        if (CUT_HEADER.test(logical) && WHOLE_HEADER.test(`${logical}${blank}${rest}`)) score += ENOUGH;
        else if (isNew && HEADER_ONLY.test(logical)) score += 2;
        logical += blank + rest;
      }
      // Whoever cuts between words leaves an address whole.
      if (at === 'edge' && isCutInAddress(before.text, rest)) score += ENOUGH;
      const isInWord = /\w$/.test(before.text) && /^\w/.test(rest);
      if (!isExact || (!isNew && !(isInWord && this.#hasEnvelope(index - 1)))) continue;
      if (at === 'word') score += 1;
      else if (line.columns === this.#columns && rests.has(index + 1)) score += 2;
      else if (isInWord || /^ \S/.test(rest)) score += 1;
    }
    return score;
  }

  /** Whether a line has a stamp of its own before the program's text: a second line of a message would have one too, or a margin, so that the same joint proves as much again. */
  #hasEnvelope(index: number): boolean {
    const kind = this.#kinds[index];
    return kind === 'short' || kind === 'date' || kind === 'weekday' || kind === 'unix';
  }
}

/** Whether a line that is so wide was cut there, and this is its rest. */
export function reachesEdge(columns: number, rest: string, wrapping: Pick<Wrapping, 'at' | 'columns'>): boolean {
  if (columns > wrapping.columns || columns === 0) return false;
  if (wrapping.at === 'edge') return columns >= wrapping.columns - LOST_BLANKS;
  const bare = rest.trimStart();
  const word = bare.indexOf(' ');
  return columns + 1 + (word < 0 ? bare.length : word) > wrapping.columns;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
