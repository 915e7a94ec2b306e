/** Files that only this user can have written, in a folder that is this user's alone. Where the system knows no owners (Windows), the folders of a user are protected by their place. */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, posix, win32 } from 'node:path';
import { threadId } from 'node:worker_threads';

const FOR_OTHERS = 0o022;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** The folder for what a program of ours may keep for the user and make anew at any time; `undefined` where the system names none. On Linux by the XDG base directory specification 0.8. */
export function cacheFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { isAbsolute, join } = platform === 'win32' ? win32 : posix;
  const named = platform === 'win32' ? env['LOCALAPPDATA'] : env['XDG_CACHE_HOME'];
  if (named !== undefined && isAbsolute(named)) return join(named, 'kubelet-timeline');
  if (platform === 'win32') return undefined;
  try {
    const home = env['HOME'] ?? homedir();
    return isAbsolute(home)
      ? join(home, platform === 'darwin' ? 'Library/Caches' : '.cache', 'kubelet-timeline')
      : undefined;
  } catch {
    return undefined; // a user without a home
  }
}

/** Makes a folder that is this user's alone, with those above it; `false` where it cannot, or where it is there and others may write to it. */
export function makeOwnFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  } catch {
    return false;
  }
  return isOwnFolder(folder);
}

/** The bytes of a file of this user in a folder of this user, to neither of which others may write; `undefined` for any other, and for one of more than `most` bytes. */
export function readOwnFile(file: string, most: number): Buffer | undefined {
  if (!isOwnFolder(dirname(file))) return undefined;
  let handle: number | undefined;
  try {
    // Without waiting for the other end of a pipe that somebody put there.
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(handle);
    return stats.isFile() && isOwn(stats) && stats.size <= most ? readFileSync(handle) : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Writes a file that only this user may read, whatever the mask of the process; nobody finds half of it. Throws when it cannot, and when others may write to its folder. */
export function writeOwnFile(file: string, bytes: Uint8Array): void {
  if (!isOwnFolder(dirname(file))) throw new Error(`${dirname(file)} is not this user's alone`);
  const part = `${file}.${process.pid}-${threadId}`;
  rmSync(part, { force: true });
  const handle = openSync(part, 'wx', FILE_MODE);
  try {
    try {
      fchmodSync(handle, FILE_MODE);
      writeFileSync(handle, bytes);
    } finally {
      closeSync(handle);
    }
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

function isOwnFolder(folder: string): boolean {
  try {
    const stats = lstatSync(folder);
    return stats.isDirectory() && isOwn(stats);
  } catch {
    return false;
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  const user = process.geteuid?.();
  return user === undefined || (uid === user && (mode & FOR_OTHERS) === 0);
}
