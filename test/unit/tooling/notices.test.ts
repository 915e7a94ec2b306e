import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { noticesOf, packagesOf } from '../../../scripts/lib/notices.mjs';

const root = mkdtempSync(join(tmpdir(), 'kubelet-timeline-notices-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** @returns its folder */
function install(name: string, files: Readonly<Record<string, string>>, license = 'MIT'): string {
  const folder = `node_modules/${name}`;
  mkdirSync(join(root, folder), { recursive: true });
  for (const [file, text] of Object.entries({
    ...files,
    'package.json': JSON.stringify({ name, version: '1.2.3', license }),
  }))
    writeFileSync(join(root, folder, file), text);
  return folder;
}

describe('the packages in a bundle', () => {
  it('are found once each, also where one lies in another', () => {
    expect(
      packagesOf([
        'src/cli.ts',
        'node_modules/chart.js/dist/chart.js',
        'node_modules/chart.js/a.js',
        '../m/node_modules/chart.js/a.js',
        'node_modules/@a/b/c.js',
        'node_modules/x/node_modules/y/z.js',
      ]),
    ).toEqual([
      'node_modules/@a/b',
      'node_modules/chart.js',
      '../m/node_modules/chart.js',
      'node_modules/x/node_modules/y',
    ]);
  });
});

describe('the notices', () => {
  it('hold name, version and licence of each', () => {
    const folders = [
      install('one', { LICENSE: 'Copyright One\r\n\r\nMay be\r\n  used:\r\n  1. so\r\n  2. or so\r\n' }),
      install('@of/two', { 'LICENSE.APACHE2': 'Apache', 'LICENSE.MIT': 'Copyright Two' }),
    ];
    const { text, problems } = noticesOf(folders, root);
    expect(problems).toEqual([]);
    expect(text).toContain('one 1.2.3 (MIT)\n\nCopyright One\n\nMay be used:\n  1. so\n  2. or so\n');
    expect(text).toContain('@of/two 1.2.3 (MIT)\n\nCopyright Two\n');
    expect(text).not.toContain('Apache');
  });

  it('say whose a package is that comes without the text', () => {
    expect(noticesOf([install('@microsoft/fast-element', {})], root).text).toMatch(
      /Copyright \(c\) Microsoft Corporation\.\n\nPermission is hereby granted/,
    );
  });

  it('miss a licence that nobody knows, or that is another than was known', () => {
    expect(noticesOf([install('bare', {}), install('xz-decompress', {}, 'GPL-3.0')], root).problems).toEqual([
      expect.stringMatching(/^bare \(MIT\)/),
      expect.stringMatching(/^xz-decompress \(GPL-3\.0\)/),
    ]);
  });
});
