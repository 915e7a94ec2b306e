/** Programs whose compiled code is kept beside them, so that the next start does not read and compile all of their source again. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { threadId } from 'node:worker_threads';

/** A CommonJS program that was started. */
export interface StartedProgram {
  /** What the program exports. */
  readonly exports: unknown;
  /** Its compiled code was at hand. */
  readonly wasKept: boolean;
  /** Keeps the code of the functions that have run so far. Where the folder may not be written to, nothing is kept. */
  keep(): void;
}

/**
 * Runs the CommonJS program `file` with the code that an earlier run kept in `keptFile`; without it where there is none, or where the engine does not
 * take it (it was made by another one, or with other flags). The engine compares only the length of the source: `keptFile` has to name what it was
 * made of. Nor does it look whether code is damaged, and would crash with it: a sum of its bytes stands before it. Throws what the program throws, and when it cannot be read.
 */
export function startProgram(file: string, keptFile: string): StartedProgram {
  const cachedData = readKept(keptFile);
  // The parameters of a CommonJS module, on the first line of the program.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  const wasKept = cachedData !== undefined && script.cachedDataRejected !== true;
  const program = script.runInThisContext() as (exports: object, require: NodeJS.Require, module: object, file: string, folder: string) => void;
  const module: { exports: unknown } = { exports: {} };
  program(module.exports as object, createRequire(file), module, file, dirname(file));
  return { exports: module.exports, wasKept, keep: () => keep(script, keptFile) };
}

const SUM_BYTES = 32;

function sumOf(code: Uint8Array): Buffer {
  return createHash('sha256').update(code).digest();
}

/**
 * Makes the folder of a `keptFile`, and removes from it what other builds of the program or other engines kept: files that begin with `prefix`. Where it may not,
 * all stays as it is.
 */
export function makeRoomForCode(keptFile: string, prefix: string): void {
  try {
    const folder = dirname(keptFile);
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (name.startsWith(prefix) && name.endsWith('.code') && name !== basename(keptFile)) rmSync(join(folder, name), { force: true });
  } catch {
    // Then nothing will be kept either.
  }
}

/** The kept code; `undefined` where there is none, or not what was kept. */
function readKept(keptFile: string): Buffer | undefined {
  try {
    const kept = readFileSync(keptFile);
    const code = kept.subarray(SUM_BYTES);
    return kept.length > SUM_BYTES && sumOf(code).equals(kept.subarray(0, SUM_BYTES)) ? code : undefined;
  } catch {
    return undefined;
  }
}

function keep(script: Script, keptFile: string): void {
  const part = `${keptFile}.${process.pid}-${threadId}`;
  try {
    // Nobody may find half of it.
    const code = script.createCachedData();
    writeFileSync(part, Buffer.concat([sumOf(code), code]));
    renameSync(part, keptFile);
  } catch {
    rmSync(part, { force: true });
  }
}
