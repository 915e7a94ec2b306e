import { describe, expect, it } from 'vitest';
import { paintFor } from '../../../src/cli/paint.ts';
import { createStatusLine } from '../../../src/cli/statusLine.ts';
import { asWritten } from '../../../src/kubelet/printable.ts';

describe('colours', () => {
  it.each([
    [undefined, true, false, true],
    [undefined, false, false, false],
    [undefined, true, true, false],
    ['auto', true, true, false],
    ['always', false, true, true],
    ['never', true, false, false],
  ] as const)('--color %s, on a terminal: %s, NO_COLOR: %s', (wish, terminal, noColor, expected) => {
    expect(paintFor(wish, { terminal, noColor }) !== undefined).toBe(expected);
  });
});

describe('the status line', () => {
  function terminal(columns = 80): {
    readonly line: ReturnType<typeof createStatusLine>;
    at(time: number): void;
    written(): string;
  } {
    let [time, written] = [0, ''];
    const line = createStatusLine(
      (text) => {
        written += text;
      },
      () => time,
      () => columns,
    );
    return { line, at: (now) => (time = now), written: () => written };
  }

  it('is silent about work of less than a second', () => {
    const { line, at, written } = terminal();
    line.show(() => asWritten('one'));
    at(999);
    line.show(() => asWritten('two'), true);
    line.clear();
    expect(written()).toBe('');
  });

  it('shows a text, the next one not at once, and takes itself away', () => {
    const { line, at, written } = terminal();
    at(1000);
    line.show(() => asWritten('one'));
    at(1100);
    line.show(() => asWritten('two'));
    at(1250);
    line.show(() => asWritten('three'));
    line.clear();
    line.clear();
    expect(written()).toBe('one\r   \rthree\r     \r');
  });

  it('asks for no text that it does not show, and is never wider than the terminal', () => {
    const { line, at, written } = terminal(5);
    line.show(() => {
      throw new Error('not asked for');
    });
    at(2000);
    line.show(() => asWritten('abcdefgh'));
    expect(written()).toBe('abcd');
  });
});
