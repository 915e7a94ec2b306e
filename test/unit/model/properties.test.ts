/** What holds for every history of pods, latencies and readers. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromSeconds, type Nanoseconds } from '../../../src/model/nanoseconds.ts';
import type { RuntimeContainerState } from '../../../src/kubelet/containerState.ts';
import type { PlegPod } from '../../../src/model/plegPod.ts';
import { type Observation } from '../../../src/model/observation.ts';
import { from, LISTS, ofKind, pod, profile, run } from './kubelets.ts';
import { listed, PlegBench } from './plegBench.ts';

const VERSION = fc.constantFrom('1.8.0', '1.13.4', '1.20.2', '1.28.0', '1.33.1', '1.36.2');
const STATE = fc.constantFrom<RuntimeContainerState>('created', 'running', 'exited', 'unknown');
const POD = fc.record({
  uid: fc.constantFrom('a', 'b', 'c'),
  containers: fc.dictionary(fc.constantFrom('c1', 'c2', 'c3'), STATE),
  sandboxes: fc.dictionary(fc.constantFrom('s1'), STATE),
});
const LISTING = fc
  .uniqueArray(POD, { selector: ({ uid }) => uid })
  .map((pods) =>
    pods.map(({ uid, containers, sandboxes }) => listed(uid, prefixed(uid, containers), prefixed(uid, sandboxes))),
  );
const HISTORY = fc.array(
  fc.record({
    pods: LISTING,
    failing: fc.subarray(['a', 'b', 'c']),
    listFails: fc.boolean(),
    seconds: fc.integer({ min: 1, max: 400 }),
  }),
  { maxLength: 12 },
);

function prefixed(
  uid: string,
  states: Readonly<Record<string, RuntimeContainerState>>,
): Record<string, RuntimeContainerState> {
  return Object.fromEntries(Object.entries(states).map(([id, state]) => [`${uid}-${id}`, state]));
}

function step(
  bench: PlegBench,
  {
    pods,
    failing,
    listFails,
    seconds,
  }: { pods: readonly PlegPod[]; failing: readonly string[]; listFails: boolean; seconds: number },
): string[] {
  bench.pass(seconds);
  bench.errors.clear();
  for (const uid of failing) bench.errors.set(uid, 'rpc error');
  bench.listError = listFails ? 'rpc error' : undefined;
  return bench.relist(...pods);
}

describe('a relist', () => {
  it('says nothing the second time', () => {
    fc.assert(
      fc.property(VERSION, HISTORY, LISTING, (version, history, last) => {
        const bench = new PlegBench(version);
        for (const entry of history) step(bench, entry);
        bench.errors.clear();
        bench.listError = undefined;
        bench.relist(...last);
        bench.pass(1);
        expect(bench.relist(...last)).toEqual([]);
      }),
    );
  });

  it('gives only the events that follow from the states before and after', () => {
    fc.assert(
      fc.property(VERSION, HISTORY, (version, history) => {
        const bench = new PlegBench(version);
        const known = new Map<string, string>();
        for (const entry of history) {
          for (const event of step(bench, entry)) {
            const [, type, id = ''] = event.split(' ');
            const state = known.get(id) ?? 'absent';
            if (type === 'ContainerStarted')
              expect(entry.pods.flatMap(all).find((one) => one.id === id)?.state).toBe('running');
            if (type === 'ContainerRemoved') expect(entry.pods.flatMap(all).some((one) => one.id === id)).toBe(false);
            if (type === 'ContainerRemoved') expect(state).not.toBe('removed');
            expect(type).not.toBe('ContainerChanged');
            known.set(id, type === 'ContainerRemoved' ? 'removed' : 'present');
          }
        }
      }),
    );
  });

  it('never moves its time back, and only when the list worked', () => {
    fc.assert(
      fc.property(VERSION, HISTORY, (version, history) => {
        const bench = new PlegBench(version);
        let before: Nanoseconds | undefined;
        for (const entry of history) {
          step(bench, entry);
          const time = bench.pleg.relistTime;
          if (entry.listFails) expect(time).toBe(before);
          else expect(time).toBe(bench.now);
          expect(time ?? 0).toBeGreaterThanOrEqual(before ?? 0);
          before = time;
        }
      }),
    );
  });

  it('loses no event that it does not count', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('1.14.0', '1.20.2', '1.28.0', '1.33.1', '1.36.2'),
        HISTORY,
        fc.integer({ min: 0, max: 6 }),
        (version, history, capacity) => {
          const bench = new PlegBench(version, { capacity });
          const plenty = new PlegBench(version);
          for (const entry of history) {
            const before = bench.pleg.discarded;
            const some = step(bench, entry);
            const every = step(plenty, entry);
            expect(some.length + bench.pleg.discarded - before).toBe(every.length);
          }
        },
      ),
    );
  });

  it('may leave out the comparison with the very same listing', () => {
    fc.assert(
      fc.property(
        VERSION,
        HISTORY,
        fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }),
        (version, history, asked) => {
          const same = new PlegBench(version);
          const copied = new PlegBench(version);
          history.forEach((entry, index) => {
            expect(step(same, entry)).toEqual(step(copied, entry));
            for (const bench of [same, copied]) {
              if (asked[index] === true && version === '1.36.2') bench.pleg.requestReinspect('a');
              bench.errors.clear();
              bench.pass(1);
            }
            expect(same.relistAgain()).toEqual(copied.relist(...copied.pods));
            expect([...same.cache.entries()]).toEqual([...copied.cache.entries()]);
            expect(same.pleg.relistTime).toBe(copied.pleg.relistTime);
          });
        },
      ),
    );
  });

  it('turns unhealthy just behind the threshold', () => {
    fc.assert(
      fc.property(VERSION, fc.integer({ min: -1_000_000, max: 1_000_000 }), (version, offset) => {
        const bench = new PlegBench(version);
        bench.relist();
        bench.clock.advance((fromSeconds(180) + offset) as Nanoseconds);
        expect(bench.pleg.healthy().ok).toBe(offset <= 0);
      }),
    );
  });
});

describe('a whole kubelet', () => {
  const WINDOWS = fc.array(
    fc
      .record({
        begin: fc.integer({ min: 0, max: 200 }),
        length: fc.integer({ min: 1, max: 300 }),
        hangs: fc.boolean(),
        lists: fc.boolean(),
      })
      .map(({ begin, length, hangs, lists }) =>
        from(
          begin,
          begin + length,
          hangs ? { kind: 'hang' } : { kind: 'slow', by: fromSeconds(7) },
          lists ? { methods: LISTS } : {},
        ),
      ),
    { maxLength: 3 },
  );

  it('does the same twice with the same seed, to the byte', () => {
    fc.assert(
      fc.property(VERSION, WINDOWS, fc.integer({ min: 1, max: 1000 }), (version, windows, seed) => {
        const given = {
          version,
          seconds: 300,
          windows,
          inputs: { pods: [pod('a', 50), pod('b', 90), pod('c')] },
          options: { seed },
        };
        expect(JSON.stringify(run(given))).toBe(JSON.stringify(run(given)));
      }),
      { numRuns: 15 },
    );
  });

  it('observes in the order of time, and skips exactly when a reason is there', () => {
    fc.assert(
      fc.property(VERSION, WINDOWS, (version, windows) => {
        const result = run({ version, seconds: 400, windows, inputs: { pods: [pod('a', 50), pod('b')] } });
        const times = result.observations.map(({ at }) => at);
        expect(times.every((at, index) => index === 0 || at >= (times[index - 1] ?? 0))).toBe(true);
        expect(ofKind(result, 'skipped').every(({ reasons }) => reasons.length > 0)).toBe(true);
        expectSleeps(result.observations, version);
      }),
      { numRuns: 25 },
    );
  });
});

/** After a skip nothing of the loop is seen until its sleep is over. */
function expectSleeps(observations: readonly Observation[], version: string): void {
  const loop = observations.filter(
    ({ kind }) => kind === 'skipped' || kind === 'turn-started' || kind === 'turn-ended',
  );
  loop.forEach((one, index) => {
    const next = loop[index + 1];
    if (one.kind !== 'skipped' || next === undefined) return;
    expect(next.at, profile(version).backoff.kind).toBe(one.at + one.sleep);
  });
}

function all(of: PlegPod): readonly { id: string; state: RuntimeContainerState }[] {
  return [...of.containers, ...of.sandboxes];
}
