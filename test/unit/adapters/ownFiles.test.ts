import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { cacheFolder, readOwnFile } from '../../../src/adapters/ownFiles.ts';

it('is the folder that the system names for it', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/c', HOME: '/h' }, 'linux')).toBe('/c/kubelet-timeline');
  expect(cacheFolder({ HOME: '/h' }, 'linux')).toBe('/h/.cache/kubelet-timeline');
  expect(cacheFolder({ XDG_CACHE_HOME: '', HOME: '/h' }, 'linux')).toBe('/h/.cache/kubelet-timeline');
  expect(cacheFolder({ XDG_CACHE_HOME: 'relative', HOME: '/h' }, 'linux')).toBe('/h/.cache/kubelet-timeline');
  expect(cacheFolder({ HOME: '/h' }, 'darwin')).toBe('/h/Library/Caches/kubelet-timeline');
  expect(cacheFolder({ LOCALAPPDATA: 'C:\\l' }, 'win32')).toBe('C:\\l\\kubelet-timeline');
  expect(cacheFolder({}, 'win32')).toBeUndefined();
  expect(cacheFolder({ HOME: 'relative' }, 'linux')).toBeUndefined();
});

it('reads no more than it was told to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'own-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'a'), 'abc', { mode: 0o600 });
  expect(readOwnFile(join(folder, 'a'), 3)?.toString()).toBe('abc');
  expect(readOwnFile(join(folder, 'a'), 2)).toBeUndefined();
  expect(readOwnFile(join(folder, 'b'), 3)).toBeUndefined();
});
