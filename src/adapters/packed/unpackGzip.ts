/** gzip: by Node's zlib as long as the data is good; from its begin on by a reader of our own where it is not, which gives out all that `gzip -dc` does, and more. */
import { crc32, createGunzip } from 'node:zlib';
import { Inflate, INFLATE_NEEDS } from './inflate.ts';
import { PackedInput } from './packedInput.ts';
import type { UnpackOptions } from './packing.ts';
import { without } from '../without.ts';
import { drained } from '../drained.ts';

const PIECE_BYTES = 256 * 1024;
const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
/** Bits of the header's flags (RFC 1952). */
const HAS_HEADER_CRC = 2;
const HAS_EXTRA = 4;
const HAS_NAME = 8;
const HAS_COMMENT = 16;

/** Undoes gzip while it streams. */
export async function* unpackGzip(
  chunks: AsyncIterable<Uint8Array>,
  options: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  const { again } = options;
  if (again === undefined) {
    yield* unpackCarefully(chunks, options);
    return;
  }
  let given = 0;
  for await (const piece of unpackQuickly(chunks)) {
    if (piece === undefined) {
      yield* without(given, unpackCarefully(again(), options));
      return;
    }
    given += piece.length;
    yield piece;
  }
}

/** By zlib, which works on a thread of its own. Ends with `undefined` where it takes the data for damaged: what it had unpacked of the last chunk is lost then. */
async function* unpackQuickly(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | undefined> {
  const gunzip = createGunzip({ chunkSize: PIECE_BYTES });
  let failure: Error | undefined;
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        if (gunzip.destroyed) return;
        await written(gunzip, chunk);
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    gunzip.end();
  };
  const feeding = feed();
  let isDamaged = false;
  try {
    for await (const piece of gunzip as AsyncIterable<Uint8Array>) yield piece;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    isDamaged = failure === undefined && typeof code === 'string' && code.startsWith('Z_');
    if (!isDamaged && failure === undefined) throw error;
  } finally {
    gunzip.destroy();
    await feeding;
  }
  if (failure !== undefined) throw failure;
  if (isDamaged) yield undefined;
}

function written(gunzip: ReturnType<typeof createGunzip>, chunk: Uint8Array): Promise<void> {
  return gunzip.destroyed || gunzip.write(chunk) ? Promise.resolve() : drained(gunzip);
}

/** Member by member; what comes before damage is given out, and so is a member whose checksum is wrong. */
async function* unpackCarefully(
  chunks: AsyncIterable<Uint8Array>,
  { onDamage }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  const input = new PackedInput(chunks);
  try {
    for (let isFirst = true; await input.fill(1); isFirst = false) {
      const header = await skipHeader(input);
      if (header !== 'ok') {
        if (!isFirst && header === 'none' && (await input.endsInZeros())) return;
        onDamage({ kind: header === 'cut' ? 'cut' : isFirst ? 'broken' : 'trailing', at: input.at });
        return;
      }
      const inflate = new Inflate();
      let checksum = 0;
      let size = 0;
      for (;;) {
        await input.fill(INFLATE_NEEDS);
        const status = inflate.run(input);
        const piece = inflate.take();
        checksum = crc32(piece, checksum);
        size += piece.length;
        if (piece.length > 0) yield piece;
        if (status === 'end') break;
        if (status === 'cut' || status === 'broken') {
          onDamage({ kind: status, at: Math.min(input.at, input.at + input.available) });
          return;
        }
      }
      if (!(await input.fill(TRAILER_BYTES))) {
        onDamage({ kind: 'cut', at: input.at + input.available });
        return;
      }
      const trailer = new DataView(input.bytes.buffer, input.bytes.byteOffset + input.start, TRAILER_BYTES);
      if (trailer.getUint32(0, true) !== checksum || trailer.getUint32(4, true) !== size % 2 ** 32)
        onDamage({ kind: 'checksum', at: input.at });
      input.start += TRAILER_BYTES;
    }
  } finally {
    await input.close();
  }
}

/** Takes the header of a member. `none`: there is none; nothing was taken then. */
async function skipHeader(input: PackedInput): Promise<'ok' | 'none' | 'cut'> {
  const isWhole = await input.fill(HEADER_BYTES);
  const { bytes, start, available } = input;
  const magic = [0x1f, 0x8b, 8];
  if (magic.some((byte, index) => index < available && bytes[start + index] !== byte)) return 'none';
  if (!isWhole) return cutAtEnd(input);
  const flags = bytes[start + 3] ?? 0;
  input.start += HEADER_BYTES;
  if ((flags & HAS_EXTRA) !== 0) {
    if (!(await input.fill(2))) return cutAtEnd(input);
    const length = (input.bytes[input.start] ?? 0) | ((input.bytes[input.start + 1] ?? 0) << 8);
    if (!(await input.fill(2 + length))) return cutAtEnd(input);
    input.start += 2 + length;
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if ((flags & flag) === 0) continue;
    do {
      if (!(await input.fill(1))) return 'cut';
    } while (input.bytes[input.start++] !== 0);
  }
  if ((flags & HAS_HEADER_CRC) !== 0) {
    if (!(await input.fill(2))) return cutAtEnd(input);
    input.start += 2;
  }
  return 'ok';
}

function cutAtEnd(input: PackedInput): 'cut' {
  input.start = input.end;
  return 'cut';
}
