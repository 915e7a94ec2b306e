import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { BATCH } from '../../../src/journal/batch/kernel/layout.ts';
import { PlainRows } from '../../../src/journal/batch/plainLine.ts';
import { atLeast, rounds } from '../../support/effort.ts';
import { byLane, byRecords, everything, logOfLives } from './bothWays.ts';
import { randomLogs } from './randomLogs.ts';

/** Pods of which two have one name, as a stateful set makes them; names with escapes and of any length, and none. A uid has one name, or lines contradict each other. */
const PODS: readonly (readonly [name: string, uid: string])[] = [
  ['shop/web-1', '0a67324e-69fe-4f79-aa3e-15517a142271'],
  ['shop/web-1', '0a67324e-69fe-4f79-aa3e-15517a142272'],
  ['shop/web-2', '0a67324e-69fe-4f79-aa3e-15517a142273'],
  ['shop/web-10', 'b'.repeat(32)],
  ['a/b', 'c'.repeat(32)],
  ['shop/we\\"b', 'd'.repeat(32)],
  ['shop/new', ''],
  ['', 'e'.repeat(32)],
  [`long/${'n'.repeat(400)}`, 'f'.repeat(32)],
];
const pod = fc.constantFrom(...PODS);
const name = pod.map(([of]) => of);
const container = fc.constantFrom('app', 'sidecar');

const line = fc.oneof(
  fc
    .tuple(fc.constantFrom('Readiness', 'Liveness'), pod, container)
    .map(
      ([probe, [of, uid], inside]) =>
        `prober.go:104] "Probe errored" err="no ${inside}" probeType="${probe}" pod="${of}" podUID="${uid}" containerName="${inside}"`,
    ),
  fc
    .tuple(pod, container, fc.nat(30))
    .map(
      ([[of, uid], inside, what]) =>
        `prober.go:107] "Probe failed" probeType="Readiness" pod="${of}" podUID="${uid}" containerName="${inside}" probeResult="failure" output="dial tcp 10.0.0.${what}"`,
    ),
  fc
    .tuple(fc.constantFrom('readiness', 'startup'), fc.constantFrom('', 'ready', 'unhealthy'), name)
    .map(
      ([probe, status, of]) => `kubelet.go:2542] "SyncLoop (probe)" probe="${probe}" status="${status}" pod="${of}"`,
    ),
  fc
    .tuple(
      fc.constantFrom('ADD', 'UPDATE', 'RECONCILE'),
      fc.constantFrom('api', 'file'),
      fc.array(name, { maxLength: 3 }),
    )
    .map(
      ([what, source, pods]) =>
        `kubelet.go:2421] "SyncLoop ${what}" source="${source}" pods=[${pods.map((of) => `"${of}"`).join()}]`,
    ),
  fc
    .array(name, { maxLength: 4 })
    .map(
      (pods) =>
        `kubelet.go:2472] "SyncLoop (SYNC) pods" total=${pods.length} pods=[${pods.map((of) => `"${of}"`).join()}]`,
    ),
  pod.map(
    ([of, uid]) =>
      `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="${of}" event={"ID":"${uid}","Type":"ContainerStarted","Data":"${'0123456789abcdef'.repeat(4)}"}`,
  ),
);

describe('lines that tell only which pods there are', () => {
  it('say the same in runs as by records, whatever pods they name', () => {
    const interned = vi.spyOn(PlainRows.prototype, 'intern');
    fc.assert(
      fc.property(randomLogs({ text: line, messages: [10, 60], repeats: [3, 8] }), ({ bytes, chunk }) => {
        expect(everything(byLane(bytes, chunk)) === everything(byRecords(bytes))).toBe(true);
      }),
      { numRuns: rounds(80), seed: 6 },
    );
    expect(interned.mock.calls.length).toBeGreaterThan(atLeast(4000));
    interned.mockRestore();
  });

  it('are looked at once for each pod and life, whatever else stands in them', () => {
    const probe = (index: number): string =>
      `kubelet.go:2542] "SyncLoop (probe)" probe="readiness" status="unhealthy-${index}" pod="shop/web-${index % 3}" podUID="0a67324e-69fe-4f79-aa3e-15517a14227${index % 3}"`;
    const turn = (index: number): string =>
      `kubelet.go:2421] "SyncLoop UPDATE" source="source-${index}" pods=["shop/web-${index % 3}"]`;
    const skip =
      'kubelet.go:2359] "Skipping pod synchronization" err="PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s"';
    const texts: string[] = [];
    // Both tell that the loop goes on.
    for (let index = 0; index < 2400; index += 1)
      texts.push(
        index % 800 < 400 ? probe(index) : turn(index),
        ...(index % 800 === 400 ? [...Array.from({ length: 40 }, (_, place) => probe(index + place)), skip] : []),
      );
    const bytes = logOfLives(
      texts.map((text) => [text]),
      1,
      false,
    );
    const read = vi.spyOn(PlainRows.prototype, 'read');
    const found = byLane(bytes, 100_000);
    const rows = read.mock.calls.length;
    read.mockRestore();
    // Of 4,800 lines those of the first runs of each life: what a run teaches counts for the next.
    expect(rows).toBeGreaterThanOrEqual(6);
    expect(rows).toBeLessThan(4 * BATCH);
    expect(everything(found) === everything(byRecords(bytes))).toBe(true);
  });
});
