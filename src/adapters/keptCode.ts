/** Programs whose compiled code is kept, so that the next start does not read and compile all of their source again. Kept code is run: it has to be this user's own. */
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { makeOwnFolder, readOwnFile, writeOwnFile } from './ownFiles.ts';

/** A CommonJS program that was started. */
export interface StartedProgram {
  /** What the program exports. */
  readonly exports: unknown;
  /** Its compiled code was at hand. */
  readonly wasKept: boolean;
  /** Keeps the code of the functions that have run so far. Where the folder is not this user's alone, nothing is kept. */
  keep(): void;
}

/**
 * Runs the CommonJS program `file` with the code that an earlier run kept in `keptFile`; without it where there is none, or where the engine does not
 * take it (it was made by another one, or with other flags), or where somebody else could have written it. The engine compares only the length of the source: `keptFile` has to name what it was
 * made of. Nor does it look whether code is damaged, and would crash with it: a sum of its bytes stands before it. Throws what the program throws, and when it cannot be read.
 */
export function startProgram(file: string, keptFile: string | undefined): StartedProgram {
  const cachedData = keptFile === undefined ? undefined : readKept(keptFile);
  // The parameters of a CommonJS module, on the first line of the program.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(source, { filename: file, ...(cachedData === undefined ? {} : { cachedData }) });
  const wasKept = cachedData !== undefined && script.cachedDataRejected !== true;
  const program = script.runInThisContext() as (
    exports: object,
    require: NodeJS.Require,
    module: object,
    file: string,
    folder: string,
  ) => void;
  const module: { exports: unknown } = { exports: {} };
  program(module.exports as object, createRequire(file), module, file, dirname(file));
  return {
    exports: module.exports,
    wasKept,
    keep: () => {
      if (keptFile !== undefined) keep(script, keptFile);
    },
  };
}

const SUM_BYTES = 32;

function sumOf(code: Uint8Array): Buffer {
  return createHash('sha256').update(code).digest();
}

/**
 * Makes the folder of a `keptFile`, for this user alone, and removes from it what other builds of the program or other engines kept: files that begin with `prefix`.
 * Where it may not, or the folder is somebody else's, all stays as it is.
 */
export function makeRoomForCode(keptFile: string, prefix: string): void {
  const folder = dirname(keptFile);
  if (!makeOwnFolder(folder)) return;
  try {
    for (const name of readdirSync(folder))
      if (name.startsWith(prefix) && name.includes('.code') && name !== basename(keptFile))
        rmSync(join(folder, name), { force: true });
  } catch {
    // Then nothing will be kept either.
  }
}

/** More than any program of ours has. */
const MOST_BYTES = 64 * 1024 * 1024;

/** The kept code; `undefined` where there is none, or not what was kept. */
function readKept(keptFile: string): Buffer | undefined {
  const kept = readOwnFile(keptFile, MOST_BYTES);
  const code = kept?.subarray(SUM_BYTES);
  return kept !== undefined && code !== undefined && code.length > 0 && sumOf(code).equals(kept.subarray(0, SUM_BYTES))
    ? code
    : undefined;
}

function keep(script: Script, keptFile: string): void {
  try {
    const code = script.createCachedData();
    writeOwnFile(keptFile, Buffer.concat([sumOf(code), code]));
  } catch {
    // The next start is as slow as this one.
  }
}
