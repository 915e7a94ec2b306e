import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { parseQuery, QUERY_FIELDS } from '../../../src/timeline/search/query.ts';

const S = 1_000_000;
const clock = (hours: number, minutes: number, seconds = 0): { of: 'clock'; time: number } => ({
  of: 'clock',
  time: (hours * 3600 + minutes * 60 + seconds) * S,
});

describe('a query', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['web-1', [{ field: 'text', negated: false, values: ['web-1'] }]],
    [
      '"deadline exceeded" Relist',
      [
        { field: 'text', negated: false, values: ['deadline exceeded'] },
        { field: 'text', negated: false, values: ['relist'] },
      ],
    ],
    ['-kind:probe', [{ field: 'kind', negated: true, values: ['probe'] }]],
    ['-', [{ field: 'text', negated: false, values: ['-'] }]],
    [
      'pod:web,db ns:prod',
      [
        { field: 'pod', negated: false, values: ['web', 'db'] },
        { field: 'ns', negated: false, values: ['prod'] },
      ],
    ],
    ['namespace:prod', [{ field: 'ns', negated: false, values: ['prod'] }]],
    ['pod:"a, b"', [{ field: 'pod', negated: false, values: ['a, b'] }]],
    ['a,b', [{ field: 'text', negated: false, values: ['a,b'] }]],
    ['severity:error,warn', [{ field: 'severity', negated: false, levels: [2, 1] }]],
    ['SEVERITY:Info', [{ field: 'severity', negated: false, levels: [0] }]],
    [
      'PLEG: died',
      [
        { field: 'text', negated: false, values: ['pleg:'] },
        { field: 'text', negated: false, values: ['died'] },
      ],
    ],
    ['"rpc:unavailable"', [{ field: 'text', negated: false, values: ['rpc:unavailable'] }]],
    ['00:31', [{ field: 'text', negated: false, values: ['00:31'] }]],
    ['time:00:31..00:34', [{ field: 'time', negated: false, from: clock(0, 31), to: clock(0, 34) }]],
    ['time:..00:34:05.5', [{ field: 'time', negated: false, to: { of: 'clock', time: clock(0, 34, 5).time + S / 2 } }]],
    ['time:00:31', [{ field: 'time', negated: false, from: clock(0, 31), to: clock(0, 32) }]],
    ['time:23:50..00:10', [{ field: 'time', negated: false, from: clock(23, 50), to: clock(0, 10) }]],
    [
      'time:2026-11-21',
      [
        {
          field: 'time',
          negated: false,
          from: { of: 'date', time: Date.UTC(2026, 10, 21) * 1000 },
          to: { of: 'date', time: Date.UTC(2026, 10, 22) * 1000 },
        },
      ],
    ],
    [
      'time:2026-11-21T00:31..',
      [{ field: 'time', negated: false, from: { of: 'date', time: Date.UTC(2026, 10, 21, 0, 31) * 1000 } }],
    ],
    [
      '-time:-1m30s..+2h',
      [
        {
          field: 'time',
          negated: true,
          from: { of: 'reference', time: -90 * S },
          to: { of: 'reference', time: 7200 * S },
        },
      ],
    ],
  ])('%s', (text, terms) => {
    expect(parseQuery(text)).toEqual({ ok: true, terms });
  });

  it.each([
    ['web foo:bar', 4, 3, 'Unknown field foo'],
    ['-foo:bar', 1, 3, 'Unknown field foo'],
    ['pod:"" ', 4, 2, 'needs a value'],
    ['pod:web ns:, x', 11, 1, 'kube-system'],
    ['severity:eror', 9, 4, 'eror is not a severity'],
    ['kind:zebra x', 5, 5, 'Unknown kind zebra'],
    ['"" x', 0, 2, 'nothing between'],
    ['severity:err x', 9, 3, 'err is not a severity'],
    ['time:25:00', 5, 5, 'is not a time'],
    ['time:00:31..later', 5, 12, 'later is not a time'],
    ['time:.. x', 5, 2, 'Give a start'],
    ['time:00:3x', 5, 5, 'is not a time'],
    ['time:00:31..+2m', 5, 10, 'the same way'],
    ['time:+2m..+1m', 5, 8, 'ends before'],
    ['time:00:31,00:32', 5, 11, 'Only one'],
  ])('says what is wrong with %s, and where', (text, at, length, message) => {
    const parsed = parseQuery(text);
    if (parsed.ok) throw new Error('it was read');
    expect([parsed.error.at, parsed.error.length]).toEqual([at, length]);
    expect(parsed.error.message).toContain(message);
  });

  it.each([
    'pod:',
    '-pod:',
    'severity:',
    'severity:e',
    'severity:error,wa',
    'time:',
    'time:0',
    'time:00:',
    'time:00:3',
    'time:00:31:4',
    'time:00:31.',
    'time:00:31..0',
    'time:..',
    'time:2026-',
    'time:2026-11-2',
    'time:+',
    'time:+2',
    'time:-1m3',
    '"',
    'pod:"',
  ])('waits for the rest of %s while it is typed, and the terms before it hold', (half) => {
    const web = { field: 'pod', negated: false, values: ['web'] };
    expect(parseQuery(half)).toEqual({ ok: true, terms: [] });
    expect(parseQuery(`pod:web ${half}`)).toEqual({ ok: true, terms: [web] });
  });

  it.each([
    ['a "b c', ['a', 'b c']],
    ['pod:"a b', ['a b']],
  ])('takes %s as if its quote were closed', (text, values) => {
    const parsed = parseQuery(text);
    expect(parsed.ok && parsed.terms.flatMap((term) => ('values' in term ? term.values : []))).toEqual(values);
  });

  it('reads anything: terms, or an error that lies within the text or at its end', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(...QUERY_FIELDS.map((field) => `${field}:`), '"', '-', ',', '..', ' ', '00:31', '+2m'),
    );
    fc.assert(
      fc.property(
        fc.array(word).map((words) => words.join('')),
        (text) => {
          const parsed = parseQuery(text);
          if (parsed.ok) return;
          expect(parsed.error.at).toBeGreaterThanOrEqual(0);
          expect(parsed.error.at + parsed.error.length).toBeLessThanOrEqual(text.length + 1);
          expect(parsed.error.message).not.toBe('');
        },
      ),
    );
  });
});
