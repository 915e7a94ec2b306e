/** How bytes are packed, told by the first of them, never by a file's name; and undoing it while they stream. Each unpacker is loaded when it is needed. */
export type Packing = 'gzip' | 'zstd' | 'xz' | 'bzip2';

/** So many bytes tell how a file is packed. */
export const MAGIC_BYTES = 6;

const MAGIC: readonly { readonly packing: Packing; readonly bytes: readonly number[] }[] = [
  { packing: 'gzip', bytes: [0x1f, 0x8b] },
  { packing: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { packing: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { packing: 'bzip2', bytes: [0x42, 0x5a, 0x68] },
];

/** How bytes that begin so are packed; `undefined` for plain ones. */
export function packingOf(head: Uint8Array): Packing | undefined {
  return MAGIC.find(({ bytes }) => bytes.every((byte, index) => head[index] === byte))?.packing;
}

/** Undoes a packing. Throws `PackedDataError` where the data is cut or broken; what came before has been given out. */
export type Unpacker = (chunks: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

/** The packed data ends in the middle, or is broken. */
export class PackedDataError extends Error {
  readonly what: 'cut' | 'broken';

  constructor(what: 'cut' | 'broken') {
    super(`the packed data is ${what}`);
    this.name = 'PackedDataError';
    this.what = what;
  }
}

/** Loads the unpacker. */
export async function unpackerOf(packing: Packing): Promise<Unpacker> {
  switch (packing) {
    case 'gzip': return (await import('./unpackGzip.ts')).unpackGzip;
    case 'zstd': return (await import('./unpackZstd.ts')).unpackZstd;
    case 'xz': return (await import('./unpackXz.ts')).unpackXz;
    case 'bzip2': return (await import('./unpackBzip2.ts')).unpackBzip2;
  }
}
