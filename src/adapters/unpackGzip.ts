/** gzip, by Node's zlib. */
import { createGunzip } from 'node:zlib';
import { PackedDataError } from './packing.ts';

/** Undoes gzip while it streams. */
export async function* unpackGzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  let failure: Error | undefined;
  const feed = async (): Promise<void> => {
    try {
      for await (const chunk of chunks) {
        if (gunzip.destroyed) return;
        await written(gunzip, chunk);
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    gunzip.end();
  };
  const feeding = feed();
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (failure === undefined && typeof code === 'string' && code.startsWith('Z_')) throw new PackedDataError(code === 'Z_BUF_ERROR' ? 'cut' : 'broken');
    if (failure === undefined) throw error;
  } finally {
    gunzip.destroy();
    await feeding;
  }
  if (failure !== undefined) throw failure;
}

function written(gunzip: ReturnType<typeof createGunzip>, chunk: Uint8Array): Promise<void> {
  if (gunzip.destroyed || gunzip.write(chunk)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      gunzip.off('drain', done);
      gunzip.off('close', done);
      resolve();
    };
    gunzip.once('drain', done);
    gunzip.once('close', done);
  });
}
