/** The command line as a program of its own, for tests of streams, signals and links. */
import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type BuildOptions } from 'esbuild';
import { projectRoot } from './shared.ts';

let built: Promise<string> | undefined;

/**
 * Bundles the command line, once for each test process; gives the file that starts it. As in a package its compiled code is kept after the first analysis, in a folder of its own: tests
 * start it a hundred times, and compiling it was a third of each start.
 */
export function builtProgram(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const folder = join(projectRoot, `out/test/programs/${process.pid}`);
  const common: BuildOptions = { bundle: true, platform: 'node', format: 'cjs', target: 'node20', logLevel: 'silent' };
  const program = join(folder, 'cli-program.js');
  await build({ ...common, entryPoints: [join(projectRoot, 'src/cli.ts')], outfile: program });
  const start = join(folder, 'cli.cjs');
  await build({
    ...common,
    entryPoints: [join(projectRoot, 'src/cliStart.ts')],
    outfile: start,
    define: { PROGRAM_BUILD: JSON.stringify(createHash('sha256').update(readFileSync(program)).digest('hex')) },
    banner: { js: `process.env.XDG_CACHE_HOME = process.env.LOCALAPPDATA = ${JSON.stringify(join(folder, 'cache'))};` },
  });
  return start;
}

export interface Ran {
  /** 128 and more: a signal ended it, as a shell tells it. */
  readonly code: number;
  readonly out: string;
  readonly errors: string;
}

/** Runs a line of bash, in which `$CLI` is the program; it is ended after `seconds`. */
export async function bash(line: string, folder: string, seconds = 20): Promise<Ran> {
  // portable: who tests with bash skips itself on Windows
  const child = spawn('bash', ['-c', line], {
    cwd: folder,
    env: { ...process.env, CLI: `${process.execPath} ${await builtProgram()}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return ended(child, seconds);
}

function ended(child: ChildProcess, seconds: number): Promise<Ran> {
  let [out, errors] = ['', ''];
  child.stdout?.on('data', (data: Buffer) => {
    out += data.toString();
  });
  child.stderr?.on('data', (data: Buffer) => {
    errors += data.toString();
  });
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      reject(new Error(`not done in ${seconds} s: ${errors}`));
    }, seconds * 1000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 128, out, errors });
    });
  });
}
