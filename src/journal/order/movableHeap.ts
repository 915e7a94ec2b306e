/** Something with a place in a heap; the heap keeps `place` true. */
export interface Placed {
  place: number;
}

/** The items whose turn is next, found in logarithmic time: a binary heap whose items can move and leave (Cormen et al., chapter 6). */
export class MovableHeap<Item extends Placed> {
  readonly #items: Item[] = [];
  readonly #goesBefore: (a: Item, b: Item) => boolean;

  /** `goesBefore` is a strict order; when what it looks at changes of an item, `moved` must be called. */
  constructor(goesBefore: (a: Item, b: Item) => boolean) {
    this.#goesBefore = goesBefore;
  }

  /** The item that goes before all others. */
  get first(): Item | undefined {
    return this.#items[0];
  }

  /** The item that goes before all others but the first. */
  get second(): Item | undefined {
    const [, left, right] = this.#items;
    return left === undefined || right === undefined || this.#goesBefore(left, right) ? left : right;
  }

  add(item: Item): void {
    item.place = this.#items.length;
    this.#items.push(item);
    this.#rise(item);
  }

  /** Puts an item right whose order has changed. */
  moved(item: Item): void {
    this.#rise(item);
    this.#sink(item);
  }

  remove(item: Item): void {
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#put(last, item.place);
    this.moved(last);
  }

  #put(item: Item, place: number): void {
    item.place = place;
    this.#items[place] = item;
  }

  #rise(item: Item): void {
    let { place } = item;
    while (place > 0) {
      const above = this.#items[(place - 1) >> 1];
      if (above === undefined || !this.#goesBefore(item, above)) break;
      const free = above.place;
      this.#put(above, place);
      place = free;
    }
    this.#put(item, place);
  }

  #sink(item: Item): void {
    let { place } = item;
    for (;;) {
      const left = this.#items[2 * place + 1];
      const right = this.#items[2 * place + 2];
      const below = left === undefined || right === undefined || this.#goesBefore(left, right) ? left : right;
      if (below === undefined || !this.#goesBefore(below, item)) break;
      const free = below.place;
      this.#put(below, place);
      place = free;
    }
    this.#put(item, place);
  }
}
