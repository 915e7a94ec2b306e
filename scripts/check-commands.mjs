// Checks that the manifest's commands are those that the extension registers, by the ids of src/editor/ids.ts.
import { build } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { compareCommands } from './lib/commands.mjs';
import { listFiles } from './lib/files.mjs';
import { inRoot } from './lib/project.mjs';

const idsFile = 'src/editor/ids.ts';
if (!existsSync(inRoot(idsFile))) {
  console.error(`commands: ${idsFile} is missing`);
  process.exit(1);
}
const bundle = await build({
  entryPoints: [inRoot(idsFile)],
  bundle: true,
  format: 'esm',
  write: false,
  logLevel: 'warning',
});
const code = bundle.outputFiles[0]?.text ?? '';
/** @type {Record<string, unknown>} */
const ids = await import(`data:text/javascript,${encodeURIComponent(code)}`);
/** @type {import('./lib/commands.mjs').Manifest} */
const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const files = [...listFiles('src/editor', /\.ts$/), 'src/extension.ts'].filter(
  (file) => file !== idsFile && existsSync(inRoot(file)),
);
const problems = compareCommands(
  manifest,
  { ...ids },
  new Map(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')])),
);
for (const problem of problems) console.error(problem);
console.log(
  `commands: ${manifest.contributes?.commands?.length ?? 0} declared, ${problems.length === 0 ? 'ok' : `${problems.length} differences`}`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
