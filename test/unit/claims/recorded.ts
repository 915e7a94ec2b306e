/** The recorded runs of the reference data, each with its truth; none where it is not there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TruthRecord } from '../../../src/simulator/wording/truth.ts';
import { sharedFolder } from '../../support/shared.ts';

const shared = sharedFolder();

/** `VERSION/NAME` of each, without the one whose log is too large for every run of the tests. */
export const recordedRuns: readonly string[] =
  shared === undefined
    ? []
    : readdirSync(join(shared, 'runs'))
        .filter((version) => version.startsWith('v'))
        .flatMap((version) => readdirSync(join(shared, 'runs', version)).map((run) => `${version}/${run}`))
        .filter((run) => !run.endsWith('h-many-pods'));

function opened(path: string): string | undefined {
  if (existsSync(path)) return readFileSync(path, 'utf8');
  return existsSync(`${path}.gz`) ? gunzipSync(readFileSync(`${path}.gz`)).toString('utf8') : undefined;
}

export function recordedRun(run: string): { readonly log: string; readonly truth: readonly TruthRecord[] } {
  const folder = join(shared ?? '', 'runs', run);
  return {
    log: opened(join(folder, 'kubelet.journal.short.log')) ?? opened(join(folder, 'kubelet.raw.log')) ?? '',
    truth: (opened(join(folder, 'truth.jsonl')) ?? '')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as TruthRecord),
  };
}
