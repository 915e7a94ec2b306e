// npm run roundtrip [-- ROUNDS [SEED]]: random scenarios through simulator and analysis (test/unit/simulator/roundTrip.slow.test.ts), 500 unless told.
import { spawnSync } from 'node:child_process';
import { inRoot } from './lib/project.mjs';

const rounds = process.argv[2] ?? process.env['KUBELET_TIMELINE_ROUNDS'] ?? '500';
const seed = process.argv[3];
const { status } = spawnSync(
  process.execPath,
  [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--project', 'slow', 'test/unit/simulator/roundTrip.slow.test.ts'],
  {
    cwd: inRoot('.'),
    stdio: 'inherit',
    env: {
      ...process.env,
      KUBELET_TIMELINE_ROUNDS: rounds,
      ...(seed === undefined ? {} : { KUBELET_TIMELINE_SEED: seed }),
      TZ: 'UTC',
      LC_ALL: 'C',
    },
  },
);
process.exitCode = status ?? 1;
