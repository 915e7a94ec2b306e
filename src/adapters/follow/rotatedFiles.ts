/** The files beside a log that it was rotated into: found by name, distinguished by what the file system knows of them. */
import { type BigIntStats, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

export interface BesideFile {
  readonly path: string;
  readonly key: string;
  readonly size: number;
  /** When it was written last, nanoseconds since the epoch. */
  readonly written: bigint;
  readonly packed: boolean;
}

const PACKED = /\.(?:gz|zst|xz|bz2)$/;
/** Files that are renamed while they are listed can be missed: the list is made again until it stands still. */
const MOST_LISTINGS = 8;

/** Tells a file from all others for as long as it exists; its number alone is given to another one once it is gone. */
export function keyOf({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

/** The stats of what has a name; `undefined`: nothing has it, or may be asked about it. */
export function statsOf(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return undefined;
  }
}

/**
 * The files beside a log whose names begin like its own (`kubelet.log.1`, `kubelet.log-20261121.gz`, `kubelet-2026-11-21T00-31-42.log`), the log itself left out, by the time at which they
 * were written last.
 */
export function filesBeside(log: string): readonly BesideFile[] {
  let before = listed(log);
  for (let round = 0; round < MOST_LISTINGS; round += 1) {
    const now = listed(log);
    const isSame =
      now.length === before.length &&
      now.every(({ path, key }, at) => before[at]?.path === path && before[at]?.key === key);
    if (isSame) return now;
    before = now;
  }
  return before;
}

function listed(log: string): readonly BesideFile[] {
  const own = basename(log);
  const stem = basename(own, extname(own));
  let names: readonly string[];
  try {
    names = readdirSync(dirname(log));
  } catch {
    return []; // a folder that may not be listed: nothing is found in it
  }
  const files: BesideFile[] = [];
  for (const name of names) {
    if (name === own || !(name.startsWith(`${own}.`) || name.startsWith(`${own}-`) || name.startsWith(`${stem}-`)))
      continue;
    const path = join(dirname(log), name);
    const stats = statsOf(path);
    if (stats?.isFile() !== true) continue;
    files.push({
      path,
      key: keyOf(stats),
      size: Number(stats.size),
      written: stats.mtimeNs,
      packed: PACKED.test(name),
    });
  }
  return files.sort((a, b) => (a.written < b.written ? -1 : a.written > b.written ? 1 : byName(a.path, b.path)));
}

/** Of files that were written in one moment: numbers rise with age, dates fall. */
function byName(a: string, b: string): number {
  const [first, second] = [numberOf(a), numberOf(b)];
  if (first !== undefined && second !== undefined) return second - first;
  return a < b ? -1 : 1;
}

function numberOf(path: string): number | undefined {
  const match = /\.(\d{1,5})(?:\.[a-z]\w{1,2})?$/.exec(path);
  return match === null ? undefined : Number(match[1]);
}
