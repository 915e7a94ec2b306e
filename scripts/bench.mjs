// npm run bench [-- SIZE]: how fast a generated log (default 64m) is analysed on the command line, beside plain ways to read
// the same bytes, as ratios. Build first: npm run build.
import { spawn, spawnSync } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { inRoot } from './lib/project.mjs';
import { findOnPath } from './lib/run.mjs';

const size = process.argv[2] ?? '64m';
const cli = inRoot('dist/cli.js');
if (!existsSync(cli)) {
  console.error('bench: dist/cli.js is missing, run npm run build');
  process.exit(1);
}

const log = inRoot('out/bench', `generated-${size}.log`);
mkdirSync(inRoot('out/bench'), { recursive: true });
if (!existsSync(log)) {
  const generator = spawn(process.execPath, [inRoot('test/bench/generate-log.mjs'), size], { stdio: ['ignore', 'pipe', 'inherit'] });
  await pipeline(generator.stdout, createWriteStream(log));
}
const bytes = statSync(log).size;
if (bytes === 0) {
  rmSync(log);
  process.exit(1);
}
const mebibytes = bytes / 2 ** 20;

/** Reads the file in chunks, in this process, and does nothing with them. */
async function readRaw() {
  let read = 0;
  for await (const chunk of createReadStream(log, { highWaterMark: 1 << 20 })) read += /** @type {Buffer} */ (chunk).length;
  if (read !== bytes) throw new Error(`read ${read} of ${bytes} bytes`);
}

/**
 * Runs a program over the log.
 * @param {string} command @param {string[]} args
 * @returns {number} its peak memory in MiB; 0 where GNU time is not there to tell
 */
function runProgram(command, args) {
  const time = findOnPath('time');
  const run = time
    ? spawnSync(time, ['-f', 'peak %M', command, ...args], { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
    : spawnSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  if (run.status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${run.stderr}`);
  return Number(/peak (\d+)/.exec(run.stderr)?.[1] ?? 0) / 1024;
}

/** @type {{ name: string, work: () => number | Promise<void> }[]} */
const contenders = [
  { name: 'raw read (1 MiB chunks)', work: readRaw },
  { name: 'wc -l', work: () => runProgram('wc', ['-l', log]) },
  { name: 'grep -c Skipping', work: () => runProgram('grep', ['-c', 'Skipping pod synchronization', log]) },
  ...(findOnPath('rg') ? [{ name: 'rg -c Skipping', work: () => runProgram('rg', ['-c', 'Skipping pod synchronization', log]) }] : []),
  { name: 'kubelet-timeline analyze', work: () => runProgram(process.execPath, [cli, 'analyze', log, '--format', 'json', '--out', '/dev/null']) },
];

console.log(`${mebibytes.toFixed(0)} MiB, node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown CPU'}`);
await readRaw(); // the file comes from the page cache for everyone
/** @type {{ name: string, seconds: number, peak: number }[]} */
const results = [];
for (const { name, work } of contenders) {
  const runs = [];
  let peak = 0;
  for (let i = 0; i < 3; i++) {
    const since = performance.now();
    peak = Math.max(peak, (await work()) ?? 0);
    runs.push((performance.now() - since) / 1000);
  }
  results.push({ name, seconds: Math.min(...runs), peak });
}
const ours = results.at(-1)?.seconds ?? Number.NaN;
for (const { name, seconds, peak } of results) {
  const memory = peak > 0 ? `, peak ${peak.toFixed(0)} MiB` : '';
  console.log(`${name.padEnd(26)} ${seconds.toFixed(2).padStart(7)} s  ${(mebibytes / seconds).toFixed(0).padStart(6)} MiB/s  ours takes ${(ours / seconds).toFixed(1)} ×${memory}`);
}
