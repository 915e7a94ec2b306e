/** One block of LZ4, as its published description says (lz4, doc/lz4_Block_format.md). */

/** Undoes a block of which the size is known; `undefined` for bytes that are none of that size. */
export function unpackLz4Block(packed: Uint8Array, size: number): Uint8Array | undefined {
  const out = new Uint8Array(size);
  let at = 0;
  let to = 0;
  const longer = (length: number): number => {
    let sum = length;
    if (length !== 15) return sum;
    for (let byte = 255; byte === 255 && at < packed.length; at += 1) {
      byte = packed[at] ?? 0;
      sum += byte;
    }
    return sum;
  };
  while (at < packed.length) {
    const token = packed[at] ?? 0;
    at += 1;
    const literals = longer(token >> 4);
    if (at + literals > packed.length || to + literals > size) return undefined;
    out.set(packed.subarray(at, at + literals), to);
    at += literals;
    to += literals;
    if (at === packed.length) break;
    const distance = (packed[at] ?? 0) + (packed[at + 1] ?? 0) * 256;
    at += 2;
    const length = longer(token & 15) + 4;
    if (distance === 0 || distance > to || to + length > size) return undefined;
    // A match may run into what it writes: byte by byte then.
    if (distance >= length) out.copyWithin(to, to - distance, to - distance + length);
    else for (let index = 0; index < length; index += 1) out[to + index] = out[to + index - distance] ?? 0;
    to += length;
  }
  return to === size ? out : undefined;
}
