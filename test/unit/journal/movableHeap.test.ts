import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MovableHeap } from '../../../src/journal/order/movableHeap.ts';

interface Item {
  place: number;
  key: number;
  readonly order: number;
}

const goesBefore = (a: Item, b: Item): boolean => a.key < b.key || (a.key === b.key && a.order < b.order);

test('the first and the second are those of the sorted items, whatever is added, moved and removed', () => {
  const step = fc.record({
    what: fc.constantFrom('add' as const, 'move' as const, 'remove' as const),
    which: fc.nat(50),
    key: fc.nat(20),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const heap = new MovableHeap<Item>(goesBefore);
      const items: Item[] = [];
      steps.forEach(({ what, which, key }, order) => {
        const item = items[which % Math.max(1, items.length)];
        if (what === 'add' || item === undefined) {
          const added = { place: 0, key, order };
          items.push(added);
          heap.add(added);
        } else if (what === 'move') {
          item.key = key;
          heap.moved(item);
        } else {
          items.splice(items.indexOf(item), 1);
          heap.remove(item);
        }
        const sorted = items.toSorted((a, b) => (goesBefore(a, b) ? -1 : 1));
        expect(heap.first).toBe(sorted[0]);
        expect(heap.second).toBe(sorted[1]);
      });
    }),
  );
});
