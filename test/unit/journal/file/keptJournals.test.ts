/** Holds the reader of binary journals to files that systemd 252 (the sealed one) and 257 have written, in the forms that not every systemd can write. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { openBytes } from '../../../../src/adapters/openBytes.ts';
import { projectRoot } from '../../../support/shared.ts';

const folder = join(projectRoot, 'test/fixtures/journal/files');

it.each(['xz', 'lz4', 'zstd', 'sealed'])('a %s journal says what journalctl printed of it', async (form) => {
  const root = mkdtempSync(join(tmpdir(), 'journal-'));
  try {
    const path = join(root, `${form}.journal`);
    writeFileSync(path, gunzipSync(readFileSync(join(folder, `${form}.journal.gz`))));
    const warnings: string[] = [];
    const parts: Uint8Array[] = [];
    for await (const chunk of (await openBytes(path, { onWarning: (text) => warnings.push(text) })).chunks)
      parts.push(chunk);
    expect(Buffer.concat(parts).toString()).toBe(readFileSync(join(folder, 'printed.log'), 'utf8'));
    expect(warnings).toEqual([]);
  } finally {
    rmSync(root, { recursive: true });
  }
});
