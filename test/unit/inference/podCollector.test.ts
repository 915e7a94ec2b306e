import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ProvenHistory } from '../../../src/inference/history.ts';
import { PodCollector } from '../../../src/inference/pods.ts';
import { queriesOf } from '../../../src/inference/queries.ts';
import { NO_CALLER } from '../../../src/journal/caller.ts';
import { PlainLine } from '../../../src/journal/plainLine.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { PlegEventType, PodReference } from '../../../src/messages/fact.ts';

const PODS: readonly PodReference[] = Array.from({ length: 3 }, (_, pod) => ({ uid: `uid-${pod}`, namespace: 'shop', name: `web-${pod}` }));
const TYPES: readonly PlegEventType[] = ['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged'];
/** Ids that fall together in tables, others, and some that cannot stand as words. */
const id = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60 }).map((number) => `aaaaaaaa${String(number).padStart(52, '0')}bbbb`) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }).map((number) => `${number * 7919}`.padEnd(64, 'e')) },
  fc.constantFrom('c1', 'A'.repeat(64)),
);
const step = fc.record({
  pod: fc.integer({ min: 0, max: 2 }), id, type: fc.constantFrom(...TYPES), after: fc.integer({ min: 0, max: 3 }), back: fc.boolean(),
  how: fc.oneof({ weight: 8, arbitrary: fc.constant('event' as const) }, fc.constantFrom('finished' as const, 'ignored' as const, 'sandbox' as const)),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

function lineWith(containerId: string, line: number, time: Instant): PlainLine {
  const plain = new PlainLine(0, NO_CALLER);
  plain.line = line;
  plain.time = time;
  plain.bytes = new TextEncoder().encode(`"${containerId}"`.padEnd(80));
  plain.view = new DataView(plain.bytes.buffer);
  return plain;
}

/** Gives the steps to a collector; `left`: events are left in their lines where that is possible. */
function collect(steps: readonly Step[], inOrder: boolean, left: boolean): { readonly pods: PodCollector; readonly taken: number } {
  const pods = new PodCollector();
  let now = 0;
  let taken = 0;
  steps.forEach(({ pod: index, id: containerId, type, after, back, how }, line) => {
    now += after;
    const time = (inOrder || !back ? now : Math.max(0, now - 4)) as Instant;
    const pod = PODS[index] ?? {};
    const base = { source: 0, line, time, message: 'x' };
    if (how === 'finished') pods.add({ ...base, kind: 'container-finished', pod, containerId, exitCode: 1 });
    else if (how === 'ignored') pods.add({ ...base, kind: 'pleg-event-ignored', type, pod, containerId });
    else if (how === 'sandbox') pods.add({ ...base, kind: 'inspect-failed', pod, sandboxId: containerId, error: { text: 'x' } });
    else if (left && containerId.length === 64 && pods.eventLine({ type, pod, idAt: 1 }, lineWith(containerId, line, time), 'process-1')) taken += 1;
    else pods.event({ ...base, kind: 'pleg-event', type, pod, containerId }, 'process-1');
  });
  return { pods, taken };
}

describe('a collector of pods', () => {
  it('finds the same in events that were left in their lines as in their facts', () => {
    let taken = 0;
    fc.assert(fc.property(fc.array(step, { maxLength: 1500, size: 'max' }), fc.boolean(), (steps, inOrder) => {
      const byLine = collect(steps, inOrder, true);
      const byFact = collect(steps, inOrder, false);
      taken += byLine.taken;
      const [one, other] = [byLine.pods.collected(0 as Instant), byFact.pods.collected(0 as Instant)];
      expect(one.events()).toEqual(other.events());
      expect(one.pods().map((pod) => pod.containers)).toEqual(other.pods().map((pod) => pod.containers));
    }), { numRuns: 12, seed: 3, endOnFailure: true });
    expect(taken).toBeGreaterThan(2000);
  });

  it('counts the containers that kept running as one would by their states, whatever comes later', () => {
    fc.assert(fc.property(fc.array(step, { maxLength: 300, size: 'max' }), fc.boolean(), fc.integer({ min: 0, max: 500 }), fc.integer({ min: 0, max: 200 }), (steps, inOrder, since, length) => {
      const { pods } = collect(steps, inOrder, true);
      const collected = pods.collected(0 as Instant);
      const expected = queriesOf({ pods: collected.pods(), plegEvents: collected.events() } as unknown as ProvenHistory).keptRunning(since as Instant, (since + length) as Instant);
      expect(collected.queries.keptRunning(since as Instant, (since + length) as Instant)).toEqual(expected);
      for (const pod of PODS) pods.event({ source: 0, line: 9999, time: 9999 as Instant, message: 'x', kind: 'pleg-event', type: 'ContainerDied', pod, containerId: 'c1' }, 'process-1');
      expect(collected.queries.keptRunning(since as Instant, (since + length) as Instant)).toEqual(expected);
    }), { numRuns: 150, seed: 7, endOnFailure: true });
  });
});
