/** The entries of a tar, one after the other, while its bytes stream. */
import { extract } from 'tar-stream';
import type { ByteRange } from './byteRange.ts';
import { drained } from '../drained.ts';

/** A file in an archive whose bytes come once. */
export interface TarEntry {
  readonly name: string;
  readonly size: number;
  readonly modified: Date | undefined;
  /** Where its bytes lie, in a tar that is not packed. */
  readonly range: ByteRange | undefined;
  /** To be read before the next entry is asked for; what is left is passed over. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Reads a tar from its bytes; `held` is where these lie, if they lie in a file as they are. Links, folders and devices are left out. Rejects when the tar is cut or
 * damaged, after the entries before that; the chunks of the entry in which it happens reject too.
 */
export async function* readTar(
  bytes: AsyncIterable<Uint8Array>,
  held: ByteRange | undefined,
): AsyncGenerator<TarEntry> {
  const reader = extract(OLD_TOO);
  const source = bytes[Symbol.asyncIterator]();
  let failed: Error | undefined;
  const fed = feed(source, reader).catch((error: unknown) => {
    failed = error instanceof Error ? error : new Error(String(error));
    reader.destroy(failed);
  });
  try {
    for await (const entry of reader) {
      const { header } = entry;
      const chunks = chunksOf(entry);
      if (header.type === 'file' || header.type === 'contiguous-file') {
        const size = header.size ?? 0;
        yield {
          name: header.name,
          size,
          modified: header.mtime,
          range: rangeOf(entry, size, held),
          chunks: once(chunks),
        };
      }
      while ((await chunks.next()).done !== true); // what nobody wanted
    }
    await fed;
    if (failed !== undefined) throw failed;
  } finally {
    reader.destroy(null);
    await source.return?.(undefined);
  }
}

type Reader = ReturnType<typeof extract>;
type Entry = Reader extends AsyncIterable<infer Source> ? Source : never;

/** Tars from before POSIX have no name of their format; the sum in each header tells them all the same. An option that the library's types do not name. */
const OLD_TOO: Parameters<typeof extract>[0] & { readonly allowUnknownFormat: boolean } = { allowUnknownFormat: true };

async function feed(source: AsyncIterator<Uint8Array>, reader: Reader): Promise<void> {
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    if (reader.destroyed) return;
    const { buffer, byteOffset, length } = next.value;
    if (!reader.write(Buffer.from(buffer, byteOffset, length))) await drained(reader);
  }
  reader.end(null);
}

async function* chunksOf(entry: Entry): AsyncGenerator<Uint8Array> {
  for await (const chunk of entry) if (chunk instanceof Uint8Array) yield chunk;
}

/** A reader that has had enough must not end the entry: the tar would end with it. */
function once(chunks: AsyncGenerator<Uint8Array>): AsyncIterable<Uint8Array> {
  return { [Symbol.asyncIterator]: () => ({ next: () => chunks.next() }) };
}

/** The header knows where it ends: `byteOffset`, which the types of the library do not name. */
function rangeOf({ header }: Entry, size: number, held: ByteRange | undefined): ByteRange | undefined {
  if (held === undefined || !('byteOffset' in header) || typeof header.byteOffset !== 'number') return undefined;
  const from = held.from + header.byteOffset;
  return { file: held.file, from: Math.min(from, held.to), to: Math.min(from + size, held.to) };
}
