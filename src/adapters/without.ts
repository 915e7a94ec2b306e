/** The same bytes without so many at the begin, which were given out already. */
export async function* without(count: number, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const piece of pieces) {
    if (piece.length > left) yield left === 0 ? piece : piece.subarray(left);
    left = Math.max(0, left - piece.length);
  }
}
