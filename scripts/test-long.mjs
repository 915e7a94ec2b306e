// npm run test:long: what takes minutes. What npm test leaves to the depth, each state of the page in each theme and size, the random searches with all of their rounds, attacks, and what an
// editor needs long for.
//   npm run test:long                     everything: more than an hour
//   npm run test:long -- --depth          only the test files that look again under other conditions, wholly, and the check of growth; .ci/run --depth does that, too (scripts/test.mjs)
//   npm run test:long -- --within 120     only looks and searches, for so many seconds; .ci/run does that, too
import { mkdirSync } from 'node:fs';
import { ensureHost } from '../tools/vscode-host/setup.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { inRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { deepTests, longSearches, runTests, say } from './lib/tests.mjs';

Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C' });
mkdirSync(inRoot('out/test'), { recursive: true });
const depthOnly = process.argv.includes('--depth');
const box = process.argv.indexOf('--within');
const seconds = box < 0 ? undefined : Number(process.argv[box + 1]);
if (seconds !== undefined && !(seconds > 0)) {
  console.error('--within needs a number of seconds');
  process.exit(2);
}

try {
  process.env['CHROMIUM'] = await ensureBrowser();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

let passed = 0;
let failed = 0;
async function* all() {
  if (seconds === undefined) yield* deepTests();
  if (depthOnly) return;
  yield* longSearches(seconds);
  if (seconds === undefined) yield await runTests('long', ['long']);
}
if (seconds === undefined) {
  ensureHost();
  const packaged = await run(process.execPath, [inRoot('scripts/package.mjs')], { echo: true });
  if (packaged.code !== 0) process.exit(packaged.code);
}
for await (const done of all()) {
  passed += done.report?.numPassedTests ?? 0;
  failed += done.failures;
  say(done);
}
if (seconds === undefined) {
  const growth = await run(process.execPath, [inRoot('scripts/run-ts.mjs'), 'test/bench/growthCheck.ts'], {
    echo: true,
  });
  if (growth.code === 0) passed++;
  else failed++;
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
if (seconds === undefined && !depthOnly) {
  const editor = await run(process.execPath, [inRoot('scripts/e2e.mjs'), '--no-package', '--project', 'long-editor'], {
    echo: true,
  });
  if (editor.code !== 0) process.exitCode = editor.code;
}
