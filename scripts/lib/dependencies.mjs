// Installs the project's dependencies when they are missing or older than the lock file. Node built-ins only:
// `npm start` and `npm test` come here on a fresh clone.
import { statSync } from 'node:fs';
import { inRoot } from './project.mjs';
import { runNpm } from './run.mjs';

/** @param {string} file @returns {number} time of the last change, 0 if there is no such file */
const changedAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** @returns {boolean} true if node_modules was installed from the lock file as it is now */
export function areDependenciesFresh() {
  return changedAt(inRoot('node_modules/.package-lock.json')) >= changedAt(inRoot('package-lock.json'));
}

/** @throws {Error} with npm's own words when the installation fails */
export async function ensureDependencies() {
  if (areDependenciesFresh()) return;
  console.log('Installing dependencies (npm ci) …');
  const outcome = await runNpm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (outcome.code !== 0) throw new Error(`npm ci failed:\n${outcome.output}`);
}
