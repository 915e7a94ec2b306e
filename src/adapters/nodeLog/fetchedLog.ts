/** Puts what a program prints into a file of ours: whole, or not at all. */
import { replaceFile } from '../replaceFile.ts';

/** Only the user reads it. */
const MODE = 0o600;

/** Writes chunks into a file. Rejects when that fails, or with what the chunks reject with; nothing has its name then. */
export async function saveFetched(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  await replaceFile(path, async (handle) => {
    await handle.chmod(MODE);
    for await (const chunk of chunks) {
      await handle.writeFile(chunk);
      bytes += chunk.length;
    }
  });
  return bytes;
}
