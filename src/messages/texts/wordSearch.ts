/** Looks for many words in a text in one pass: masses of errors are new texts, and to look for a hundred words one after the other was most of reading them. */

interface Word {
  readonly text: string;
  /** Which list it is of. */
  readonly list: number;
}

const TABLE_BITS = 10;
/** What is looked at before a word is compared. */
const HEAD = 3;

/** Lists of words, each of at least three letters, as they stand in a text: the caller chooses the case. */
export class WordSearch {
  readonly #bySlot = new Array<Word[] | undefined>(1 << TABLE_BITS).fill(undefined);
  readonly #lists: number;

  constructor(lists: readonly (readonly string[])[]) {
    this.#lists = lists.length;
    for (const [list, words] of lists.entries())
      for (const text of words) {
        let head = 0;
        for (let at = 0; at < HEAD; at += 1) head = withNext(head, text.charCodeAt(at));
        (this.#bySlot[slotOf(head)] ??= []).push({ text, list });
      }
  }

  /** The first of the lists of which a word stands in the text; −1: none does. */
  firstIn(text: string): number {
    let first = this.#lists;
    let head = 0;
    for (let at = 0; at < text.length; at += 1) {
      head = withNext(head, text.charCodeAt(at));
      const words = this.#bySlot[slotOf(head)];
      if (words === undefined) continue;
      for (const word of words) if (word.list < first && text.startsWith(word.text, at - HEAD + 1)) first = word.list;
    }
    return first === this.#lists ? -1 : first;
  }
}

/** The last three letters, as far as one byte tells them. */
function withNext(head: number, code: number): number {
  return ((head << 8) | (code & 0xff)) & 0xff_ffff;
}

function slotOf(head: number): number {
  return Math.imul(head, 0x9e_37_79_b1) >>> (32 - TABLE_BITS);
}
