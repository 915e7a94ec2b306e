/** A part of an open file that is read like a file of its own: a log in a plain tar, or one that was unpacked beside its archive. */
import { readSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import type { Instant } from '../../kubelet/time.ts';
import { isJournalFile } from '../../journal/file/objects.ts';
import { inputErrorOf } from '../inputError.ts';
import { JOURNAL_MAGIC_BYTES, textOfJournal } from '../journalFile.ts';
import { type OpenedInput, type OpenOptions, openStream } from '../openBytes.ts';
import { MAGIC_BYTES, packingOf } from '../packed/packing.ts';
import { without } from '../without.ts';

export interface ByteRange {
  /** Descriptor of a file that stays open as long as the range is used. */
  readonly file: number;
  /** Offsets in the file; `to` is behind the last byte. */
  readonly from: number;
  readonly to: number;
}

const CHUNK_BYTES = 1 << 18;

/** The bytes of a range, from an offset in it on; fewer when the file ends before. Messages are let in before each chunk. */
export async function* readRange({ file, from, to }: ByteRange, offset = 0): AsyncGenerator<Uint8Array> {
  for (let at = from + offset; at < to;) {
    await turn();
    const chunk = new Uint8Array(Math.min(CHUNK_BYTES, to - at));
    const count = readSync(file, chunk, 0, chunk.length, at);
    if (count === 0) return;
    at += count;
    yield chunk.subarray(0, count);
  }
}

/** Opens a range as an input; packing is undone. Rejects with an `InputError` when it cannot be read. */
export function openRange(
  range: ByteRange,
  name: string,
  modified: Instant | undefined,
  options: OpenOptions = {},
): OpenedInput {
  try {
    const head = new Uint8Array(Math.min(JOURNAL_MAGIC_BYTES, range.to - range.from));
    const count = Math.min(readSync(range.file, head, 0, head.length, range.from), MAGIC_BYTES);
    if (isJournalFile(head)) return journalRange(range, name, modified, options);
    const packed = packingOf(head.subarray(0, count), count < MAGIC_BYTES) !== undefined;
    const dated = modified === undefined ? {} : { modified };
    const size = { name, totalBytes: range.to - range.from, packed, once: false, ...dated };
    if (packed) return { ...openStream(readRange(range), name, options, () => readRange(range)), ...size };
    return { ...size, packedBytes: () => undefined, chunks: guarded(readRange(range, options.from), name, options) };
  } catch (error) {
    throw inputErrorOf(error, name, true);
  }
}

/** A binary journal is read where it lies. */
function journalRange(
  range: ByteRange,
  name: string,
  modified: Instant | undefined,
  options: OpenOptions,
): OpenedInput {
  const size = range.to - range.from;
  return {
    name,
    totalBytes: size,
    packed: true,
    asText: true,
    once: false,
    ...(modified === undefined ? {} : { modified }),
    packedBytes: () => size,
    chunks: guarded(without(options.from ?? 0, textOfJournal(range, name, options.onWarning)), name, options),
  };
}

async function* guarded(
  chunks: AsyncIterable<Uint8Array>,
  name: string,
  { onProgress }: OpenOptions,
): AsyncGenerator<Uint8Array> {
  let total = 0;
  try {
    for await (const chunk of chunks) {
      total += chunk.length;
      yield chunk;
      onProgress?.(total);
    }
  } catch (error) {
    throw inputErrorOf(error, name, true);
  }
}
