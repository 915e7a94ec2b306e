// npm run test:long: what takes minutes. Each state of the page in each theme and size, the random searches with all of their rounds, attacks, and what an editor needs long for.
//   npm run test:long                     everything: more than an hour
//   npm run test:long -- --within 120     only looks and searches, for so many seconds; .ci/run does that, too (scripts/test.mjs)
import { mkdirSync } from 'node:fs';
import { ensureBrowser } from './lib/browser.mjs';
import { inRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';
import { longSearches, runTests, say } from './lib/tests.mjs';

Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C' });
mkdirSync(inRoot('out/test'), { recursive: true });
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
  yield* longSearches(seconds);
  if (seconds === undefined) yield await runTests('long', ['long']);
}
for await (const done of all()) {
  passed += done.report?.numPassedTests ?? 0;
  failed += done.failures;
  say(done);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
if (seconds === undefined) {
  const editor = await run(process.execPath, [inRoot('scripts/e2e.mjs'), '--project', 'long-editor'], { echo: true });
  if (editor.code !== 0) process.exitCode = editor.code;
}
