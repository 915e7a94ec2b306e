/** What the benchmarks of whole programs share: generated logs, and the time of a program on one core. */
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { inRoot } from './project.mjs';
import { findOnPath } from './run.mjs';

/** Where logs and results lie: in the system's temporary folder. */
export const benchFolder = join(tmpdir(), 'kubelet-timeline-bench');
mkdirSync(benchFolder, { recursive: true });

/** The command line that is measured; ends the program where it was not built. */
export function builtCommandLine() {
  const cli = inRoot('dist/cli.js');
  if (existsSync(cli)) return cli;
  console.error('bench: dist/cli.js is missing, run npm run build');
  process.exit(1);
}

/** Makes a log once. @param {string} size @param {string} format `short` or `json` */
export async function generatedLog(size, format) {
  const log = join(benchFolder, `${size}-${format}.log`);
  if (existsSync(log)) return log;
  const generator = spawn(process.execPath, [inRoot('test/bench/generate-log.mjs'), size, '7', `--format=${format}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await pipeline(generator.stdout, createWriteStream(`${log}.part`));
  renameSync(`${log}.part`, log);
  return log;
}

const pinned = findOnPath('taskset') ? ['taskset', '-c', String(availableParallelism() - 1)] : [];
const gnuTime = findOnPath('time');

/**
 * Runs a program on one core.
 * @param {string[]} command
 * @returns {{ cpu: number, peak: number, output: string }} CPU seconds, peak memory in MiB (0 where GNU time is not there to tell), and the end of what was printed
 */
export function measure(command) {
  const whole = [...pinned, ...(gnuTime ? [gnuTime, '-f', 'peak %M'] : []), ...command];
  // portable: measures are taken on Linux
  const run = spawnSync('bash', ['-c', 'TIMEFORMAT="cpu %3U %3S"; time "$@" > "$OUTPUT"', 'bench', ...whole], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    env: { ...process.env, OUTPUT: join(benchFolder, 'output') },
  });
  if (run.status !== 0) throw new Error(`${command.join(' ')} failed: ${run.stderr}`);
  const times = /cpu ([\d.]+) ([\d.]+)/.exec(run.stderr);
  return {
    cpu: Number(times?.[1]) + Number(times?.[2]),
    peak: Number(/peak (\d+)/.exec(run.stderr)?.[1] ?? 0) / 1024,
    output: readFileSync(join(benchFolder, 'output'), 'utf8').slice(-200),
  };
}

/** @param {number[]} values */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
