/** What the answer says of a real log is the same in other dress: of logs of the fixtures, and of recorded ones where they are there. Logs and dresses are drawn, `CLAIMS` of them if told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { REAL_DRESSES, toldOtherwise, worn } from './realDresses.ts';
import { OWN_LOGS, type RealLog, SHARED_LOGS } from './realLogs.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(6000));
const SEED = Number(process.env['CLAIMS_SEED'] ?? 2033);

describe('what the answer says of a real log', () => {
  it.each([
    ['the fixtures', OWN_LOGS],
    ['the reference data', SHARED_LOGS],
  ] as const)(
    'is the same in other dress, of %s',
    (_where, logs) => {
      if (logs.length === 0) return;
      fc.assert(
        fc.property(
          fc.constantFrom(...logs.map(({ name }) => name)),
          fc.constantFrom(...Object.keys(REAL_DRESSES)),
          (name, dress) => {
            const log = worn((logs.find((one: RealLog) => one.name === name) as RealLog).lines());
            expect(log === undefined ? [] : (toldOtherwise(log, dress) ?? [])).toEqual([]);
          },
        ),
        { numRuns: ROUNDS, seed: SEED },
      );
    },
    60_000 + ROUNDS * 1000,
  );
});
