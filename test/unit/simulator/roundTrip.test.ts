/** Random scenarios through the simulator and back through the whole analysis: episodes, relists, containers and skips must come out as they went in. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences } from './roundTrip.ts';
import { anyScenario, simulated } from './scenarios.ts';

const rounds = Number(process.env['KUBELET_TIMELINE_ROUNDS'] ?? 30);

describe('from a scenario to its log and back', () => {
  it(
    `holds in ${rounds} random scenarios`,
    () => {
      fc.assert(
        fc.property(anyScenario, (scenario) => {
          expect(differences(simulated(scenario))).toEqual([]);
        }),
        { numRuns: rounds, seed: 20_261_121, endOnFailure: true, unbiased: true },
      );
    },
    30_000 + rounds * 3000,
  );
});
