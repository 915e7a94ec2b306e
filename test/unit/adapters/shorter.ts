import { truncateSync, writeFileSync } from 'node:fs';
import { openBytes } from '../../../src/adapters/openBytes.ts';

/** Reads a file of 3 MiB, which is cut to `size` bytes once its first two chunks were read. */
export async function tellWhenShorter(
  file: string,
  size: number,
): Promise<{ readonly bytes: number; readonly warnings: readonly string[] }> {
  writeFileSync(file, Buffer.alloc(3 << 20, 'a line\n'));
  const warnings: string[] = [];
  let bytes = 0;
  for await (const chunk of (await openBytes(file, { onWarning: (text) => warnings.push(text) })).chunks) {
    bytes += chunk.length;
    if (bytes === 2 << 20) truncateSync(file, size);
  }
  return { bytes, warnings };
}
