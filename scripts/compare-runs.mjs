// Simulates the scenarios of recorded kubelets and puts the simulation beside the record: npm run compare-runs [-- RECORDS [SCENARIO…]]
// RECORDS is a folder VERSION/NAME/truth.jsonl[.gz] (default ../shared/runs). --seeds=N tries seeds 1 to N of each and says how many are inside: chance decides when a crashed container
// is tried again, which channel the loop takes, which of two answers comes first. Exit 1 if a figure is outside of its tolerance, unless `docs/model.md` explains it (EXPLAINED below).
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { listFiles } from './lib/files.mjs';
import { inRoot } from './lib/project.mjs';

/** @typedef {{ ev: string, t: string, pid?: number, start?: string, err?: string, type?: string, data?: string, id?: string, pod?: string, name?: string, podUID?: string }} Truth */
/** @typedef {{ process: number, first: number, last: number, text: string, gaps: number[] }} SkipRun */

const SECOND = 1e9;
const MOST_SKIPS_APART = 2;
const FIRST_SKIP_APART = 1;
const SPACING_APART = 0.02;

/** Scenarios in which something is known to differ, and what: the section on the simulation of records in docs/model.md says why. */
const EXPLAINED = new Map([
  ['v1.20.0/c2-slow-inspect', new Set(['events'])],
  ['v1.20.0/k-one-pod-inspect-hang', new Set(['events'])],
  ['v1.36.2/c2-slow-inspect', new Set(['events'])],
  ['v1.36.2/i-json-hang', new Set(['events'])],
  ['v1.36.2/k-one-pod-inspect-hang', new Set(['events'])],
  ['v1.36.2/o-channel-full', new Set(['events'])],
  ['v1.36.2/p-slow-growing', new Set(['events', 'skips', 'first'])],
]);

/** Nanoseconds since the epoch lose nothing that matters here when they become a double of seconds since a start. @param {string} t */
function nanoseconds(t) {
  const [head = '', fraction = ''] = t.replace('Z', '').split('.');
  return BigInt(Date.parse(`${head}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/** @param {string} text @returns {(Truth & { at: number })[]} with `at` in seconds since the first kubelet's start */
function read(text) {
  /** @type {Truth[]} */
  const records = text.split('\n').filter((line) => line !== '').map((line) => JSON.parse(line));
  const start = nanoseconds(records.find(({ ev }) => ev === 'kubelet_start')?.t ?? records[0]?.t ?? '');
  return records.map((record) => ({ ...record, at: Number(nanoseconds(record.t) - start) / SECOND })).sort((a, b) => a.at - b.at);
}

/** Skips with no finished turn between, per process. @param {(Truth & { at: number })[]} truth @returns {SkipRun[]} */
function skipRuns(truth) {
  /** @type {SkipRun[]} */
  const runs = [];
  /** @type {number[]} */
  const pids = [];
  /** @type {SkipRun | undefined} */
  let open;
  for (const record of truth) {
    if (record.ev === 'kubelet_start') {
      pids.push(record.pid ?? 0);
      open = undefined;
    } else if (record.ev === 'sync_iter') open = undefined;
    else if (record.ev === 'sync_skip') {
      if (open === undefined) {
        open = { process: pids.indexOf(record.pid ?? 0), first: record.at, last: record.at, text: record.err ?? '', gaps: [] };
        runs.push(open);
      } else {
        open.gaps.push(record.at - open.last);
        open.last = record.at;
      }
    }
  }
  return runs;
}

/** How often PLEG sent which event for which container, by the names of pod and container. @param {(Truth & { at: number })[]} truth */
function eventsByContainer(truth) {
  /** @type {Map<string, string>} */
  const names = new Map();
  for (const { ev, id, pod, name } of truth) {
    if (id === undefined) continue;
    if (ev === 'container_state') names.set(id, `${pod}/${name}`);
    if (ev === 'sandbox_state') names.set(id, `${pod}/(sandbox)`);
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { ev, type, data } of truth) {
    if (ev !== 'pleg_event_sent' || data === undefined) continue;
    const key = `${names.get(data) ?? 'unknown'} ${type}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** @param {number[]} values */
function median(values) {
  return values.length === 0 ? 0 : (values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0);
}

/** @param {string} record @param {string} scenario @param {string} folder */
function compare(record, scenario, folder) {
  const packed = existsSync(join(record, 'truth.jsonl')) ? undefined : join(record, 'truth.jsonl.gz');
  const recorded = read(packed === undefined ? readFileSync(join(record, 'truth.jsonl'), 'utf8') : gunzipSync(readFileSync(packed)).toString('utf8'));
  const truthFile = join(folder, 'truth.jsonl');
  const { status, stderr } = spawnSync(process.execPath, [inRoot('dist/cli.js'), 'simulate', scenario, '--truth', truthFile, '--out', join(folder, 'kubelet.log')], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${scenario}: ${stderr}`);
  const simulated = read(readFileSync(truthFile, 'utf8'));
  const [real, ours] = [skipRuns(recorded), skipRuns(simulated)];
  const isStart = (/** @type {SkipRun} */ run) => !run.text.includes('last seen active') && run.text.includes('yet');
  const skips = [real, ours].map((runs) => runs.reduce((sum, run) => sum + run.gaps.length + 1, 0));
  const [faults, ourFaults] = [real.filter((run) => !isStart(run) || run.gaps.length > 3), ours.filter((run) => !isStart(run) || run.gaps.length > 3)];
  let firstApart = faults.length === ourFaults.length ? 0 : Number.POSITIVE_INFINITY;
  /** @type {number[]} */
  const spacing = [];
  faults.forEach((run, index) => {
    const other = ourFaults[index];
    if (other === undefined) return;
    firstApart = Math.max(firstApart, Math.abs(run.first - other.first));
    run.gaps.forEach((gap, at) => {
      const ourGap = other.gaps[at];
      if (ourGap !== undefined) spacing.push(Math.abs(gap - ourGap) / gap);
    });
  });
  const [events, ourEvents] = [eventsByContainer(recorded), eventsByContainer(simulated)];
  const keys = [...new Set([...events.keys(), ...ourEvents.keys()])];
  const differing = keys.filter((key) => events.get(key) !== ourEvents.get(key));
  return {
    skips, runs: [faults.length, ourFaults.length], firstApart, spacing: median(spacing), containers: keys.length, differing,
    detail: differing.map((key) => `${key}: ${events.get(key) ?? 0} recorded, ${ourEvents.get(key) ?? 0} simulated`),
  };
}

/** The same scenario with other seeds: how each compares. @param {string} record @param {string} scenario @param {string} folder @param {number} seeds */
function search(record, scenario, folder, seeds) {
  const text = JSON.parse(readFileSync(scenario, 'utf8'));
  const file = join(folder, 'seeded.json');
  const found = [];
  for (let seed = 1; seed <= seeds; seed++) {
    writeFileSync(file, JSON.stringify({ ...text, seed }));
    const result = compare(record, file, folder);
    found.push({ seed, problems: problemsOf(result).filter((problem) => problem !== 'events').length, differing: result.differing.length });
  }
  return found;
}

/** @param {ReturnType<typeof compare>} result @returns {string[]} */
function problemsOf({ skips, firstApart, spacing, differing }) {
  return [
    ...(Math.abs((skips[0] ?? 0) - (skips[1] ?? 0)) > MOST_SKIPS_APART ? ['skips'] : []),
    ...(firstApart > FIRST_SKIP_APART ? ['first'] : []),
    ...(spacing > SPACING_APART ? ['spacing'] : []),
    ...(differing.length > 0 ? ['events'] : []),
  ];
}

const verbose = process.argv.includes('--verbose');
const seeds = Number(process.argv.find((word) => word.startsWith('--seeds='))?.slice('--seeds='.length) ?? 0);
const [records = inRoot('../shared/runs'), ...wanted] = process.argv.slice(2).filter((word) => !word.startsWith('--'));
if (!existsSync(records)) {
  console.error(`${records} does not exist: give the folder of the records`);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'compare-runs-'));
let worse = 0;
console.log('scenario                              skips      faulty runs  first skip  spacing   PLEG events per container');
for (const file of listFiles('test/fixtures/scenarios', /\.kubelet-scenario\.json$/)) {
  const name = file.split('/').slice(-2).join('/').replace('.kubelet-scenario.json', '');
  if (wanted.length > 0 && !wanted.some((one) => name.includes(one))) continue;
  const record = join(records, name);
  if (!existsSync(record)) continue;
  if (seeds > 0) {
    const found = search(record, inRoot(file), folder, seeds);
    const best = found.toSorted((a, b) => a.problems - b.problems || a.differing - b.differing)[0];
    const inside = found.filter((one) => one.problems === 0).length;
    const alike = found.filter((one) => one.differing === 0).length;
    console.log(`${name.padEnd(36)}  skips, first skip and spacing inside: ${inside} of ${seeds} seeds; all events equal: ${alike} of ${seeds}; best seed ${best?.seed}`);
    continue;
  }
  const result = compare(record, inRoot(file), folder);
  const { skips, runs, firstApart, spacing, containers, differing, detail } = result;
  const problems = problemsOf(result);
  const unexplained = problems.filter((problem) => !EXPLAINED.get(name)?.has(problem));
  worse += unexplained.length;
  const words = problems.map((problem) => (unexplained.includes(problem) ? problem.toUpperCase() : `${problem} (explained)`));
  console.log(
    `${name.padEnd(36)}  ${`${skips[0]} : ${skips[1]}`.padEnd(10)} ${`${runs[0]} : ${runs[1]}`.padEnd(12)} ${(firstApart === Number.POSITIVE_INFINITY ? '-' : `${firstApart.toFixed(2)} s`).padEnd(11)} ${`${(spacing * 100).toFixed(2)} %`.padEnd(9)} ${`${containers - differing.length} of ${containers} equal`.padEnd(22)} ${words.join(', ')}`,
  );
  if (verbose) for (const text of detail.slice(0, 40)) console.log(`    ${text}`);
}
rmSync(folder, { recursive: true });
console.log('(recorded : simulated; the first skip of each faulty run at most so far apart; median difference of the spacing)');
process.exitCode = worse === 0 ? 0 : 1;
