import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHECKPOINT_LINES, LineIndex } from '../../../src/analysis/insight/lineIndex.ts';
import { LineSplitter } from '../../../src/journal/bytes/lines.ts';
import { instant } from '../../../src/kubelet/time.ts';

function indexOf(text: string, chunk: number): LineIndex {
  const index = new LineIndex();
  const bytes = new TextEncoder().encode(text);
  const splitter = new LineSplitter(
    () => undefined,
    (newlines, offset) => index.mark(newlines, offset),
  );
  for (let at = 0; at < bytes.length; at += chunk) {
    splitter.push(bytes.subarray(at, at + chunk));
  }
  return index;
}

describe('byte offsets', () => {
  it('gives an offset at or before every line that leads to it by counting newlines, in any chunking', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 12 }), { minLength: 1, maxLength: 900 }),
        fc.integer({ min: 1, max: 700 }),
        fc.nat(),
        (lines, chunk, pick) => {
          const text = lines.map((line) => line.replaceAll('\n', ' ')).join('\n');
          const index = indexOf(text, chunk);
          const wanted = (pick % lines.length) + 1;
          const { line, offset } = index.checkpoint(wanted);
          const rest = new TextDecoder().decode(new TextEncoder().encode(text).subarray(offset)).split('\n');
          expect(line).toBeLessThanOrEqual(wanted);
          expect(wanted - line).toBeLessThan(CHECKPOINT_LINES);
          expect(rest[wanted - line]).toBe(
            new TextDecoder().decode(new TextEncoder().encode(text)).split('\n')[wanted - 1],
          );
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('records', () => {
  it('finds the record of a continuation line, and none before the first', () => {
    const index = new LineIndex();
    index.addRecord(3, instant(30));
    index.addRecord(7, undefined);
    index.addRecord(8, instant(80));
    expect(index.recordAt(2)).toBeUndefined();
    expect(index.recordAt(3)).toEqual({ line: 3, time: 30 });
    expect(index.recordAt(6)).toEqual({ line: 3, time: 30 });
    expect(index.recordAt(7)).toEqual({ line: 7 });
    expect(index.recordAt(900)).toEqual({ line: 8, time: 80 });
  });

  it('takes the time of the record before for one without time', () => {
    const index = new LineIndex();
    index.addRecord(1, instant(10));
    index.addRecord(2, undefined);
    expect(index.timeAt(2)).toBe(10);
    expect(new LineIndex().timeAt(1)).toBeUndefined();
  });

  it('agrees with a plain search among thousands of records', () => {
    const index = new LineIndex();
    const lines: number[] = [];
    for (let line = 1; line < 20_000; line += 1 + ((line * 7) % 5)) {
      lines.push(line);
      index.addRecord(line, instant(line * 10));
    }
    for (let wanted = 1; wanted < 20_100; wanted += 37) {
      expect(index.recordAt(wanted)?.line).toBe(lines.findLast((line) => line <= wanted));
    }
  });
});
