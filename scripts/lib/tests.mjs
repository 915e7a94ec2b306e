// Runs vitest for the scripts, and counts.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { listFiles } from './files.mjs';
import { inRoot } from './project.mjs';
import { run } from './run.mjs';

/**
 * @typedef {{ fullName: string, status: string, failureMessages?: string[] | null }} TestReport
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, testResults: { name: string, status: string, message?: string, assertionResults: TestReport[] }[] }} Report
 * @typedef {{ name: string, output: string, report: Report | undefined, failures: number, took: string }} TestRun
 */

/** @param {string} name @param {number} since milliseconds since the epoch @returns {string} the name, and how long that is ago */
export const took = (name, since) => `${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`;

/**
 * A vitest run; its tests are counted one by one. A file that cannot be loaded counts as one failure.
 * @param {string} name what it is called in the output
 * @param {string[]} projects of vitest.config.mts
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv }} [options] args: more arguments, such as the only files to run
 * @returns {Promise<TestRun>}
 */
export async function runTests(name, projects, { args = [], env = {} } = {}) {
  const since = Date.now();
  const path = inRoot('out/test', `${name.replaceAll(/\W+/g, '-')}.json`);
  rmSync(path, { force: true });
  const { code, output } = await run(
    process.execPath,
    [
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--experimental.fsModuleCache', // what another project or run compiled, such as unit tests for tests in a browser, is not compiled again
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path}`,
      ...args,
    ],
    { env },
  );
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
export function say({ output, report, failures, took }, word = 'FAIL') {
  const skipped = report?.numPendingTests ? `, ${report.numPendingTests} skipped` : '';
  console.log(
    `${failures === 0 ? 'ok  ' : word}  ${took}: ${report?.numPassedTests ?? 0} passed, ${failures} failed${skipped}`,
  );
  if (failures === 0) return;
  // First, for the output of hundreds of tests is long, and may be cut.
  for (const line of failedTests(report)) console.log(line);
  console.log(errorsOutside(output));
  console.log(output);
}

/** What vitest says of errors outside of any test, with what led to them. @param {string} output */
function errorsOutside(output) {
  const at = output.indexOf('Unhandled Error');
  return at < 0 ? '' : output.slice(at, at + 4000);
}

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

/** The files in which a test failed, absolute. @param {TestRun} outcome @returns {string[]} */
export function failedFiles({ report }) {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** How many tests passed in the files that are not tried again. @param {TestRun} outcome @param {string[]} but */
export function passedIn({ report }, but) {
  return (report?.testResults ?? [])
    .filter(({ name }) => !but.includes(name))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length;
}

/**
 * The test files that look at a behaviour again under other conditions, with all that they look at: what npm test leaves out, and CI does not. VS Code, browser and package are there.
 * @returns {AsyncGenerator<TestRun>}
 */
export async function* deepTests() {
  const env = { KUBELET_TIMELINE_TESTS: 'depth' };
  const inBrowser = [...deepBelow('test/e2e', /\.e2e\.test\.ts$/), ...deepBelow('test/webview', /\.e2e\.test\.ts$/)];
  yield runTests('depth', ['e2e', 'page'], { args: inBrowser, env });
  yield runTests('depth alone', ['alone'], { env });
  yield runTests('depth without an editor', ['unit', 'slow'], { args: deepBelow('test/unit', /\.test\.ts$/), env });
}

/** @param {string} folder @param {RegExp} name */
const deepBelow = (folder, name) =>
  listFiles(folder, name).filter((file) =>
    /\b(?:isDepth|firstOf|inTurn|rounds|someOf)\b/.test(readFileSync(inRoot(file), 'utf8')),
  );

/** Part of a time box that the looks at the page have, which come first. */
const LOOKS = 1 / 3;
/** Less is not worth it: the browser is started first. Seconds. */
const LEAST_LOOKS = 20;

/**
 * All that npm test does a part of: each state of the page in each theme and size, then the random searches of the unit tests with all of their rounds. A browser is there.
 * @param {number} [seconds] a time box: what has not begun when it is over is not run, and counts as skipped; a search that runs then ends after the case at hand
 * @returns {AsyncGenerator<TestRun>}
 */
export async function* longSearches(seconds) {
  const end = seconds === undefined ? undefined : Date.now() + seconds * 1000;
  const endOfLooks = seconds === undefined ? undefined : Date.now() + Math.max(LEAST_LOOKS, seconds * LOOKS) * 1000;
  yield runWhole('long looks', 'page', searchesBelow('test/webview', /\.e2e\.test\.ts$/), endOfLooks);
  yield runWhole('long searches', 'slow', searchesBelow('test/unit', /\.slow\.test\.ts$/), end);
}

/** Test files that do more in the long run than in depth. @param {string} folder @param {RegExp} name */
const searchesBelow = (folder, name) =>
  listFiles(folder, name).filter((file) =>
    /\b(?:rounds|someOf|inTurn|isTimeLeft)\(/.test(readFileSync(inRoot(file), 'utf8')),
  );

/**
 * @param {string} name
 * @param {string} project
 * @param {string[]} files
 * @param {number | undefined} until the end of the time box, milliseconds since the epoch
 */
function runWhole(name, project, files, until) {
  return runTests(name, [project], {
    args: files,
    env: {
      KUBELET_TIMELINE_TESTS: 'long',
      ...(until === undefined ? {} : { KUBELET_TIMELINE_TESTS_UNTIL: String(until) }),
    },
  });
}
