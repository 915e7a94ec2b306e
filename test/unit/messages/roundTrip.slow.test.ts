import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeKlogLine } from '../../../src/journal/klog/klogLine.ts';
import { parseKlogLine } from '../../support/klogLine.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { CATALOGUE, KUBELET_ROWS, NEIGHBOUR_ROWS } from '../../../src/messages/catalogue/index.ts';
import type { MessageRow } from '../../../src/messages/contract.ts';
import { fieldType } from '../../../src/messages/recognise/fieldType.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { neighbourOwner } from './neighbourOwner.ts';
import { parsePods } from '../../../src/messages/texts/pod.ts';
import { findErrorText } from '../../../src/messages/recognise/recognise.ts';
import { type FieldValues, writeMessage } from '../../../src/messages/write.ts';
import { journalRecord } from './records.ts';
import { fieldsOf } from './rowFields.ts';

const reader = createMessageReader();

/** Reads a written line with the journal's reader, as a record. */
function read(row: MessageRow, fields: FieldValues, inJson: boolean): LogRecord {
  const written = writeMessage(row, fields, { json: inJson });
  const { severity, verbosity, file, form, message, pairs } = written;
  const header = {
    severity,
    time: instant(1_795_220_850_123_456),
    pid: 4321,
    file: file === '' ? 'kubelet.go' : file,
    fileLine: 77,
    verbosity,
  };
  const line = parseKlogLine(writeKlogLine({ header, form, message, pairs }), 2026);
  if (line === undefined) throw new Error('the written line is no klog line');
  const { pid, ...rest } = line.header;
  return {
    source: 0,
    line: 1,
    lines: 1,
    time: line.header.time,
    klog: { ...rest, ...(pid === undefined ? {} : { pid }) },
    form: line.form,
    message: line.message,
    pairs: line.pairs,
  };
}

/** Rows that print the same text cannot always be told apart by a line (versions), nor printf from structured rows without keys in JSON. */
function sameLine(a: MessageRow, b: MessageRow | undefined, inJson: boolean): boolean {
  return b !== undefined && (inJson || a.form === b.form) && a.template === b.template;
}

describe('every row written and read back', () => {
  for (const row of KUBELET_ROWS) {
    if (row.form === 'error-text') {
      it(`${row.id} as a piece of an error`, () => {
        fc.assert(
          fc.property(fieldsOf(row), (fields) => {
            const found = findErrorText(writeMessage(row, fields).message);
            expect(found?.row.id).toBe(row.id);
            expect(
              Object.fromEntries(found?.template?.names.map((field, index) => [field, found.values?.[index]]) ?? []),
            ).toEqual(fields);
          }),
          { numRuns: 10 },
        );
      });
      continue;
    }
    for (const inJson of [false, true]) {
      it(`${row.id} in ${inJson ? 'JSON' : 'text'}`, () => {
        fc.assert(
          fc.property(fieldsOf(row), (fields) => {
            const found = reader.recognise(read(row, fields, inJson));
            expect(sameLine(row, found?.row, inJson) ? row.id : found?.row.id).toBe(row.id);
            for (const [field, value] of Object.entries(fields)) {
              const got = found?.fields.get(field);
              if (fieldType(row.id, field) === 'pods') expect(parsePods(got)).toEqual(parsePods(value));
              else expect(got).toBe(value);
            }
          }),
          { numRuns: 10 },
        );
      });
    }
  }
  for (const row of NEIGHBOUR_ROWS) {
    it(`${row.id} in the journal`, () => {
      fc.assert(
        fc.property(fieldsOf(row), fc.boolean(), (fields, prefixed) => {
          const text = writeMessage(row, fields).message;
          const first =
            row.template.startsWith('{') ||
            row.template.startsWith('-- ') ||
            row.template.startsWith('time="') ||
            row.component === 'systemctl' ||
            !prefixed
              ? ''
              : '[12345.678901] ';
          const found = reader.recognise(journalRecord(neighbourOwner(row.component), first + text));
          expect(found?.row.id).toBe(row.id);
          expect(Object.fromEntries(found?.fields ?? [])).toEqual(fields);
        }),
        { numRuns: 10 },
      );
    });
  }
});

describe('the catalogue as a whole', () => {
  it('has unique ids and a meaning for every row', () => {
    expect(new Set(CATALOGUE.map((row) => row.id)).size).toBe(CATALOGUE.length);
    for (const row of CATALOGUE) expect(row.meaning, row.id).toMatch(/\S.{10,}/);
  });
});
