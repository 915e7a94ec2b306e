// Runs a TypeScript program of this repository: bundles it for Node, then starts it where npm was called.
//   node scripts/run-ts.mjs scripts/conformance.ts DIRECTORY
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { bundleForNode } from './lib/bundle.mjs';
import { inRoot } from './lib/project.mjs';

const [entry, ...args] = process.argv.slice(2);
if (entry === undefined || !existsSync(inRoot(entry))) {
  console.error(entry === undefined ? 'usage: run-ts.mjs ENTRY.ts [ARGUMENT…]' : `${entry} does not exist`);
  process.exit(2);
}
const outfile = inRoot('out/run', basename(entry).replace(/\.ts$/, '.mjs'));
try {
  await bundleForNode(entry, outfile, {
    // A library in CommonJS asks for Node's modules by `require`, which a module does not have.
    banner: {
      js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
    },
    sourcemap: 'inline',
  });
} catch {
  process.exit(1); // esbuild has said why
}
const { status } = spawnSync(process.execPath, ['--enable-source-maps', outfile, ...args], {
  stdio: 'inherit',
  cwd: process.env['INIT_CWD'] ?? process.cwd(),
});
process.exitCode = status ?? 1;
