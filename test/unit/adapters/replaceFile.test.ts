import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { replaceFile } from '../../../src/adapters/replaceFile.ts';
import { chunksWithSilenceNotice } from '../../../src/adapters/silence.ts';
import { tellWhenShorter } from './shorter.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'replace-file-'));
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
});

describe('a file that is replaced', () => {
  it('holds the old text until the new one is whole', async () => {
    const file = join(folder, 'report');
    writeFileSync(file, 'old');
    await replaceFile(file, async (handle) => {
      await handle.write('new');
      expect(readFileSync(file, 'utf8')).toBe('old');
    });
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['report']);
  });

  it('is as it was when writing fails, or a signal comes', async () => {
    const file = join(folder, 'report');
    writeFileSync(file, 'old');
    await expect(replaceFile(file, () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full');
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    await expect(
      replaceFile(file, async (handle) => {
        await handle.write('half');
        process.emit('SIGINT', 'SIGINT');
        expect(readdirSync(folder)).toEqual(['report']);
        throw new Error('ended');
      }),
    ).rejects.toThrow('ended');
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGINT');
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(process.listenerCount('SIGINT')).toBe(0);
  });
});

describe('a silent input', () => {
  async function* slow(): AsyncGenerator<Uint8Array> {
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    yield Uint8Array.of(1);
    yield Uint8Array.of(2);
  }

  it('is told of once, and read on', async () => {
    const tell = vi.fn<() => void>();
    const chunks: number[] = [];
    for await (const chunk of chunksWithSilenceNotice(slow(), tell, 20)) chunks.push(...chunk);
    expect(chunks).toEqual([1, 2]);
    expect(tell).toHaveBeenCalledTimes(1);
  });
});

describe('a file that becomes shorter while it is read', () => {
  it('gives what it holds, and a warning', async () => {
    expect(await tellWhenShorter(join(folder, 'shorter.log'), 1000)).toEqual({
      bytes: 2_097_152,
      warnings: [expect.stringMatching(/shorter\.log was cut to 1,000 bytes while it was read\. The 2,097,152 bytes/)],
    });
    expect(await tellWhenShorter(join(folder, 'shorter.log'), 1_500_000)).toEqual({
      bytes: 2_097_152,
      warnings: [expect.stringMatching(/was cut to 1,500,000 bytes/)],
    });
    expect(await tellWhenShorter(join(folder, 'shorter.log'), 2_500_000)).toEqual({
      bytes: 2_500_000,
      warnings: [expect.stringMatching(/became shorter while it was read: 2,500,000 of 3,145,728 bytes/)],
    });
    expect(await tellWhenShorter(join(folder, 'shorter.log'), 3_145_728)).toEqual({ bytes: 3_145_728, warnings: [] });
  });
});
