/** The files of a folder in which summaries of nodes may be, whatever they are called: GNU parallel names its results `stdout`. */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface SummaryFiles {
  /** In the order of their paths. */
  readonly files: readonly string[];
  /** The folder has more entries, or goes deeper, than was looked at. */
  readonly cutShort: boolean;
}

const MOST_ENTRIES = 200_000;
const DEEPEST = 20;

/** The files of a folder; `undefined` for what is no folder. Links are not followed. Rejects when the folder cannot be read; what cannot be read below it is left out. */
export async function findSummaries(path: string): Promise<SummaryFiles | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return undefined;
  } catch {
    return undefined; // whoever opens it says what is wrong
  }
  const walk = { files: [] as string[], entries: 0, cutShort: false };
  await walkFolder(path, 0, walk);
  walk.files.sort();
  return walk;
}

async function walkFolder(
  folder: string,
  depth: number,
  walk: { files: string[]; entries: number; cutShort: boolean },
): Promise<void> {
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      walk.entries += 1;
      if (walk.entries > MOST_ENTRIES) {
        walk.cutShort = true;
        return;
      }
      if (entry.isDirectory()) folders.push(join(folder, entry.name));
      else if (entry.isFile()) walk.files.push(join(folder, entry.name));
    }
  } catch (error) {
    if (depth === 0) throw error;
    return; // a folder that may not be read, or went away
  }
  for (const sub of folders.sort()) {
    if (depth + 1 >= DEEPEST) walk.cutShort = true;
    else await walkFolder(sub, depth + 1, walk);
  }
}
