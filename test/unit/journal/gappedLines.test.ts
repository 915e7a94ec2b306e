import { describe, expect, it } from 'vitest';
import { findGaps } from '../../../src/journal/unwrap/gappedLines.ts';
import { contentOf, readLog } from './readLog.ts';

const LINES = [
  'Jan 05 12:00:01 node-1 kubelet: W0105 12:00:01.000000    1234 reflector.go:533] factory.go:150: failed to list *v1.RuntimeClass: Unauthorized, and it goes on for more than two rows of a terminal',
  'Jan 05 12:00:02 node-1 kubelet: E0105 12:00:02.000000    1234 controller.go:144] failed to ensure lease exists, will retry in 7s, error: Unauthorized',
  'Jan 05 12:00:03 node-1 kubelet: I0105 12:00:03.000000    1234 kubelet.go:1] ok',
];

describe('lines through which blanks go at one width', () => {
  it.each([
    [40, 30],
    [63, 15],
    [72, 77],
    [76, 40],
  ])('are read as if they did not: %i columns, %i blanks', (columns, blanks) => {
    const gapped = LINES.map((line) =>
      Array.from({ length: Math.ceil(line.length / columns) }, (_piece, index) =>
        line.slice(index * columns, (index + 1) * columns),
      ).join(' '.repeat(blanks)),
    );
    expect(findGaps(gapped.join('\n'))).toEqual({ columns, blanks });
    expect(readLog(gapped.join('\n')).records.map(contentOf)).toEqual(readLog(LINES.join('\n')).records.map(contentOf));
  });

  it('are no table, and no message with blanks in it', () => {
    expect(findGaps(LINES.join('\n'))).toBeUndefined();
    expect(
      findGaps(
        ['NAME                        STATUS', 'pod-with-a-name             Running', LINES[2] ?? ''].join('\n'),
      ),
    ).toBeUndefined();
    expect(findGaps(LINES.join('\n').replaceAll('] ', `]${' '.repeat(20)}`))).toBeUndefined();
    expect(
      findGaps(Array.from({ length: 5 }, () => `${LINES[2] ?? ''} Filename${' '.repeat(31)}Type`).join('\n')),
    ).toBeUndefined();
  });
});
