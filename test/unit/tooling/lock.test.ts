import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../support/shared.ts';

interface Lock {
  packages: Record<string, { version?: string; resolved?: string; optionalDependencies?: Record<string, string> }>;
}

describe.each([
  'package-lock.json',
  'tools/vscode-host/package-lock.json',
  'tools/vscode-host/modules/package-lock.json',
])('%s', (file) => {
  const lock = JSON.parse(readFileSync(join(projectRoot, file), 'utf8')) as Lock;

  it('holds no download addresses', () => {
    expect(Object.entries(lock.packages).filter(([, entry]) => entry.resolved !== undefined)).toEqual([]);
  });

  // `npm install` leaves out the builds for other platforms that a registry does not have, and then `npm ci` refuses the lock file.
  it('names the builds for every platform', () => {
    const missing = Object.entries(lock.packages).flatMap(([path, { optionalDependencies }]) =>
      Object.keys(path === '' ? {} : (optionalDependencies ?? {})).filter(
        (name) => !lock.packages[`${path}/node_modules/${name}`] && !lock.packages[`node_modules/${name}`],
      ),
    );
    expect(missing).toEqual([]);
  });
});
