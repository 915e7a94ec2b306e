/** A file that is there as a whole or not at all: written beside its place, then renamed. */
import { unlinkSync } from 'node:fs';
import { type FileHandle, lstat, open, readlink, rename, stat, unlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { randomBytes } from 'node:crypto';
import { beforeSignalEnds } from './stopWish.ts';

/** As many links as Linux follows. */
const MOST_LINKS = 40;
const PERMISSIONS = 0o7777;

/**
 * Gives a file new content, which `write` writes. Rejects when that fails; the file is as it was then, also when a signal ends the program meanwhile. A link stays one;
 * the file keeps its permissions. Where the folder takes no other file, or the file cannot be replaced (it is mounted), it is written in its place.
 */
export async function replaceFile(path: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const target = await targetOf(path);
  const mode = await modeOf(target);
  const beside = join(
    dirname(target),
    `.${basename(target).slice(0, 100)}.${process.pid}-${randomBytes(4).toString('hex')}.part`,
  );
  let handle: FileHandle;
  try {
    handle = await open(beside, 'wx', mode);
  } catch (error) {
    if (mode === undefined || !isOneOf(error, ['EACCES', 'EPERM', 'EROFS'])) throw pathSaid(error, beside, path);
    return writeInPlace(target, write);
  }
  const stopWatching = removeOnSignal(beside);
  try {
    try {
      await write(handle);
      if (mode !== undefined) await handle.chmod(mode & PERMISSIONS);
    } finally {
      await handle.close();
    }
    try {
      await rename(beside, target);
    } catch (error) {
      if (mode === undefined || !isOneOf(error, ['EBUSY', 'EPERM', 'EXDEV'])) throw error;
      await unlink(beside);
      return await writeInPlace(target, write);
    }
  } catch (error) {
    await unlink(beside).catch(() => undefined); // it may be gone already
    throw pathSaid(error, beside, path);
  } finally {
    stopWatching();
  }
}

async function writeInPlace(path: string, write: (handle: FileHandle) => Promise<void>): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await write(handle);
  } finally {
    await handle.close();
  }
}

/** Where a path leads, through links, also to a file that is not there yet. */
async function targetOf(path: string): Promise<string> {
  let target = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    const isLink = await lstat(target).then(
      (stats) => stats.isSymbolicLink(),
      () => false,
    );
    if (!isLink) return target;
    target = resolve(dirname(target), await readlink(target));
  }
  return target;
}

/** Permissions of a file that is there. Rejects for a folder, in whose place no file can be put. */
async function modeOf(path: string): Promise<number | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (stats?.isDirectory() === true)
    throw Object.assign(new Error(`EISDIR: illegal operation on a directory, open '${path}'`), { code: 'EISDIR' });
  return stats?.mode;
}

function removeOnSignal(file: string): () => void {
  return beforeSignalEnds(() => {
    try {
      unlinkSync(file);
    } catch {
      // it was renamed just before
    }
  });
}

function isOneOf(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code);
}

/** The user knows nothing of the file beside his own. */
function pathSaid(error: unknown, beside: string, path: string): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(beside, path);
  return error;
}
