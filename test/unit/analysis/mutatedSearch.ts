/** One search step: a log of messages that come again with one value changed, read both ways. */
import { Random } from '../../fuzz/random.ts';
import { bothWays, GIVEN } from './bothWays.ts';
import { halfwayOf, type MutatedLog, mutatedLog } from './mutatedLog.ts';

/** Whether the log of a seed says the same in runs as by records, and how it was given. */
export function readsTheSame(seed: number, shape: MutatedLog): { readonly same: boolean; readonly given: string } {
  const random = new Random(seed);
  const log = mutatedLog(random, shape);
  const given = GIVEN[seed % GIVEN.length] ?? 'whole';
  const { byLane, byRecords } = bothWays(log, 5000 + random.below(300_000), given, halfwayOf(log.length));
  return { same: byLane === byRecords, given };
}

/** The first of these seeds whose log does not; `undefined`: all do. */
export function firstDifference(seeds: readonly number[], shape: MutatedLog): number | undefined {
  return seeds.find((seed) => !readsTheSame(seed, shape).same);
}
