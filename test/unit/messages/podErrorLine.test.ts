import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeQuoted } from '../../../src/journal/klog/goQuote.ts';
import { NO_CALLER } from '../../../src/journal/klog/caller.ts';
import { PlainLine } from '../../../src/journal/batch/plainLine.ts';
import { rowById } from '../../../src/messages/catalogue/index.ts';
import { KeptError } from '../../../src/messages/texts/errorTexts.ts';
import type { PodSyncErrorFact } from '../../../src/messages/fact.ts';
import { KnownPod, KnownPods } from '../../../src/messages/plans/knownPods.ts';
import { LinePlan } from '../../../src/messages/plans/linePlan.ts';
import { PlannedLine, podErrorPatternOf } from '../../../src/messages/plans/plannedLine.ts';
import type { CatalogueRow, FactBuilder } from '../../../src/messages/recognise/row.ts';

const row = rowById('podworker.error-syncing.s') as CatalogueRow;
const MESSAGE = 'Error syncing pod, skipping';
const encoder = new TextEncoder();

function planOf(keys: readonly string[]): LinePlan {
  const sample = encoder.encode(`"${MESSAGE}" ${keys.map((key) => `${key}="x"`).join(' ')}`);
  return LinePlan.of(0, row, 'E', MESSAGE, keys, sample, 0, sample.length) as LinePlan;
}

function lineOf(body: string): PlainLine {
  const line = new PlainLine(0, NO_CALLER);
  line.bytes = encoder.encode(`before ${body} behind`);
  line.view = new DataView(line.bytes.buffer);
  line.bodyStart = 'before '.length;
  line.bodyEnd = line.bytes.length - ' behind'.length;
  return line;
}

interface Values {
  readonly error: string;
  readonly pod: string;
  readonly uid: string;
}

/** What a line says to those who need no fact, and its fact. */
function both(
  inHand: PlannedLine,
  { error, pod, uid }: Values,
): {
  readonly left: (Pick<PodSyncErrorFact, 'pod'> & { readonly text: string; readonly known: KnownPod }) | undefined;
  readonly fact: PodSyncErrorFact;
} {
  const plan = planOf(['err', 'pod', 'podUID']);
  const line = lineOf(`"${MESSAGE}" err=${error} pod=${pod} podUID=${uid}`);
  const pattern = podErrorPatternOf(plan);
  if (pattern === undefined || !plan.match(line.bytes, line.view, line.bodyStart, line.bodyEnd, inHand.spans))
    throw new Error(`no plan for ${error} ${pod} ${uid}`);
  const left = inHand.podErrorLine(plan, pattern, line);
  const said =
    left === undefined
      ? undefined
      : {
          pod: left.pod.reference,
          text: new KeptError(left.texts, left.place, left.pod.reference).text,
          known: left.pod,
        };
  inHand.hold(plan, line);
  return { left: said, fact: (row.facts as FactBuilder)(inHand) as PodSyncErrorFact };
}

describe('the error of a pod that is left in its line', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'b', '-', '_', '(', ')', '/', ' ', '"', '\\', 'é'),
    minLength: 0,
    maxLength: 5,
  });
  const name = fc.oneof({ weight: 6, arbitrary: fc.constantFrom('web-1', 'web-2', 'w') }, part);
  const uid = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('0a67324e-69fe-4f79-aa3e-15517a142271', '0a67324e-69fe-4f79-aa3e-15517a142272'),
    },
    part,
  );
  const values = fc.record({
    name,
    namespace: fc.oneof({ weight: 6, arbitrary: fc.constantFrom('shop', 's') }, part),
    uid,
    otherName: name,
    otherUid: uid,
    before: fc.oneof(
      { weight: 3, arbitrary: fc.constant('back-off 5m0s restarting failed container=x pod=') },
      fc.constantFrom('<nil>', 'no', '', 'x'.repeat(20)),
      part,
    ),
    behind: fc.oneof(fc.constantFrom('', '"', '\\"', ' and more than a few marks'), part),
    names: fc.constantFrom('the pod', 'another pod', 'another uid', 'none'),
    slash: fc.oneof({ weight: 9, arbitrary: fc.constant('/') }, fc.constantFrom('', '_', '//')),
  });

  it('is what its fact says', () => {
    let left = 0;
    let naming = 0;
    let made = 0;
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 12 }), (lines) => {
        const inHand = new PlannedLine();
        for (const { name: own, namespace, uid: ownUid, otherName, otherUid, before, behind, names, slash } of lines) {
          const named =
            names === 'none'
              ? ''
              : `${names === 'another pod' ? otherName : own}_${namespace}(${names === 'another uid' ? otherUid : ownUid})`;
          const found = both(inHand, {
            error: writeQuoted(`${before}${named}${behind}`),
            pod: writeQuoted(`${namespace}${slash}${own}`),
            uid: writeQuoted(ownUid),
          });
          expect(found.fact.error.text).toBe(`${before}${named}${behind}`);
          if (found.left === undefined) {
            made += 1;
            continue;
          }
          left += 1;
          if (found.fact.error instanceof KeptError && found.fact.error.pod !== undefined) naming += 1;
          expect({ pod: found.left.pod, text: found.left.text }).toEqual({
            pod: found.fact.pod,
            text: found.fact.error.text,
          });
        }
      }),
      { numRuns: 800, seed: 13 },
    );
    expect(left).toBeGreaterThan(1000);
    expect(naming).toBeGreaterThan(300);
    expect(made).toBeGreaterThan(300);
  });

  it('has one object for one pod, and another for each other', () => {
    const inHand = new PlannedLine();
    const known = (pod: string, uidOf: string): KnownPod | undefined =>
      both(inHand, { error: `"${'x'.repeat(40)}"`, pod: `"${pod}"`, uid: `"${uidOf}"` }).left?.known;
    const first = known('shop/web-1', 'u-1');
    expect(first?.reference).toEqual({ namespace: 'shop', name: 'web-1', uid: 'u-1' });
    expect(known('shop/web-1', 'u-1')).toBe(first);
    expect(known('shop/web-1', 'u-2')).not.toBe(first);
    expect(known('shop/web-2', 'u-1')).not.toBe(first);
    expect(known('shop/web-1', 'u-1')).toBe(first);
  });

  it('needs a fact where the pod is not written as most are, or the error is not kept', () => {
    const inHand = new PlannedLine();
    const error = `"${'x'.repeat(40)}"`;
    expect(both(inHand, { error, pod: '"web-1"', uid: '"u"' })).toMatchObject({
      left: undefined,
      fact: { pod: { name: 'web-1', uid: 'u' } },
    });
    expect(both(inHand, { error, pod: '"web_shop(v)"', uid: '"u"' }).left).toBeUndefined();
    expect(both(inHand, { error, pod: '"shop/we\\u0062"', uid: '"u"' })).toMatchObject({
      left: undefined,
      fact: { pod: { name: 'web' } },
    });
    expect(both(inHand, { error, pod: '"shop/web"', uid: '""' }).left).toBeUndefined();
    expect(both(inHand, { error: '"<nil>"', pod: '"shop/web"', uid: '"u"' })).toMatchObject({
      left: undefined,
      fact: { error: { text: '<nil>' } },
    });
  });

  it('is looked for only where the uid follows the pod', () => {
    expect(podErrorPatternOf(planOf(['err', 'pod', 'podUID']))).toEqual({ errorKey: 0, podKey: 1 });
    expect(podErrorPatternOf(planOf(['pod', 'podUID', 'err']))).toEqual({ errorKey: 2, podKey: 0 });
    for (const keys of [
      ['err', 'podUID', 'pod'],
      ['err', 'pod', 'x', 'podUID'],
      ['pod', 'podUID'],
      ['err', 'pod'],
      ['err', 'err', 'podUID', 'pod', 'podUID'],
    ])
      expect(podErrorPatternOf(planOf(keys))).toBeUndefined();
  });
});

describe('pods by their bytes', () => {
  it('are found again, or nothing is', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '0', '/'), minLength: 1, maxLength: 260 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 40 }), fc.nat(30), (texts, at) => {
        const pods = new KnownPods();
        const kept = new Map<string, KnownPod>();
        for (const own of [...texts, ...texts]) {
          const view = new DataView(encoder.encode('x'.repeat(at) + own + 'x'.repeat(4)).buffer);
          const found = pods.of(view, at, at + own.length);
          expect(found === undefined || found === kept.get(own)).toBe(true);
          if (found !== undefined) continue;
          const pod = new KnownPod({ name: own });
          kept.set(own, pod);
          pods.keep(view, at, at + own.length, pod);
          expect(pods.of(view, at, at + own.length)).toBe(own.length >= 4 && own.length < 256 ? pod : undefined);
        }
      }),
      { numRuns: 200, seed: 17 },
    );
  });

  it('are all found while there are few, and the last ones when there are very many', () => {
    const pods = new KnownPods();
    const viewOf = (number: number): DataView =>
      new DataView(encoder.encode(`shop/web-${number}" podUID="0a67324e-69fe-4f79-aa3e-15517a${number}`).buffer);
    const find = (number: number): KnownPod | undefined => pods.of(viewOf(number), 0, viewOf(number).byteLength);
    const learn = (number: number): void =>
      pods.keep(viewOf(number), 0, viewOf(number).byteLength, new KnownPod({ name: String(number) }));
    for (let number = 0; number < 100_000; number += 1) learn(number);
    // A few that take turns are known in the end, whatever was there before.
    const few = Array.from({ length: 200 }, (_, number) => 200_000 + number);
    for (let round = 0; round < 40; round += 1) for (const number of few) if (find(number) === undefined) learn(number);
    expect(few.filter((number) => find(number)?.reference.name === String(number))).toHaveLength(200);
  });
});
