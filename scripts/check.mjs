// npm run check: what to run before a commit, in a minute. Types, lint, format, imports and the unit tests without the
// long searches; npm test runs them. Types and lint run beside the tests.
import { inRoot } from './lib/project.mjs';
import { run, runNpm } from './lib/run.mjs';

Object.assign(process.env, { TZ: 'UTC', LC_ALL: 'C', KUBELET_TIMELINE_TESTS: 'quick' });

/** @param {string} name @param {Promise<import('./lib/run.mjs').Outcome>} work */
async function check(name, work) {
  const since = Date.now();
  const { code, output } = await work;
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'}  ${name} (${((Date.now() - since) / 1000).toFixed(1)} s)`);
  if (code !== 0) console.log(output);
  return code === 0;
}

const node = (/** @type {string[]} */ ...args) => run(process.execPath, args);
const npm = (/** @type {string} */ name) => runNpm(['run', '--silent', name]);

const isTested = (async () => {
  // Some tests call what is built.
  if (!(await check('build', node(inRoot('scripts/build.mjs'))))) return false;
  return check(
    'unit',
    node(
      inRoot('node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'unit',
      '--reporter=dot',
      '--experimental.fsModuleCache', // what did not change since the last time is not compiled again
    ),
  );
})();
const rest = (async () => {
  const results = [];
  for (const name of ['typecheck', 'lint']) results.push(await check(name, npm(name)));
  for (const name of ['format', 'imports', 'commands', 'portable', 'workflows'])
    results.push(await check(name, npm(`check:${name}`)));
  return results.every(Boolean);
})();
process.exitCode = (await Promise.all([isTested, rest])).every(Boolean) ? 0 : 1;
