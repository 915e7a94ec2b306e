// npm run bench:growth [-- SHAPE… [--times N]]: logs built to hurt, each at its start and at twice, four … 16 times that, in a process limited in time and memory.
// Prints a row per shape: seconds of the processor and peak MiB at each size, and by how much the last doubling raised them.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SHAPES } from './lib/growthShapes.mjs';
import { benchFolder, builtCommandLine } from './lib/measure.mjs';
import { findOnPath } from './lib/run.mjs';

const MOST_SECONDS = 120;
const cli = builtCommandLine();
const args = process.argv.slice(2);
const timesAt = args.indexOf('--times');
const times = timesAt < 0 ? 16 : Number(args.splice(timesAt, 2)[1]);
const chosen = SHAPES.filter(({ name }) => args.length === 0 || args.includes(name));
const gnuTime = findOnPath('time');

/** @param {string} path @param {boolean} named */
function measured(path, named) {
  const command = [
    process.execPath,
    cli,
    'analyze',
    ...(named ? readdirSync(path).map((name) => join(path, name)) : [path]),
    '--format',
    'json',
    '--out',
    join(benchFolder, 'growth.json'),
  ];
  const whole = gnuTime ? [gnuTime, '-f', 'used %U %S %M', ...command] : command;
  const { status, signal, stderr } = spawnSync(whole[0] ?? '', whole.slice(1), {
    encoding: 'utf8',
    timeout: MOST_SECONDS * 1000,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const used = /used ([\d.]+) ([\d.]+) (\d+)/.exec(stderr);
  if (signal !== null) return { failed: `killed after ${MOST_SECONDS} s` };
  if (status !== 0) return { failed: stderr.split('\n')[0]?.slice(0, 90) ?? `exit ${status}` };
  return { cpu: Number(used?.[1]) + Number(used?.[2]), peak: Number(used?.[3]) / 1024 };
}

for (const { name, start, make, named = false } of chosen) {
  const cells = [];
  /** @type {{ cpu: number, peak: number } | undefined} */
  let before;
  let growth = '';
  for (let factor = 1; factor <= times; factor *= 2) {
    const path = join(benchFolder, `growth-${name.replaceAll(' ', '-')}-${start * factor}`);
    if (!existsSync(path)) make(path, start * factor);
    const now = measured(path, named);
    rmSync(path, { recursive: true });
    if (now.failed !== undefined) {
      cells.push(`${start * factor}: ${now.failed}`);
      break;
    }
    cells.push(`${start * factor}: ${now.cpu.toFixed(1)} s ${now.peak.toFixed(0)} MiB`);
    if (before !== undefined)
      growth = `time × ${(now.cpu / before.cpu).toFixed(2)}, memory × ${(now.peak / before.peak).toFixed(2)}`;
    before = now;
  }
  console.log(`${name}: ${cells.join(', ')}; last doubling ${growth}`);
}
