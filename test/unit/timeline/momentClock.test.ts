/** Which numbers a moment tells in its first sentence, and of which day its times are. */
import { expect, it } from 'vitest';
import { createMoments } from '../../../src/timeline/moment/buildMoment.ts';
import { analysisOf, sessionOf } from '../analysis/analyse.ts';

const at = (elapsed: string) => {
  const log = `E1121 06:42:00.569834    4711 kubelet.go:1823] skipping pod synchronization - PLEG is not healthy: pleg was last seen active ${elapsed} ago; threshold is 3m0s\n`;
  const { reconstruction } = analysisOf(sessionOf(log));
  const [process] = reconstruction.history.processes;
  return process === undefined ? undefined : createMoments(reconstruction).at(process.from);
};
const listed = (elapsed: string) => at(elapsed)?.fields.find(({ id }) => id === 'last-listed')?.value;

it('tells the age of the last good relist as an age, not as what is over the threshold', () => {
  expect(at('4m37.8s')?.headline).toContain('PLEG is unhealthy (last good relist 4m37.8s ago, threshold 3m)');
});

it('tells the day of a time that is of another day than the moment', () => {
  expect(listed('4m37.8s')).toBe('06:37:22.769');
  expect(listed('66h20m49.039936615s')).toMatch(/^\d{4}-11-18 12:21:11\.529$/);
});
