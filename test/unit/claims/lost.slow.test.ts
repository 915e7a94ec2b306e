/** What the answer says of a log that journald thinned out, of one among the lines of other programs, and of two boots is held against the truth by the same rules as of the whole (`anyLoss.ts`). */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WrittenMode } from '../../../src/journal/envelope/writeEnvelope.ts';
import { rounds } from '../../support/effort.ts';
import { anyScenario, simulated, withoutEvented } from '../simulator/scenarios.ts';
import { anyLoss, lossy, scenarioOfBoth } from './anyLoss.ts';
import { incidentOf } from './incident.ts';
import { journalOf, textOfJournal } from './losses.ts';
import { recordedRun, recordedRuns } from './recorded.ts';
import { untrueClaims } from './rules.ts';

const ROUNDS = Number(process.env['CLAIMS'] ?? rounds(60));
const SEED = Number(process.env['CLAIMS_SEED'] ?? 2030);

describe('what the answer says of a log that is not whole, or not alone, is so', () => {
  it(
    `of ${ROUNDS} simulated journals`,
    () => {
      fc.assert(
        fc.property(anyScenario, anyLoss, (drawn, of) => {
          const envelope = drawn['envelope'] === 'none' ? 'short' : drawn['envelope'];
          const scenario: Record<string, unknown> = {
            ...(of.limits.length === 0 ? drawn : withoutEvented(drawn)),
            envelope,
          };
          const { log, truth } = simulated(scenario);
          const whole = journalOf(log, truth, envelope as WrittenMode, String(drawn['node']));
          const journal = lossy(whole, scenario, of);
          expect(untrueClaims(incidentOf(textOfJournal(journal), journal.truth, scenarioOfBoth(scenario, of)))).toEqual(
            [],
          );
        }),
        { numRuns: ROUNDS, seed: SEED },
      );
    },
    60_000 + ROUNDS * 3000,
  );

  it.skipIf(recordedRuns.length === 0)(
    `of ${ROUNDS} recorded ones`,
    () => {
      fc.assert(
        fc.property(fc.constantFrom('', ...recordedRuns), anyLoss, (run, of) => {
          fc.pre(run !== '');
          const { log, truth } = recordedRun(run);
          const host = / (worker-\d+) /.exec(log)?.[1] ?? '';
          const scenario: Record<string, unknown> = {
            version: run.slice(1, run.indexOf('/')),
            node: host,
            envelope: 'short',
            kubelet: {},
          };
          const journal = lossy(journalOf(log, truth, 'short', host), scenario, of);
          expect(untrueClaims(incidentOf(textOfJournal(journal), journal.truth))).toEqual([]);
        }),
        { numRuns: ROUNDS, seed: SEED },
      );
    },
    60_000 + ROUNDS * 4000,
  );
});
