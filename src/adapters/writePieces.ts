import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { replaceFile } from './replaceFile.ts';

const BUFFER_BYTES = 1 << 18;
/** The most bytes that a UTF-16 unit becomes. */
const MOST_BYTES = 3;
/** So long (milliseconds) no signal and no message is heard: pieces may take long to make, and many go into one buffer. */
const LONGEST_DEAF = 100;

/**
 * Writes a file of pieces of text (characters, or UTF-8 bytes that stand until the next piece), which are asked for one after the other. Rejects when the file cannot
 * be written; what it held before is still there then, and while it is written. Devices and pipes are written to as they are.
 */
export async function writePieces(path: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  if (await isDevice(path)) {
    const handle = await open(path, constants.O_WRONLY);
    try {
      await writeInto(handle, pieces);
    } finally {
      await handle.close();
    }
    return;
  }
  await replaceFile(path, (handle) => writeInto(handle, pieces));
}

/** Neither a file nor a folder. */
async function isDevice(path: string): Promise<boolean> {
  try {
    const stats = await stat(path);
    return !stats.isFile() && !stats.isDirectory();
  } catch {
    return false; // not there yet
  }
}

async function writeInto(handle: FileHandle, pieces: Iterable<string | Uint8Array>): Promise<void> {
  const buffer = Buffer.allocUnsafeSlow(BUFFER_BYTES);
  let used = 0;
  let since = performance.now();
  for (const piece of pieces) {
    if (performance.now() - since > LONGEST_DEAF) {
      await turn();
      since = performance.now();
    }
    const most = typeof piece === 'string' ? piece.length * MOST_BYTES : piece.length;
    if (most > buffer.length - used) {
      await writeAll(handle, buffer.subarray(0, used));
      used = 0;
    }
    if (most > buffer.length) await writeAll(handle, Buffer.from(piece));
    else if (typeof piece === 'string') used += buffer.write(piece, used);
    else {
      buffer.set(piece, used);
      used += piece.length;
    }
  }
  await writeAll(handle, buffer.subarray(0, used));
}

async function writeAll(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, at);
    at += bytesWritten;
  }
}
