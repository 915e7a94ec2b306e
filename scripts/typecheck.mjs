// Type-checks every part with its own surroundings: the core without DOM and Node, the page without Node, and so on.
import { readFileSync } from 'node:fs';
import { listFiles } from './lib/files.mjs';
import { inRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const projects = ['core', 'host', 'web', 'webview', 'test', 'tools'];
const only = process.argv.slice(2);
let failures = 0;
for (const name of projects.filter((project) => only.length === 0 || only.includes(project))) {
  const config = `tsconfig.${name}.json`;
  /** @type {{ include: string[] }} */
  const { include } = JSON.parse(readFileSync(inRoot(config), 'utf8'));
  // tsc takes an empty project for an error; a room that nobody has moved into yet is none.
  if (include.every((folder) => listFiles(folder, /\.(ts|mts|mjs)$/).length === 0)) continue;
  const { code, output } = await run(process.execPath, [
    inRoot('node_modules/typescript/bin/tsc'),
    '-p',
    config,
    '--pretty',
    'false',
    '--checkers',
    '1', // each of several works out for itself what the others have: less waiting, more work
    '--incremental', // what did not change since the last time is not checked again
    '--tsBuildInfoFile',
    inRoot('out/types', `${name}.tsbuildinfo`),
  ]);
  console.log(`typecheck ${name}: ${code === 0 ? 'ok' : 'failed'}`);
  if (code !== 0) {
    console.log(output);
    failures++;
  }
}
process.exitCode = failures === 0 ? 0 : 1;
