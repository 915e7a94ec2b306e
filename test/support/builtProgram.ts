/** The command line as a program of its own, for tests of streams, signals and links. */
import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectRoot } from './shared.ts';

let built: Promise<string> | undefined;

/** Bundles `src/cli.ts`, once for each test process; gives the file. */
export function builtProgram(): Promise<string> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<string> {
  const outfile = join(projectRoot, `out/test/programs/cli-${process.pid}.cjs`);
  await build({
    entryPoints: [join(projectRoot, 'src/cli.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    logLevel: 'silent',
  });
  return outfile;
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
