import { lowerBound } from '../../kubelet/ordered.ts';

/**
 * Finds the first item of a list whose number lies between two others, without looking at those before: the numbers mostly rise, and the search begins where
 * they first come so high and ends where all that follow are higher.
 */
export class FirstBetween<Item> {
  readonly #items: readonly Item[];
  readonly #numbers: Float64Array;
  /** The highest number up to each item. */
  readonly #highest: Float64Array;
  /** The lowest number from each item on. */
  readonly #lowest: Float64Array;

  /** `numberOf`: not a number for an item that is never found. */
  constructor(items: readonly Item[], numberOf: (item: Item) => number) {
    const numbers = Float64Array.from(items, numberOf);
    this.#items = items;
    this.#numbers = numbers;
    this.#highest = new Float64Array(items.length);
    this.#lowest = new Float64Array(items.length);
    let highest = Number.NEGATIVE_INFINITY;
    for (let at = 0; at < numbers.length; at += 1) {
      const number = numbers[at] as number;
      if (number > highest) highest = number;
      this.#highest[at] = highest;
    }
    let lowest = Number.POSITIVE_INFINITY;
    for (let at = numbers.length - 1; at >= 0; at -= 1) {
      const number = numbers[at] as number;
      if (number < lowest) lowest = number;
      this.#lowest[at] = lowest;
    }
  }

  /** The place of the first item whose number is at least this; the length of the list when there is none. */
  firstFrom(least: number): number {
    return lowerBound(this.#highest, least);
  }

  /** The first item, from a place on, whose number is at least `least` and at most `most`, and that fits. */
  find(least: number, most: number, from = 0, fits: (item: Item) => boolean = () => true): Item | undefined {
    for (let at = Math.max(from, this.firstFrom(least)); at < this.#items.length; at += 1) {
      if ((this.#lowest[at] as number) > most) return undefined;
      const number = this.#numbers[at] as number;
      const item = this.#items[at] as Item;
      if (number >= least && number <= most && fits(item)) return item;
    }
    return undefined;
  }
}
