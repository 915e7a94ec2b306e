/** What stands for Node's modules in a browser, held to Node's own. */
import { basename } from 'node:path';
import { crc32, deflateRawSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memoryFiles } from '../../../src/web/node/memoryFiles.ts';
import * as paths from '../../../src/web/node/paths.ts';
import * as zlib from '../../../src/web/node/zlib.ts';

const text = Buffer.from('a line of the kubelet\n'.repeat(40_000));

async function unpacked(stream: ReturnType<typeof zlib.createGunzip>, packed: Uint8Array): Promise<Buffer> {
  stream.end(packed);
  const parts: Uint8Array[] = [];
  for await (const part of stream) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

it('names the last part of a path as Node does', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[ab/]{0,12}$/), (path) => {
      expect(paths.basename(path)).toBe(basename(path));
    }),
  );
});

it('unpacks what Node has packed, and has its checksum', async () => {
  expect((await unpacked(zlib.createGunzip(), gzipSync(text))).equals(text)).toBe(true);
  expect((await unpacked(zlib.createInflateRaw(), deflateRawSync(text))).equals(text)).toBe(true);
  expect(zlib.crc32(text.subarray(9), zlib.crc32(text.subarray(0, 9)))).toBe(crc32(text));
});

it('ends damaged data with an error as zlib names it', async () => {
  const packed = gzipSync(text);
  packed.fill(0xff, 20, 60);
  await expect(unpacked(zlib.createGunzip(), packed)).rejects.toMatchObject({ code: 'Z_DATA_ERROR' });
});

it('keeps bytes in files that live in memory', () => {
  const { openSync, writeSync, readSync, fstatSync, closeSync } = memoryFiles();
  const [first, second] = [openSync(), openSync()];
  for (let at = 0; at < text.length; at += 5000) writeSync(first, text, at, Math.min(5000, text.length - at), at);
  expect(fstatSync(first).size).toBe(text.length);
  expect(fstatSync(second).size).toBe(0);
  const part = new Uint8Array(100);
  expect(readSync(first, part, 10, 50, text.length - 30)).toBe(30);
  expect(Buffer.from(part.subarray(10, 40)).equals(text.subarray(-30))).toBe(true);
  closeSync(first);
  expect(() => fstatSync(first)).toThrow('closed');
});
