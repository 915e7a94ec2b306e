// npm run bench:worker [-- EVENTS [ROUNDS]]: the same question as bench:analysis, asked as the editor runs: what does the whole analysis cost beside the reader that
// keeps its facts, each in a worker of a new process, with the Node at hand and with that of VS Code (where it is set up), without kept code (the first log after the
// extension was installed) and with it? CPU seconds of all threads, Node's own start not counted.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeForPlatform } from '../tools/vscode-host/platform.mjs';
import { bundle, FACTS_KEPT, standIns } from './lib/benchBundles.mjs';
import { inRoot } from './lib/project.mjs';

const events = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 7);
const folder = join(tmpdir(), 'kubelet-timeline-bench');
mkdirSync(folder, { recursive: true });
const at = (/** @type {string} */ name) => join(folder, name);
const { writePlegLog } = createRequire(import.meta.url)(await bundle('test/bench/plegLog.ts', at('plegLog.cjs')));
const start = await bundle('test/bench/startKept.ts', at('startKept.cjs'));
const programs = {
  reader: await bundle('src/worker.ts', at('workerReader.cjs'), [standIns('facts-kept', FACTS_KEPT)]),
  whole: await bundle('src/worker.ts', at('workerWhole.cjs')),
};
const log = at('pleg.log');
const truth = writePlegLog(log, { skips: Math.round(events / 100), events, pods: 250, containersPerPod: 4 });

/** @param {string} node @param {'reader' | 'whole'} which @param {string} code @param {boolean} [keep] @returns {{ cpu: number, wall: number }} */
function run(node, which, code, keep = false) {
  const isKept = existsSync(code);
  const { stdout, stderr } = spawnSync(
    node,
    [inRoot('test/bench/timeWorker.mjs'), start, programs[which], code, log, ...(keep ? ['keep'] : [])],
    { encoding: 'utf8' },
  );
  const result = stdout === '' ? undefined : JSON.parse(stdout);
  if (
    which === 'whole'
      ? result?.summary?.skips !== truth.skips
      : !result?.detail?.includes('the reader alone has no history')
  )
    throw new Error(`the ${which} ended otherwise: ${stdout}${stderr}`);
  if (result.wasKept !== isKept) throw new Error('kept code was not taken');
  return result;
}
/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const nodes = [process.execPath];
try {
  nodes.push(nodeForPlatform());
} catch {
  console.log('VS Code is not set up (npm run e2e does): its Node is left out.');
}
console.log(
  `${truth.events} events, ${truth.skips} skips, ${truth.pods} pods × ${truth.containersPerPod} containers, ${(truth.bytes / 2 ** 20).toFixed(0)} MiB; median of ${rounds}`,
);
for (const node of nodes) {
  const version = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim();
  for (const kept of [false, true]) {
    const code = { reader: at('reader.code'), whole: at('whole.code') };
    for (const which of /** @type {const} */ (['reader', 'whole'])) {
      rmSync(code[which], { force: true });
      if (kept) run(node, which, code[which], true);
    }
    /** @type {{ reader: { cpu: number, wall: number }, whole: { cpu: number, wall: number } }[]} */
    const results = [];
    for (let round = 0; round < rounds; round += 1)
      results.push({ reader: run(node, 'reader', code.reader), whole: run(node, 'whole', code.whole) });
    const ratios = results.map(({ reader, whole }) => whole.cpu / reader.cpu).toSorted((a, b) => a - b);
    console.log(
      `node ${version}, ${kept ? 'with' : 'without'} kept code: reader ${median(results.map(({ reader }) => reader.cpu)).toFixed(2)} s, whole ${median(results.map(({ whole }) => whole.cpu)).toFixed(2)} s, ` +
        `${median(ratios).toFixed(2)} times (${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}); of time that passes ${median(results.map(({ reader }) => reader.wall)).toFixed(2)} and ${median(results.map(({ whole }) => whole.wall)).toFixed(2)} s`,
    );
  }
}
