// Checks that nothing is used that is known to work on Linux only. Tests of pipes and signals, which skip themselves on Windows, are not looked at.
import { readFileSync } from 'node:fs';
import { listFiles } from './lib/files.mjs';
import { trapsIn, trapsInScripts } from './lib/portable.mjs';
import { inRoot } from './lib/project.mjs';

const files = ['src', 'webview', 'scripts', 'tools', 'test/support'].flatMap((folder) =>
  listFiles(folder, /\.m?[tj]s$/),
);
const problems = [
  ...files
    .filter((file) => file !== 'scripts/lib/portable.mjs')
    .flatMap((file) => trapsIn(file, readFileSync(inRoot(file), 'utf8'))),
  ...trapsInScripts(JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).scripts),
];
for (const problem of problems) console.error(problem);
console.log(
  `portable: ${files.length} files, ${problems.length === 0 ? 'ok' : `${problems.length} against the rules`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
