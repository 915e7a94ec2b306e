import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { EventTable } from '../../../src/inference/eventTable.ts';
import { byLane, byRecords, everything, logOfLives } from './bothWays.ts';

/** Pods that are alike in parts: names of one uid, uids of one name, names with escapes. */
const pod = fc.record({
  name: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('shop/web-1', 'shop/web-2', 'shop/web-10') }, fc.constantFrom('a/b', 'shop/we\\"b', `long/${'n'.repeat(250)}`)),
  uid: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('0a67324e-69fe-4f79-aa3e-15517a142271', '0a67324e-69fe-4f79-aa3e-15517a142272') }, fc.constantFrom('b'.repeat(32), 'b\\u0062', 'x y')),
});
const hex = fc.integer({ min: 0, max: 40 }).map((number) => (number * 7919).toString(16).padEnd(64, '0123456789abcdef'));
const id = fc.oneof({ weight: 20, arbitrary: hex }, hex.map((text) => text.slice(1)), hex.map((text) => `${text.slice(1)}A`), hex.map((text) => `g${text.slice(1)}`), hex.map((text) => `\`${text.slice(1)}`), fc.constantFrom('', 'containerd://1'));
const type = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('ContainerStarted', 'ContainerDied') }, fc.constantFrom('ContainerRemoved', 'ContainerChanged', 'PodSync', 'ConditionMet', 'Unheard', ''));
const event = fc.record({
  pod, id, type,
  form: fc.oneof({ weight: 9, arbitrary: fc.constant('usual' as const) }, fc.constantFrom('further key' as const, 'event first' as const, 'other order' as const, 'more lines' as const)),
});
const other = fc.record({ pod, id });

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type Step = { readonly kind: 'event'; readonly event: ValueOf<typeof event> } | { readonly kind: 'finished' | 'chatter' | 'sync'; readonly other: ValueOf<typeof other> };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: event.map((value): Step => ({ kind: 'event', event: value })) },
  fc.tuple(fc.constantFrom('finished' as const, 'chatter' as const, 'sync' as const), other).map(([kind, value]): Step => ({ kind, other: value })),
);

function textsOf(step: Step, index: number): readonly string[] {
  if (step.kind === 'event') return eventTexts(step.event);
  const { pod: { name, uid }, id: container } = step.other;
  if (step.kind === 'finished') return [`generic.go:334] "Generic (PLEG): container finished" podID="${uid}" containerID="${container}" exitCode=${index % 3}`];
  if (step.kind === 'sync') return [`kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["${name}"]`];
  return [`status_manager.go:809] "Pod status updated" pod="${name}" statusVersion=${index}`];
}

function eventTexts({ pod: { name, uid }, id: container, type: happened, form }: ValueOf<typeof event>): readonly string[] {
  const value = form === 'other order' ? `{"Type":"${happened}","ID":"${uid}","Data":"${container}"}` : `{"ID":"${uid}","Type":"${happened}","Data":"${container}"}`;
  const pairs = form === 'event first' ? `event=${value} pod="${name}"` : `pod="${name}" event=${value}${form === 'further key' ? ' attempt=2' : ''}`;
  const line = `kubelet.go:2453] "SyncLoop (PLEG): event for pod" ${pairs}`;
  return form === 'more lines' ? [line, 'and a second line'] : [line];
}

describe('events that come in runs', () => {
  it('say the same as by records, whatever their forms, pods and ids', () => {
    const added = vi.spyOn(EventTable.prototype, 'addRun');
    let inRuns = 0;
    fc.assert(fc.property(fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), fc.integer({ min: 3, max: 12 }), fc.boolean(), fc.integer({ min: 5000, max: 200_000 }), (steps, repeats, asJson, chunk) => {
      const bytes = logOfLives(steps.map(textsOf), repeats, asJson);
      const lane = everything(byLane(bytes, chunk));
      for (const [, , , start, end] of added.mock.calls.splice(0)) inRuns += end - start;
      expect(lane === everything(byRecords(bytes))).toBe(true);
    }), { numRuns: 40, seed: 5 });
    added.mockRestore();
    expect(inRuns).toBeGreaterThan(1000);
  }, 60_000);
});
