/** The word that every line of a log has, as those do that were searched for it (`grep -i error`, `grep web-5d4f`): what is not among them proves nothing. */
import type { LogRecord } from '../../journal/record.ts';

/** What people search logs for, in any case. */
const SEARCHED = ['error', 'fail', 'warn', 'pleg', 'skipping', 'evict', 'volume', 'timeout', 'deadline', 'kubelet'];
/** Names and ids: `web-5d4f7c9b6d-x7k2p`, `kube-system`. */
const NAME = /(?<![\w.-])(?=[\d-]{0,40}[a-z])[a-z0-9]{1,60}(?:-[a-z0-9]{1,60}){1,12}(?![\w.-])/g;
/** In klog JSON the place in the source has its folder, so each line of a kubelet has its name. */
const OF_FOLDER = /"caller":"[\w./-]{0,80}kubelet\//;
/** Where the kubelet's own words begin in a line. */
const HEADER = /[IWEF]\d{4} \d\d:\d\d:\d\d|\{"/;
const LONGEST_LINE = 4000;
/** Of a log of more records it is not known: until then each of them is looked at by itself, which takes long. */
const MOST_RECORDS = 20_000;
/** Fewer lines, or from fewer places in the source, may have a word in common by chance. */
const LEAST = 8;
const LEAST_PLACES = 3;

export class CommonWord {
  /** Absent before the first record. */
  #words: string[] | undefined;
  #records = 0;
  readonly #places = new Set<string>();

  /** Whether further records may tell something. */
  get isOpen(): boolean {
    return this.#words === undefined || this.#words.length > 0;
  }

  note({ klog, journal, firstLineText, message }: LogRecord): void {
    if (!this.isOpen || (klog === undefined && journal === undefined)) return;
    if (this.#records === MOST_RECORDS) {
      this.#words = [];
      return;
    }
    const line = firstLineText ?? message;
    // What stands before is of who printed the line, or carried it.
    const text = (klog === undefined ? message : line.slice(Math.max(0, line.search(HEADER)))).slice(0, LONGEST_LINE);
    const lower = text.toLowerCase();
    this.#records += 1;
    if (klog !== undefined && this.#places.size < LEAST_PLACES) this.#places.add(`${klog.file}:${klog.fileLine}`);
    const { host, identifier } = journal ?? {};
    this.#words = (this.#words ?? [...namesIn(text, host), ...SEARCHED]).filter(
      // What the journal, or klog JSON, writes in each line of a kubelet was not searched for.
      (word) =>
        lower.includes(word) && !(word === 'kubelet' && (identifier?.includes(word) === true || OF_FOLDER.test(text))),
    );
  }

  /** The word; a name before a common word, and one in `known`, such as the node's own, not at all. */
  word(known: ReadonlySet<string>): string | undefined {
    if (this.#records < LEAST || this.#places.size < LEAST_PLACES) return undefined;
    const words = (this.#words ?? []).filter((word) => !known.has(word));
    const names = words.filter((word) => word.includes('-'));
    return names.toSorted((a, b) => b.length - a.length)[0] ?? words[0];
  }
}

/** The names in a line. That of the host stands in every line of a journal. */
function namesIn(text: string, host: string | undefined): string[] {
  const own = host?.toLowerCase();
  return [...new Set(text.match(NAME))].filter((name) => own?.includes(name) !== true);
}
