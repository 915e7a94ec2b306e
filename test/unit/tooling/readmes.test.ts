/** The README of each folder: there is one, and what it names is there. */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { projectRoot } from '../../support/shared.ts';

const FILES = [...listFiles('src', /\.ts$/), ...listFiles('webview', /\.ts$/)];
const NAMES = new Set(
  [...FILES, ...listFiles('test', /\.ts$/), ...listFiles('tools', /\.ts$/)].map((file) => basename(file)),
);
const FOLDERS = [...new Set(FILES.map((file) => dirname(file)))].filter((folder) => folder !== 'src').sort();

/** What is missing of what a text names: files by their name or path, folders by their path from its own. */
function missing(folder: string, text: string): readonly string[] {
  const isThere = (path: string): boolean =>
    [folder, '.', 'src'].some((from) => existsSync(join(projectRoot, from, path)));
  const files = [...text.matchAll(/`((?:[\w.-]+\/)*\w[\w.]*\.ts)`/g)].map(([, path]) => path ?? '');
  const folders = [...text.matchAll(/`((?:\w+\/)+)`/g)].map(([, path]) => path ?? '');
  return [
    ...files.filter((path) => !isThere(path) && (path.includes('/') || !NAMES.has(path))),
    ...folders.filter((path) => !isThere(path)),
  ];
}

describe('the README of a folder', () => {
  it('is missed where it names what is not there', () => {
    const text = '`pods.ts`, `gone.ts`, `rules/`, `cellars/`, `messages/texts/timedOut.ts`, `messages/texts/gone.ts`';
    expect(missing('src/inference', text)).toEqual(['gone.ts', 'messages/texts/gone.ts', 'cellars/']);
  });

  it.each(FOLDERS)('of %s names what is there', (folder) => {
    const readme = join(projectRoot, folder, 'README.md');
    expect(existsSync(readme)).toBe(true);
    expect(missing(folder, readFileSync(readme, 'utf8'))).toEqual([]);
  });
});
