/** Finds the kubelet logs in a folder: a must-gather, a sosreport, an export of kind, `/var/log`. */
import { opendir, realpath, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { looksLikeKubeletLog } from '../journal/detect.ts';
import { openBytes } from './openBytes.ts';

/** A kubelet log in a folder. */
export interface FoundLog {
  /** Absolute, or as relative as the folder was given. */
  readonly path: string;
  /** Below the folder. */
  readonly place: string;
}

export interface FolderSearch {
  readonly logs: readonly FoundLog[];
  /** Files whose beginning was looked at. */
  readonly lookedAt: number;
  /** The folder has more entries, or goes deeper, than was looked at. */
  readonly cutShort: boolean;
}

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

/** Bytes at the beginning of a file in which a kubelet's line is looked for: a syslog has many of others first. */
const HEAD_BYTES = 256 * 1024;
const STEP_BYTES = 4096;

const OF_KUBELET = /kubelet|kubelite|hyperkube|kubenswrapper|k3s|rke2|origin-node|edgecore|localkube/i;
const OF_THE_SYSTEM = /^(?:messages|syslog|daemon\.log|system\.log|user\.log)(?:[.-]|$)|journal/i;
const MAY_BE_A_LOG =
  /\.(?:log|txt|out|json|journal|ndjson)(?:[.-]\d{1,12})?(?:\.(?:gz|zst|xz|bz2))?$|\.log|^[^.]{1,255}$/i;
const NO_LOG =
  /\.(?:ya?ml|html?|conf|cfg|service|pem|crt|key|sock|tar|tgz|zip|db|js|css|md|png|svg|so|bin|core|pid|kubeconfig|tar\.(?:gz|xz|bz2|zst))$|~$/i;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git', 'proc', 'sys']);

/**
 * Walks the folder (links to folders are not followed, links to files once) and keeps the files that begin like a kubelet's log. Files are chosen by their names first;
 * only if none of these is a kubelet's, the others are looked at. Rejects when the folder itself cannot be read; what cannot be read below it is left out.
 */
export async function findLogs(folder: string, limits: SearchLimits = LIMITS): Promise<FolderSearch> {
  const walk: Walk = { named: [], others: [], entries: 0, cutShort: false };
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
      if (await beginsLikeKubelet(path)) found.push({ path, place: relative(folder, path) });
    }
    return found;
  };
  const named = await keep(walk.named, limits.named);
  const logs = named.length > 0 ? named : await keep(walk.others, lookedAt + limits.guesses);
  return { logs, lookedAt, cutShort: walk.cutShort };
}

/** The logs in a folder; `undefined` for what is no folder, or is not there. */
export async function findLogsIfFolder(path: string): Promise<FolderSearch | undefined> {
  const stats = await readable(() => stat(path));
  return stats?.isDirectory() === true ? findLogs(path) : undefined;
}

interface Walk {
  readonly named: string[];
  readonly others: string[];
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
      } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) sort(path, walk);
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

function sort(path: string, walk: Walk): void {
  const name = basename(path);
  if (NO_LOG.test(name)) return;
  if (OF_KUBELET.test(name) || OF_THE_SYSTEM.test(name)) walk.named.push(path);
  else if (MAY_BE_A_LOG.test(name)) walk.others.push(path);
}

async function isFile(path: string): Promise<boolean> {
  return (await readable(() => stat(path)))?.isFile() ?? false;
}

async function beginsLikeKubelet(path: string): Promise<boolean> {
  const head = await readable(() => headOf(path));
  if (head === undefined) return false;
  for (let at = 0; at < head.length; at += STEP_BYTES) {
    const newline = at === 0 ? -1 : head.indexOf(10, at);
    const start = at === 0 ? 0 : newline < 0 ? head.length : newline + 1;
    if (start < head.length && looksLikeKubeletLog(head.subarray(start, start + STEP_BYTES))) return true;
  }
  return false;
}

async function headOf(path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (await openBytes(path)).chunks) {
    parts.push(chunk.subarray(0, HEAD_BYTES - size));
    size += chunk.length;
    if (size >= HEAD_BYTES) break;
  }
  return Buffer.concat(parts);
}

/** What cannot be read is left out of a search. */
async function readable<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}
