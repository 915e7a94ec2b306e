import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeBytes, WORDS } from '../../../src/inference/store/idWords.ts';
import { NO_CALLER } from '../../../src/journal/klog/caller.ts';
import { PlainLine } from '../../../src/journal/batch/plainLine.ts';
import { PLEG_EVENT_TYPES } from '../../../src/kubelet/plegEvent.ts';
import { rowById } from '../../../src/messages/catalogue/index.ts';
import type { PlegEventFact } from '../../../src/messages/fact.ts';
import { LinePlan } from '../../../src/messages/plans/linePlan.ts';
import { eventPatternOf, PlannedLine } from '../../../src/messages/plans/plannedLine.ts';
import type { CatalogueRow, FactBuilder } from '../../../src/messages/recognise/row.ts';

const row = rowById('syncloop.pleg.s') as CatalogueRow;
const encoder = new TextEncoder();
const usual = {
  pod: 'shop/web-1',
  ID: '0a67324e-69fe-4f79-aa3e-15517a142271',
  Type: 'ContainerDied',
  Data: '0123456789abcdef'.repeat(4),
};
const FORMS = {
  'from 1.28': ({ pod, ID, Type, Data }: typeof usual): string =>
    `"SyncLoop (PLEG): event for pod" pod="${pod}" event={"ID":"${ID}","Type":"${Type}","Data":"${Data}"}`,
  '1.21 to 1.27': ({ pod, ID, Type, Data }: typeof usual): string =>
    `"SyncLoop (PLEG): event for pod" pod="${pod}" event=&{ID:${ID} Type:${Type} Data:${Data}}`,
};

function lineOf(body: string): PlainLine {
  const bytes = encoder.encode(body);
  const line = new PlainLine(0, NO_CALLER);
  line.line = 7;
  line.bytes = bytes;
  line.view = new DataView(bytes.buffer);
  line.bodyEnd = bytes.length;
  return line;
}

describe.each(['from 1.28', '1.21 to 1.27'] as const)('an event that is left in its line, written as %s', (form) => {
  const bodyOf = FORMS[form];
  const sample = encoder.encode(bodyOf(usual));
  const plan = LinePlan.of(
    0,
    row,
    'I',
    'SyncLoop (PLEG): event for pod',
    ['pod', 'event'],
    sample,
    0,
    sample.length,
  ) as LinePlan;
  plan.event = eventPatternOf(plan);
  const inHand = new PlannedLine();
  const words = new Int32Array(WORDS);
  /** The event of a line and its fact. */
  const both = (
    body: string,
  ):
    | {
        readonly event: Omit<PlegEventFact, 'kind' | 'message' | 'source' | 'line' | 'time'> | undefined;
        readonly fact: PlegEventFact;
      }
    | undefined => {
    const line = lineOf(body);
    if (!plan.match(line.bytes, line.view, 0, line.bodyEnd, inHand.spans)) return undefined;
    const { type, pod, idAt } = inHand.eventLine(plan, line) ?? { idAt: -1 };
    const holds = type !== undefined && pod !== undefined && writeBytes(words, 0, line.view, idAt);
    const event = holds
      ? { type, pod, containerId: new TextDecoder().decode(line.bytes.subarray(idAt, idAt + 64)) }
      : undefined;
    inHand.hold(plan, line);
    return { event, fact: (row.facts as FactBuilder)(inHand) as PlegEventFact };
  };

  it('is what its fact says', () => {
    const part = fc.string({
      unit: fc.constantFrom(
        'a',
        '0',
        'f',
        '-',
        ' ',
        '"',
        '\\',
        '\\"',
        '/',
        ':',
        '{',
        '}',
        ',',
        'ä',
        'Z',
        '","Type":"',
        '","Data":"',
        ' Type:',
        ' Data:',
      ),
      maxLength: 8,
    });
    const id = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    const event = fc.record({
      pod: fc.oneof({ weight: 4, arbitrary: fc.constantFrom('shop/web-1', 'shop/web-2', '') }, part),
      ID: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(usual.ID, 'b'.repeat(32)) }, part),
      Type: fc.oneof({ weight: 4, arbitrary: fc.constantFrom<string>(...PLEG_EVENT_TYPES) }, part),
      Data: fc.oneof(
        { weight: 6, arbitrary: id },
        id.map((text) => `${text.slice(0, 60)}ABCD`),
        id.map((text) => `x://${text.slice(4)}`),
        part,
      ),
    });
    let left = 0;
    let made = 0;
    fc.assert(
      fc.property(event, fc.option(fc.tuple(fc.nat(), part), { nil: undefined, freq: 2 }), (values, change) => {
        const whole = bodyOf(values);
        const at = change === undefined ? 0 : change[0] % whole.length;
        const found = both(change === undefined ? whole : whole.slice(0, at) + change[1] + whole.slice(at + 1));
        if (found === undefined) return;
        if (found.event === undefined) {
          made += 1;
          return;
        }
        left += 1;
        const { type, pod, containerId } = found.fact;
        expect(found.event).toEqual({ type, pod, containerId });
      }),
      { numRuns: 4000 },
    );
    expect(left).toBeGreaterThan(300);
    expect(made).toBeGreaterThan(100);
  });

  it('is found in each usual line, whatever its type, with one object for one pod', () => {
    for (const Type of PLEG_EVENT_TYPES)
      expect(both(bodyOf({ ...usual, Type }))?.event).toEqual({
        type: Type,
        pod: { uid: usual.ID, namespace: 'shop', name: 'web-1' },
        containerId: usual.Data,
      });
    const pod = both(bodyOf(usual))?.event?.pod;
    expect(both(bodyOf({ ...usual, Data: 'e'.repeat(64) }))?.event?.pod).toBe(pod);
    expect(both(bodyOf({ ...usual, pod: 'shop/web-2' }))?.event?.pod).not.toBe(pod);
  });

  it('needs a fact where the id is none, or a text has escapes', () => {
    expect(both(bodyOf({ ...usual, Data: 'A'.repeat(64) }))).toMatchObject({
      event: undefined,
      fact: { containerId: 'A'.repeat(64) },
    });
    expect(both(bodyOf({ ...usual, Data: 'e'.repeat(63) }))?.event).toBeUndefined();
    expect(both(bodyOf({ ...usual, ID: 'a\\u0062c' }))?.event).toBeUndefined();
    expect(both(bodyOf({ ...usual, Type: 'Unheard' }))?.event).toBeUndefined();
  });
});
