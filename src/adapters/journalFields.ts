/** Undoes the packing of single fields of a journal file: small, many, and one at a time, so without streams. */
import type { UnpackField } from '../journal/file/fields.ts';
import { FILLED, INPUT, loadXz, OK, STREAM_END, TAKEN, UNSUPPORTED_CHECK, type XzExports } from './packed/xzLibrary.ts';
import { loadZstd, type ZstdExports } from './packed/zstdLibrary.ts';
import { FIRST_ERROR } from './packed/unpackZstd.ts';

let loading: Promise<UnpackField> | undefined;

/** Loads the two libraries once. */
export function loadFieldUnpacker(): Promise<UnpackField> {
  return (loading ??= load());
}

async function load(): Promise<UnpackField> {
  const [zstd, xz] = await Promise.all([loadZstd(), loadXz()]);
  const unpackZstd = zstdUnpacker(zstd);
  return (packing, bytes, most) => (packing === 'zstd' ? unpackZstd(bytes, most) : unpackXz(xz, bytes, most));
}

function zstdUnpacker(zstd: ZstdExports): (bytes: Uint8Array, most: number) => Uint8Array | undefined {
  let room = 0;
  let packed = 0;
  let packedRoom = 0;
  let plain = 0;
  return (bytes, most) => {
    if (bytes.length > packedRoom) {
      if (packedRoom > 0) zstd.free(packed);
      packedRoom = Math.max(1 << 16, bytes.length);
      packed = zstd.malloc(packedRoom);
    }
    new Uint8Array(zstd.memory.buffer, packed, bytes.length).set(bytes);
    const known = Number(zstd.ZSTD_findDecompressedSize(packed, bytes.length));
    const size = known === SIZE_UNKNOWN ? most : known;
    if (!(size >= 0 && size <= LONGEST_PLAIN)) return undefined;
    if (size > room) {
      if (room > 0) zstd.free(plain);
      room = Math.max(1 << 16, size);
      plain = zstd.malloc(room);
    }
    const result = zstd.ZSTD_decompress(plain, room, packed, bytes.length) >>> 0;
    return result >= FIRST_ERROR
      ? undefined
      : new Uint8Array(zstd.memory.buffer, plain, Math.min(result, most)).slice();
  };
}

/** `ZSTD_CONTENTSIZE_UNKNOWN`, as a signed number. */
const SIZE_UNKNOWN = -1;
/** A field that unpacks to more is taken for damaged. */
const LONGEST_PLAIN = 64 << 20;

/** Packed bytes that xz is given at a time. */
const STEP_BYTES = 1024;

function unpackXz(xz: XzExports, bytes: Uint8Array, most: number): Uint8Array | undefined {
  const context = xz.create_context();
  if (context === 0) return undefined;
  const words = (): Uint32Array => new Uint32Array(xz.memory.buffer, context, FILLED + 1);
  const parts: Uint8Array[] = [];
  let [taken, supplied, size] = [0, 0, 0];
  try {
    for (;;) {
      if (supplied === (words()[TAKEN] ?? 0)) {
        supplied = Math.min(STEP_BYTES, bytes.length - taken);
        new Uint8Array(xz.memory.buffer, words()[INPUT] ?? 0, supplied).set(bytes.subarray(taken, taken + supplied));
        xz.supply_input(context, supplied);
      }
      const before = words()[TAKEN] ?? 0;
      const result = xz.get_next_output(context);
      const [, , now = 0, , output = 0, filled = 0] = words();
      taken += now - before;
      if (filled > 0) parts.push(new Uint8Array(xz.memory.buffer, output, filled).slice());
      size += filled;
      words()[FILLED] = 0;
      const isDone = result === STREAM_END || size >= most || (taken >= bytes.length && filled === 0);
      if (!isDone && (result === OK || result === UNSUPPORTED_CHECK)) continue;
      return isDone && size > 0 ? joined(parts, Math.min(size, most)) : undefined;
    }
  } finally {
    xz.destroy_context(context);
  }
}

function joined(parts: readonly Uint8Array[], most: number): Uint8Array {
  return new Uint8Array(Buffer.concat(parts).subarray(0, most));
}
