interface Entry {
  readonly name: string;
  lines: number;
  next: Entry | undefined;
}

/**
 * How many lines name what, in the order in which names came first. For tens of thousands of pods with a few names each: as a `Map` of its own for each pod these
 * were most of what is gathered of a log.
 */
export class Tally {
  size = 0;
  #first: Entry | undefined;

  /** How many lines name it; `undefined`: none does. */
  get(name: string): number | undefined {
    return this.#find(name)?.lines;
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined;
  }

  *keys(): Generator<string, void, undefined> {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) yield entry.name;
  }

  /** As of a map: the number first. */
  forEach(take: (lines: number, name: string) => void): void {
    for (let entry = this.#first; entry !== undefined; entry = entry.next) take(entry.lines, entry.name);
  }

  /** Adds lines that name it; `false`: it would be one name more than `most`, and is not counted. `keep`: makes the copy of a new name that is kept. */
  add(name: string, lines: number, most: number, keep: (name: string) => string): boolean {
    let last: Entry | undefined;
    for (let entry = this.#first; entry !== undefined; entry = entry.next) {
      if (entry.name === name) {
        entry.lines += lines;
        return true;
      }
      last = entry;
    }
    if (this.size >= most) return false;
    const added: Entry = { name: keep(name), lines, next: undefined };
    if (last === undefined) this.#first = added;
    else last.next = added;
    this.size += 1;
    return true;
  }

  #find(name: string): Entry | undefined {
    let entry = this.#first;
    while (entry !== undefined && entry.name !== name) entry = entry.next;
    return entry;
  }
}
