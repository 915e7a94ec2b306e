/** Lists under a key: the one way in which rooms gather what belongs together. */

/** Puts an item at the end of the list of its key; the first one begins the list. */
export function appendTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}

/** Items by a key of theirs, each group in the order of the list, the groups in that of their first items. */
export function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) appendTo(groups, keyOf(item), item);
  return groups;
}
