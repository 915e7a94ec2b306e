/** Skips whose lines a pager cut before they name their relist. */
import { expect, it } from 'vitest';
import { replayOf } from './readLog.ts';

const skip = (second: number, reason: string): string =>
  `Mar 10 08:00:${second} w1 kubelet[2101]: E0310 08:00:${second}.100101    2101 kubelet.go:2347] "Skipping pod synchronization" err="${reason}`;
const unexplained = (...reasons: readonly string[]): readonly number[] =>
  replayOf(reasons.map((reason, index) => skip(31 + 5 * index, reason)).join('\n')).check.unexplainedSkips.map(
    ({ line }) => line,
  );

it('are those of a relist that is too old, whichever that is', () => {
  expect(
    unexplained('PLEG is not healthy: p>', 'PLEG is not >', 'PLEG is not healthy: pleg was last seen active 3m5>'),
  ).toEqual([]);
});

it('leave their relist to the lines that name one, and other reasons to the runtime', () => {
  expect(
    unexplained(
      'PLEG is not healthy: p>',
      'PLEG is not healthy: pleg was last seen active 3m5.1s ago; threshold is 3m0s"',
      '[container runtime is down, PLEG is not healthy: pleg was last se>',
      'container runtime is d>',
      'PLEG is not healthy: p>',
    ),
  ).toEqual([]);
});
