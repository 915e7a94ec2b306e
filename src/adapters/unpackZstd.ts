/** zstd, by `fzstd` (Node has its own only from version 22.15 on). */
import { Decompress, ZstdErrorCode } from 'fzstd';
import { PackedDataError } from './packing.ts';

/** Packed bytes taken at a time: a block of zeros unpacks to a thousand times its size. */
const STEP_BYTES = 64 * 1024;

/** Undoes zstd while it streams. */
export async function* unpackZstd(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const unpacker = new Decompress((data) => {
    // The unpacker writes into its window again.
    if (data.length > 0) ready.push(data.slice());
  });
  const step = (part: Uint8Array, last: boolean): Uint8Array[] => {
    ready = [];
    unpacker.push(part, last);
    return ready;
  };
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += STEP_BYTES) yield* guarded(() => step(chunk.slice(at, at + STEP_BYTES), false), () => ready);
  }
  yield* guarded(() => step(new Uint8Array(0), true), () => ready);
}

/** What was unpacked before the damage is given out first. */
function* guarded(work: () => readonly Uint8Array[], before: () => readonly Uint8Array[]): Generator<Uint8Array> {
  let problem: PackedDataError | undefined;
  let parts: readonly Uint8Array[];
  try {
    parts = work();
  } catch (error) {
    parts = before();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    problem = new PackedDataError(code === ZstdErrorCode.UnexpectedEOF ? 'cut' : 'broken');
  }
  yield* parts;
  if (problem !== undefined) throw problem;
}
