/** The entries of a zip, which lie in a file: its list stands at the end, and each is read by itself. */
import { PassThrough, type Readable } from 'node:stream';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { type ByteRange, readRange } from './byteRange.ts';

/** A file in a zip. */
export interface ZipEntry {
  readonly name: string;
  readonly size: number;
  readonly modified: Date | undefined;
  readonly isEncrypted: boolean;
  /** Its bytes, as often as they are wanted. Rejects for what is damaged. */
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Reads the list of a zip. Folders are left out. Rejects when there is none that can be read, after the entries before the damage. */
export async function* readZip(range: ByteRange): AsyncGenerator<ZipEntry> {
  const zip = await openZip(range);
  zip.on('error', () => undefined); // told to whoever waits
  for (let entry = await nextEntry(zip); entry !== undefined; entry = await nextEntry(zip)) {
    const found = entry;
    const name = nameOf(found);
    if (name.endsWith('/')) continue;
    yield {
      name,
      size: found.uncompressedSize,
      modified: found.getLastModDate(),
      isEncrypted: found.isEncrypted(),
      open: () => readEntry(zip, found),
    };
  }
}

class RangeReader extends RandomAccessReader {
  readonly #range: ByteRange;

  constructor(range: ByteRange) {
    super();
    this.#range = range;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const out = new PassThrough();
    const { file, from, to } = this.#range;
    const part = { file, from: from + start, to: Math.min(to, from + end) };
    const write = async (): Promise<void> => {
      for await (const chunk of readRange(part)) {
        if (out.destroyed) return;
        if (!out.write(chunk)) await new Promise((resolve) => out.once('drain', resolve).once('close', resolve));
      }
      out.end();
    };
    write().catch((error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))));
    return out;
  }
}

function openZip(range: ByteRange): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    // Names are only names: the library would refuse a zip for one that points outside.
    const options = { lazyEntries: true, autoClose: false, decodeStrings: false };
    fromRandomAccessReader(new RangeReader(range), range.to - range.from, options, (error, zip) => {
      if (error !== null) reject(error);
      else resolve(zip);
    });
  });
}

function nextEntry(zip: ZipFile): Promise<Entry | undefined> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      zip.off('entry', onEntry);
      zip.off('end', onEnd);
      zip.off('error', onError);
      act();
    };
    const onEntry = (entry: Entry): void => settle(() => resolve(entry));
    const onEnd = (): void => settle(() => resolve(undefined));
    const onError = (error: Error): void => settle(() => reject(error));
    zip.on('entry', onEntry);
    zip.on('end', onEnd);
    zip.on('error', onError);
    zip.readEntry();
  });
}

/** Names are UTF-8 by their flag; those of old programs are ASCII where it matters here. */
function nameOf({ fileNameRaw }: Entry): string {
  return new TextDecoder().decode(fileNameRaw).replaceAll('\\', '/');
}

/** bzip2, zstd and xz inside a zip are given out packed: what reads them tells them by their first bytes. */
const STORED = 0;
export const DEFLATED = 8;

async function* readEntry(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  const isPlain = entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED;
  const stream = await new Promise<Readable>((resolve, reject) => {
    zip.openReadStream(entry, isPlain ? {} : { decodeFileData: false }, (error, opened) => {
      if (error !== null) reject(error);
      else resolve(opened);
    });
  });
  for await (const chunk of stream) if (chunk instanceof Uint8Array) yield chunk;
}
