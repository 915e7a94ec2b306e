// Makes all that a release publishes, from the commit that is checked out, into out/release/: VSIX (stable and pre-release), the npm package and the single-file program of the command line,
// notices and checksums. One commit gives the same bytes. `--no-build`: dist/ is fresh; `--no-single-file`: without the program that holds a Node of 100 MB.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CLI_BUDGET } from './lib/budget.mjs';
import { listFiles } from './lib/files.mjs';
import { NOTICES } from './lib/notices.mjs';
import { packagedReadme } from './lib/packagedReadme.mjs';
import { inRoot, vsixFile } from './lib/project.mjs';
import { cliManifest, pageOf } from './lib/publishedManifest.mjs';
import { run, runNpm } from './lib/run.mjs';
import { canMakeSingleFile, installReleaseTools, makeSingleFile, nodeLicence } from './lib/singleFile.mjs';
import { packVsix } from './lib/vsix.mjs';
import { readZipEntries, readZipText } from './lib/zip.mjs';

const node = process.execPath;
const folder = inRoot('out/release');
/** @type {import('./lib/publishedManifest.mjs').Manifest} */
const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
const { name, version } = manifest;

/** @param {string} program @param {string[]} args @param {import('./lib/run.mjs').RunOptions} [options] @returns {Promise<string>} its output */
async function must(program, args, options) {
  const { code, output } = await run(program, args, options);
  if (code !== 0) throw new Error(output);
  return output;
}

/** The VSIX that is released is the one that `npm run package` makes and the tests install. The other one differs by the word that calls it a pre-release, and by nothing else. */
async function makeExtensions() {
  const stable = join(folder, `${name}-${version}.vsix`);
  const preRelease = join(folder, `${name}-${version}-pre.vsix`);
  await packVsix(stable);
  await must(node, [inRoot('scripts/package.mjs'), '--no-build']);
  if (!readFileSync(stable).equals(readFileSync(vsixFile)))
    throw new Error(`${stable} is not byte for byte ${vsixFile}, which is tested`);
  await packVsix(preRelease, { preRelease: true });
  const [one, other] = [readFileSync(stable), readFileSync(preRelease)];
  const names = readZipEntries(one).map((entry) => entry.name);
  const different = names.filter(
    (entry) => entry !== 'extension.vsixmanifest' && readZipText(one, entry) !== readZipText(other, entry),
  );
  if (different.length > 0) throw new Error(`${preRelease} differs in ${different.join(', ')}`);
}

/** The package of the command line, as `npm pack` makes it. */
async function makeNpmPackage() {
  const stage = inRoot('out/npm');
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(join(stage, 'dist'), { recursive: true });
  mkdirSync(join(stage, 'completions'));
  for (const file of ['cli.js', 'cli-program.js', 'mcp-program.js', 'report.html', NOTICES])
    cpSync(inRoot('dist', file), join(stage, 'dist', file));
  if (existsSync(inRoot('LICENSE'))) cpSync(inRoot('LICENSE'), join(stage, 'LICENSE'));
  writeFileSync(join(stage, 'README.md'), packagedReadme(readFileSync(inRoot('README.md'), 'utf8'), pageOf(manifest)));
  writeFileSync(join(stage, 'package.json'), `${JSON.stringify(cliManifest(manifest), null, 2)}\n`);
  const cli = join(stage, 'dist/cli.js');
  writeFileSync(join(stage, `${name}.1`), await must(node, [cli, 'man']));
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(stage, 'completions', `${name}.${shell}`), await must(node, [cli, 'completion', shell]));
  for (const file of listFiles('', /./, stage)) chmodSync(join(stage, file), file === 'dist/cli.js' ? 0o755 : 0o644);
  const { code, output } = await runNpm(['pack', '--ignore-scripts', '--silent', '--pack-destination', '../release'], {
    cwd: stage,
  });
  if (code !== 0) throw new Error(output);
  const { size } = statSync(join(folder, `${name}-${version}.tgz`));
  if (size > CLI_BUDGET) throw new Error(`the npm package has ${size} bytes, more than ${CLI_BUDGET}`);
}

async function makeProgram() {
  const file = join(folder, `${name}-${version}-linux-x64`);
  await installReleaseTools();
  await makeSingleFile(file, version);
  writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}

/** Of everything that is shipped: the bundles, and Node, which the single-file program is. */
function writeNotices() {
  const bundled = readFileSync(inRoot('dist', NOTICES), 'utf8');
  const program = existsSync(join(folder, `${name}-${version}-linux-x64`))
    ? `\n${'='.repeat(80)}\n\nThe single-file program also holds Node.js:\n\n${nodeLicence()}`
    : '';
  writeFileSync(join(folder, NOTICES), bundled + program);
}

/** In the form of sha256sum(1). */
function writeSums() {
  const lines = readdirSync(folder)
    .filter((file) => file !== 'SHA256SUMS')
    .sort()
    .map((file) => {
      const bytes = readFileSync(join(folder, file));
      console.log(`  ${file.padEnd(44)} ${(bytes.length / 1000).toFixed(1).padStart(10)} kB`);
      return `${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`;
    });
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

try {
  if (!process.argv.includes('--no-build')) await must(node, [inRoot('scripts/build.mjs'), '--strict']);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await makeExtensions();
  await makeNpmPackage();
  if (!process.argv.includes('--no-single-file') && canMakeSingleFile()) await makeProgram();
  writeNotices();
  writeSums();
  console.log(`release: ${folder}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
