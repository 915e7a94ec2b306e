// npm test: everything, from a fresh clone on. `--unit`: only the fast part (no VS Code, no browser).
// Ends with one line, `N passed, N failed`: tests, and each check beside them as one.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { ensureHost } from '../tools/vscode-host/setup.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { inRoot } from './lib/project.mjs';
import { run, runNpm } from './lib/run.mjs';

const unitOnly = process.argv.includes('--unit');
// The same clock and language everywhere; vitest.config.mts says so too, for those who call vitest alone.
Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C' });

let passed = 0;
let failed = 0;

/** @param {string} name @param {number} since */
const took = (name, since) => `${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`;

/**
 * One check that passes or fails as a whole.
 * @param {string} name
 * @param {() => Promise<import('./lib/run.mjs').Outcome>} work
 * @returns {Promise<boolean>} true if it passed
 */
async function check(name, work) {
  const since = Date.now();
  const { code, output } = await work();
  if (code === 0) {
    passed++;
    console.log(`ok    ${took(name, since)}`);
  } else {
    failed++;
    console.log(`FAIL  ${took(name, since)}\n${output}`);
  }
  return code === 0;
}

/** @param {readonly (readonly [name: string, work: () => Promise<import('./lib/run.mjs').Outcome>])[]} checks */
async function inARow(checks) {
  for (const [name, work] of checks) await check(name, work);
}

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] | null }} TestReport
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: { name: string, status: string, message?: string, assertionResults: TestReport[] }[] }} Report
 */

/**
 * What failed, a line each: file, test and the beginning of the reason.
 * @param {Report | undefined} report
 */
function failedTests(report) {
  /** @param {string | undefined} text */
  const beginning = (text) => (text ?? '').split('\n', 1)[0]?.slice(0, 300) ?? '';
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(inRoot(), name);
    if (status === 'failed' && assertionResults.length === 0) return [`  × ${file}: ${beginning(message)}`];
    const failed = assertionResults.filter((test) => test.status === 'failed');
    return failed.map(
      ({ fullName, failureMessages }) => `  × ${file} > ${fullName}: ${beginning(failureMessages?.[0])}`,
    );
  });
}

/** @param {string} script below scripts/ @param {string[]} args */
const script = (script, ...args) => run(process.execPath, [inRoot('scripts', script), ...args]);

/** @typedef {{ name: string, output: string, report: Report | undefined, failures: number, took: string }} TestRun */

/**
 * A vitest run; its tests are counted one by one. A file that cannot be loaded counts as one failure.
 * @param {string} name @param {string[]} projects @param {string[]} [files] only these
 * @returns {Promise<TestRun>}
 */
async function runTests(name, projects, files = []) {
  const since = Date.now();
  const path = inRoot('out/test', `${name.replaceAll(' ', '-')}.json`);
  rmSync(path, { force: true });
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path}`,
    ...files,
  ];
  const { code, output } = await run(process.execPath, [inRoot('node_modules/vitest/vitest.mjs'), ...args]);
  /** @type {Report | undefined} */
  const report = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
  const unloaded =
    report?.testResults.filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
      .length ?? 1;
  let failures = (report?.numFailedTests ?? 0) + unloaded;
  if (code !== 0 && failures === 0) failures = 1; // an error outside of any test, such as a failed set-up
  return { name, output, report, failures, took: took(name, since) };
}

/** Says what came of a run. @param {TestRun} outcome @param {'FAIL' | 'again'} word what a failure is called */
function say({ output, report, failures, took }, word = 'FAIL') {
  const skipped = report?.numPendingTests ? `, ${report.numPendingTests} skipped` : '';
  console.log(
    `${failures === 0 ? 'ok  ' : word}  ${took}: ${report?.numPassedTests ?? 0} passed, ${failures} failed${skipped}`,
  );
  if (failures === 0) return;
  for (const line of failedTests(report)) console.log(line); // first: the output of hundreds of tests is long, and may be cut
  console.log(output);
}

/** @param {string} name @param {string[]} projects */
async function tests(name, projects) {
  const outcome = await runTests(name, projects);
  passed += outcome.report?.numPassedTests ?? 0;
  failed += outcome.failures;
  say(outcome);
}

/** The files in which a test failed, absolute. @param {TestRun} outcome @returns {string[]} */
function failedFiles({ report }) {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * Runs of projects in a browser, side by side: each waits for its own browser half of the time. VS Code, two browsers
 * and their pages share the cores then, and a step can come too late: a file with a failure is tried a second time as
 * a whole, in a new window and with nothing beside it, and counts as it ends then. Every one of them is named.
 * @param {string[]} projects
 */
async function testsInBrowser(projects) {
  process.env['KUBELET_TIMELINE_WHOLE_FILES'] = '1';
  const first = await Promise.all(
    projects.map(async (project) => {
      const outcome = await runTests(project, [project]);
      say(outcome, failedFiles(outcome).length === 0 ? 'FAIL' : 'again');
      return outcome;
    }),
  );
  for (const outcome of first) {
    const files = failedFiles(outcome);
    const again = files.length === 0 ? undefined : await runTests(`${outcome.name} again`, [outcome.name], files);
    if (again !== undefined) {
      say(again);
      for (const file of files) console.log(`  second try: ${relative(inRoot(), file)}`);
    }
    passed += passedIn(outcome, files) + (again?.report?.numPassedTests ?? 0);
    failed += again === undefined ? outcome.failures : again.failures;
  }
}

/** How many tests passed in the files that are not tried again. @param {TestRun} outcome @param {string[]} but */
function passedIn({ report }, but) {
  return (report?.testResults ?? [])
    .filter(({ name }) => !but.includes(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
}

async function main() {
  await ensureDependencies();
  if (!unitOnly) process.env['CHROMIUM'] = await ensureBrowser(); // first: without it, minutes of work would be for nothing
  mkdirSync(inRoot('out/test'), { recursive: true });
  const built = await check('build', () => script('build.mjs', '--strict'));
  // Two rows side by side: the regular expressions take one core as long as types and lint take the other.
  await Promise.all([
    inARow([
      ['typecheck', () => script('typecheck.mjs')],
      ['lint', () => runNpm(['run', '--silent', 'lint'])],
      ['format', () => runNpm(['run', '--silent', 'check:format'])],
      ['imports', () => script('check-imports.mjs')],
    ]),
    inARow([
      ['regexps', () => script('check-regexps.mjs')],
      ['commands', () => script('check-commands.mjs')],
      ['locks', () => script('check-locks.mjs')],
      ['portable', () => script('check-portable.mjs')],
      ['workflows', () => script('check-workflows.mjs')],
    ]),
  ]);
  await tests('unit', ['unit', 'slow', 'zone']);
  await check('growth', () => script('run-ts.mjs', 'test/bench/growthCheck.ts'));
  if (unitOnly) return;
  const packaged = built && (await check('package and size budget', () => script('package.mjs', '--no-build')));
  if (!packaged) {
    failed++;
    console.log('FAIL  e2e: there is no package to test');
    return;
  }
  ensureHost();
  await testsInBrowser(['page', 'e2e']);
}

try {
  await main();
} catch (error) {
  failed++;
  console.log(error instanceof Error ? error.message : error);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
