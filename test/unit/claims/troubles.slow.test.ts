/**
 * What the answer says of nodes that are NotReady for other reasons than PLEG's is held against the truth: the API server out of reach, expired certificates, shortages of disk, memory and process ids,
 * a network that is not ready, a runtime that is gone, kubelets that end. Plans are drawn (`anyTrouble.ts`), `CLAIMS` of them if told.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../support/effort.ts';
import { anyPlan } from './anyTrouble.ts';
import { untrueOfTroubles } from './troubleRules.ts';
import { troubledJournal } from './troubles.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(1200));

describe('what the answer says of a troubled node is so', () => {
  it(
    `of ${ROUNDS} nodes`,
    () => {
      fc.assert(
        fc.property(anyPlan, (plan) => {
          expect(untrueOfTroubles(troubledJournal(plan))).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: Number(process.env['CLAIMS_SEED'] ?? 2031) },
      );
    },
    60_000 + ROUNDS * 2000,
  );
});
