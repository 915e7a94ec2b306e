// npm test: each behaviour once, from a fresh clone on. `--depth`: those again under other conditions, too (test/support/effort.ts). `--unit`: only the fast part (no VS Code, no browser).
// `--long SECONDS`: at the end, for so long, the looks and random searches of npm run test:long. CI does that, and the depth in a job of its own.
// Ends with one line, `N passed, N failed`: tests, and each check beside them as one.
import { mkdirSync } from 'node:fs';
import { relative } from 'node:path';
import { ensureBrowser } from './lib/browser.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { inRoot } from './lib/project.mjs';
import { run, runNpm } from './lib/run.mjs';
import { failedFiles, longSearches, passedIn, runTests, say, took } from './lib/tests.mjs';

/** So long may all of it take before the searches of `--long` make room, in seconds; and so long they have at least. */
const WHOLE_SECONDS = 1000;
const LEAST_SECONDS = 20;
const start = Date.now();

const unitOnly = process.argv.includes('--unit');
const searchSeconds = process.argv.includes('--long') ? Number(process.argv[process.argv.indexOf('--long') + 1]) : 0;
// The same clock and language everywhere; vitest.config.mts says so too, for those who call vitest alone.
Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C' });
const isDepth = process.argv.includes('--depth');
if (isDepth) process.env['KUBELET_TIMELINE_TESTS'] = 'depth';

let passed = 0;
let failed = 0;

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

/** What only computes and has no deadline takes what the tests leave of the processor: windows and pages wait for each other much of the time. */
const BESIDE = { isBeside: true };

/** @param {string} script below scripts/ @param {string[]} args */
const script = (script, ...args) => run(process.execPath, [inRoot('scripts', script), ...args]);
/** @param {string} script below scripts/ @param {string[]} args */
const scriptBeside = (script, ...args) => run(process.execPath, [inRoot('scripts', script), ...args], BESIDE);

/**
 * The checks that need no test, one after the other.
 * @param {Promise<void> | undefined} before what those that compute for long come after: unit tests take all of the processor themselves
 */
async function checks(before) {
  await inARow([
    ['format', () => runNpm(['run', '--silent', 'check:format'])],
    ['imports', () => script('check-imports.mjs')],
    ['commands', () => script('check-commands.mjs')],
    ['locks', () => script('check-locks.mjs')],
    ['portable', () => script('check-portable.mjs')],
    ['workflows', () => script('check-workflows.mjs')],
  ]);
  await before;
  await inARow([
    ['typecheck', () => scriptBeside('typecheck.mjs')],
    ['lint', () => runNpm(['run', '--silent', 'lint'], BESIDE)],
    ['regexps', () => scriptBeside('check-regexps.mjs')],
    ...(isDepth ? [/** @type {const} */ (['growth', growth])] : []),
  ]);
}

const growth = () => scriptBeside('run-ts.mjs', 'test/bench/growthCheck.ts');

/** @param {string} name @param {string[]} projects */
async function tests(name, projects) {
  const outcome = await runTests(name, projects);
  passed += outcome.report?.numPassedTests ?? 0;
  failed += outcome.failures;
  say(outcome);
}

/**
 * Runs projects in a browser, in two lanes (vitest.config.mts). VS Code, two browsers and their pages share the cores, and a step can come too late: a file with
 * a failure is tried a second time as a whole, in a new window and with nothing beside it, and counts as it ends then. Every one of them is named.
 * @param {string[]} projects
 * @param {Promise<void>} checked when the checks beside have ended
 */
async function testsInBrowser(projects, checked) {
  process.env['KUBELET_TIMELINE_WHOLE_FILES'] = '1';
  const outcome = await runTests(projects.join(', '), projects);
  const files = failedFiles(outcome);
  say(outcome, files.length === 0 ? 'FAIL' : 'again');
  if (files.length > 0) await checked;
  const again =
    files.length === 0
      ? undefined
      : await runTests('again', projects, {
          args: files,
          env: { VITEST_MAX_WORKERS: '1', KUBELET_TIMELINE_OWN_WINDOWS: '1' },
        });
  if (again !== undefined) {
    say(again);
    for (const file of files) console.log(`  second try: ${relative(inRoot(), file)}`);
  }
  passed += passedIn(outcome, files) + (again?.report?.numPassedTests ?? 0);
  failed += again === undefined ? outcome.failures : again.failures;
}

/**
 * The long searches (npm run test:long) for a while, and less where little is left of the time that everything may take.
 * @param {number} seconds at most
 */
async function searchFor(seconds) {
  const left = WHOLE_SECONDS - (Date.now() - start) / 1000;
  for await (const outcome of longSearches(Math.max(LEAST_SECONDS, Math.min(seconds, left)))) {
    passed += outcome.report?.numPassedTests ?? 0;
    failed += outcome.failures;
    say(outcome);
  }
}

async function main() {
  await ensureDependencies();
  if (!unitOnly) process.env['CHROMIUM'] = await ensureBrowser(); // first: without it, minutes of work would be for nothing
  mkdirSync(inRoot('out/test'), { recursive: true });
  // From a fresh clone half a gigabyte is fetched and unpacked, while the processor has other things to do.
  const host = unitOnly ? undefined : run(process.execPath, [inRoot('tools/vscode-host/setup.mjs')]);
  const built = await check('build', () => script('build.mjs', '--strict'));
  // One program on one core, which unit tests do not ask for.
  const packaged = built && !unitOnly && check('package and size budget', () => script('package.mjs', '--no-build'));
  const tested = tests('unit', ['unit', 'slow', 'zone']);
  const checked = checks(unitOnly ? undefined : tested);
  await tested;
  if (host !== undefined) await inEditor(await packaged, await host, checked);
  await checked;
  if (searchSeconds > 0) await searchFor(searchSeconds);
}

/**
 * What needs VS Code and a browser.
 * @param {boolean} packaged
 * @param {import('./lib/run.mjs').Outcome} host what came of making VS Code ready
 * @param {Promise<void>} checked when the checks beside have ended
 */
async function inEditor(packaged, host, checked) {
  if (!packaged || host.code !== 0) {
    failed++;
    console.log(packaged ? `FAIL  e2e: ${host.output}` : 'FAIL  e2e: there is no package to test');
    return;
  }
  await testsInBrowser(isDepth ? ['e2e', 'page', 'alone'] : ['e2e', 'page'], checked);
}

try {
  await main();
} catch (error) {
  failed++;
  console.log(error instanceof Error ? error.message : error);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
