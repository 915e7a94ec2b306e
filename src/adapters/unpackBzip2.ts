/** bzip2, by `unbzip2-stream`, which gives out its blocks in the same turn in which their last byte is written. */
import unbzip2Stream from 'unbzip2-stream';
import { PackedDataError } from './packing.ts';

/** Packed bytes written at a time; a block of 900 kB can be much smaller packed. */
const STEP_BYTES = 64 * 1024;

/** Undoes bzip2 while it streams. */
export async function* unpackBzip2(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let broken = false;
  const stream = unbzip2Stream();
  stream.on('data', (block) => ready.push(block));
  stream.on('error', () => { broken = true; });
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) {
      stream.write(chunk.subarray(at, at + STEP_BYTES));
      yield* ready;
      ready = [];
      if (broken) throw new PackedDataError('broken');
    }
  }
  stream.end();
  yield* ready;
  if (broken) throw new PackedDataError('cut');
}
