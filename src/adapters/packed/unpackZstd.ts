/** zstd, by the library of its authors as WebAssembly (`zstddec`): it checks checksums, and looks back no farther than `zstd` does without being told to. Its own loop is not used: it does not look at errors. */
import { PackedInput } from './packedInput.ts';
import type { UnpackOptions } from './packing.ts';
import { loadZstd } from './zstdLibrary.ts';

/** Packed bytes given to the library at a time: no more than it asks for, a block, so that the place of damage is known; and no block is larger. */
const STEP_BYTES = 128 * 1024 + 16;
/** The most that a frame's header takes: seen alone first, a small frame is not unpacked as a whole, which would give nothing where its checksum is wrong. */
const HEADER_BYTES = 18;
/** A buffer as the library knows it: address, size, bytes that were taken or put. */
const BUFFER_BYTES = 12;

/** `enum ZSTD_ErrorCode` (zstd_errors.h); a result above 2³² − 120 is one of them, negated. */
export const FIRST_ERROR = 2 ** 32 - 120;
const UNKNOWN_PREFIX = 10;
const WINDOW_TOO_LARGE = 16;
const WRONG_CHECKSUM = 22;
const NO_MEMORY = 64;

/** Undoes zstd while it streams. */
export async function* unpackZstd(
  chunks: AsyncIterable<Uint8Array>,
  { onDamage }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  const zstd = await loadZstd();
  const input = new PackedInput(chunks);
  const room = zstd.ZSTD_DStreamOutSize();
  const memory = zstd.malloc(2 * BUFFER_BYTES + STEP_BYTES + room);
  const context = zstd.ZSTD_createDCtx();
  const [packed, unpacked] = [memory + 2 * BUFFER_BYTES, memory + 2 * BUFFER_BYTES + STEP_BYTES];
  // Memory may grow, and with it the view of it. Three words for what is taken, three for what is put.
  const words = (): Uint32Array => new Uint32Array(zstd.memory.buffer, memory, 6);
  let isAtFrame = true;
  let isFirst = true;
  let isFull = false;
  let wanted = HEADER_BYTES;
  try {
    while (isFull || (await input.fill(wanted)) || input.available > 0) {
      const step = Math.min(input.available, wanted);
      new Uint8Array(zstd.memory.buffer, packed, step).set(input.bytes.subarray(input.start, input.start + step));
      words().set([packed, step, 0, unpacked, room, 0]);
      const result = zstd.ZSTD_decompressStream(context, memory + BUFFER_BYTES, memory) >>> 0;
      const [, , taken = 0, , , put = 0] = words();
      input.start += taken;
      if (put > 0) yield new Uint8Array(zstd.memory.buffer, unpacked, put).slice();
      isFull = put === room;
      if (result >= FIRST_ERROR) {
        const code = 2 ** 32 - result;
        const isTrailing = isAtFrame && !isFirst && code === UNKNOWN_PREFIX;
        if (isTrailing && (await input.endsInZeros())) return;
        onDamage({
          kind: isTrailing
            ? 'trailing'
            : code === WRONG_CHECKSUM
              ? 'checksum'
              : code === WINDOW_TOO_LARGE || code === NO_MEMORY
                ? 'window'
                : 'broken',
          at: input.at,
        });
        return;
      }
      isAtFrame = result === 0;
      if (isAtFrame) isFirst = false;
      wanted = isAtFrame ? HEADER_BYTES : Math.min(result, STEP_BYTES);
    }
    if (!isAtFrame || isFirst) onDamage({ kind: 'cut', at: input.at });
  } finally {
    zstd.ZSTD_freeDCtx(context);
    zstd.free(memory);
    await input.close();
  }
}
