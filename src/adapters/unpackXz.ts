/** xz, by `xz-decompress` (WebAssembly in the bundle). */
import { XzReadableStream } from 'xz-decompress';
import { PackedDataError } from './packing.ts';

/** Undoes xz while it streams. */
export async function* unpackXz(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let failure: Error | undefined;
  const packed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await source.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
        controller.error(error);
      }
    },
    async cancel() {
      await source.return?.(undefined);
    },
  });
  const reader = new XzReadableStream(packed).getReader();
  try {
    for (;;) {
      const { done, value } = await next(reader, () => failure);
      if (done || value === undefined) return;
      // The unpacker writes into its buffer again.
      yield value.slice();
    }
  } finally {
    await reader.cancel().catch(() => undefined); // its source may have failed already
    await source.return?.(undefined);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>, failure: () => Error | undefined): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }> {
  try {
    return await reader.read();
  } catch (error) {
    const before = failure();
    if (before !== undefined) throw before;
    const text = error instanceof Error ? error.message : String(error);
    throw new PackedDataError(/incomplete|truncated|unexpected end|end of input/i.test(text) ? 'cut' : 'broken');
  }
}
