// npm run claims [-- ROUNDS [SEED]]: each kind of sentence of the answer against the truth of simulated incidents (test/unit/claims), 500 unless told.
import { spawnSync } from 'node:child_process';
import { inRoot } from './lib/project.mjs';

const [, , rounds = '500', seed] = process.argv;
const { status } = spawnSync(
  process.execPath,
  [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'unit', '--project', 'slow', 'test/unit/claims'],
  {
    cwd: inRoot('.'),
    stdio: 'inherit',
    env: {
      ...process.env,
      CLAIMS: rounds,
      ...(seed === undefined ? {} : { CLAIMS_SEED: seed }),
      TZ: 'UTC',
      LC_ALL: 'C',
    },
  },
);
process.exitCode = status ?? 1;
