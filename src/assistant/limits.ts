/** An assistant reads what it is given in full, and pays for each word: answers fit into 4 KB unless all is asked for. */
import { encodeText } from '../journal/bytes/bytes.ts';
import { jsonText } from '../analysis/outputs/jsonBytes.ts';
import type { Printable } from '../kubelet/printable.ts';

/** Bytes of UTF-8. */
export const SMALL_ANSWER = 4096;

/** How much of a thing is said. */
export interface Limits {
  /** Characters of one text. */
  readonly text: number;
  /** Entries of one list. */
  readonly items: number;
  /** Lines that prove one thing. */
  readonly evidence: number;
}

const ALL: Limits = { text: 20_000, items: 10_000, evidence: 1000 };
/** From much to little. */
const SMALLER: readonly Limits[] = [
  { text: 2000, items: 40, evidence: 5 },
  { text: 600, items: 16, evidence: 3 },
  { text: 300, items: 12, evidence: 2 },
  { text: 240, items: 8, evidence: 1 },
  { text: 160, items: 5, evidence: 1 },
  { text: 100, items: 3, evidence: 1 },
  { text: 60, items: 1, evidence: 0 },
];

/** Cuts by limits, and knows whether anything was left out. */
export class Cutter {
  readonly limits: Limits;
  hasCut = false;

  constructor(limits: Limits) {
    this.limits = limits;
  }

  text(text: string): string {
    if (text.length <= this.limits.text) return text;
    this.hasCut = true;
    return `${text.slice(0, this.limits.text)}…`;
  }

  list<T>(items: readonly T[], most = this.limits.items): readonly T[] {
    if (items.length > most) this.hasCut = true;
    return items.slice(0, most);
  }
}

/** The JSON of what `build` says within limits: all of it where that is wanted or fits, else as much as fits, with a word that there is more. */
export function fitted(build: (cut: Cutter) => object, full: boolean): Printable {
  let json = jsonText({});
  for (const limits of full ? [ALL] : SMALLER) {
    const cut = new Cutter(limits);
    const value = build(cut);
    json = jsonText(
      cut.hasCut ? { ...value, more: full ? 'The log holds more.' : 'Cut to 4 KB: ask again with full: true.' } : value,
    );
    if (full || encodeText(json).length <= SMALL_ANSWER) break;
  }
  return json;
}
