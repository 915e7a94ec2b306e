/** A window that closes in the middle of reading leaves nothing behind: no process, no thread of it, no file. */
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { tarOf } from '../support/archives.ts';
import { isDepth } from '../support/effort.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog, Workbench } from '../support/workbench.ts';

const MEGABYTES = 200;
const other = useWorkbench({ files: { 'notes.md': { text: '# Notes\n' } }, open: 'notes.md' });

/** Files that the process has open and that are in a folder of ours for what is read; those have lost their names. */
function spooled(pid: number): readonly string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const file = readlinkSync(join(folder, name));
      return /kubelet-timeline-[^/]+\/logs/.test(file) ? [file] : [];
    } catch {
      return []; // closed meanwhile
    }
  });
}
const leftovers = (): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => existsSync(join(tmpdir(), name, 'logs')));

it.runIf(isDepth && process.platform === 'linux')('ends all reading with the window', async () => {
  const before = leftovers();
  const text = readFileSync(sampleLog);
  const log = Buffer.concat(Array.from({ length: Math.ceil((MEGABYTES * 1e6) / text.length) }, () => text));
  const bundle = gzipSync(await tarOf({ 'node/kubelet.log': log }), { level: 1 });
  const window = await Workbench.open({
    files: { 'notes.md': { text: '# Notes\n' }, 'bundle.tar.gz': { text: bundle } },
    open: 'notes.md',
  });
  try {
    const pid = Number(await window.ask('Process'));
    await window.pickFromExplorerMenu('bundle.tar.gz', 'Show Kubelet Timeline');
    await expect.poll(() => spooled(pid)).toEqual([expect.stringMatching(/ \(deleted\)$/)]); // in the middle
    // Its page is told that it goes, as that of a tab that somebody closes: it takes leave of the server then. Where that word does not come through, the server waits a while for a window that comes back (`serverSetup.ts`).
    await window.page.goto('about:blank');
    await window.close();
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
    expect(leftovers()).toEqual(before);
    expect(await other().ask('Workers')).toMatch(/^\d+$/); // the other windows live on
  } finally {
    if (!window.page.isClosed()) await window.close();
  }
});
