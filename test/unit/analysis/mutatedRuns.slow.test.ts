import { afterEach, describe, expect, it, vi } from 'vitest';
import { KeptFacts } from '../../../src/inference/store/keptFacts.ts';
import { PlainRows } from '../../../src/journal/batch/plainLine.ts';
import { atLeast, rounds } from '../../support/effort.ts';
import { Random } from '../../fuzz/random.ts';
import { bothWays, GIVEN } from './bothWays.ts';
import { halfwayOf, mutatedLog } from './mutatedLog.ts';

describe('messages that come again with one value changed', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('say the same in runs as by records', () => {
    const read = vi.spyOn(PlainRows.prototype, 'read');
    const again = vi.spyOn(KeptFacts.prototype, 'addAgain');
    for (let seed = 1; seed <= rounds(40); seed += 1) {
      const random = new Random(seed);
      const log = mutatedLog(random, { messages: 12, lines: 2000, pods: seed % 3 === 0 ? 20_000 : 0 });
      const given = GIVEN[seed % GIVEN.length] ?? 'whole';
      const { byLane, byRecords } = bothWays(log, 5000 + random.below(300_000), given, halfwayOf(log.length));
      expect(byLane === byRecords, `seed ${seed}, ${given}`).toBe(true);
    }
    expect(read.mock.calls.length).toBeGreaterThan(atLeast(30_000));
    expect(again.mock.calls.length).toBeGreaterThan(atLeast(6000));
  }, 120_000);
});
