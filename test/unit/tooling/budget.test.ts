import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkBudget as check,
  CLI_BUDGET,
  ENTRY_BUDGET,
  FIRST_PAINT_BUDGET,
  PAGE_BUDGET,
  REPORT_BUDGET,
  VSIX_BUDGET,
} from '../../../scripts/lib/budget.mjs';
import { projectRoot } from '../../support/shared.ts';
import { readZipEntries, readZipText } from '../../../scripts/lib/zip.mjs';

const needed = [
  'dist/extension.js',
  'dist/extension-program.js',
  'dist/node-platform.js',
  'dist/web/extension.js',
  'dist/web/worker.js',
  'dist/worker.js',
  'dist/worker-program.js',
  'dist/webview.js',
  'dist/webview-app-A.js',
  'dist/webview-onDemand-B.js',
  'dist/what-is-pleg.html',
  'dist/what-is-pleg.zh-cn.html',
  'dist/getting-logs.html',
  'dist/findings.html',
  'dist/report-shell.html',
  'dist/sample-incident.log.gz',
  'dist/ThirdPartyNotices.txt',
  'package.json',
  'package.nls.json',
  'l10n/zh-cn.json',
  'syntaxes/kubelet-log.tmLanguage.json',
  'readme.md',
  'media/icon.png',
].map((name) => ({ name: `extension/${name}`, packedBytes: 1000, bytes: 3000 }));

/** The texts of the page's scripts: the entry imports one chunk, which imports another, and calls for the timeline. */
const TEXTS: Readonly<Record<string, string>> = {
  'webview.js': 'import{a as b}from"./webview-chunk-1.js";import("./webview-app-A.js");let c="from./x"',
  'webview-chunk-1.js': 'import"./webview-chunk-2.js";',
};
const checkBudget = (entries: Parameters<typeof check>[0]): ReturnType<typeof check> =>
  check(entries, (name) => TEXTS[name.replace('extension/dist/', '')] ?? '');

describe('checkBudget', () => {
  it('accepts a small package with everything in it', () => {
    expect(checkBudget(needed).problems).toEqual([]);
  });

  it('does not count images', () => {
    expect(
      checkBudget([
        ...needed,
        { name: 'extension/media/panel.png', packedBytes: 2 * VSIX_BUDGET, bytes: 2 * VSIX_BUDGET },
      ]).problems,
    ).toEqual([]);
  });

  it.each([
    [
      { name: 'extension/dist/extension.js.map', packedBytes: 1, bytes: 1 },
      'extension/dist/extension.js.map must not be shipped',
    ],
    [{ name: 'extension/src/cli.ts', packedBytes: 1, bytes: 1 }, 'extension/src/cli.ts must not be shipped'],
    [
      { name: 'extension/CHANGELOG.md', packedBytes: VSIX_BUDGET, bytes: VSIX_BUDGET },
      `the VSIX without images has ${VSIX_BUDGET + (needed.length - 1) * 1000} bytes, more than ${VSIX_BUDGET}`,
    ],
  ])('objects to %o', (entry, problem) => {
    expect(checkBudget([...needed, entry]).problems).toEqual([problem]);
  });

  it('objects to a missing part', () => {
    expect(checkBudget(needed.slice(1)).problems).toEqual(['dist/extension.js is missing in the package']);
    expect(checkBudget(needed.filter(({ name }) => !name.includes('onDemand'))).problems).toEqual([
      'dist/webview-onDemand is missing in the package',
    ]);
  });
});

describe('the budget of the page', () => {
  const script = (name: string, bytes: number): { name: string; packedBytes: number; bytes: number } => ({
    name: `extension/dist/${name}`,
    packedBytes: 1,
    bytes,
  });
  const small = 3 * 3000;

  it('is for all of its scripts', () => {
    expect(checkBudget([...needed, script('webview-other.js', PAGE_BUDGET - small)]).problems).toEqual([]);
    expect(checkBudget([...needed, script('webview-other.js', PAGE_BUDGET - small + 1)]).problems).toEqual([
      `the page has ${PAGE_BUDGET + 1} bytes of script, more than ${PAGE_BUDGET}`,
    ]);
  });

  it('has a part for what is loaded before the first paint: the entry and what it imports, and what that imports', () => {
    const chunks = (bytes: number): Parameters<typeof check>[0] => [
      ...needed,
      script('webview-chunk-1.js', 1000),
      script('webview-chunk-2.js', bytes),
    ];
    expect(checkBudget(chunks(FIRST_PAINT_BUDGET - 4000)).problems).toEqual([]);
    expect(checkBudget(chunks(FIRST_PAINT_BUDGET - 3999)).problems).toEqual([
      `the page has ${FIRST_PAINT_BUDGET + 1} bytes of script before its first paint, more than ${FIRST_PAINT_BUDGET}`,
    ]);
  });

  it('does not count before the first paint what is called for later', () => {
    const later = needed.map((entry) =>
      entry.name.includes('webview-app') ? { ...entry, bytes: FIRST_PAINT_BUDGET + 1 } : entry,
    );
    expect(checkBudget(later).problems).toEqual([]);
  });

  it('is what the product allows', () => {
    expect([PAGE_BUDGET, FIRST_PAINT_BUDGET]).toEqual([400_000, 300_000]);
  });
});

describe('readZipText', () => {
  it('unpacks a file, and reads one that is stored', () => {
    const files = [
      { name: 'a.js', method: 8, data: deflateRawSync(Buffer.from('import "./b.js"')) },
      { name: 'b.js', method: 0, data: Buffer.from('1') },
    ];
    const parts: Buffer[] = [];
    const directory: Buffer[] = [];
    for (const { name, method, data } of files) {
      const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
      local.writeUInt16LE(name.length, 26);
      local.writeUInt16LE(2, 28); // an extra field that the directory does not have
      central.writeUInt32LE(0x02014b50, 0);
      central.writeUInt16LE(method, 10);
      central.writeUInt32LE(data.length, 20);
      central.writeUInt16LE(name.length, 28);
      central.writeUInt32LE(Buffer.concat(parts).length, 42);
      directory.push(central, Buffer.from(name));
      parts.push(local, Buffer.from(name), Buffer.alloc(2), data);
    }
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(files.length, 10);
    end.writeUInt32LE(Buffer.concat(parts).length, 16);
    const zip = Buffer.concat([...parts, ...directory, end]);
    expect(readZipText(zip, 'a.js')).toBe('import "./b.js"');
    expect(readZipText(zip, 'b.js')).toBe('1');
    expect(() => readZipText(zip, 'c.js')).toThrow('no c.js');
  });
});

describe('readZipEntries', () => {
  it('reads the directory of a stored file', () => {
    // One entry `a.txt` of 2 bytes: local header left out, it is not read.
    const directory = Buffer.alloc(46 + 5);
    directory.writeUInt32LE(0x02014b50, 0);
    directory.writeUInt32LE(2, 20);
    directory.writeUInt32LE(2, 24);
    directory.writeUInt16LE(5, 28);
    directory.write('a.txt', 46);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(1, 10);
    expect(readZipEntries(Buffer.concat([directory, end]))).toEqual([{ name: 'a.txt', packedBytes: 2, bytes: 2 }]);
  });

  it('says what is wrong with something else', () => {
    expect(() => readZipEntries(Buffer.from('kubelet'))).toThrow('not a zip file');
  });
});

it('the table of budgets in the docs has the numbers that are checked', () => {
  const docs = readFileSync(join(projectRoot, 'docs/dependencies.md'), 'utf8');
  const table = docs.slice(docs.indexOf('## Budgets'), docs.indexOf('## Packages'));
  const numbers = [...table.matchAll(/^\| [^|]+ \| ([\d,]+) \|/gm)].map(([, number]) =>
    Number(number?.replaceAll(',', '')),
  );
  expect(numbers).toEqual([VSIX_BUDGET, ENTRY_BUDGET, PAGE_BUDGET, FIRST_PAINT_BUDGET, REPORT_BUDGET, CLI_BUDGET]);
});
