import { describe, expect, it } from 'vitest';
import { checkBudget, VSIX_BUDGET, WEBVIEW_BUDGET } from '../../../scripts/lib/budget.mjs';
import { readZipEntries } from '../../../scripts/lib/zip.mjs';

const needed = ['dist/extension.js', 'dist/worker.js', 'dist/worker-program.js', 'dist/webview.js', 'dist/webview-onDemand.js', 'dist/ThirdPartyNotices.txt', 'package.json', 'package.nls.json', 'syntaxes/kubelet-log.tmLanguage.json', 'readme.md', 'media/icon.png']
  .map((name) => ({ name: `extension/${name}`, packedBytes: 1000, bytes: 3000 }));

describe('checkBudget', () => {
  it('accepts a small package with everything in it', () => {
    expect(checkBudget(needed).problems).toEqual([]);
  });

  it('does not count images', () => {
    expect(checkBudget([...needed, { name: 'extension/media/panel.png', packedBytes: 2 * VSIX_BUDGET, bytes: 2 * VSIX_BUDGET }]).problems).toEqual([]);
  });

  it.each([
    [{ name: 'extension/dist/extension.js.map', packedBytes: 1, bytes: 1 }, 'extension/dist/extension.js.map must not be shipped'],
    [{ name: 'extension/src/cli.ts', packedBytes: 1, bytes: 1 }, 'extension/src/cli.ts must not be shipped'],
    [{ name: 'extension/CHANGELOG.md', packedBytes: VSIX_BUDGET, bytes: VSIX_BUDGET }, `the VSIX without images has ${VSIX_BUDGET + 10000} bytes, more than ${VSIX_BUDGET}`],
  ])('objects to %o', (entry, problem) => {
    expect(checkBudget([...needed, entry]).problems).toEqual([problem]);
  });

  it('objects to a heavy page and to a missing part', () => {
    const heavy = needed.map((entry) => (entry.name.endsWith('webview.js') ? { ...entry, bytes: WEBVIEW_BUDGET + 1 } : entry));
    expect(checkBudget(heavy).problems).toEqual([`the page has ${WEBVIEW_BUDGET + 1} bytes of script, more than ${WEBVIEW_BUDGET}`]);
    expect(checkBudget(needed.slice(1)).problems).toEqual(['dist/extension.js is missing in the package']);
  });
});

describe('the budget of the page', () => {
  const entry = (name: string): { name: string; packedBytes: number; bytes: number } => ({ name: `extension/dist/${name}`, packedBytes: 1, bytes: WEBVIEW_BUDGET - 3000 });

  it('counts what the page loads at once', () => {
    expect(checkBudget([...needed, entry('webview-chunk.js')]).problems).toEqual([]);
    expect(checkBudget([...needed, entry('webview-chunk.js'), { ...entry('webview-other.js'), bytes: 1 }]).problems).toEqual([`the page has ${WEBVIEW_BUDGET + 1} bytes of script, more than ${WEBVIEW_BUDGET}`]);
  });

  it('does not count what comes on demand', () => {
    expect(checkBudget([...needed.filter(({ name }) => !name.endsWith('webview-onDemand.js')), entry('webview-chunk.js'), { ...entry('webview-onDemand.js'), bytes: WEBVIEW_BUDGET }]).problems).toEqual([]);
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
