// npm run bench:analysis [-- EVENTS [ROUNDS]]: what the whole analysis costs beside the reader's own time, on a log of a million PLEG events and a
// hundredth of that in skips. The reader is measured in two ways: as the analysis uses it, giving its facts out (times of all records and all facts kept,
// events in columns: what a reader is for), and as it is used with nothing kept. They take turns in one process; CPU seconds of all threads (compiler and collection of garbage included), medians.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundle, FACTS_KEPT, NOTHING_KEPT, standIns } from './lib/benchBundles.mjs';

const events = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.argv[3] ?? 5);
const folder = join(tmpdir(), 'kubelet-timeline-bench');
mkdirSync(folder, { recursive: true });
/** @param {string} entry @param {string} name @param {import('esbuild').Plugin[]} [plugins] */
const load = async (entry, name, plugins) =>
  createRequire(import.meta.url)(await bundle(entry, join(folder, `${name}.cjs`), plugins));

const { writePlegLog } = await load('test/bench/plegLog.ts', 'plegLog');
const lane = await load('test/bench/readerCost.ts', 'readerLane', [standIns('nothing-kept', NOTHING_KEPT)]);
const keeping = await load('test/bench/readerCost.ts', 'readerKeeping', [standIns('facts-kept', FACTS_KEPT)]);
const whole = await load('test/bench/analysisCost.ts', 'analysisCost');
const file = join(folder, 'pleg.log');
const truth = writePlegLog(file, { skips: Math.round(events / 100), events, pods: 250, containersPerPod: 4 });

setFlagsFromString('--expose-gc');
const collect = /** @type {() => void} */ (runInNewContext('gc'));
/** @template Result @param {() => Result} work @returns {{ cpu: number, result: Result }} */
function measure(work) {
  collect();
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { cpu: (user + system) / 1e6, result };
}
/** @param {readonly number[]} values */
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** @type {{ lane: number, keeping: number, whole: number }[]} */
const results = [];
let asked = 0;
for (let round = 0; round <= rounds; round++) {
  const used = measure(() => lane.run(file, false)).cpu;
  const out = measure(() => keeping.run(file, false)).cpu;
  for (const { taken } of [lane, keeping])
    if (taken.facts < truth.events + truth.skips) throw new Error(`the reader gave only ${taken.facts} facts`);
  const { cpu, result } = measure(() => whole.run(file, true));
  if (result?.ok !== true) throw new Error('the log was not analysed');
  const { history, check } = result.analysis.reconstruction;
  const found = [history.counts.skips, history.counts.plegEvents, history.episodes.length, check.explainedSkips].join();
  const expected = [truth.skips, truth.events, truth.episodes, truth.skips].join();
  if (found !== expected) throw new Error(`skips, events, episodes, explained skips are ${found}, not ${expected}`);
  // Last of all, because it leaves much to collect.
  if (round === rounds)
    asked = measure(() => [history.plegEvents, ...[...history.pods].map((pod) => pod.containers)].length).cpu;
  // The first round brings the file into the page cache and the code through the compiler.
  if (round > 0) results.push({ lane: used, keeping: out, whole: cpu });
}
console.log(
  `${truth.events} events, ${truth.skips} skips in ${truth.episodes} episodes, ${truth.pods} pods × ${truth.containersPerPod} containers, ${(truth.bytes / 2 ** 20).toFixed(0)} MiB; node ${process.version}, median of ${rounds}`,
);
/** @param {readonly number[]} values */
const spread = (values) =>
  `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`;
console.log(`whole analysis ${median(results.map((one) => one.whole)).toFixed(3)} s`);
/** @param {string} name @param {'lane' | 'keeping'} which */
const say = (name, which) =>
  console.log(
    `${name} ${median(results.map((one) => one[which])).toFixed(3)} s, the whole takes ${spread(results.map((one) => one.whole / one[which]))} times as long`,
  );
say('reader, as the analysis uses it, its facts kept', 'keeping');
say('reader, as the analysis uses it, nothing kept', 'lane');
console.log(`all events and containers as objects (the timeline and the JSON ask for them) ${asked.toFixed(3)} s more`);
