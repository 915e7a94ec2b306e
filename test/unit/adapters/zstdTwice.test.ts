import { expect, it, vi } from 'vitest';

/** The package shows its functions once. Files of tests share modules, and one that resets them makes a second copy of ours beside the one package. */
it('gives the functions of the library to a second copy of our modules too', async () => {
  const first = await import('../../../src/adapters/packed/zstdLibrary.ts');
  expect((await first.loadZstd()).ZSTD_DStreamOutSize()).toBeGreaterThan(100_000);
  vi.resetModules();
  const second = await import('../../../src/adapters/packed/zstdLibrary.ts');
  expect(second).not.toBe(first);
  expect((await second.loadZstd()).ZSTD_DStreamOutSize()).toBeGreaterThan(100_000);
});
