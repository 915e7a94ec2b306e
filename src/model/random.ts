/** Seeded choice, where Go's select and map iteration are random. */

/** A source of numbers in [0, 1) that depends on the seed alone (mulberry32). */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** One of the items; `undefined` if there is none. */
export function choose<Item>(items: readonly Item[], random: Random): Item | undefined {
  return items.length <= 1 ? items[0] : items[Math.floor(random() * items.length)];
}

/** The items in a random order (a new array). */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  const result = [...items];
  for (let at = result.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    const a = result[at];
    const b = result[other];
    if (a === undefined || b === undefined) continue;
    result[at] = b;
    result[other] = a;
  }
  return result;
}
