import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RuntimeContainerState } from '../../../src/kubelet/containerState.ts';
import { eventsOfPod } from '../../../src/model/plegEvents.ts';
import type { ListedContainer, PlegPod } from '../../../src/model/plegPod.ts';

const STATES: readonly RuntimeContainerState[] = ['running', 'exited', 'created', 'unknown'];

function podOf(containers: readonly ListedContainer[]): PlegPod {
  return { uid: 'uid', name: 'web', namespace: 'shop', containers, sandboxes: [] };
}

test('a pod of many containers gives the events of its containers one by one', () => {
  const listing = fc.array(
    fc.record({
      id: fc.nat(60).map((id) => `c${id}`),
      type: fc.constantFrom('containerd', 'docker'),
      state: fc.constantFrom(...STATES),
    }),
    { maxLength: 80 },
  );
  fc.assert(
    fc.property(listing, listing, (before, now) => {
      // One listing a container: two with the same id are another matter.
      const distinct = (list: readonly ListedContainer[]): readonly ListedContainer[] =>
        list.filter((container, at) => list.findIndex((other) => other.id === container.id) === at);
      const [old, current] = [distinct(before), distinct(now)];
      const only = (list: readonly ListedContainer[], { id }: ListedContainer): PlegPod =>
        podOf(list.filter((container) => container.id === id));
      const ids = distinct([...old, ...current]);
      expect(eventsOfPod(podOf(old), podOf(current))).toEqual(
        ids.flatMap((container) => eventsOfPod(only(old, container), only(current, container))),
      );
    }),
  );
});
