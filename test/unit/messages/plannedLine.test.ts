import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_CALLER } from '../../../src/journal/klog/caller.ts';
import { writeQuoted } from '../../../src/journal/klog/goQuote.ts';
import { PlainLine } from '../../../src/journal/batch/plainLine.ts';
import { LinePlan } from '../../../src/messages/plans/linePlan.ts';
import { PlannedLine } from '../../../src/messages/plans/plannedLine.ts';
import { parsePod, podWithUid } from '../../../src/messages/texts/pod.ts';
import { formatPlegEventValue, PLEG_EVENT_TYPES } from '../../../src/kubelet/plegEvent.ts';
import { readByKernel } from './readByKernel.ts';
import { rowById } from '../../../src/messages/catalogue/index.ts';
import type { CatalogueRow } from '../../../src/messages/recognise/row.ts';

const row = rowById('podworker.error-syncing.s') as CatalogueRow;
const eventRow = rowById('syncloop.pleg.s') as CatalogueRow;
const encoder = new TextEncoder();
const plain = fc.string({ unit: fc.constantFrom('a', 'b', '-'), minLength: 1, maxLength: 6 });
const hostile = fc.string({
  unit: fc.constantFrom('a', '-', '_', '(', ')', '/', ' ', '"', 'é'),
  minLength: 1,
  maxLength: 6,
});
const word = fc.oneof({ weight: 8, arbitrary: plain }, { weight: 1, arbitrary: hostile });

describe('the error of a planned line', () => {
  it('is the text of the line, whether or not it names the pod of the line', () => {
    const line = new PlannedLine();
    let named = 0;
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            name: word,
            namespace: word,
            uid: word,
            other: word,
            behind: fc.constantFrom('', '"', '\\"', ' and more than a few marks'),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        fc.boolean(),
        (pods, own) => {
          for (const { name, namespace, uid, other, behind } of pods) {
            const error = `back-off 5m0s restarting failed container=x pod=${name}_${namespace}(${own ? uid : other})${behind}`;
            const values = [error, `${namespace}/${name}`, uid].map(writeQuoted);
            const body = `"Error syncing pod, skipping" err=${values[0]} pod=${values[1]} podUID=${values[2]}`;
            const bytes = encoder.encode(body);
            const view = new DataView(bytes.buffer);
            const plan = LinePlan.of(0, row, 'E', ['err', 'pod', 'podUID'], bytes, 0, bytes.length);
            if (plan === undefined) throw new Error(`no plan for ${body}`);
            let at = 0;
            for (const [index, quoted] of values.entries()) {
              const { length } = encoder.encode(quoted);
              at = encoder.encode(body.slice(0, body.indexOf(`${plan.keys[index]}=${quoted}`))).length;
              at += (plan.keys[index] ?? '').length + 2;
              line.spans.starts[index] = at;
              line.spans.ends[index] = at + length - 2;
              line.spans.escaped[index] = Number(quoted.includes('\\'));
            }
            const held = new PlainLine(0, NO_CALLER);
            Object.assign(held, { bytes, view, bodyStart: 0, bodyEnd: bytes.length });
            line.hold(plan, held);
            const read = line.error('err');
            expect(read?.text).toBe(error);
            if (read !== undefined && 'pod' in read && read.pod !== undefined) {
              named += 1;
              expect(read.pod).toEqual(podWithUid(parsePod(`${namespace}/${name}`), uid));
            }
          }
        },
      ),
      { numRuns: 500, seed: 11 },
    );
    expect(named).toBeGreaterThan(100);
  });
});

describe('a plan', () => {
  it.each(['plus-v', 'json'] as const)('reads events of each type (%s)', (plegEventForm) => {
    const events = PLEG_EVENT_TYPES.map((type, index) => ({
      podUid: `0a67324e-${index}`,
      type,
      data: 'ab'.repeat(32),
    }));
    const bodies = events.map(
      (event) =>
        `"SyncLoop (PLEG): event for pod" pod="shop/web-1" event=${formatPlegEventValue(event, { plegEventForm })}`,
    );
    const bytes = encoder.encode(bodies[0]);
    const plan = LinePlan.of(0, eventRow, 'I', ['pod', 'event'], bytes, 0, bytes.length);
    if (plan === undefined) throw new Error('no plan');
    expect(readByKernel(plan, bodies).map(({ values }) => values)).toEqual(
      events.map(({ podUid, type, data }) => ['shop/web-1', podUid, type, data]),
    );
  });

  it('is not made of the first line of a record that has more keys behind a value of several lines', () => {
    // Such a line is of another row than one that ends there: `"Probe errored"` has a key more from 1.33 on.
    const bytes = encoder.encode('"Error syncing pod, skipping" err="timed out" pod=<');
    expect(LinePlan.of(0, row, 'E', ['err', 'pod', 'podUID'], bytes, 0, bytes.length)).toBeUndefined();
    expect(LinePlan.of(0, row, 'E', ['err', 'pod'], bytes, 0, bytes.length)?.keys).toEqual(['err', 'pod']);
  });
});
