/** Finds the kubelet logs in a folder: a must-gather, a sosreport, an export of kind, `/var/log`. */
import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { FolderSearch, FoundLog } from '../analysis/sources/openedSource.ts';
import { headOf, holdsKubeletLine, holdsKubeletMetric } from './kubeletHead.ts';
import { isNamedLikeMetrics, nameKindOf } from './logNames.ts';
import { openBytes } from './openBytes.ts';

/** Searches an archive that was found in a folder. */
export type SearchArchive = (path: string) => Promise<FolderSearch>;

export interface SearchLimits {
  readonly entries: number;
  readonly depth: number;
  /** Files named like a kubelet's or the system's log, of which the beginning is looked at. */
  readonly named: number;
  /** Files with names that say nothing, of which the beginning is looked at. */
  readonly guesses: number;
  readonly logs: number;
}

const LIMITS: SearchLimits = { entries: 200_000, depth: 20, named: 20_000, guesses: 3000, logs: 500 };

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'proc', 'sys']);

/**
 * Walks the folder (links to folders are not followed, links to files once) and keeps the files that begin like a kubelet's log. Files are chosen by their names first;
 * only if none of these is a kubelet's, the others are looked at. Scrapes of a kubelet's metrics in the folder itself are read with them. Rejects when the folder itself cannot be read; what cannot be read below it is left out.
 */
export async function findLogs(
  folder: string,
  limits: SearchLimits = LIMITS,
  searchArchive?: SearchArchive,
): Promise<FolderSearch> {
  const walk: Walk = { named: [], others: [], archives: [], metrics: [], entries: 0, cutShort: false };
  await walkFolder(folder, 0, walk, limits, true);
  walk.named.sort();
  walk.others.sort();
  let lookedAt = 0;
  const seen = new Set<string>();
  const keep = async (paths: readonly string[], most: number): Promise<FoundLog[]> => {
    const found: FoundLog[] = [];
    for (const path of paths) {
      if (found.length >= limits.logs || lookedAt >= most) {
        walk.cutShort = true;
        break;
      }
      const real = await readable(() => realpath(path));
      if (real === undefined || seen.has(real)) continue;
      seen.add(real);
      lookedAt += 1;
      if (await begins(path, holdsKubeletLine)) found.push({ path, place: relative(folder, path) });
    }
    return found;
  };
  const named = await keep(walk.named, limits.named);
  const warnings: NonNullable<FolderSearch['warnings']>[number][] = [];
  for (const path of searchArchive === undefined ? [] : walk.archives.sort()) {
    const found = await readable(async () => searchArchive?.(path));
    if (found === undefined) warnings.push({ text: `${path} could not be read as an archive and was left out.` });
    lookedAt += found?.lookedAt ?? 0;
    warnings.push(...(found?.warnings ?? []));
    for (const log of found?.logs ?? [])
      if (named.length >= limits.logs) walk.cutShort = true;
      else named.push({ ...log, place: `${relative(folder, path)}/${log.inside ?? ''}` });
  }
  const logs = named.length > 0 ? named : await keep(walk.others, lookedAt + limits.guesses);
  for (const path of walk.metrics.sort().slice(0, Math.max(0, limits.logs - logs.length))) {
    lookedAt += 1;
    const place = relative(folder, path);
    if ((await begins(path, holdsKubeletMetric)) && !logs.some((log) => log.place === place))
      logs.push({ path, place });
  }
  return { logs, lookedAt, cutShort: walk.cutShort, ...(warnings.length === 0 ? {} : { warnings }) };
}

interface Walk {
  readonly named: string[];
  readonly others: string[];
  readonly archives: string[];
  /** Files in the folder itself that are named like scrapes of metrics: deeper ones are of who knows which kubelet, because no metric says of which it is. */
  readonly metrics: string[];
  entries: number;
  cutShort: boolean;
}

async function walkFolder(
  folder: string,
  depth: number,
  walk: Walk,
  limits: SearchLimits,
  isRoot: boolean,
): Promise<void> {
  const folders: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      walk.entries += 1;
      if (walk.entries > limits.entries) {
        walk.cutShort = true;
        return;
      }
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) folders.push(path);
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) {
        sortIn(path, walk);
        if (isRoot && isNamedLikeMetrics(entry.name)) walk.metrics.push(path);
      }
    }
  } catch (error) {
    if (isRoot) throw error;
    return; // a folder that may not be read, or went away
  }
  for (const sub of folders.sort()) {
    if (depth + 1 >= limits.depth) walk.cutShort = true;
    else await walkFolder(sub, depth + 1, walk, limits, false);
  }
}

function sortIn(path: string, walk: Walk): void {
  const kind = nameKindOf(basename(path));
  if (kind === 'kubelet') walk.named.push(path);
  else if (kind === 'other') walk.others.push(path);
  else if (kind === 'archive') walk.archives.push(path);
}

async function isFile(path: string): Promise<boolean> {
  return (await readable(() => stat(path)))?.isFile() ?? false;
}

async function begins(path: string, like: (head: Uint8Array) => boolean): Promise<boolean> {
  const head = await readable(async () => headOf((await openBytes(path)).chunks));
  return head !== undefined && like(head);
}

/** What cannot be read is left out of a search. */
async function readable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
