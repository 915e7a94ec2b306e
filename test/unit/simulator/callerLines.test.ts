import { expect, it } from 'vitest';
import { callerLinesOf, distanceToMinor } from '../../../src/kubelet/callerLines.ts';
import { callerLine } from '../../../src/simulator/wording/callerLines.ts';
import { CALLER_LINES_TABLE } from '../../../src/simulator/wording/callerLinesTable.ts';

const PAIRS = CALLER_LINES_TABLE.trim()
  .split('\n')
  .flatMap((row) => {
    const [id = '', ...pairs] = row.split(' ');
    return pairs.map((pair) => [id, ...pair.split(':').map(Number)] as [id: string, minor: number, line: number]);
  });

it('a simulated kubelet writes each message in its line, from a version on', () => {
  expect(callerLine('syncloop.skip.u2', 16)).toBe(1844);
  expect(callerLine('syncloop.skip.u2', 18)).toBe(1845);
  expect(callerLine('syncloop.skip.u2', 36)).toBe(1770);
  expect(callerLine('no.such', 30)).toBe(1);
  for (const [id, minor, line] of PAIRS) expect(callerLine(id, minor), `${id} of 1.${minor}`).toBe(line);
});

it('and that is where the releases that were read write it, or near to it: each patch moves a few lines', () => {
  const known = PAIRS.flatMap(([id, minor, line]) => {
    const distance = distanceToMinor(callerLinesOf(id) ?? [], line, minor)?.distance;
    return distance === undefined ? [] : [{ id, minor, distance }];
  });
  expect(known.length).toBeGreaterThan(500);
  expect(known.filter(({ distance }) => distance > 0)).toEqual([{ id: 'syncloop.skip.u2', minor: 19, distance: 21 }]);
});
