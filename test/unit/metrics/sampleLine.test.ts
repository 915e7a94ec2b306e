import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfDateLine } from '../../../src/metrics/dateLine.ts';
import { readSample } from '../../../src/metrics/sampleLine.ts';

describe('a line of a scrape', () => {
  it.each([
    ['up 1', { name: 'up', labels: {}, value: 1 }],
    ['a_total{b="c",d="e",} 1.5e+09', { name: 'a_total', labels: { b: 'c', d: 'e' }, value: 1.5e9 }],
    ['  a { b = "c" }  2  ', { name: 'a', labels: { b: 'c' }, value: 2 }],
    ['a{b="x\\"y\\\\z\\nq}"} +Inf', { name: 'a', labels: { b: 'x"y\\z\nq}' }, value: Number.POSITIVE_INFINITY }],
    ['a NaN', { name: 'a', labels: {}, value: Number.NaN }],
    ['a 1 1795255200000', { name: 'a', labels: {}, value: 1, timestamp: 1_795_255_200_000 }],
    ['a 1 1795255200.5', { name: 'a', labels: {}, value: 1, timestamp: 1_795_255_200_500 }],
    ['a_bucket{le="1"} 2 # {trace_id="x"} 0.5', { name: 'a_bucket', labels: { le: '1' }, value: 2 }],
  ])('reads %s', (line, wanted) => {
    const sample = readSample(line);
    expect({ ...sample, labels: Object.fromEntries(sample?.labels ?? []) }).toStrictEqual(wanted);
  });

  it.each([
    '',
    '# HELP a b',
    'a',
    'a{',
    'a{b}',
    'a{b=c} 1',
    'a{b="c} 1',
    'a{b="c"} x',
    'a 1 2 3',
    '1a 2',
    'a{b="c"d="e"} 1',
    'a\u00001',
  ])('reads nothing from %j', (line) => {
    expect(readSample(line)).toBeUndefined();
  });

  it('reads back what it is given, whatever the labels hold', () => {
    const escaped = (text: string): string =>
      text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z_:][a-z0-9_:]{0,20}$/),
        fc.dictionary(fc.stringMatching(/^[a-z_][a-z0-9_]{0,9}$/), fc.string({ unit: 'binary' }), { maxKeys: 5 }),
        fc.double({ noNaN: true }),
        (name, labels, value) => {
          const inner = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
          const written = Object.is(value, Number.POSITIVE_INFINITY)
            ? '+Inf'
            : Object.is(value, Number.NEGATIVE_INFINITY)
              ? '-Inf'
              : String(value);
          const sample = readSample(`${name}{${inner.join(',')}} ${written}`);
          expect(sample?.name).toBe(name);
          expect(new Map(sample?.labels)).toStrictEqual(new Map(Object.entries(labels)));
          // A minus before nothing is lost in writing.
          expect(sample?.value).toBe(value + 0);
        },
      ),
    );
  });

  it('takes any text, in time that grows with its length', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (line) => void readSample(line)));
    for (const hostile of ['a{', 'a{b="', '{'.repeat(9), 'a{b="\\', '9'.repeat(9), '# ', ' : ']) {
      const before = process.cpuUsage().user;
      readSample(hostile.repeat(15_000 / hostile.length));
      timeOfDateLine(hostile.repeat(15_000 / hostile.length));
      expect(process.cpuUsage().user - before).toBeLessThan(500_000);
    }
  });
});

describe('the date before a scrape', () => {
  it.each([
    ['2026-11-21T10:00:00Z', Date.UTC(2026, 10, 21, 10)],
    ['2026-11-21T12:00:00.250+02:00', Date.UTC(2026, 10, 21, 10) + 250],
    ['2026-11-21 12:00:00+0200', Date.UTC(2026, 10, 21, 10)],
    ['# scraped at: 2026-11-21 10:00:00 UTC', Date.UTC(2026, 10, 21, 10)],
    ['1795255200', 1_795_255_200_000],
    ['@1795255200.5', 1_795_255_200_500],
  ])('is read from %s', (line, milliseconds) => {
    expect(timeOfDateLine(line)).toBe(milliseconds * 1000);
  });

  it.each(['# HELP a 2026', 'a 1795255200', '2026-13-41T10:00:00Z', '2026-11-21', '# nothing'])(
    'is not seen in %s',
    (line) => {
      expect(timeOfDateLine(line)).toBeUndefined();
    },
  );
});
