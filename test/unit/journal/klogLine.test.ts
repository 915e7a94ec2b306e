import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readQuoted, writeQuoted } from '../../../src/journal/klog/goQuote.ts';
import { writeKlogLine } from '../../../src/journal/klog/klogLine.ts';
import { parseKlogLine } from '../../support/klogLine.ts';
import type { KeyValue, KlogHeader } from '../../../src/journal/record.ts';
import { instant } from '../../../src/kubelet/time.ts';

const HEADER = 'E1121 00:31:42.387000   20595 kubelet.go:2661] ';
const pairsOf = (text: string) => parseKlogLine(HEADER + text)?.pairs.map(({ key, value }) => [key, value]);
const messageOf = (text: string) => parseKlogLine(HEADER + text)?.message;

describe('klog header', () => {
  it('reads severity, time, pid and caller', () => {
    expect(parseKlogLine('I0229 23:59:59.000001       7 generic.go:358] "x"', 2024)?.header).toEqual({
      severity: 'I',
      time: Date.UTC(2024, 1, 29, 23, 59, 59) * 1000 + 1,
      pid: 7,
      file: 'generic.go',
      fileLine: 358,
    });
  });

  it.each([
    ['a pid of nine digits', 'I1121 00:00:00.000000 123456789 a.go:1] x'],
    ['a pid with one blank', 'I1121 00:00:00.000000 1 a.go:1] x'],
    ['no blank before the text', 'I1121 00:00:00.000000 1 a.go:1]x'],
  ])('reads %s', (_what, line) => expect(parseKlogLine(line)?.message).toBe('x'));

  it('reads a header without a pid', () => {
    expect(parseKlogLine('I1121 00:00:00.000000 a.go:1] x')?.header.pid).toBeUndefined();
  });

  it.each([
    '',
    'I',
    'I1121',
    'X1121 00:00:00.000000 1 a.go:1] x',
    'I1321 00:00:00.000000 1 a.go:1] x',
    'I0230 00:00:00.000000 1 a.go:1] x',
    'I1121 24:00:00.000000 1 a.go:1] x',
    'I1121 00:00:00.000000 1 a.go:] x',
    'I1121 00:00:00.000000 1 a.go:1 x',
    'I1121 00:00:00.000000 1 some text',
  ])('is not found in %j', (line) => {
    expect(parseKlogLine(line)).toBeUndefined();
  });
});

describe('structured values', () => {
  it.each<[string, string, [string, string][]]>([
    [
      'Go quotes',
      String.raw`"m" err="a \"b\" \\ \n \t \x1b[31m \u00e9 \U0001f642"`,
      [['err', 'a "b" \\ \n \t \u001b[31m é 🙂']],
    ],
    [
      'quotes that close a string of a program',
      `"m" a=1 err="it failed"',`,
      [
        ['a', '1'],
        ['err', 'it failed'],
      ],
    ],
    [
      'a backtick of Markdown and words behind it',
      '"m" err="it failed"` was what it said, x=1',
      [['err', 'it failed']],
    ],
    ['quotes of its own, as `%+v` printed them', '"m" err="it failed": at once', [['err', '"it failed": at once']]],
    ['escaped HTML of JSON', String.raw`"m" path="\u003cnil\u003e"`, [['path', '<nil>']]],
    ['bytes that are UTF-8', String.raw`"m" b="\xc3\xa9"`, [['b', 'é']]],
    [
      'a JSON object',
      '"m" event={"ID":"x y","Data":"a } ] b"} pod="ns/n"',
      [
        ['event', '{"ID":"x y","Data":"a } ] b"}'],
        ['pod', 'ns/n'],
      ],
    ],
    [
      'a JSON array',
      '"m" pods=["ns/a","ns/b"] n=2',
      [
        ['pods', '["ns/a","ns/b"]'],
        ['n', '2'],
      ],
    ],
    [
      '%+v of a pointer',
      '"m" event=&{ID:1 Type:ContainerDied Data:x y} pod="n"',
      [
        ['event', '&{ID:1 Type:ContainerDied Data:x y}'],
        ['pod', 'n'],
      ],
    ],
    [
      '%+v of nested values',
      '"m" a={B:{C:d e} M:map[k:v w:x]} z=1',
      [
        ['a', '{B:{C:d e} M:map[k:v w:x]}'],
        ['z', '1'],
      ],
    ],
    [
      'a bare UID before a key with a blank',
      '"m" podUID=2527afb7-b32c-4c84-97e2-246eb48c97a9 weird key="x"',
      [
        ['podUID', '2527afb7-b32c-4c84-97e2-246eb48c97a9'],
        ['weird key', 'x'],
      ],
    ],
    [
      'bare words',
      '"m" a=some words here b=2',
      [
        ['a', 'some words here'],
        ['b', '2'],
      ],
    ],
    [
      'nil',
      '"m" a=<nil> b=null',
      [
        ['a', '<nil>'],
        ['b', 'null'],
      ],
    ],
    [
      'a missing value',
      '"m" a="(MISSING)" b=(MISSING)',
      [
        ['a', '(MISSING)'],
        ['b', '(MISSING)'],
      ],
    ],
    [
      'an empty value',
      '"m" a= b="c"',
      [
        ['a', ''],
        ['b', 'c'],
      ],
    ],
    [
      'a key twice',
      '"m" a=1 a="2"',
      [
        ['a', '1'],
        ['a', '2'],
      ],
    ],
    [
      'a block',
      '"m" d=<\n\tone\n\t >\n\tI0101 00:00:00.000000 1 a.go:1] "x"\n > e="f"',
      [
        ['d', 'one\n >\nI0101 00:00:00.000000 1 a.go:1] "x"'],
        ['e', 'f'],
      ],
    ],
    ['a block as journalctl prints it', '"m" d=<\n        one\n          two\n >', [['d', 'one\n  two']]],
    [
      'two blocks',
      '"m" d=<\n\tone\n > e=<\n\ttwo\n >',
      [
        ['d', 'one'],
        ['e', 'two'],
      ],
    ],
    [
      'a quote that never closes',
      '"m" a=1 err="PLEG is not hea',
      [
        ['a', '1'],
        ['err', 'PLEG is not hea…'],
      ],
    ],
    ['a cut key', '"m" a=1 er', [['a', '1']]],
  ])('%s', (_what, text, pairs) => {
    expect(pairsOf(text)).toEqual(pairs);
    expect(messageOf(text)).toBe('m');
  });

  it.each([
    '"a" is not structured',
    '"pod_ns(uid)", event: &pleg.PodLifecycleEvent{ID:"1"}',
    'SyncLoop (PLEG): "a", b=c',
  ])('leaves %j unstructured', (text) => {
    expect(parseKlogLine(HEADER + text)).toMatchObject({ form: 'unstructured', message: text, pairs: [] });
  });

  it('keeps a printf message with newlines whole', () => {
    expect(messageOf('Trace[1]: "x"\nTrace[1]: end')).toBe('Trace[1]: "x"\nTrace[1]: end');
  });
});

describe('klog JSON', () => {
  const info =
    '{"ts":1795221038352.0452,"caller":"kubelet/kubelet.go:2661","msg":"m \\u003e","v":2,"pod":{"name":"a","namespace":"b"},"n":3814222400681984302,"nil":null,"n":1}';

  it('reads time, caller, verbosity and every value as written', () => {
    expect(parseKlogLine(info)).toEqual({
      header: { severity: 'I', time: 1795221038352045, file: 'kubelet.go', fileLine: 2661, verbosity: 2 },
      form: 'json',
      message: 'm >',
      pairs: [
        { key: 'pod', value: 'b/a', quoted: true },
        { key: 'n', value: '3814222400681984302', quoted: false },
        { key: 'nil', value: 'null', quoted: false },
        { key: 'n', value: '1', quoted: false },
      ],
    });
  });

  it('takes an entry without v for an error', () => {
    expect(parseKlogLine('{"ts":1.5,"msg":"m","err":"e"}')?.header).toMatchObject({ severity: 'E', time: 1500 });
  });

  it('takes a time in seconds for what it is', () => {
    const time = Date.UTC(2026, 10, 21, 0, 27, 50, 125) * 1000;
    for (const ts of ['1795220870.125', '1795220870125.0'])
      expect(parseKlogLine(`{"level":"info","ts":${ts},"msg":"m"}`)?.header).toMatchObject({ time });
  });

  it.each(['{', '{}', '{"ts":1}', '{"msg":"m"}', '{"ts":1,"msg":"m"', '{"ts":1,"msg":"m",}', '{"ts":"x","msg":"m"}'])(
    'refuses %j',
    (line) => expect(parseKlogLine(line)).toBeUndefined(),
  );
});

const text = fc.string({ unit: 'grapheme', maxLength: 40 });
const key = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_./-]{0,12}$/);
const oneLine = text.map((value) => value.replaceAll('\n', ' '));
const pair: fc.Arbitrary<KeyValue> = fc.oneof(
  fc.record({ key, value: text, quoted: fc.constant(true) }),
  fc.record({
    key,
    value: fc.oneof(
      fc.integer().map(String),
      fc.constantFrom('true', 'null', '<nil>'),
      fc.json().filter((json) => json.startsWith('{') || json.startsWith('[')),
    ),
    quoted: fc.constant(false),
  }),
);
const header: fc.Arbitrary<KlogHeader> = fc.record({
  severity: fc.constantFrom('I' as const, 'W' as const, 'E' as const, 'F' as const),
  time: fc
    .integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2024, 11, 31) })
    .map((ms) => instant(ms * 1000 + (ms % 1000))),
  pid: fc.integer({ min: 1, max: 4_194_304 }),
  file: fc.constantFrom('kubelet.go', 'generic.go', 'pod_workers.go'),
  fileLine: fc.integer({ min: 1, max: 9999 }),
});

describe('round trips', () => {
  it('a written structured line reads back', () => {
    fc.assert(
      fc.property(header, oneLine, fc.array(pair, { maxLength: 5 }), (head, message, pairs) => {
        const line = { header: head, form: 'structured' as const, message, pairs };
        expect(parseKlogLine(writeKlogLine(line), 2024)).toEqual(line);
      }),
    );
  });

  it('a written printf line reads back', () => {
    fc.assert(
      fc.property(
        header,
        text.filter((value) => !value.startsWith('"') && !value.endsWith('\n')),
        (head, message) => {
          const line = { header: head, form: 'unstructured' as const, message, pairs: [] };
          expect(parseKlogLine(writeKlogLine(line), 2024)).toEqual(line);
        },
      ),
    );
  });

  it('a written JSON line reads back', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: Date.UTC(2016, 0, 1), max: 2 ** 41 }),
        text,
        fc.array(
          fc.record({
            key: key.filter((name) => !['ts', 'v', 'msg', 'caller'].includes(name)),
            value: text,
            quoted: fc.constant(true),
          }),
          { maxLength: 4 },
        ),
        (time, message, pairs) => {
          const line = {
            header: {
              severity: 'I' as const,
              time: instant(time * 1000),
              file: 'kubelet.go',
              fileLine: 12,
              verbosity: 2,
            },
            form: 'json' as const,
            message,
            pairs,
          };
          expect(parseKlogLine(writeKlogLine(line))).toEqual(line);
        },
      ),
    );
  });

  it('a quoted string reads back, wherever it stands', () => {
    const nasty = fc.string({
      unit: fc.constantFrom(
        '"',
        '\\',
        '\n',
        '\r',
        '\t',
        '\0',
        '\u0007',
        '\u001b',
        '\u007f',
        '\u0085',
        '\u00ad',
        '\u2028',
        '\ufeff',
        'é',
        '漢',
        '🙂',
        'x',
        'u',
        '0',
        "'",
        '/',
      ),
      maxLength: 30,
    });
    fc.assert(
      fc.property(nasty, oneLine, (value, before) => {
        const quoted = writeQuoted(value);
        expect(readQuoted(`${before}${quoted} rest`, before.length)).toEqual({
          value,
          end: before.length + quoted.length,
          closed: true,
        });
      }),
    );
  });

  it('nothing throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          fc.string({
            unit: fc.constantFrom(
              '"',
              '\\',
              '{',
              '[',
              '}',
              ']',
              '<',
              '>',
              '\n',
              '\t',
              '=',
              'a',
              'x',
              'u',
              ' ',
              ':',
              '1',
              ',',
            ),
            maxLength: 80,
          }),
        ),
        (body) => {
          expect(() => [HEADER + body, `{${body}`, body].map((line) => parseKlogLine(line))).not.toThrow();
        },
      ),
      { numRuns: 500 },
    );
  });
});
