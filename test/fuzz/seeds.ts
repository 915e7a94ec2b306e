import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A log as lines of bytes without their line feeds. */
export interface SeedLog {
  readonly name: string;
  readonly lines: readonly Uint8Array[];
}

/** Runs are large and alike: what they begin with is enough. */
const MOST_BYTES = 200_000;

/** All logs below the folders, in order of their names; other files are left out. Throws when a folder cannot be read. */
export function seedLogs(folders: readonly string[]): readonly SeedLog[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((name) => join(folder, name))
      .filter((file) => /\.(?:log|txt|json|export)$/.test(file) && statSync(file).isFile())
      .map((file) => ({ name: file, lines: linesOf(new Uint8Array(readFileSync(file)).subarray(0, MOST_BYTES)) })),
  );
}

/** Cuts a text at its line feeds. */
export function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    lines.push(bytes.subarray(start, end));
    start = end + 1;
  }
  return lines;
}
