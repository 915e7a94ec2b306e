import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseStructured } from '../../../src/journal/klog/klogValue.ts';
import type { LogRecord } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';
import { CATALOGUE } from '../../../src/messages/catalogue/index.ts';
import { explainRecord } from '../../../src/messages/explain.ts';
import { createMessageReader } from '../../../src/messages/messageReader.ts';
import { isQuick } from '../../support/effort.ts';
import { journalRecord } from './records.ts';

const reader = createMessageReader();

/** Processor time of this process in milliseconds: what others do on the machine does not count. */
function cpuMilliseconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** A record with this text after its header, structured where it looks so. */
function record(text: string, file: string): LogRecord {
  const time = instant(1_795_220_850_000_000);
  const structured = parseStructured(text);
  return {
    source: 0,
    line: 1,
    lines: 1,
    time,
    klog: { severity: 'E', time, pid: 1, file, fileLine: 1 },
    form: structured === undefined ? 'unstructured' : 'structured',
    message: structured?.message ?? text,
    pairs: structured?.pairs ?? [],
  };
}

function readAll(one: LogRecord): void {
  for (const fact of reader.facts(one)) expect(fact.kind).toBeTypeOf('string');
  reader.recognise(one);
  expect(explainRecord(one).meaning.length).toBeGreaterThan(10);
}

/** The texts of the catalogue with their fields as they stand, cut and mixed. */
const pieces = fc.constantFrom(
  ...CATALOGUE.map((row) =>
    row.form === 'structured' ? `"${row.template}" ${row.keys.map((key) => `${key}="x"`).join(' ')}` : row.template,
  ),
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '&{',
  ' err=',
  'pod=',
  '_(',
  ')',
  '/',
  '\n',
  'Message:',
  '{"status":"',
  'code = A desc = ',
  '1h',
  '\ud800',
);

describe('hostile text', () => {
  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(pieces, fc.string({ maxLength: 20 })), { maxLength: 6 }),
        fc.nat({ max: 200 }),
        fc.constantFrom('kubelet.go', 'generic.go', 'setters.go', 'nestedpendingoperations.go', 'x.go'),
        (parts, cut, file) => {
          const text = parts.join('');
          readAll(record(text, file));
          readAll(record(text.slice(0, cut), file));
          readAll(journalRecord('systemd', text));
          readAll(journalRecord('kernel', text));
          readAll(journalRecord(undefined, text));
          expect(explainRecord(record(text, file)).title).toBeTypeOf('string');
        },
      ),
      { numRuns: 2_000 },
    );
  }, 60_000);

  it.skipIf(isQuick)(
    'takes time in proportion to its length',
    () => {
      const long = 400_000;
      const lines = [
        ...CATALOGUE.filter((row) => row.facts !== undefined).map((row) =>
          row.form === 'structured' ? `"${row.template}" ${row.keys[0] ?? 'x'}=` : row.template.replace(/"?\{.*/s, ''),
        ),
      ];
      const fill = [
        'a'.repeat(long),
        '"'.repeat(long),
        '\\"'.repeat(long / 2),
        '{"name":"'.repeat(long / 9),
        'a_b(c), '.repeat(long / 8),
        'metadata:{name:"'.repeat(long / 16),
        'code = Aaaaaaaaaaaaaaaaaaaaaaa '.repeat(long / 32),
        '1h1m1s'.repeat(long / 6),
      ];
      const begun = cpuMilliseconds();
      let slowest = 0;
      lines.forEach((start, index) => {
        const one = record(start + (fill[index % fill.length] ?? ''), 'kubelet.go');
        const before = cpuMilliseconds();
        reader.facts(one);
        slowest = Math.max(slowest, cpuMilliseconds() - before);
      });
      for (const text of fill) readAll(journalRecord('systemd', text));
      expect(slowest).toBeLessThan(1_500);
      expect(cpuMilliseconds() - begun).toBeLessThan(25_000);
    },
    60_000,
  );
});
