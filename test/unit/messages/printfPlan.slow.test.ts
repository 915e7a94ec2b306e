import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LogRecord, Severity } from '../../../src/journal/record.ts';
import { CATALOGUE } from '../../../src/messages/catalogue/index.ts';
import type { LinePlan } from '../../../src/messages/plans/linePlan.ts';
import { printfPlanOf } from '../../../src/messages/plans/printfPlan.ts';
import { fieldOf, findRow, isFoundFirst, templateOf } from '../../../src/messages/recognise/recognise.ts';
import { classifyMessage } from '../../../src/messages/recognise/reject.ts';
import type { CatalogueRow } from '../../../src/messages/recognise/row.ts';
import { fillTemplate, type Template } from '../../../src/messages/recognise/template.ts';
import { readLog } from '../journal/readLog.ts';
import { readByKernel } from './readByKernel.ts';
import { atLeast, rounds, unlessEnded } from '../../support/effort.ts';

const encoder = new TextEncoder();
const templateFor = (row: CatalogueRow): Template => templateOf(row) as Template;

/** Every printf row that gives facts, and the beginnings and other literals of all of them. */
const ROWS = CATALOGUE.filter((row) => row.form === 'unstructured' && row.facts !== undefined && row.severity !== 'F');
const LITERALS = [...new Set(ROWS.flatMap((row) => templateFor(row).literals))].filter((literal) => literal !== '');

const text = fc.string({
  unit: fc.constantFrom('a', '0', ' ', '"', '\\', ':', '(', ')', ',', 'ä', '{', '/', 'pod'),
  maxLength: 8,
});
/** Values that hold parts of messages, or are plain. */
const value = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('web-1_shop(0a67324e-69fe-4f79-aa3e-15517a142271)', '3', 'Readiness', '') },
  { weight: 2, arbitrary: text },
  fc.tuple(text, fc.constantFrom(...LITERALS), text).map((parts) => parts.join('')),
);
const change = fc.option(fc.tuple(fc.nat(), fc.oneof(text, fc.constantFrom(...LITERALS))), { nil: undefined, freq: 2 });

/** The record of one line, behind one that shows that quotation marks of this text stand as they were written. */
const recordOf = (row: CatalogueRow, body: string): LogRecord | undefined =>
  readLog(
    `I1121 00:00:00.000000    2100 a.go:1] "a"\n${row.severity}1121 00:00:01.000000    2100 ${row.file}:1] ${body}\n`,
  ).records[1];

/** The plan that a line of a row gives. */
function planOf(row: CatalogueRow, body: string): LinePlan | undefined {
  const record = recordOf(row, body);
  const found = record?.form === 'unstructured' ? findRow(record) : undefined;
  return found === undefined ? undefined : printfPlanOf(7, found, row.severity as Severity, row.file ?? '');
}

describe('a plan of a printf message', () => {
  const bodies = fc
    .constantFrom(...ROWS)
    .chain((row) =>
      fc.record({
        row: fc.constant(row),
        lines: fc.array(
          fc.tuple(
            fc.array(value, { minLength: templateFor(row).names.length, maxLength: templateFor(row).names.length }),
            change,
          ),
          { minLength: 2, maxLength: 6 },
        ),
      }),
    )
    .map(({ row, lines }) => ({
      row,
      bodies: lines.map(([values, how]) => {
        const whole = fillTemplate(templateFor(row), (name) => values[templateFor(row).names.indexOf(name)]);
        const at = how === undefined ? 0 : how[0] % whole.length;
        return how === undefined ? whole : whole.slice(0, at) + how[1] + whole.slice(at + 1);
      }),
    }));

  it('lets the kernel read lines as the template of the row does, and none of another row', () => {
    let read = 0;
    const planned = new Set<string>();
    fc.assert(
      fc.property(bodies, ({ row, bodies: lines }) => {
        const plan = planOf(row, lines[0] ?? '');
        if (plan === undefined) return;
        planned.add(plan.row.id);
        const rows = readByKernel(plan, lines);
        read += rows.length;
        for (const [place, { index, values }] of rows.entries()) {
          expect(index).toBe(place);
          const record = recordOf(row, lines[index] ?? '') as LogRecord;
          const found = findRow(record);
          expect(found?.row.id).toBe(plan.row.id);
          if (found === undefined) return;
          for (const name of templateFor(plan.row).names) {
            const key = plan.keys.indexOf(name);
            expect(key < 0 ? plan.shared.get(name) : values[key]).toBe(fieldOf(found, record, name));
          }
        }
        expect(readByKernel(plan, lines, true)).toEqual(rows);
      }),
      { numRuns: rounds(2800, 280) },
    );
    expect(read).toBeGreaterThan(atLeast(2000));
    expect(planned.size).toBeGreaterThan(unlessEnded(60));
  });

  it('is made for the messages that come in masses', () => {
    const usual: Readonly<Record<string, string>> = {
      'syncloop.pleg.u':
        'SyncLoop (PLEG): "web-1_shop(0a67)", event: &pleg.PodLifecycleEvent{ID:"0a67", Type:"ContainerDied", Data:"12"}',
      'syncloop.sync.u': 'SyncLoop (SYNC): 1 pods; web-1_shop(0a67)',
      'syncloop.add.u': 'SyncLoop (ADD, "api"): "web-1_shop(0a67)"',
      'syncloop.housekeeping.u': 'SyncLoop (housekeeping)',
      'podworker.error-syncing.u': 'Error syncing pod 0a67 ("web-1_shop(0a67)"), skipping: no network',
      'prober.failed.u': 'Liveness probe for "web-1_shop(0a67):app" failed (failure): dial tcp',
      'syncloop.skip.u':
        'skipping pod synchronization - [PLEG is not healthy: pleg was last seen active 3m1s ago; threshold is 3m0s]',
    };
    for (const [id, body] of Object.entries(usual))
      expect(planOf(ROWS.find((row) => row.id === id) as CatalogueRow, body)?.row.id).toBe(id);
  });

  it('is none where an earlier row can begin in the same way', () => {
    const byId = (id: string): CatalogueRow => ROWS.find((row) => row.id === id) as CatalogueRow;
    expect(isFoundFirst(byId('syncloop.pleg.u'), 'SyncLoop (PLEG): ')).toBe(false);
    expect(isFoundFirst(byId('syncloop.pleg.u'), 'SyncLoop (PLEG): "')).toBe(true);
    // The output of a failed probe can hold the words of the other.
    expect(planOf(byId('prober.errored.u'), 'Liveness probe for "web-1_shop(0a67):app" errored: no')).toBeUndefined();
    expect(
      planOf(byId('kuberuntime.killing-grace.u'), 'Killing container "12" with a 30 second grace period'),
    ).toBeUndefined();
  });
});

describe('a printf message that begins like one that gives facts', () => {
  it('is left out only where no row with facts is found for any line that begins so', () => {
    let left = 0;
    const files = [...new Set(ROWS.map((row) => row.file ?? '')), 'pod_container_deletor.go'];
    const beginning = fc
      .tuple(fc.constantFrom(...LITERALS), fc.nat(40), text)
      .map(([literal, length, rest]) => `${literal.slice(0, length)}${rest}`);
    fc.assert(
      fc.property(
        beginning,
        fc.constantFrom(...files),
        fc.constantFrom<Severity>('I', 'W', 'E'),
        text,
        (begins, file, severity, end) => {
          const bytes = encoder.encode(begins);
          const { kind, length, unless } = classifyMessage(bytes, 0, bytes.length, severity, file);
          if (kind !== 'nothing' || begins.startsWith('"')) return;
          left += 1;
          const start = new TextDecoder().decode(bytes.subarray(0, length));
          for (const body of [
            `${start}${end}`,
            ...LITERALS.filter((literal) => literal.startsWith(start)).map((literal) => `${literal}${end}`),
          ]) {
            const whole = encoder.encode(body);
            // Where messages begin with a value, they are known by their words.
            if (unless?.standIn(whole, 0, whole.length) === true) continue;
            const record = readLog(`${severity}1121 00:00:01.000000    2100 ${file}:1] ${body}\n`).records[0];
            expect(record === undefined ? undefined : findRow(record)?.row.facts).toBeUndefined();
          }
        },
      ),
      { numRuns: rounds(4000) },
    );
    expect(left).toBeGreaterThan(atLeast(500));
  });
});
