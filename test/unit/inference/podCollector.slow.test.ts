import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Repeats } from '../../../src/inference/store/repeats.ts';
import type { CollectedPods } from '../../../src/inference/containers/collectedPods.ts';
import { PodCollector } from '../../../src/inference/containers/pods.ts';
import { WORDS, writeText } from '../../../src/inference/store/idWords.ts';
import { PlainLine } from '../../../src/journal/batch/plainLine.ts';
import { NO_CALLER } from '../../../src/journal/klog/caller.ts';
import type { Instant } from '../../../src/kubelet/time.ts';
import type { PlegEventFact, PlegEventType, PodReference } from '../../../src/messages/fact.ts';
import { unlessEnded } from '../../support/effort.ts';

/** As if PLEG listed and told at once. */
const ALL = { from: 0 as Instant, beginsInRun: false, since: (told: Instant): Instant => told, reportedTwice: false };

const PODS: readonly PodReference[] = Array.from({ length: 3 }, (_, pod) => ({
  uid: `uid-${pod}`,
  namespace: 'shop',
  name: `web-${pod}`,
}));
const TYPES: readonly PlegEventType[] = ['ContainerStarted', 'ContainerDied', 'ContainerRemoved', 'ContainerChanged'];
/** Ids that fall together in tables, others, and some that cannot stand as words. */
const id = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.integer({ min: 0, max: 60 }).map((number) => `aaaaaaaa${String(number).padStart(52, '0')}bbbb`),
  },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 30 }).map((number) => `${number * 7919}`.padEnd(64, 'e')) },
  fc.constantFrom('c1', 'A'.repeat(64)),
);
const step = fc.record({
  pod: fc.integer({ min: 0, max: 2 }),
  id,
  type: fc.constantFrom(...TYPES),
  after: fc.integer({ min: 0, max: 3 }),
  back: fc.boolean(),
  how: fc.oneof(
    { weight: 8, arbitrary: fc.constant('event' as const) },
    fc.constantFrom('finished' as const, 'ignored' as const, 'sandbox' as const),
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

/** Lines of events, as the kernel gives those that are like an earlier one but for the container. */
class EventLines {
  readonly #repeats = new Map<string, Repeats>();

  /** Whether the event was taken as the repeat of an earlier one. */
  take(pods: PodCollector, fact: PlegEventFact, process: string): boolean {
    const key = `${fact.type} ${fact.pod.uid}`;
    const repeats = this.#repeats.get(key);
    const line = new PlainLine(fact.source, NO_CALLER);
    line.digits = new Int32Array(WORDS + 3);
    line.digitsAt = 3;
    if (repeats !== undefined && writeText(line.digits, line.digitsAt, fact.containerId ?? '')) {
      line.line = fact.line;
      line.time = fact.time;
      repeats.add(line, process);
      return true;
    }
    pods.event(fact, process);
    const own = pods.repeatsOf(fact);
    if (own !== undefined) this.#repeats.set(key, own);
    return false;
  }
}

/** Gives the steps to a collector; `inRuns`: events come in runs where that is possible. */
function collect(
  steps: readonly Step[],
  inOrder: boolean,
  inRuns: boolean,
): { readonly pods: PodCollector; readonly taken: number } {
  const pods = new PodCollector();
  const runs = new EventLines();
  let now = 0;
  let taken = 0;
  steps.forEach(({ pod: index, id: containerId, type, after, back, how }, line) => {
    now += after;
    const time = (inOrder || !back ? now : Math.max(0, now - 4)) as Instant;
    const pod = PODS[index] ?? {};
    const base = { source: 0, line, time, message: 'x' };
    if (how === 'finished') pods.add({ ...base, kind: 'container-finished', pod, containerId, exitCode: 1 });
    else if (how === 'ignored') pods.add({ ...base, kind: 'pleg-event-ignored', type, pod, containerId });
    else if (how === 'sandbox')
      pods.add({ ...base, kind: 'inspect-failed', pod, sandboxId: containerId, error: { text: 'x' } });
    else {
      const fact = { ...base, kind: 'pleg-event', type, pod, containerId } as const;
      if (!inRuns) pods.event(fact, 'process-1');
      else if (runs.take(pods, fact, 'process-1')) taken += 1;
    }
  });
  return { pods, taken };
}

describe('a collector of pods', () => {
  it('finds the same in events of runs as in their facts', () => {
    let taken = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 1500, size: 'max' }), fc.boolean(), (steps, inOrder) => {
        const byLine = collect(steps, inOrder, true);
        const byFact = collect(steps, inOrder, false);
        taken += byLine.taken;
        const [one, other] = [byLine.pods.collected(ALL), byFact.pods.collected(ALL)];
        expect(one.events()).toEqual(other.events());
        expect(one.pods().map((pod) => pod.containers)).toEqual(other.pods().map((pod) => pod.containers));
      }),
      { numRuns: 12, seed: 3, endOnFailure: true },
    );
    expect(taken).toBeGreaterThan(unlessEnded(2000));
  });

  it('learns nothing when it is told the same again, whatever came in between', () => {
    const name = fc.constantFrom('web-1', 'web-2');
    const reference = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({
          uid: fc.constantFrom('uid-1', 'uid-2', 'uid-3'),
          namespace: fc.constantFrom('shop', 'store'),
          name,
        }),
      },
      fc.record({ namespace: fc.constant('shop'), name }),
      fc.record({ uid: fc.constantFrom('uid-1', 'uid-2'), name }),
      fc.record({ name }),
      fc.record({ uid: fc.constantFrom('uid-1', 'uid-2') }),
      fc.constant({}),
    ) as fc.Arbitrary<PodReference>;
    let whole = 0;
    fc.assert(
      fc.property(
        fc.array(reference, { minLength: 1, maxLength: 12 }),
        fc.array(fc.nat(11), { maxLength: 60, size: 'max' }),
        fc.func(fc.boolean()),
        (references, order, isLeft) => {
          const [byLine, byFact] = [new PodCollector(), new PodCollector()];
          const told = new Set<PodReference>();
          order.forEach((index, line) => {
            const pod = references[index % references.length];
            if (pod === undefined) return;
            const fact = {
              source: 0,
              line,
              time: line as Instant,
              message: 'x',
              kind: 'pod-sync-error',
              pod,
              error: { text: 'x' },
            } as const;
            byFact.add(fact);
            if (told.has(pod) && isLeft(index, line)) whole += 1;
            else byLine.add(fact);
            told.add(pod);
          });
          expect(byLine.collected(ALL).pods()).toEqual(byFact.collected(ALL).pods());
        },
      ),
      { numRuns: 1000, seed: 21 },
    );
    expect(whole).toBeGreaterThan(unlessEnded(2000));
  });

  it('shows each moment what was known then, asked in whatever order', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 200, size: 'max' }),
        fc.array(step, { maxLength: 200, size: 'max' }),
        fc.boolean(),
        (first, then, laterFirst) => {
          // A state that is told again gets further evidence, whenever somebody looks.
          const statesOf = (of: CollectedPods): unknown =>
            of.pods().map((pod) =>
              pod.containers.map(({ id: containerId, states }) => ({
                containerId,
                states: states.map(({ state, from, to }) => ({ state, from, to })),
              })),
            );
          const alone = statesOf(collect(first, true, true).pods.collected(ALL));
          const { pods } = collect(first, true, true);
          const before = pods.collected(ALL);
          then.forEach(({ pod: index, id: containerId, type }, at) =>
            pods.event(
              {
                source: 0,
                line: 1000 + at,
                time: (10_000 + at) as Instant,
                message: 'x',
                kind: 'pleg-event',
                type,
                pod: PODS[index] ?? {},
                containerId,
              },
              'process-1',
            ),
          );
          const after = pods.collected(ALL);
          if (laterFirst) statesOf(after);
          expect(statesOf(before)).toEqual(alone);
          expect(after.events()).toHaveLength(before.events().length + then.length);
        },
      ),
      { numRuns: 60, seed: 4, endOnFailure: true },
    );
  });
});
