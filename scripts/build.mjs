// Bundles the product into dist/. `--strict`: every entry must exist (packaging and tests).
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { listFiles } from './lib/files.mjs';
import { nodeCheck, OLDEST_LANGUAGE } from './lib/nodeCheck.mjs';
import { writeHelpPages, writeSample } from './lib/extras.mjs';
import { NOTICES, noticesOf, packagesOf } from './lib/notices.mjs';
import { packedWasm } from './lib/packedWasm.mjs';
import { PAGE_OPTIONS } from './lib/page.mjs';
import { programDefines } from './lib/programDefines.mjs';
import { plainStreams } from './lib/plainStreams.mjs';
import { readsTars } from './lib/readsTars.mjs';
import { makeReportTemplate, REPORT_SHELL, REPORT_TEMPLATE } from './lib/reportTemplate.mjs';
import { inRoot, root } from './lib/project.mjs';
import { tightenProgram } from './lib/tightProgram.mjs';

const strict = process.argv.includes('--strict');

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  sourcemap: 'external',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  logOverride: { 'import-is-undefined': 'error' },
  plugins: [packedWasm, readsTars, plainStreams],
};

/** @type {import('esbuild').BuildOptions} */
const node = { ...common, platform: 'node', format: 'cjs', target: 'node20' };

/** @type {import('esbuild').BuildOptions} */
const browser = { ...common, platform: 'browser', target: 'es2022' };

/** @type {{ version: string, engines: { node: string } }} */
const { version, engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));

/**
 * What serves assistants is a bundle of its own, which the command line loads for that alone.
 * @type {import('esbuild').Plugin}
 */
const mcpApart = {
  name: 'mcp-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/mcp\/server\.ts$/ }, () => ({ path: './mcp-program.js', external: true }));
  },
};

/** What is started by a small file beside it that knows where its compiled code is kept. Each start is built after its program, whose contents it names. */
const STARTED = [
  {
    program: 'dist/cli-program.js',
    entry: 'src/cliStart.ts',
    outfile: 'dist/cli.js',
    options: { banner: { js: `#!/usr/bin/env node\n${nodeCheck(engines.node)}` }, target: OLDEST_LANGUAGE },
  },
  { program: 'dist/worker-program.js', entry: 'src/workerStart.ts', outfile: 'dist/worker.js', options: {} },
];

/** @type {{ entry: string, outfile: string, options: import('esbuild').BuildOptions }[]} */
const targets = [
  { entry: 'src/extension.ts', outfile: 'dist/extension.js', options: { ...node, external: ['vscode'] } },
  {
    // For Node and the browser: what it asks for beside VS Code would be an error of the build.
    entry: 'src/extensionProgram.ts',
    outfile: 'dist/extension-program.js',
    options: { ...browser, format: 'cjs', external: ['vscode'] },
  },
  { entry: 'src/nodePlatform.ts', outfile: 'dist/node-platform.js', options: { ...node, external: ['vscode'] } },
  { entry: 'src/worker.ts', outfile: 'dist/worker-program.js', options: node },
  {
    entry: 'src/cli.ts',
    outfile: 'dist/cli-program.js',
    options: {
      ...node,
      define: programDefines(version),
      plugins: [packedWasm, readsTars, mcpApart],
      supported: { 'dynamic-import': false }, // the program is run as a script, which can only require
    },
  },
  { entry: 'src/mcp/server.ts', outfile: 'dist/mcp-program.js', options: node },
  {
    entry: 'src/web/extension.ts',
    outfile: 'dist/web/extension.js',
    options: { ...browser, format: 'cjs', external: ['vscode'] },
  },
  { entry: 'src/web/worker.ts', outfile: 'dist/web/worker.js', options: { ...browser, format: 'iife' } },
];

/** @param {string} program */
const buildOf = (program) =>
  createHash('sha256')
    .update(readFileSync(inRoot(program)))
    .digest('hex')
    .slice(0, 16);

/** The two programs that are most of the package, and what the browser's worker needs of Node. */
const PACKED_PROGRAMS = ['dist/worker-program.js', 'dist/extension-program.js', 'dist/web/worker.js'];
/** The page and its chunks, which are ES modules. */
const IS_OF_PAGE = /^dist\/webview[\w-]*\.js$/;

const PAGE = 'webview/main.ts';

/** The bundles must never hold these: react comes along as a peer of the toolkit, and nothing of ours uses it. */
const UNWANTED = /node_modules\/(react|react-dom|scheduler)\//;
/** The worker reads logs, and is asked whether a text is one: the editor's program would hold the reader a second time. */
const UNWANTED_IN_EDITOR = /^src\/journal\/(?:sourceReader|detect|batch\/kernel\/kernelBytes)\.ts$/;

const started = performance.now();
const missing = [...[...targets, ...STARTED].map(({ entry }) => entry), PAGE].filter(
  (entry) => !existsSync(inRoot(entry)),
);
if (strict && missing.length > 0) {
  console.error(`build: no such entry: ${missing.join(', ')}`);
  process.exit(1);
}

/** @type {Promise<import('esbuild').BuildResult>[]} */
const jobs = targets
  .filter(({ entry }) => !missing.includes(entry))
  .map(({ entry, outfile, options }) => build({ ...options, entryPoints: [entry], outfile }));
if (!missing.includes(PAGE)) jobs.push(build({ ...common, ...PAGE_OPTIONS, outdir: 'dist' }));

/** Style sheets of the panel; a report has its own besides. */
const styles = listFiles('webview', /\.css$/).filter((file) => !file.startsWith('webview/report/'));
if (styles.length > 0) {
  const contents = styles.map((file) => `@import ${JSON.stringify(`./${file}`)};`).join('\n');
  jobs.push(
    build({
      ...common,
      target: 'es2022',
      stdin: { contents, loader: 'css', resolveDir: root, sourcefile: 'webview.css' },
      outfile: 'dist/webview.css',
    }),
  );
}

/** @type {Set<string>} */
const written = new Set();
/** @type {Set<string>} */
const bundled = new Set();
const outcomes = await Promise.allSettled(jobs);
/** @param {PromiseSettledResult<import('esbuild').BuildResult>} outcome */
const filesOf = (outcome) => Object.keys(outcome.status === 'fulfilled' ? (outcome.value.metafile?.outputs ?? {}) : {});
// Twelve seconds that only a package is worth. Before the starts, which name the contents.
if (strict && outcomes.every(({ status }) => status === 'fulfilled'))
  await Promise.all([
    ...PACKED_PROGRAMS.map((program) => tightenProgram(inRoot(program))),
    ...outcomes
      .flatMap(filesOf)
      .filter((file) => IS_OF_PAGE.test(file))
      .map((file) => tightenProgram(inRoot(file), { module: true })),
  ]);
const starts = STARTED.filter(({ program, entry }) => !missing.includes(entry) && existsSync(inRoot(program)));
outcomes.push(
  ...(await Promise.allSettled(
    starts.map(({ program, entry, outfile, options }) =>
      build({
        ...node,
        ...options,
        define: { PROGRAM_BUILD: JSON.stringify(buildOf(program)) },
        entryPoints: [entry],
        outfile,
      }),
    ),
  )),
);
for (const outcome of outcomes) {
  if (outcome.status === 'rejected') {
    process.exitCode = 1; // esbuild has already said why
    if (!('errors' in outcome.reason)) console.error(outcome.reason);
    continue;
  }
  for (const [file, output] of Object.entries(outcome.value.metafile?.outputs ?? {})) {
    const unwanted = Object.keys(output.inputs).filter(
      (input) => UNWANTED.test(input) || (file === 'dist/extension-program.js' && UNWANTED_IN_EDITOR.test(input)),
    );
    if (unwanted.length > 0) {
      console.error(`build: ${file} must not hold ${unwanted.join(', ')}`);
      process.exitCode = 1;
    }
    written.add(file);
    for (const [input, { bytesInOutput }] of Object.entries(output.inputs)) if (bytesInOutput > 0) bundled.add(input);
    if (!file.endsWith('.map')) console.log(`  ${file.padEnd(20)} ${(output.bytes / 1000).toFixed(1).padStart(7)} kB`);
  }
}
try {
  const { text, shell, metafiles } = await makeReportTemplate();
  writeFileSync(inRoot(REPORT_TEMPLATE), text);
  writeFileSync(inRoot(REPORT_SHELL), shell);
  written.add(REPORT_TEMPLATE);
  written.add(REPORT_SHELL);
  console.log(`  ${REPORT_TEMPLATE.padEnd(20)} ${(Buffer.byteLength(text) / 1000).toFixed(1).padStart(7)} kB`);
  for (const { outputs } of metafiles)
    for (const { inputs } of Object.values(outputs)) for (const input of Object.keys(inputs)) bundled.add(input);
} catch (error) {
  process.exitCode = 1;
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
}
const notices = noticesOf(packagesOf(bundled), root);
for (const problem of notices.problems) {
  console.error(`build: ${problem}`);
  process.exitCode = 1;
}
if (process.exitCode === undefined) {
  for (const page of writeHelpPages()) written.add(page);
  written.add(await writeSample());
}
// Leftovers of entries that are gone would be packaged; a failed build keeps the last good files.
if (process.exitCode === undefined) {
  writeFileSync(inRoot('dist', NOTICES), notices.text);
  written.add(`dist/${NOTICES}`);
  for (const file of listFiles('dist', /./)) if (!written.has(file)) rmSync(inRoot(file));
}
if (existsSync(inRoot('dist/cli.js'))) chmodSync(inRoot('dist/cli.js'), 0o755);
if (missing.length > 0) console.log(`  not there yet: ${missing.join(', ')}`);
console.log(`build: ${((performance.now() - started) / 1000).toFixed(1)} s`);
