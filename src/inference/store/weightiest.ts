/** The items of a long list that tell most: a quarter of `most` from its begin, as many from its end, and the largest of those between. */
export function weightiest<Item>(
  items: readonly Item[],
  most: number,
  sizeOf: (item: Item) => number,
): ReadonlySet<Item> {
  if (items.length <= most) return new Set(items);
  const part = Math.floor(most / 4);
  const behind = items.length - part;
  const between = items.slice(part, behind).map((item, at) => ({ item, at, size: sizeOf(item) }));
  between.sort((a, b) => b.size - a.size || a.at - b.at);
  return new Set([
    ...items.slice(0, part),
    ...between.slice(0, most - 2 * part).map(({ item }) => item),
    ...items.slice(behind),
  ]);
}
