import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, EXCERPT_LENGTH } from '../../../src/analysis/outputs/excerpt.ts';
import { codeSpan, escapeMarkdown, escapeMarkdownWithCode } from '../../../src/analysis/outputs/markdownText.ts';
import { printable } from '../../../src/kubelet/printable.ts';

describe('a log line that tries to drive the terminal', () => {
  it('loses its colours in an excerpt, and shows its control characters', () => {
    expect(excerptOf('\u001b[31mE1121\u001b[0m bell\u0007 tab\there\r')).toBe('E1121 bell\u2407 tab here');
  });
});

describe('a line of a megabyte', () => {
  it('is shortened in the middle, so that its end is seen', () => {
    const text = excerptOf(`begin ${'x'.repeat(1_000_000)} err="deadline"`);
    expect(text.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
    expect(text.startsWith('begin ')).toBe(true);
    expect(text.endsWith('err="deadline"')).toBe(true);
  });

  it('is never cut inside a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('😀', 'a', 'é'), { minLength: 30, maxLength: 60 }),
        fc.integer({ min: 8, max: 29 }),
        (letters, length) => {
          expect(excerptOf(letters.join(''), length).isWellFormed()).toBe(true);
        },
      ),
    );
  });
});

describe('a log line that tries to be Markdown', () => {
  it('cannot link, mention, format or break out of a code span', () => {
    expect(escapeMarkdown(printable('[x](b) <img src=a> **b** `c` $d$'))).toBe(
      '\\[x\\](b) \\<img src=a> \\*\\*b\\*\\* &#96;c&#96; \\$d\\$',
    );
    expect(escapeMarkdown(printable('see http://e.x/a_b, @everyone and #1'))).toBe(
      'see `http://e.x/a_b`, `@everyone` and `#1`',
    );
    expect(escapeMarkdown(printable('a`@b``c'))).toBe('```a`@b``c```');
    expect(codeSpan(printable('a `b`` c'))).toBe('```a `b`` c```');
    expect(codeSpan(printable('`'))).toBe('`` ` ``');
    expect(codeSpan(printable(' '))).toBe('`   `');
  });

  it('begins no list, heading or rule', () => {
    expect(
      ['1. a', '12) b', '- c', '---', '=', '# d', '+ e', '    f', '2 g'].map((text) => escapeMarkdown(printable(text))),
    ).toEqual(['1\\. a', '12\\) b', '\\- c', '\\---', '\\=', '\\# d', '\\+ e', 'f', '2 g']);
  });

  it('keeps our own code spans in next steps, and takes none of backticks that enclose nothing', () => {
    expect(escapeMarkdownWithCode(printable('run `crictl ps -a | head` now_please'))).toBe(
      'run `crictl ps -a | head` now_please',
    );
    expect(escapeMarkdownWithCode(printable('a ```<img src=x> b'))).toBe('a &#96;&#96;&#96;\\<img src=x> b');
    expect(escapeMarkdownWithCode(printable('run `x`@y'))).toBe('run `x` `@y`');
  });
});
