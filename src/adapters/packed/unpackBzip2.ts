/** bzip2, block by block. The libraries for it unpack a gigabyte at once, or keep back what comes before damage. */
import { bytesOfBlock, HighBits, PACKED_BLOCK_BYTES, readBlock } from './bunzip2.ts';
import { PackedInput } from './packedInput.ts';
import type { UnpackOptions } from './packing.ts';

const HEADER_BYTES = 4;
const MAGIC_BITS = 48;
/** Digits of π, and of its root: what a block and the end of a stream begin with. */
const BLOCK = [0x314159, 0x265359] as const;
const END_OF_STREAM = [0x177245, 0x385090] as const;
const END_BITS = MAGIC_BITS + 32;

/** Undoes bzip2 while it streams. */
export async function* unpackBzip2(
  chunks: AsyncIterable<Uint8Array>,
  { onDamage }: UnpackOptions,
): AsyncGenerator<Uint8Array> {
  const input = new PackedInput(chunks);
  try {
    for (let isFirst = true; await input.fill(1); isFirst = false) {
      const isWhole = await input.fill(HEADER_BYTES);
      const level = levelOf(input);
      if (level === undefined || !isWhole) {
        if (!isFirst && (await input.endsInZeros())) return;
        onDamage(
          level === undefined
            ? { kind: isFirst ? 'broken' : 'trailing', at: input.at }
            : { kind: 'cut', at: input.at + input.available },
        );
        return;
      }
      input.start += HEADER_BYTES;
      if (!(yield* unpackStream(input, level * 100_000, onDamage))) return;
    }
  } finally {
    await input.close();
  }
}

/** The digit after `BZh`; as far as there are bytes, they begin so. 0: it does not tell yet. */
function levelOf({ bytes, start, available }: PackedInput): number | undefined {
  const [b, z, h, digit = 0x30] = Array.from(
    { length: Math.min(available, HEADER_BYTES) },
    (_, index) => bytes[start + index] ?? 0,
  );
  if (b !== 0x42 || (z ?? 0x5a) !== 0x5a || (h ?? 0x68) !== 0x68) return undefined;
  if (available < HEADER_BYTES) return 0;
  return digit >= 0x31 && digit <= 0x39 ? digit - 0x30 : undefined;
}

/** One stream behind its header; `false`: nothing can be read behind it. */
async function* unpackStream(
  input: PackedInput,
  blockBytes: number,
  onDamage: UnpackOptions['onDamage'],
): AsyncGenerator<Uint8Array, boolean> {
  const order = new Uint32Array(blockBytes);
  let atBit = 0;
  for (;;) {
    await input.fill(PACKED_BLOCK_BYTES);
    const bits = new HighBits(input.bytes, input.start * 8 + atBit, input.end);
    const magic = [bits.read(24), bits.read(24)] as const;
    const cut = { kind: 'cut', at: input.at + input.available } as const;
    if (magic[0] === END_OF_STREAM[0] && magic[1] === END_OF_STREAM[1]) {
      if (atBit + END_BITS > input.available * 8) {
        onDamage(cut);
        return false;
      }
      input.start += (atBit + END_BITS + 7) >> 3;
      return true;
    }
    if (magic[0] !== BLOCK[0] || magic[1] !== BLOCK[1]) {
      onDamage(bits.isOverrun ? cut : { kind: 'broken', at: input.at });
      return false;
    }
    const block = readBlock(bits, order);
    if (typeof block === 'string') {
      onDamage(block === 'cut' ? cut : { kind: 'broken', at: input.at + ((bits.at >> 3) - input.start) });
      return false;
    }
    const isGood = yield* bytesOfBlock(block);
    const end = bits.at;
    atBit = end & 7;
    input.start = end >> 3;
    if (!isGood) onDamage({ kind: 'checksum', at: input.at });
  }
}
