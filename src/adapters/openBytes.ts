/** Files and standard input as chunks of bytes, unpacked while they stream. */
import { readSync, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { OpenedSource, OpenSourceOptions } from '../analysis/sources/openedSource.ts';
import { type Instant, instant } from '../kubelet/time.ts';
import { InputError, inputErrorOf } from './inputError.ts';
import { isJournalFile } from '../journal/file/objects.ts';
import { JOURNAL_MAGIC_BYTES, textIfJournal, textOfJournal } from './journalFile.ts';
import { peek } from './peek.ts';
import { damageText, isDamaged, type PackedDamage } from './packed/packedDamage.ts';
import { MAGIC_BYTES, packingOf, unpackerOf } from './packed/packing.ts';

/** Bytes read at a time. Every chunk is an array of its own unless it is passing, because the records keep reading in it. */
const CHUNK_BYTES = 1 << 20;
/** Bytes read at a time where a file should have ended: it may have grown. */
const LEAST_CHUNK_BYTES = 4096;
/** Bytes of a file between two turns of the event loop. */
export const TURN_BYTES = 8 << 20;

/** A file of many parts may have each of them damaged. */
const MOST_DAMAGES = 20;

export interface OpenOptions extends OpenSourceOptions {
  /** Ends the reading with an `InputError` of kind `cancelled`. */
  readonly signal?: AbortSignal;
}

/** An input that was opened; what fails while it is read is an `InputError`. */
export interface OpenedInput extends OpenedSource {
  readonly name: string;
  readonly packedBytes: () => number | undefined;
}

/** Opens a file. Rejects with an `InputError` when it is a folder, is not there or may not be read. */
export async function openBytes(path: string, options: OpenOptions = {}): Promise<OpenedInput> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(path, 'r');
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new InputError('folder', path, 'EISDIR');
    const modified = instant(Math.round(stats.mtimeMs * 1000));
    const from = options.from ?? 0;
    // What unpacks may hold on to a chunk.
    const { into: _, ...keeping } = options;
    if (!stats.isFile())
      return {
        name: path,
        modified,
        once: true,
        ...unpacked(readHandle(handle, path, keeping, { from: 0 }), path, options, {}),
      };
    const head = new Uint8Array(JOURNAL_MAGIC_BYTES);
    const { bytesRead } = await handle.read(head, 0, JOURNAL_MAGIC_BYTES, 0);
    if (isJournalFile(head)) return journalInput(handle, path, stats.size, modified, options);
    const packed = packingOf(head.subarray(0, Math.min(bytesRead, MAGIC_BYTES)), bytesRead < MAGIC_BYTES) !== undefined;
    const again = (): AsyncIterable<Uint8Array> => readAgain(path, stats, keeping.signal);
    const { size } = stats;
    const plainOnes = { chunks: readHandle(handle, path, options, { from, size }), packedBytes: () => undefined };
    return {
      name: path,
      totalBytes: size,
      modified,
      packed,
      ...(packed
        ? unpacked(readHandle(handle, path, keeping, { from: 0, size }), path, options, { again })
        : plainOnes),
    };
  } catch (error) {
    await handle?.close();
    throw inputErrorOf(error, path, false);
  }
}

/** A binary journal is read where it lies. */
function journalInput(
  handle: FileHandle,
  path: string,
  size: number,
  modified: Instant,
  options: OpenOptions,
): OpenedInput {
  const read = async function* (): AsyncGenerator<Uint8Array> {
    const text = textOfJournal({ file: handle.fd, from: 0, to: size }, path, options.onWarning);
    let skip = options.from ?? 0;
    try {
      for await (const chunk of text) {
        if (options.signal?.aborted === true) throw new InputError('cancelled', path);
        if (skip < chunk.length) yield chunk.subarray(skip);
        skip = Math.max(0, skip - chunk.length);
      }
      options.onProgress?.(size);
    } catch (error) {
      throw inputErrorOf(error, path, true);
    } finally {
      await handle.close();
    }
  };
  return {
    name: path,
    totalBytes: size,
    modified,
    packed: true,
    asText: true,
    packedBytes: () => size,
    chunks: read(),
  };
}

/** Reads a stream, e.g. standard input. `again` gives the same bytes once more, where they can be had. */
export function openStream(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  options: OpenOptions = {},
  again?: () => AsyncIterable<Uint8Array>,
): OpenedInput {
  return { name, once: true, ...unpacked(readStream(stream, name, options), name, options, { again }) };
}

/** Reads a file that came in pieces. */
export function openPieces(pieces: readonly Uint8Array[], name: string, options: OpenOptions = {}): OpenedInput {
  return {
    ...openStream(inTurns(pieces), name, options, () => inTurns(pieces)),
    once: false,
    totalBytes: pieces.reduce((sum, { length }) => sum + length, 0),
  };
}

async function* inTurns(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await turn();
    yield piece;
  }
}

/**
 * Reads from an offset on; from the begin as a pipe is read, which has no offsets. A file's bytes are waited for: handing each read to a thread and back took longer
 * than the read. Messages are let in now and then. `size` is that of a file when it was opened; absent for what is no file.
 */
async function* readHandle(
  handle: FileHandle,
  path: string,
  options: OpenOptions,
  reads: { readonly from: number; readonly size?: number },
): AsyncGenerator<Uint8Array> {
  const { from, size } = reads;
  let total = from;
  let sinceTurn = 0;
  const { into } = options;
  let place: Uint8Array | undefined;
  let buffer: Buffer = Buffer.allocUnsafeSlow(chunkBytes(size, total));
  try {
    for (;;) {
      if (options.signal?.aborted === true) throw new InputError('cancelled', path);
      const wanted = into?.();
      if (wanted !== undefined && wanted !== place)
        buffer = Buffer.from(wanted.buffer, wanted.byteOffset, Math.min(wanted.length, CHUNK_BYTES));
      else if (total > from && into === undefined) buffer = Buffer.allocUnsafeSlow(chunkBytes(size, total));
      place = wanted ?? place;
      const position = from > 0 ? total : null;
      const bytesRead =
        size !== undefined
          ? readSync(handle.fd, buffer, 0, buffer.length, position)
          : (await handle.read(buffer, 0, buffer.length, position)).bytesRead;
      if (bytesRead === 0) {
        if (size !== undefined) await tellIfShorter(handle, path, options, total, size);
        return;
      }
      total += bytesRead;
      sinceTurn += bytesRead;
      if (sinceTurn >= TURN_BYTES) {
        sinceTurn = 0;
        await turn();
      }
      yield bytesRead === buffer.length ? buffer : buffer.subarray(0, bytesRead);
      options.onProgress?.(total);
    }
  } catch (error) {
    throw inputErrorOf(error, path, true);
  } finally {
    await handle.close();
  }
}

/** Of a small file, and at the end of any, no more memory is taken than there are bytes: the chunks of thousands of files may wait for each other. */
function chunkBytes(size: number | undefined, at: number): number {
  return size === undefined ? CHUNK_BYTES : Math.min(CHUNK_BYTES, Math.max(size - at, LEAST_CHUNK_BYTES));
}

/** The bytes of a file from its begin once more; none when another one has its name now. */
async function* readAgain(
  path: string,
  { dev, ino, size }: Stats,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const handle = await open(path, 'r');
  const now = await handle.stat();
  if (now.dev !== dev || now.ino !== ino) {
    await handle.close();
    return;
  }
  yield* readHandle(handle, path, signal === undefined ? {} : { signal }, { from: 0, size });
}

/** A file that became shorter while it was read (`copytruncate`, `> file`): what was cut off before it was read is not known. */
async function tellIfShorter(
  handle: FileHandle,
  path: string,
  { onWarning }: OpenOptions,
  read: number,
  sizeAtOpen: number,
): Promise<void> {
  if (onWarning === undefined) return;
  const { size } = await handle.stat();
  if (size < read && read > 0)
    onWarning(
      `${path} was cut to ${size.toLocaleString('en')} bytes while it was read. The ${read.toLocaleString('en')} bytes that it held before were read; lines written in between may be missing.`,
    );
  else if (read < sizeAtOpen)
    onWarning(
      `${path} became shorter while it was read: ${read.toLocaleString('en')} of ${sizeAtOpen.toLocaleString('en')} bytes could be read.`,
    );
}

async function* readStream(
  stream: AsyncIterable<Uint8Array>,
  name: string,
  options: OpenOptions,
): AsyncGenerator<Uint8Array> {
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

interface Source {
  /** Gives the same bytes once more. */
  readonly again?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Set once it is known that they are packed. */
  packedBytes?: number;
}

/** Undoes the packing, known by the first bytes, and skips to the offset asked for. */
function unpacked(
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
  options: OpenOptions,
  source: Source,
): Pick<OpenedInput, 'chunks' | 'packedBytes'> {
  return { chunks: fromOffset(chunks, name, options, source), packedBytes: () => source.packedBytes };
}

async function* fromOffset(
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
  options: OpenOptions,
  source: Source,
): AsyncGenerator<Uint8Array> {
  let skip = options.from ?? 0;
  try {
    for await (const chunk of textIfJournal(plain(chunks, name, options, source), name, options.onWarning)) {
      if (skip >= chunk.length) {
        skip -= chunk.length;
        continue;
      }
      yield skip > 0 ? chunk.subarray(skip) : chunk;
      skip = 0;
    }
  } finally {
    // Closes the file also when the reader has had enough.
    await chunks.return(undefined);
  }
}

/** What a cut or damaged packed file still gives is kept, with a warning. */
async function* plain(
  chunks: AsyncGenerator<Uint8Array>,
  name: string,
  options: OpenOptions,
  source: Source,
): AsyncGenerator<Uint8Array> {
  const { head, chunks: all } = await peek(chunks, MAGIC_BYTES);
  const packing = packingOf(head, head.length < MAGIC_BYTES);
  if (packing === undefined) {
    yield* all;
    return;
  }
  const unpack = await unpackerOf(packing);
  let read = 0;
  let damages = 0;
  const onDamage = (damage: PackedDamage): void => {
    damages += 1;
    if (damages <= MOST_DAMAGES)
      options.onWarning?.(damageText(name, packing, damage, read), isDamaged(damage) ? 'damage' : 'unread');
  };
  try {
    for await (const piece of unpack(counted(all, source), { onDamage, again: source.again })) {
      read += piece.length;
      yield piece;
    }
  } catch (error) {
    throw inputErrorOf(error, name, true);
  } finally {
    if (damages > MOST_DAMAGES)
      options.onWarning?.(
        `${name} is damaged in ${(damages - MOST_DAMAGES).toLocaleString('en')} more places.`,
        'damage',
      );
  }
}

async function* counted(chunks: AsyncIterable<Uint8Array>, source: Source): AsyncGenerator<Uint8Array> {
  source.packedBytes = 0;
  for await (const chunk of chunks) {
    source.packedBytes += chunk.length;
    yield chunk;
  }
}
