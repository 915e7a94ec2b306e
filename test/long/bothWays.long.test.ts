import { describe, expect, it } from 'vitest';
import { Random } from '../fuzz/random.ts';
import { bothWays, GIVEN } from '../unit/analysis/bothWays.ts';
import { halfwayOf, mutatedLog } from '../unit/analysis/mutatedLog.ts';

/** Few messages fill the tables of known values with one kind; many pods are more than those have room for. */
const SHAPES = [
  { logs: 300, messages: 12, lines: 2000, pods: 0 },
  { logs: 60, messages: 3, lines: 6000, pods: 3000 },
  { logs: 30, messages: 40, lines: 20_000, pods: 20_000 },
  { logs: 3, messages: 25, lines: 150_000, pods: 100_000 },
] as const;

describe('messages that come again with one value changed, in logs of up to tens of megabytes', () => {
  for (const [number, { logs, ...shape }] of SHAPES.entries())
    it(`say the same in runs as by records: ${shape.messages} messages in ${shape.lines} lines`, () => {
      for (let log = 0; log < logs; log += 1) {
        const seed = number * 1000 + log;
        const random = new Random(seed);
        const lines = mutatedLog(random, shape);
        const given = GIVEN[log % GIVEN.length] ?? 'whole';
        const { byLane, byRecords } = bothWays(lines, 5000 + random.below(1 << 20), given, halfwayOf(lines.length));
        expect(byLane === byRecords, `seed ${seed}, ${given}`).toBe(true);
      }
    });
});
