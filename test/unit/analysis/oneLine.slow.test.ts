/** A log of a single line, as people paste it: each row of the catalogue alone goes through the whole analysis, and all that a user can ask of it is answered. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildInsightIndex } from '../../../src/analysis/insight/insightIndex.ts';
import { formatText } from '../../../src/analysis/outputs/formatText.ts';
import { insightText, lineInsight } from '../../../src/analysis/insight/lineInsight.ts';
import { writeKlogLine } from '../../../src/journal/klog/klogLine.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { KUBELET_ROWS, NEIGHBOUR_ROWS } from '../../../src/messages/catalogue/index.ts';
import type { MessageRow } from '../../../src/messages/contract.ts';
import { fieldType } from '../../../src/messages/recognise/fieldType.ts';
import { neighbourOwner } from '../messages/neighbourOwner.ts';
import { type FieldValues, writeMessage } from '../../../src/messages/write.ts';
import { buildTimeline } from '../../../src/timeline/buildTimeline.ts';
import { analyseAll, askAll } from '../../fuzz/stages.ts';
import { inTurn } from '../../support/effort.ts';
import { fieldsOf } from '../messages/rowFields.ts';

const ENVELOPE = 'Mar 14 09:06:20 node-a';
const ERRORS = [
  'DeadlineExceeded desc = context deadline exceeded',
  'Unavailable desc = connection error: desc = "transport: Error while dialing"',
  'Unknown desc = no such container',
  'NotFound desc = gone',
].map((code) => `rpc error: code = ${code}`);

/** What each rule that reads an error tells apart. */
function withErrors(row: MessageRow, fields: FieldValues, error: string): FieldValues {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, fieldType(row.id, field) === 'error' ? error : value]),
  );
}

function lineOf(row: MessageRow, fields: FieldValues, inJson: boolean): string {
  const { severity, verbosity, file, form, message, pairs } = writeMessage(row, fields, { json: inJson });
  if (row.form === 'neighbour') return `${ENVELOPE} ${neighbourOwner(row.component)}[77]: ${message}`;
  const header = {
    severity,
    time: instant(1_773_479_180_280_000),
    pid: 2211,
    file: file === '' ? 'kubelet.go' : file,
    fileLine: 77,
    verbosity,
  };
  return `${ENVELOPE} kubelet[2211]: ${writeKlogLine({ header, form, message, pairs })}`;
}

const encoder = new TextEncoder();

describe('a log of one line', () => {
  const rows = [...KUBELET_ROWS.filter(({ form }) => form !== 'error-text'), ...NEIGHBOUR_ROWS];

  it('is analysed, drawn and explained, whatever row of the catalogue it is', () => {
    for (const row of inTurn(rows, 0, 3, 1)) {
      fc.assert(
        fc.property(fieldsOf(row), fc.constantFrom(...ERRORS), fc.boolean(), (fields, error, inJson) => {
          // A row without an error gives the same line.
          for (const line of new Set([fields, withErrors(row, fields, error)].map((one) => lineOf(row, one, inJson))))
            askAll(encoder.encode(`${line}\n`));
        }),
        { numRuns: 1 },
      );
    }
    expect(rows.length).toBeGreaterThan(500);
  });

  it('can be the end of a relist whose start nothing tells', () => {
    const analysis = analyseAll(
      encoder.encode(
        `${ENVELOPE} kubelet[2211]: E0314 09:06:20.280000    2211 generic.go:236] "GenericPLEG: Unable to retrieve pods" err="${ERRORS[0] ?? ''}"\n`,
      ),
    );
    const [relist] = analysis?.reconstruction.history.relists ?? [];
    expect(relist).toMatchObject({ outcome: 'list-failed', startOpen: true });
    expect(analysis?.reconstruction.likelyRelists).toEqual([]);
    expect(analysis === undefined ? '' : formatText(analysis)).not.toContain('between 09:06:20.280 and');
    expect(
      analysis === undefined ? '' : insightText(lineInsight({ line: 1 }, 0, buildInsightIndex(analysis))),
    ).toContain('a relist that failed; no line tells when it began');
    // The constraint claims no more than the line.
    expect(
      analysis?.reconstruction.history.constraints.find(({ quantity }) => quantity.endsWith('.start'))?.bounds.min,
    ).toBe(Number.NEGATIVE_INFINITY);
  });

  it('is drawn without bounds of that start, also behind an earlier line', () => {
    const line = (second: string, rest: string): string =>
      `${ENVELOPE} kubelet[2211]: E0314 09:06:${second}    2211 ${rest}`;
    const failed =
      'generic.go:236] "GenericPLEG: Unable to retrieve pods" err="rpc error: code = DeadlineExceeded desc = context deadline exceeded"';
    const analysis = analyseAll(
      encoder.encode(`${line('05.000000', 'server.go:77] "x"')}\n${line('20.280000', failed)}\n`),
    );
    if (analysis === undefined) throw new Error('no analysis');
    expect(analysis.reconstruction.history.relists[0]?.startOpen).toBe(true);
    const { lanes, marks } = buildTimeline(analysis, 'x');
    const [mark] = lanes.find(({ id }) => id === 'relists')?.mark ?? [];
    expect(mark === undefined ? 0 : marks.min[mark]).toBeNaN();
  });
});
