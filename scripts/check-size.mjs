// Checks that the VSIX holds what it should, nothing else, and stays within its budget.
import { existsSync, readFileSync } from 'node:fs';
import { checkBudget } from './lib/budget.mjs';
import { vsixFile } from './lib/project.mjs';
import { readZipEntries, readZipText } from './lib/zip.mjs';

if (!existsSync(vsixFile)) {
  console.error('size: there is no package yet, run npm run package');
  process.exit(1);
}
const zip = readFileSync(vsixFile);
const { lines, problems } = checkBudget(readZipEntries(zip), (name) => readZipText(zip, name));
for (const line of lines) console.log(line);
for (const problem of problems) console.error(`size: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;
