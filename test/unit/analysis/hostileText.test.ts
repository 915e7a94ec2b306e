import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excerptOf, EXCERPT_LENGTH } from '../../../src/analysis/excerpt.ts';
import { codeSpan, escapeMarkdown } from '../../../src/analysis/formatMarkdown.ts';
import { plain } from '../../../src/analysis/formatText.ts';

describe('a log line that tries to drive the terminal', () => {
  it('loses its colours and control characters in an excerpt', () => {
    expect(excerptOf('\u001b[31mE1121\u001b[0m bell\u0007 tab\there\r')).toBe('E1121 bell tab here');
  });

  it('has no control character left in text output', () => {
    expect(plain('a\u001b]0;title\u0007b\u009bc\nd')).toBe('a ]0;title b c d');
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
    fc.assert(fc.property(fc.array(fc.constantFrom('😀', 'a', 'é'), { minLength: 30, maxLength: 60 }), fc.integer({ min: 8, max: 29 }), (letters, length) => {
      expect(excerptOf(letters.join(''), length).isWellFormed()).toBe(true);
    }));
  });
});

describe('a log line that tries to be Markdown', () => {
  it('cannot link, format or break out of a code span', () => {
    expect(escapeMarkdown('[x](http://e.x) <img src=a> **b** `c`')).toBe('\\[x\\]\\(http://e.x\\) \\<img src=a\\> \\*\\*b\\*\\* \\`c\\`');
    expect(codeSpan('a `b`` c')).toBe('```a `b`` c```');
    expect(codeSpan('`')).toBe('`` ` ``');
  });

  it('keeps our own code spans in next steps', () => {
    expect(escapeMarkdown('run `crictl ps -a | head` now_please', true)).toBe('run `crictl ps -a | head` now\\_please');
  });
});
