// Checks lock files, npm settings and workflows: nothing is installed whose sum is not known, nothing runs while it is installed, and no action can change under its name.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { listFiles } from './lib/files.mjs';
import { checkLock, checkWorkflow } from './lib/locks.mjs';
import { inRoot } from './lib/project.mjs';

const locks = [
  'package-lock.json',
  'tools/line-kernel/package-lock.json',
  'tools/release/package-lock.json',
  'tools/vscode-host/package-lock.json',
  'tools/vscode-host/modules/package-lock.json',
  'tools/vscode-host/oldest/package-lock.json',
  'tools/vscode-host/oldest/modules/package-lock.json',
];
const workflows = listFiles('.github/workflows', /\.ya?ml$/);

/** @param {string} file @returns {string | undefined} */
function textOf(file) {
  try {
    return readFileSync(inRoot(file), 'utf8');
  } catch {
    return undefined;
  }
}

const problems = [
  ...locks.flatMap((file) => checkLock(file, textOf(file) ?? '{}', textOf(`${dirname(file)}/.npmrc`))),
  ...workflows.flatMap((file) => checkWorkflow(file, textOf(file) ?? '')),
];
for (const problem of problems) console.error(problem);
console.log(
  `locks: ${locks.length} lock files, ${workflows.length} workflows, ${problems.length === 0 ? 'ok' : `${problems.length} against the rules`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
