/** Of several items the first with the greatest value; `undefined` where there is none. */
export function mostBy<Item>(items: Iterable<Item>, valueOf: (item: Item) => number): Item | undefined {
  let most: Item | undefined;
  let greatest = Number.NaN;
  for (const item of items) {
    const value = valueOf(item);
    if (most !== undefined && !(value > greatest)) continue;
    most = item;
    greatest = value;
  }
  return most;
}

/** The first with the smallest one. */
export function leastBy<Item>(items: Iterable<Item>, valueOf: (item: Item) => number): Item | undefined {
  return mostBy(items, (item) => -valueOf(item));
}
