import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { EventTable } from '../../../src/inference/store/eventTable.ts';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import type { AnalysisSession } from '../../../src/analysis/session.ts';
import { asBefore121, asBefore128, byLane, byRecords, everything, logOfLives } from './bothWays.ts';
import { atLeast, rounds } from '../../support/effort.ts';

/** Pods that are alike in parts: names of one uid, uids of one name, names with escapes. */
const pod = fc.record({
  name: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('shop/web-1', 'shop/web-2', 'shop/web-10') },
    fc.constantFrom('a/b', 'shop/we\\"b', `long/${'n'.repeat(250)}`),
  ),
  uid: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.constantFrom('0a67324e-69fe-4f79-aa3e-15517a142271', '0a67324e-69fe-4f79-aa3e-15517a142272'),
    },
    fc.constantFrom('b'.repeat(32), 'b\\u0062', 'x y'),
  ),
});
const hex = fc
  .integer({ min: 0, max: 40 })
  .map((number) => (number * 7919).toString(16).padEnd(64, '0123456789abcdef'));
const id = fc.oneof(
  { weight: 20, arbitrary: hex },
  hex.map((text) => text.slice(1)),
  hex.map((text) => `${text.slice(1)}A`),
  hex.map((text) => `g${text.slice(1)}`),
  hex.map((text) => `\`${text.slice(1)}`),
  fc.constantFrom('', 'containerd://1'),
);
const type = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('ContainerStarted', 'ContainerDied') },
  fc.constantFrom('ContainerRemoved', 'ContainerChanged', 'PodSync', 'ConditionMet', 'Unheard', ''),
);
const event = fc.record({
  pod,
  id,
  type,
  form: fc.oneof(
    { weight: 9, arbitrary: fc.constant('usual' as const) },
    fc.constantFrom('further key' as const, 'event first' as const, 'other order' as const, 'more lines' as const),
  ),
});
const other = fc.record({ pod, id });
const others = ['finished', 'chatter', 'sync', 'not synced', 'not started', 'removed'] as const;
type Other = (typeof others)[number];

type ValueOf<Of> = Of extends fc.Arbitrary<infer Value> ? Value : never;
type Step =
  | { readonly kind: 'event'; readonly event: ValueOf<typeof event> }
  | { readonly kind: Other; readonly other: ValueOf<typeof other> };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: event.map((value): Step => ({ kind: 'event', event: value })) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom(...others), other).map(([kind, value]): Step => ({ kind, other: value })),
  },
);

function textsOf(step: Step, index: number): readonly string[] {
  if (step.kind === 'event') return eventTexts(step.event);
  const {
    pod: { name, uid },
    id: container,
  } = step.other;
  if (step.kind === 'finished')
    return [
      `generic.go:334] "Generic (PLEG): container finished" podID="${uid}" containerID="${container}" exitCode=${index % 3}`,
    ];
  if (step.kind === 'sync') return [`kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["${name}"]`];
  if (step.kind === 'not synced')
    return [
      `pod_workers.go:1300] "Error syncing pod, skipping" err="network is not ready: ${container}" pod="${name}" podUID="${uid}"`,
    ];
  if (step.kind === 'removed') return [`scope.go:117] "RemoveContainer" containerID="${container}"`];
  if (step.kind === 'not started')
    return [
      `pod_workers.go:1300] "Error syncing pod, skipping" err="back-off ${index % 2}m0s restarting failed container=app pod=${name.slice(name.indexOf('/') + 1)}_shop(${uid})" pod="${name}" podUID="${uid}"`,
    ];
  return [`status_manager.go:809] "Pod status updated" pod="${name}" statusVersion=${index}`];
}

function eventTexts({
  pod: { name, uid },
  id: container,
  type: happened,
  form,
}: ValueOf<typeof event>): readonly string[] {
  const value =
    form === 'other order'
      ? `{"Type":"${happened}","ID":"${uid}","Data":"${container}"}`
      : `{"ID":"${uid}","Type":"${happened}","Data":"${container}"}`;
  const pairs =
    form === 'event first'
      ? `event=${value} pod="${name}"`
      : `pod="${name}" event=${value}${form === 'further key' ? ' attempt=2' : ''}`;
  const line = `kubelet.go:2453] "SyncLoop (PLEG): event for pod" ${pairs}`;
  return form === 'more lines' ? [line, 'and a second line'] : [line];
}

/** The texts that are at hand as evidence. */
function keptLines(session: AnalysisSession): readonly (string | undefined)[] {
  return Array.from({ length: session.progress('reading').lines }, (_, line) =>
    session.lineText({ source: 0, line: line + 1 }),
  );
}

describe('events and errors of pods that come in runs', () => {
  it('say the same as by records, whatever their forms, pods and ids', () => {
    const added = vi.spyOn(EventTable.prototype, 'addWithWords');
    const again = vi.spyOn(KeptFacts.prototype, 'addRepeat');
    let inRuns = 0;
    let errorsAgain = 0;
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }),
        fc.integer({ min: 3, max: 12 }),
        fc.boolean(),
        fc.integer({ min: 5000, max: 200_000 }),
        fc.shuffledSubarray([(text: string) => text, asBefore128, asBefore121], { minLength: 1 }),
        (steps, repeats, asJson, chunk, written) => {
          // Also several forms in one log.
          const bytes = logOfLives(
            steps.map(textsOf).map((texts, index) => texts.map(written[index % written.length] ?? asBefore121)),
            repeats,
            asJson,
          );
          const session = byLane(bytes, chunk);
          const records = byRecords(bytes);
          errorsAgain += again.mock.calls.splice(0).length;
          inRuns += added.mock.calls.splice(0).length;
          expect(everything(session) === everything(records)).toBe(true);
          expect(keptLines(session)).toEqual(keptLines(records));
        },
      ),
      { numRuns: rounds(100, 10), seed: 5 },
    );
    added.mockRestore();
    again.mockRestore();
    expect(errorsAgain).toBeGreaterThan(atLeast(1000));
    expect(inRuns).toBeGreaterThan(atLeast(1000));
  });

  it('come in runs in each form, also where a kubelet was upgraded in between', () => {
    const added = vi.spyOn(EventTable.prototype, 'addWithWords');
    const texts = Array.from({ length: 600 }, (_, index) => {
      const text = `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="shop/web-${index % 3}" event={"ID":"0a67324e-69fe-4f79-aa3e-15517a14227${index % 3}","Type":"ContainerDied","Data":"${index.toString(16).padStart(64, '0')}"}`;
      return index % 3 === 0
        ? text
        : (index % 3 === 1 ? asBefore128(text) : asBefore121(text)).replace('2453', `213${index % 3}`);
    });
    byLane(
      logOfLives(
        texts.map((text) => [text]),
        1,
        false,
      ),
      1 << 20,
    );
    const inRuns = added.mock.calls.length;
    added.mockRestore();
    // Of 1,200 all but those of the first runs of each life.
    expect(inRuns).toBeGreaterThan(600);
  });

  it('are of the right pods where there are more than the dictionary holds', () => {
    const added = vi.spyOn(EventTable.prototype, 'addWithWords');
    let random = 1;
    const next = (below: number): number => {
      random = Math.imul(random, 1_103_515_245) + 12_345;
      return (random >>> 8) % below;
    };
    const texts = Array.from({ length: 12_000 }, (_, index) => {
      const pod = next(3000);
      const event = `kubelet.go:2453] "SyncLoop (PLEG): event for pod" pod="shop/web-${pod}" event={"ID":"0a67324e-69fe-4f79-${pod}","Type":"ContainerDied","Data":"${index.toString(16).padStart(64, '0')}"}`;
      // A line that goes on: its run ends before it, with what was told of its pod.
      return next(40) === 0 ? [event, 'and more'] : [event];
    });
    const bytes = logOfLives(texts, 1, false);
    const session = byLane(bytes, 150_000);
    const inRuns = added.mock.calls.length;
    added.mockRestore();
    expect(inRuns).toBeGreaterThan(15_000);
    expect(everything(session) === everything(byRecords(bytes))).toBe(true);
  });
});
