/** Node's search for bytes in bytes, which is many times faster than a loop of ours. */
export function findBytes(chunk: Uint8Array, needle: Uint8Array, from: number): number {
  const buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
  return buffer.indexOf(needle, from);
}
