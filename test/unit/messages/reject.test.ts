import { describe, expect, it } from 'vitest';
import { writeKlogLine } from '../../../src/journal/klogLine.ts';
import { ReadRecord } from '../../../src/journal/readRecord.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { createSourceReader } from '../../../src/journal/sourceReader.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { KUBELET_ROWS } from '../../../src/messages/catalogue/index.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { givesNoFact, sortMessage } from '../../../src/messages/reject.ts';
import { parseTemplate } from '../../../src/messages/template.ts';
import { writeMessage } from '../../../src/messages/write.ts';

/** The records of a text; each is asked for its rejection before anything is read out of it. */
function recordsOf(text: string): { readonly record: LogRecord; readonly rejected: boolean }[] {
  const found: { record: LogRecord; rejected: boolean }[] = [];
  const reader = createSourceReader(0, 'log', { year: 2026, timeZone: 'UTC' }, { record: (record) => found.push({ record, rejected: givesNoFact(record) }), warning: () => undefined });
  reader.push(new TextEncoder().encode(text));
  reader.end();
  return found;
}

const header = (severity: 'I' | 'W' | 'E' | 'F', file: string) => ({ severity, time: instant(1_795_220_850_123_456), pid: 4321, file, fileLine: 7 });

describe('the quick no', () => {
  it('lets every row pass that can give a fact, and stops rows that cannot', () => {
    const rows = KUBELET_ROWS.filter((row) => row.form !== 'error-text');
    const lines = rows.map((row) => {
      const names = row.form === 'structured' ? row.keys : parseTemplate(row.template).names;
      const { severity, file, form, message, pairs } = writeMessage(row, Object.fromEntries(names.map((name) => [name, 'x'])));
      return writeKlogLine({ header: header(severity, file), form, message, pairs });
    });
    const records = recordsOf(`${lines.join('\n')}\n`);
    expect(records.length).toBe(rows.length);
    let stopped = 0;
    records.forEach(({ rejected }, index) => {
      const row = rows[index];
      if (row?.facts !== undefined) expect(rejected, row.id).toBe(false);
      else if (rejected) stopped += 1;
    });
    const without = rows.filter((row) => row.facts === undefined).length;
    expect(stopped / without).toBeGreaterThan(0.8);
  });

  it('tells a printf message by as few bytes as no row that gives a fact begins with', () => {
    const sortOf = (body: string) => sortMessage(new TextEncoder().encode(body), 0, body.length, 'nobody_knows.go');
    // Each such line has another number, so that eight bytes would be different ones each time.
    const traces = ['Trace[1985014629]: "Calculate"', 'Trace[7]: "Calculate"', 'Trace[1512901447]: "List"'].map(sortOf);
    for (const { sort, length } of traces) expect([sort, length <= 'Trace['.length]).toEqual(['nothing', true]);
    const beginnings = KUBELET_ROWS.filter((row) => row.facts !== undefined && row.form === 'unstructured').map((row) => parseTemplate(row.template).literals[0] ?? '').filter((text) => text.length >= 8);
    expect(beginnings.length).toBeGreaterThan(20);
    let nothing = 0;
    for (const beginning of beginnings) {
      // One byte is another: the text may begin like this row no longer, but like the next one.
      for (let at = 0; at < 8; at += 1) {
        const body = `${beginning.slice(0, at)}~${beginning.slice(at + 1)} and more`;
        const { sort, length } = sortOf(body);
        if (sort !== 'nothing') continue;
        nothing += 1;
        expect(beginnings.filter((text) => text.startsWith(body.slice(0, length))), body).toEqual([]);
      }
    }
    expect(nothing).toBeGreaterThan(100);
  });

  it('does not change the facts of a record', () => {
    const line = writeKlogLine({ header: header('I', 'status_manager.go'), form: 'structured', message: 'Status for pod updated successfully', pairs: [] });
    const fatal = writeKlogLine({ header: header('F', 'nobody_knows.go'), form: 'unstructured', message: 'the end', pairs: [] });
    const records = recordsOf(`${line}\n${fatal}\n`);
    expect(records.map(({ rejected }) => rejected)).toEqual([true, false]);
    expect(records[0]?.record).toBeInstanceOf(ReadRecord);
    expect(createMessageReader().facts(records[1]?.record as LogRecord)).toMatchObject([{ kind: 'kubelet-exit', fatal: true }]);
  });
});
