import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EvidenceText } from '../../../src/analysis/outputs/evidenceText.ts';
import type { AnalysisSession } from '../../../src/analysis/session.ts';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import { queriesOf } from '../../../src/inference/queries.ts';
import { KeptError } from '../../../src/messages/texts/errorTexts.ts';
import { analysisOf } from './analyse.ts';
import { byLane, byRecords, everything } from './bothWays.ts';
import { randomLogs } from './randomLogs.ts';
import { atLeast, rounds } from '../../support/effort.ts';

interface Pod {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** Pods of one name, of one uid, and of names that end as others begin; without namespace, with escapes, too long. */
const PODS: readonly Pod[] = [
  { namespace: 'shop', name: 'web-1', uid: '0a67324e-69fe-4f79-aa3e-15517a142271' },
  { namespace: 'shop', name: 'web-1', uid: '0a67324e-69fe-4f79-aa3e-15517a142272' },
  { namespace: 'shap', name: 'web-1', uid: '0a67324e-69fe-4f79-aa3e-15517a142271' },
  { namespace: 'shop', name: 'web-2', uid: '0a67324e-69fe-4f79-aa3e-15517a142273' },
  { namespace: 'web-2', name: 'shop', uid: '0a67324e-69fe-4f79-aa3e-15517a142273' },
  { namespace: 'a', name: 'b', uid: 'c' },
  { namespace: '', name: 'none', uid: 'd'.repeat(32) },
  { namespace: 'shop', name: 'we\\"b', uid: 'e'.repeat(32) },
  { namespace: 'long', name: 'n'.repeat(250), uid: 'f'.repeat(32) },
];
const pod = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PODS.slice(0, 5)) }, fc.constantFrom(...PODS.slice(5)));
const nameOf = ({ namespace, name }: Pod): string => (namespace === '' ? name : `${namespace}/${name}`);
const spelt = ({ namespace, name, uid }: Pod): string => `${name}_${namespace}(${uid})`;

const beginning = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      'back-off 5m0s restarting failed container=app pod=',
      'failed to \\"StartContainer\\" for \\"app\\" with CrashLoopBackOff: \\"back-off 10s restarting failed container=app pod=',
    ),
  },
  fc.constantFrom(
    '',
    'no ',
    'only so',
    '12345678',
    'a long one '.repeat(60),
    'käputt: ',
    'of another pod: web-1_shop(0a67324e-69fe-4f79-aa3e-15517a142271) and ',
  ),
);
const end = fc.constantFrom(
  '',
  '',
  '.',
  ';',
  '\\"',
  '\\\\\\"\\"',
  ')',
  ' ()',
  ' and so many more marks behind',
  ' (x)',
  '123456789012345',
);
const error = fc.tuple(
  beginning,
  fc.constantFrom('own', 'own', 'own', 'own', 'other', 'other', 'none', 'cut', 'open'),
  fc.constantFrom(...PODS, ...PODS.slice(0, 3), ...PODS.slice(0, 3)),
  end,
);
const textOf = ([before, whose, other, behind]: readonly [string, string, Pod, string], own: Pod): string =>
  `${before}${whose === 'own' ? spelt(own) : whose === 'other' ? spelt(other) : whose === 'cut' ? spelt(own).slice(1) : whose === 'open' ? `${spelt(own).slice(0, -1)}]` : ''}${behind}`;
/** The same error comes of several pods. */
const line = fc
  .tuple(error, pod, fc.constantFrom('podUID=', 'podUID=', 'podUID=', 'podUID', 'more="x" podUID='))
  .map(
    ([what, own, uidKey]) =>
      `pod_workers.go:1300] "Error syncing pod, skipping" err="${textOf(what, own)}" pod="${nameOf(own)}" ${uidKey}"${own.uid}"`,
  );
const others = fc
  .tuple(pod, fc.nat(3))
  .map(
    ([of, exit]) =>
      [
        `generic.go:334] "Generic (PLEG): container finished" podID="${of.uid}" containerID="${'0123456789abcdef'.repeat(4)}" exitCode=${exit}`,
        'eviction_manager.go:366] "Eviction manager: must evict pod(s) to reclaim" resourceName="memory"',
        `kubelet.go:2472] "SyncLoop (SYNC) pods" total=1 pods=["${nameOf(of)}"]`,
        'httplog.go:132] "HTTP" verb="GET" URI="/metrics"',
      ][exit] ?? '',
  );

/** The lines of all facts that are kept, as they are handed to the rules. */
const inOrder = (session: AnalysisSession): readonly number[] =>
  [...queriesOf(analysisOf(session).reconstruction.history).passingFacts(() => true)].map(({ fact }) => fact.line);

describe('errors of pods that come again', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('say the same in runs as by records, whatever they name', () => {
    // The first five thousand are kept as evidence, and read for that.
    const wantsKind = EvidenceText.prototype.wantsKind;
    vi.spyOn(EvidenceText.prototype, 'wantsKind').mockImplementation(function (this: EvidenceText, kind, time) {
      return kind !== 'pod-sync-error' && wantsKind.call(this, kind, time);
    });
    const again = vi.spyOn(KeptFacts.prototype, 'addRepeat');
    const stated = vi.spyOn(KeptFacts.prototype, 'keepStated');
    let inRuns = 0;
    let named = 0;
    fc.assert(
      fc.property(
        randomLogs({
          text: fc.oneof({ weight: 3, arbitrary: line }, others),
          messages: [10, 60],
          repeats: [4, 12],
        }),
        ({ bytes, chunk }) => {
          const byRuns = byLane(bytes, chunk);
          const facts = stated.mock.calls.splice(0);
          for (const [number] of again.mock.calls.splice(0)) {
            const fact = facts[number]?.[0];
            if (fact?.kind !== 'pod-sync-error') continue;
            inRuns += 1;
            if (fact.error instanceof KeptError && fact.error.pod !== undefined) named += 1;
          }
          const one = byRecords(bytes);
          expect(everything(byRuns) === everything(one)).toBe(true);
          expect(inOrder(byRuns)).toEqual(inOrder(one));
        },
      ),
      { numRuns: rounds(70), seed: 8 },
    );
    expect(inRuns).toBeGreaterThan(atLeast(3000));
    expect(named).toBeGreaterThan(atLeast(500));
  });
});
