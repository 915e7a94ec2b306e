/** What the worker's program asks of Node's `zlib`, with the unpackers that the browser has. */
import { Duplex } from 'readable-stream';

/** As a stream of Node. What is damaged ends it with an error whose code begins with `Z_`, as zlib's does. */
export function createGunzip(): Duplex {
  return unpacking('gzip');
}

/** The same for deflated bytes without a head: what zips hold. */
export function createInflateRaw(): Duplex {
  return unpacking('deflate-raw');
}

function unpacking(format: 'gzip' | 'deflate-raw'): Duplex {
  const { readable, writable } = new DecompressionStream(format);
  const writer = writable.getWriter();
  const reader = readable.getReader();
  const end = (): Promise<unknown> => Promise.allSettled([writer.abort(), reader.cancel()]);
  const duplex: Duplex = new Duplex({
    write: (chunk: Uint8Array<ArrayBuffer>, _encoding, done) => void answer(writer.write(chunk), done),
    final: (done) => void answer(writer.close(), done),
    read: () => void answer(give(), (error) => error instanceof Error && duplex.destroy(error)),
    destroy: (error, done) => {
      void end();
      done(error);
    },
  });
  const give = async (): Promise<void> => {
    const { done, value } = await reader.read();
    duplex.push(done ? null : value);
  };
  return duplex;
}

/** Tells a callback of Node how something went. */
async function answer(work: Promise<void>, done: (error?: Error | null) => void): Promise<void> {
  let failure: Error | undefined;
  try {
    await work;
  } catch (error) {
    failure = Object.assign(error instanceof Error ? error : new Error(String(error)), { code: 'Z_DATA_ERROR' });
  }
  done(failure);
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = (value & 1) === 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of gzip and zip (CRC-32), going on from that of the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return ~crc >>> 0;
}
