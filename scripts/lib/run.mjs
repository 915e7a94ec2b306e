// Running other programs. Node built-ins only.
import { spawn } from 'node:child_process';
import { constants as osConstants, setPriority } from 'node:os';
import { delimiter, join } from 'node:path';
import { accessSync, constants } from 'node:fs';
import { root } from './project.mjs';

/**
 * @typedef {{ code: number, output: string }} Outcome exit code (1 when killed) and what was written to both streams
 * @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv, echo?: boolean, shell?: boolean, isBeside?: boolean }} RunOptions echo: pass the output through as it comes; isBeside: it takes what others leave of the processor
 */

/** Programs that run now. @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends the programs that `run` has started and that still run. */
export function endRunning() {
  for (const child of running) child.kill('SIGTERM');
}

/**
 * Runs a program to its end. Never throws for a failing program: the code says so.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      shell: options.shell ?? false,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    if (options.isBeside && child.pid !== undefined) giveWay(child.pid);
    let output = '';
    const take = (/** @type {NodeJS.WriteStream} */ to) => (/** @type {string} */ text) => {
      output += text;
      if (options.echo) to.write(text);
    };
    child.stdout.setEncoding('utf8').on('data', take(process.stdout));
    child.stderr.setEncoding('utf8').on('data', take(process.stderr));
    child.on('error', (error) => resolve({ code: 1, output: `${output}${command}: ${error.message}\n` }));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Gives a program, and those that it starts from now on, a low priority, but not the lowest: it goes on where the others take all that there is. @param {number} pid */
function giveWay(pid) {
  try {
    setPriority(pid, osConstants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // it has ended, or the system does not allow it: it runs as the others do
  }
}

/**
 * Runs npm to its end: the one that has started us, where one has. On Windows npm is a batch file, which only a shell starts; none of the arguments has a blank.
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Outcome>}
 */
export function runNpm(args, options = {}) {
  const { npm_execpath: npm } = process.env;
  if (npm !== undefined && /\.c?js$/.test(npm)) return run(process.execPath, [npm, ...args], options);
  // portable: through a shell there
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/**
 * @param {string} name a program's name
 * @returns {string | undefined} its path, when it is on the PATH and may be run
 */
export function findOnPath(name) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (folder === '') continue;
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // not in this folder
    }
  }
  return undefined;
}
