import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeLeft, rounds, someOf } from '../../support/effort.ts';
import { sharedFolder } from '../../support/shared.ts';
import { anyScenario, simulated } from '../simulator/scenarios.ts';
import { faultsOf } from './redacted.ts';

/** A name as people give it to hosts and pods, which no word of a log is. */
const name = fc.stringMatching(/^[a-z]{2,8}(?:[-.][a-z]{1,6})?x\d{2,4}$/);

describe('--redact', () => {
  it('leaves no name of simulated incidents, in any output', async () => {
    const cases = fc.sample(fc.tuple(anyScenario, name, name), { numRuns: rounds(40), seed: 28 });
    for (const [scenario, host, pod] of cases) {
      if (!isTimeLeft()) break;
      const { log } = simulated(scenario);
      const named = log.replaceAll('worker-7', host).replaceAll(/\bweb-(?=\d)/g, `${pod}-`);
      const faults = (await faultsOf(new TextEncoder().encode(named))).filter(
        (fault) => fault !== 'the log has no names',
      );
      expect({ host, pod, faults }).toEqual({ host, pod, faults: [] });
    }
  }, 600_000);

  const shared = sharedFolder();
  const runs =
    shared === undefined
      ? []
      : readdirSync(join(shared, 'runs'))
          .filter((version) => version.startsWith('v'))
          .flatMap((version) =>
            readdirSync(join(shared, 'runs', version)).map((name) => join(shared, 'runs', version, name)),
          );
  it.skipIf(runs.length === 0)(
    'leaves no name of recorded runs',
    async () => {
      const faults: unknown[] = [];
      for (const folder of someOf(runs)) {
        if (!isTimeLeft()) break;
        const log = readdirSync(folder).find((name) => name === 'kubelet.journal.short.log');
        if (log === undefined) continue;
        for (const fault of await faultsOf(new Uint8Array(readFileSync(join(folder, log)))))
          faults.push({ folder, fault });
      }
      expect(faults).toEqual([]);
    },
    240_000,
  );
});
