/** How bytes are packed, known by the first of them, never by a file's name; and undoing it while they stream. Each unpacker is loaded when it is needed. */
import type { PackedDamage } from './packedDamage.ts';

export type Packing = 'gzip' | 'zstd' | 'xz' | 'bzip2';

/** So many bytes tell how a file is packed. */
export const MAGIC_BYTES = 6;

const MAGIC: readonly { readonly packing: Packing; readonly bytes: readonly number[] }[] = [
  { packing: 'gzip', bytes: [0x1f, 0x8b] },
  { packing: 'zstd', bytes: [0x28, 0xb5, 0x2f, 0xfd] },
  { packing: 'xz', bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00] },
  { packing: 'bzip2', bytes: [0x42, 0x5a, 0x68] },
];

/**
 * How bytes that begin so are packed; `undefined` for plain ones. Where there are fewer than a packing begins with, and all of them are of it, they are what is left of
 * one: `isAll` says that nothing follows.
 */
export function packingOf(head: Uint8Array, isAll = false): Packing | undefined {
  return MAGIC.find(
    ({ bytes }) =>
      (head.length >= bytes.length || (isAll && head.length > 0)) &&
      bytes.every((byte, index) => index >= head.length || head[index] === byte),
  )?.packing;
}

export interface UnpackOptions {
  /** Told where the packed data is damaged. What could be unpacked is given out all the same. */
  readonly onDamage: (damage: PackedDamage) => void;
  /** Reads the packed bytes from their begin again; absent where they cannot be had twice. */
  readonly again?: (() => AsyncIterable<Uint8Array>) | undefined;
}

/**
 * Undoes a packing in pieces of at most some hundred kilobytes, so that whoever reads them can stop. It does not reject for damaged data: it tells of the damage and
 * gives out what there is.
 */
export type Unpacker = (chunks: AsyncIterable<Uint8Array>, options: UnpackOptions) => AsyncGenerator<Uint8Array>;

/** Loads the unpacker. */
export async function unpackerOf(packing: Packing): Promise<Unpacker> {
  switch (packing) {
    case 'gzip':
      return (await import('./unpackGzip.ts')).unpackGzip;
    case 'zstd':
      return (await import('./unpackZstd.ts')).unpackZstd;
    case 'xz':
      return (await import('./unpackXz.ts')).unpackXz;
    case 'bzip2':
      return (await import('./unpackBzip2.ts')).unpackBzip2;
  }
}
