import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { whatIf } from '../../../src/whatIf/whatIf.ts';
import type { Reconstruction } from '../../../src/replay/reconstruction.ts';
import { rounds } from '../../support/effort.ts';
import { sharedFolder } from '../../support/shared.ts';
import { anyScenario, simulated } from '../simulator/scenarios.ts';
import { reconstructionOf } from './incidents.ts';

/** The unchanged run is like the log. */
function resembles(reconstruction: Reconstruction): boolean {
  const result = whatIf(reconstruction, {});
  return result.ok && result.whatIf.resembles;
}

describe('the run of an inferred scenario', () => {
  it('is like the log for nine of ten simulated incidents', () => {
    const numRuns = rounds(100, 10);
    const alike = fc
      .sample(anyScenario, { numRuns, seed: 28 })
      .filter((scenario) => resembles(reconstructionOf(simulated(scenario).log)));
    expect(alike.length).toBeGreaterThanOrEqual(0.9 * numRuns);
  });

  const runs = join(sharedFolder() ?? '', 'runs');
  it.skipIf(sharedFolder() === undefined || !existsSync(runs))('is like the log for most recorded kubelets', () => {
    const unlike = readdirSync(runs, { withFileTypes: true })
      .filter((version) => version.isDirectory())
      .flatMap((version) => readdirSync(join(runs, version.name)).map((run) => join(runs, version.name, run)))
      .filter((folder) => !folder.endsWith('h-many-pods'))
      .filter((folder) => {
        const raw = join(folder, 'kubelet.raw.log');
        const log = existsSync(raw) ? readFileSync(raw, 'utf8') : gunzipSync(readFileSync(`${raw}.gz`)).toString();
        return !resembles(reconstructionOf(log));
      })
      .map((folder) => folder.split('/').slice(-2).join('/'));
    // Of three pods that took 55 s each the log names three; four more took as long.
    expect(unlike).toEqual(['v1.20.0/c2-slow-inspect']);
  });
});
