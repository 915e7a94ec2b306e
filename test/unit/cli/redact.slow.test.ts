import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFolder } from '../../support/shared.ts';
import { faultsOf } from './redacted.ts';

describe('--redact', () => {
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
    'leaves no name of any recorded run',
    async () => {
      const faults: unknown[] = [];
      for (const folder of runs) {
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
