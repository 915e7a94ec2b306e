/** What the answer says of a troubled node is the same in whatever dress its log comes. Plans and dresses are drawn, `CLAIMS` of them if told. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { anyPlan } from './anyTrouble.ts';
import { differences, type DressName, DRESSES } from './dresses.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(160));

describe('what the answer says of a troubled node', () => {
  it(
    `is the same in other dress, of ${ROUNDS}`,
    () => {
      fc.assert(
        fc.property(anyPlan, fc.constantFrom(...(Object.keys(DRESSES) as DressName[])), (plan, dress) => {
          expect(differences(plan, dress)).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2032) },
      );
    },
    60_000 + ROUNDS * 2000,
  );
});
