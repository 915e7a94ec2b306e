import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repackZip } from '../../../scripts/lib/repackZip.mjs';
import { readZipEntries, readZipText } from '../../../scripts/lib/zip.mjs';
import { zipOf } from '../../support/archives.ts';

const PROSE = 'the kubelet asks the runtime which pods and containers exist; '.repeat(40) + 'and so on';

async function packed(files: Record<string, string>, streamed = false): Promise<Buffer> {
  const contents = Object.entries(files).map(([name, text]) => [name, Buffer.from(text)] as const);
  return repackZip(zipOf(Object.fromEntries(contents), { streamed }));
}

describe('repackZip', () => {
  it('gives the same files under the same names, in order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8})?$/), fc.string()), {
          maxLength: 5,
          selector: ([name]) => name,
        }),
        async (files) => {
          const zip = await packed(Object.fromEntries(files));
          expect(readZipEntries(zip).map(({ name }) => name)).toEqual(files.map(([name]) => name));
          for (const [name, text] of files) expect(readZipText(zip, name)).toBe(Buffer.from(text).toString('utf8'));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('takes fewer bytes than zlib at its best', async () => {
    const [entry] = readZipEntries(await packed({ prose: PROSE }));
    expect(entry?.packedBytes).toBeLessThanOrEqual(deflateRawSync(PROSE, { level: 9 }).length);
  });

  it('writes sizes that stood behind a file into its header', async () => {
    expect(await packed({ a: PROSE, b: 'b' }, true)).toEqual(await packed({ a: PROSE, b: 'b' }));
  });

  it('gives the same bytes for the same zip', async () => {
    expect(await packed({ a: PROSE, b: 'b' })).toEqual(await packed({ a: PROSE, b: 'b' }));
  });

  it('refuses what is no zip', async () => {
    await expect(repackZip(await buffer(Readable.from(['no zip'])))).rejects.toThrow('not a zip file');
  });
});
