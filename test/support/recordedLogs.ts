/** The logs of recorded runs: those of the repository, and those of the reference data where it is there. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot, sharedFolder } from './shared.ts';

function filesBelow(folder: string, name: RegExp): string[] {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((file) => name.test(file))
    .map((file) => join(folder, file));
}

/** Their files, absolute: what every checkout has first. */
export function recordedLogs(): readonly string[] {
  const own = ['runs', 'replay'].flatMap((folder) => filesBelow(join(projectRoot, 'test/fixtures', folder), /\.log$/));
  const shared = sharedFolder();
  const runs = shared === undefined ? undefined : join(shared, 'runs');
  return runs === undefined || !existsSync(runs)
    ? own
    : [...own, ...filesBelow(runs, /kubelet\.journal\.short\.log(?:\.gz)?$/)];
}
