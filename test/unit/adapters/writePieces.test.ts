import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePieces } from '../../../src/adapters/writePieces.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'write-pieces-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Every other piece as bytes, which are overwritten with the next. */
function* inOneBuffer(pieces: readonly string[]): Generator<string | Uint8Array> {
  const buffer = new Uint8Array(2_000_000);
  for (const [index, piece] of pieces.entries())
    yield index % 2 === 0 ? buffer.subarray(0, new TextEncoder().encodeInto(piece, buffer).written) : piece;
}

describe('pieces of text', () => {
  it.each([
    ['none', []],
    ['small ones', ['a', '', 'ä€', '😀\n']],
    [
      'many that fill the buffer several times',
      Array.from({ length: 5000 }, (_, index) => `${'é'.repeat(index % 300)}${index}\n`),
    ],
    ['one that is larger than the buffer, between small ones', ['x', '€'.repeat(400_000), 'y']],
  ])('are written as they are: %s', async (name, pieces) => {
    const file = join(folder, name);
    await writePieces(file, pieces);
    const asBytes = join(folder, `${name} as bytes`);
    await writePieces(asBytes, inOneBuffer(pieces));
    expect((await readFile(asBytes, 'utf8')) === pieces.join('')).toBe(true);
    expect((await readFile(file, 'utf8')) === pieces.join('')).toBe(true);
  });

  it('that take long to make let in what comes meanwhile, though all of them go into one buffer', async () => {
    let turns = 0;
    const count = setInterval(() => (turns += 1), 1);
    function* slow(): Generator<string> {
      for (let piece = 0; piece < 5; piece += 1) {
        for (const since = performance.now(); performance.now() - since < 120;);
        yield 'x';
      }
    }
    await writePieces(join(folder, 'slow'), slow());
    clearInterval(count);
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  it('replace what the file held, and cannot go where no folder is', async () => {
    const file = join(folder, 'again');
    await writePieces(file, ['a long text']);
    await writePieces(file, ['short']);
    expect(await readFile(file, 'utf8')).toBe('short');
    await expect(writePieces(join(folder, 'missing', 'file'), ['x'])).rejects.toThrow('ENOENT');
  });
});
