import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliManifest, extensionManifest, linksOf, type Manifest } from '../../../scripts/lib/publishedManifest.mjs';
import { projectRoot } from '../../support/shared.ts';

const manifest = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as Manifest;
const placed: Manifest = {
  ...manifest,
  repository: { type: 'git', url: 'git+https://example.org/people/timeline.git' },
};

describe('the links of a package', () => {
  it('are none where nobody has said where it lives', () => {
    const { repository: _repository, ...homeless } = manifest;
    expect(linksOf(homeless)).toEqual({});
  });

  it.each([
    'https://example.org/people/timeline',
    'git+https://example.org/people/timeline.git',
    'https://example.org/people/timeline/',
  ])('all follow from %s', (repository) => {
    expect(linksOf({ ...manifest, repository })).toEqual({
      repository: { type: 'git', url: 'git+https://example.org/people/timeline.git' },
      bugs: { url: 'https://example.org/people/timeline/issues' },
      homepage: 'https://example.org/people/timeline#readme',
    });
  });

  it.each(['people/timeline', 'git@example.org:people/timeline.git', 'https://'])(
    'are not made of %s',
    (repository) => {
      expect(() => linksOf({ ...manifest, repository })).toThrow('is no address that begins with https://');
    },
  );
});

it('the extension goes without what is for npm, and keeps what VS Code reads', () => {
  const published = extensionManifest(placed);
  expect(published).toMatchObject({ main: './dist/extension.js', engines: { vscode: manifest.engines.vscode } });
  expect(published).toHaveProperty('bugs.url');
  for (const key of ['scripts', 'devDependencies', 'private', 'bin']) expect(published).not.toHaveProperty(key);
});

it('the command line brings no package along, and runs nothing when it is installed', () => {
  const published = cliManifest(placed);
  expect(published).toMatchObject({
    name: manifest.name,
    version: manifest.version,
    bin: { [manifest.name]: 'dist/cli.js' },
    man: [`./${manifest.name}.1`],
  });
  for (const key of ['scripts', 'dependencies', 'optionalDependencies', 'private'])
    expect(published).not.toHaveProperty(key);
});
