/** Which pseudonym stands for which name. */
import { isOrdinaryWord } from './vocabulary.ts';

/** What a name names; the pseudonyms begin so. */
export type NameKind =
  | 'node'
  | 'host'
  | 'pod'
  | 'namespace'
  | 'container'
  | 'image'
  | 'volume'
  | 'object'
  | 'address'
  | 'domain';

/** In free text a name is the first of these that it is known as. */
const BY_STRENGTH: readonly NameKind[] = ['node', 'pod', 'namespace', 'container', 'image', 'volume', 'host', 'object'];
/** Kinds that places tell vaguely. */
const WEAK: ReadonlySet<NameKind> = new Set(['host', 'object', 'volume']);

function strongest(kinds: ReadonlyMap<NameKind, string>): string | undefined {
  const best = BY_STRENGTH.find((kind) => kinds.has(kind));
  return best === undefined ? kinds.values().next().value : kinds.get(best);
}

/** A generated log can name a new pod in every line: beyond so many names the later ones of a kind share one pseudonym. */
const MOST_NAMES = 1_000_000;

/**
 * Names in the order in which they were learned. Pseudonyms are numbered in that order, per kind, and none is a name of the log itself (a node may really be called
 * `node-1`). Names are learned first; the first question for a pseudonym ends that for names that stand in free text.
 */
export class NameBook {
  readonly #kinds = new Map<string, Map<NameKind, string>>();
  readonly #next = new Map<NameKind, number>();
  readonly #ids = new Map<string, number>();
  readonly #uids = new Map<string, number>();
  #named = false;

  /** Takes a name, if it can be one: an id, an address or a number is none. */
  learn(kind: NameKind, name: string): void {
    let kinds = this.#kinds.get(name);
    if (kinds === undefined) {
      if (this.#kinds.size >= MOST_NAMES) return;
      kinds = new Map();
      this.#kinds.set(name, kinds);
    }
    if (!kinds.has(kind)) kinds.set(kind, this.#named ? this.#number(kind) : '');
  }

  /** The pseudonym of a name in a place that tells its kind; a host, an object or a volume that is known as something else is that. */
  of(kind: NameKind, name: string): string {
    this.#nameAll();
    this.learn(kind, name);
    const kinds = this.#kinds.get(name);
    const known = kinds === undefined ? undefined : WEAK.has(kind) ? strongest(kinds) : kinds.get(kind);
    return known ?? `${kind}-0`;
  }

  /** The pseudonym of a word in free text; `undefined` for what is no name, and for a name that is a word like any other (`default`, `node`). */
  inText(word: string): string | undefined {
    const kinds = this.#kinds.get(word);
    if (kinds === undefined || isOrdinaryWord(word)) return undefined;
    this.#nameAll();
    return strongest(kinds);
  }

  /** An id of hexadecimal digits in their number: short forms of an id get short forms of its pseudonym. */
  id(text: string): string {
    const head = text.slice(0, 12);
    const known = this.#ids.get(head) ?? this.#ids.size + 1;
    this.#ids.set(head, known);
    return `c${known.toString().padStart(11, '0')}`.padEnd(text.length, '0').slice(0, text.length);
  }

  /** A uid, with the dashes or underscores that it has. */
  uid(text: string): string {
    const plain = text.replaceAll('_', '-').toLowerCase();
    const known = this.#uids.get(plain) ?? this.#uids.size + 1;
    this.#uids.set(plain, known);
    const uid = `${known.toString().padStart(8, '0')}-0000-0000-0000-000000000000`;
    return text.includes('_') ? uid.replaceAll('-', '_') : uid;
  }

  #nameAll(): void {
    if (this.#named) return;
    this.#named = true;
    for (const kinds of this.#kinds.values()) for (const kind of kinds.keys()) kinds.set(kind, this.#number(kind));
  }

  #number(kind: NameKind): string {
    let text: string;
    do {
      const number = (this.#next.get(kind) ?? 0) + 1;
      this.#next.set(kind, number);
      text = `${kind}-${number}`;
    } while (this.#kinds.has(text));
    return text;
  }
}
