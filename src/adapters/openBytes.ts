/** Files and standard input as chunks of bytes, gzip undone while they stream. */
import { type FileHandle, open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { type Instant, instant } from '../kubelet/time.ts';
import { InputError, inputErrorOf } from './inputError.ts';

/** Bytes read at a time. Every chunk is an array of its own, because the records keep reading in it. */
const CHUNK_BYTES = 1 << 20;

export interface OpenOptions {
  /** Ends the reading with an `InputError` of kind `cancelled`. */
  readonly signal?: AbortSignal;
  /** Bytes of the file read so far (packed ones, if it is packed), after every chunk. */
  readonly onProgress?: (bytesRead: number) => void;
  /** Something that does not stop the reading: a packed file that is cut or broken. */
  readonly onWarning?: (text: string) => void;
  /** Offset in the unpacked bytes at which to begin. */
  readonly from?: number;
}

/** An input that was opened. `chunks` may be iterated once and rejects with an `InputError` when reading fails. */
export interface OpenedInput {
  readonly name: string;
  /** Size of the file on disk; absent for standard input and pipes. */
  readonly totalBytes?: number;
  readonly modified?: Instant;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a file. Rejects with an `InputError` when it is a folder, is not there or may not be read. */
export async function openBytes(path: string, options: OpenOptions = {}): Promise<OpenedInput> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new InputError('folder', path, 'EISDIR');
    const packed = readHandle(handle, path, options);
    return {
      name: path, ...(stats.isFile() ? { totalBytes: stats.size } : {}), modified: instant(Math.round(stats.mtimeMs * 1000)),
      chunks: unpacked(packed, path, options),
    };
  } catch (error) {
    await handle?.close();
    throw inputErrorOf(error, path, false);
  }
}

/** Reads a stream, e.g. standard input. */
export function openStream(stream: AsyncIterable<Uint8Array>, name: string, options: OpenOptions = {}): OpenedInput {
  return { name, chunks: unpacked(readStream(stream, name, options), name, options) };
}

async function* readHandle(handle: FileHandle, path: string, options: OpenOptions): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    for (;;) {
      if (options.signal?.aborted === true) throw new InputError('cancelled', path);
      const buffer = Buffer.allocUnsafeSlow(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      total += bytesRead;
      yield bytesRead === CHUNK_BYTES ? buffer : buffer.subarray(0, bytesRead);
      options.onProgress?.(total);
    }
  } catch (error) {
    throw inputErrorOf(error, path, true);
  } finally {
    await handle.close();
  }
}

async function* readStream(stream: AsyncIterable<Uint8Array>, name: string, options: OpenOptions): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    for await (const chunk of stream) {
      if (options.signal?.aborted === true) throw new InputError('cancelled', name);
      total += chunk.length;
      yield chunk;
      options.onProgress?.(total);
    }
  } catch (error) {
    throw inputErrorOf(error, name, true);
  }
}

/** Undoes gzip, told by its first two bytes, and skips to the offset asked for. */
async function* unpacked(chunks: AsyncGenerator<Uint8Array>, name: string, options: OpenOptions): AsyncGenerator<Uint8Array> {
  let skip = options.from ?? 0;
  for await (const chunk of maybeGunzipped(chunks, name, options)) {
    if (skip >= chunk.length) {
      skip -= chunk.length;
      continue;
    }
    yield skip > 0 ? chunk.subarray(skip) : chunk;
    skip = 0;
  }
}

async function* maybeGunzipped(chunks: AsyncGenerator<Uint8Array>, name: string, options: OpenOptions): AsyncGenerator<Uint8Array> {
  try {
    const head: Uint8Array[] = [];
    let length = 0;
    while (length < 2) {
      const next = await chunks.next();
      if (next.done === true) break;
      head.push(next.value);
      length += next.value.length;
    }
    const first = head[0]?.[0];
    const second = head[0] !== undefined && head[0].length > 1 ? head[0][1] : head[1]?.[0];
    if (first === 0x1f && second === 0x8b) yield* gunzipped(head, chunks, name, options);
    else {
      yield* head;
      yield* chunks;
    }
  } finally {
    // Closes the file also when the reader has had enough.
    await chunks.return(undefined);
  }
}

/** What a cut or broken packed file still gives is kept, with a warning. */
async function* gunzipped(head: readonly Uint8Array[], rest: AsyncGenerator<Uint8Array>, name: string, options: OpenOptions): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let failure: unknown;
  const feed = async (): Promise<void> => {
    try {
      for (const chunk of head) await written(gunzip, chunk);
      for await (const chunk of rest) {
        if (gunzip.destroyed) return;
        await written(gunzip, chunk);
      }
    } catch (error) {
      failure = error;
    }
    gunzip.end();
  };
  const feeding = feed();
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'Z_BUF_ERROR') options.onWarning?.(`${name} is cut: the packed data ends in the middle. What could be unpacked was read.`);
    else if (typeof code === 'string' && code.startsWith('Z_')) options.onWarning?.(`${name} is damaged: the packed data is broken. What comes before was read.`);
    else throw inputErrorOf(error, name, true);
  } finally {
    gunzip.destroy();
    await feeding;
  }
  if (failure !== undefined) throw inputErrorOf(failure, name, true);
}

function written(gunzip: ReturnType<typeof createGunzip>, chunk: Uint8Array): Promise<void> {
  if (gunzip.destroyed || gunzip.write(chunk)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      gunzip.off('drain', done);
      gunzip.off('close', done);
      resolve();
    };
    gunzip.once('drain', done);
    gunzip.once('close', done);
  });
}
