/** Random scenarios through the simulator and back through the whole analysis: episodes, relists, containers and skips must come out as they went in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from './roundTrip.ts';
import { anyScenario, simulated } from './scenarios.ts';

const rounds = Number(process.env['KUBELET_TIMELINE_ROUNDS'] ?? 30);
const seed = Number(process.env['KUBELET_TIMELINE_SEED'] ?? 20_261_121);

describe('from a scenario to its log and back', () => {
  it(
    `holds in ${rounds} random scenarios of seed ${seed}`,
    () => {
      fc.assert(
        fc.property(anyScenario, (scenario) => {
          expect(differences(simulated(scenario))).toEqual([]);
        }),
        { numRuns: rounds, seed, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );
});
