import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinPrintable, printable, printableJson, printableLines, printing } from '../../../src/kubelet/printable.ts';

/** C0 (but for what a test lets stand), DEL, C1, marks of direction, and whatever has no width. */
const HIDDEN =
  // oxlint-disable-next-line no-control-regex -- finding control characters is what it is for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]|\u034f|\ufe0f/u;
/** Texts in which hidden characters are frequent. */
const hostile = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 4 }),
      fc.constantFrom(
        '\u001b]52;c;AAAA\u0007',
        '\u009b2J',
        '\u202e',
        '\u200b',
        '\u{e0041}',
        '\r',
        '\n',
        '\t',
        '\u007f',
        '\ud800',
        '"',
        '\\',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

describe("a stranger's text", () => {
  it('shows what would drive a terminal, turn or hide other text, and is otherwise the same', () => {
    expect(printable('a\u202egnp.exe\u0007\u001b[31m\u007f\u200b\u009b2J\r\n\t')).toBe(
      'a\\u202egnp.exe\u2407\u241b[31m\u2421\\u200b\\u009b2J\u240d\u240a\u2409',
    );
    for (const text of ['', 'plain', 'öäü 漢字 עברית 🚀', '<b>&amp;</b>', '…–“”\u00a0µs'])
      expect(printable(text)).toBe(text);
  });

  it('has nothing hidden left, however it came in', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(printable(text)).not.toMatch(HIDDEN);
        expect(printable(text).isWellFormed()).toBe(true);
        expect(printableLines(text).replace(/[\t\r\n]/g, '')).not.toMatch(HIDDEN);
        expect(printing`x\n${text}`.replace('x\n', '')).toBe(printable(text));
        expect(printable(printable(text))).toBe(printable(text));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps tabs and ends of lines where a page shows it', () => {
    expect(printableLines('tab\tand\r\nline\u0000')).toBe('tab\tand\r\nline\u2400');
  });

  it('of a megabyte takes no time', () => {
    expect(printable('\u0007'.repeat(1_000_000))).toHaveLength(1_000_000);
  });
});

it('keeps our own line ends where printable texts are joined', () => {
  expect(joinPrintable([printing`a\n`, printable('b')], ', ')).toBe('a\n, b');
});

describe('JSON', () => {
  it('is read as the same values, and has nothing hidden in it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const json = printableJson(JSON.stringify({ [text]: [text] }, undefined, ' '));
        expect(json.replaceAll('\n', '')).not.toMatch(HIDDEN);
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
      }),
      { numRuns: 500 },
    );
    expect(printableJson(JSON.stringify('\u009b\u202e\u{e0041}'))).toBe('"\\u009b\\u202e\\udb40\\udc41"');
  });
});
