/** The values of data objects that lines are made of. */
import { EQUALS } from '../bytes/bytes.ts';
import { unpackLz4Block } from './lz4Block.ts';
import { type FieldPacking, type Objects, DATA } from './objects.ts';

/** Undoes one packed field, at most so many bytes of it; `undefined` for damaged ones. */
export type UnpackField = (
  packing: Exclude<FieldPacking, 'lz4'>,
  bytes: Uint8Array,
  most: number,
) => Uint8Array | undefined;

/** Longer values are cut: a line of more is not read whole either (docs/limits.md). */
const LONGEST_FIELD = (1 << 20) + 4096;
const LZ4_SIZE = 8;
/** Names are looked for in so many bytes. */
const LONGEST_NAME = 65;

/** Bytes and where they begin and end. */
export interface Value {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** The bytes `NAME=value` of a data object, unpacked; `undefined` for what is none, or damaged. To be used before the next call. */
export function textOf(objects: Objects, at: number, unpack: UnpackField): Value | undefined {
  if (!objects.isObject(at, DATA)) return undefined;
  const payload = objects.payloadOf(at);
  const packing = objects.packingOf(at);
  const length = packing === undefined ? Math.min(payload.length, LONGEST_FIELD) : payload.length;
  const { bytes, start } = objects.file.stretch(payload.at, length);
  if (packing === undefined) return { bytes, start, end: start + length };
  const packed = bytes.subarray(start, start + length);
  const plain = packing === 'lz4' ? ofLz4(packed) : unpack(packing, packed, LONGEST_FIELD);
  return plain === undefined ? undefined : { bytes: plain, start: 0, end: plain.length };
}

/** systemd writes the size before the block (compress.c, `compress_blob_lz4`). */
function ofLz4(packed: Uint8Array): Uint8Array | undefined {
  if (packed.length <= LZ4_SIZE) return undefined;
  const view = new DataView(packed.buffer, packed.byteOffset, LZ4_SIZE);
  const size = view.getUint32(0, true) + view.getUint32(4, true) * 2 ** 32;
  return size > MOST_TIMES * packed.length || size > LONGEST_LZ4
    ? undefined
    : unpackLz4Block(packed.subarray(LZ4_SIZE), size);
}

/** A block of LZ4 packs 255 times at most. */
const MOST_TIMES = 255;
const LONGEST_LZ4 = 64 << 20;

/** Where the `=` stands; −1: there is none. */
export function nameEnd({ bytes, start, end }: Value): number {
  const last = Math.min(end, start + LONGEST_NAME);
  for (let at = start; at < last; at += 1) if (bytes[at] === EQUALS) return at;
  return -1;
}
