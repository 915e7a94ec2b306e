/** Looks at the first bytes of chunks that come once. */

/** The first bytes, at most so many, and all of them again with what follows. */
export async function peek(
  chunks: AsyncIterable<Uint8Array>,
  count: number,
): Promise<{ readonly head: Uint8Array; readonly chunks: AsyncIterable<Uint8Array> }> {
  const rest = chunks[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  for (let size = 0; size < count;) {
    const next = await rest.next();
    if (next.done === true) break;
    seen.push(next.value);
    size += next.value.length;
  }
  return { head: Buffer.concat(seen).subarray(0, count), chunks: resumed(seen, rest) };
}

async function* resumed(seen: Uint8Array[], rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let chunk = seen.shift(); chunk !== undefined; chunk = seen.shift()) yield chunk;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.(undefined);
  }
}
