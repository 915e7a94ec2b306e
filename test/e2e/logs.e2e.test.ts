import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sampleLog, useWorkbench } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const containerd = Array.from({ length: 40 }, (_, i) => `Nov 21 00:27:${String(i % 60).padStart(2, '0')} worker-2 containerd[811]: time="2026-11-21T00:27:${String(i % 60).padStart(2, '0')}Z" level=info msg="StartContainer for \\"c${i}\\""\n`).join('');

const workbench = useWorkbench({
  files: {
    'notes.md': { text: '# Notes\n' },
    'node-7.txt': { text: sample },
    'containerd.log': { text: containerd },
    'kubelet-empty.log': { text: '' },
    'kubelet-core.log': { text: Uint8Array.from([127, 69, 76, 70, 2, 1, 1, 0, ...Array.from({ length: 600 }, (_, i) => (i * 37) % 7)]) },
    'kubelet-web.log': { text: '10.0.0.1 - - [21/Nov/2026:00:27:32 +0000] "GET / HTTP/1.1" 200 12\n'.repeat(20) },
    'kubelet-old.log.gz': { text: gzipSync(sample) },
  },
  open: 'notes.md',
});

const problem = () => workbench().timeline().locator('main.status[role=alert]');

describe('telling kubelet logs from other files', () => {
  it('takes a plain text file for a kubelet log by its content', async () => {
    await workbench().openFile('node-7.txt');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
  });

  it('leaves the journal of another unit alone', async () => {
    await workbench().openFile('containerd.log');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Log');
    expect(await workbench().titleBarButton('Show Timeline').count()).toBe(0);
  });

  it('does not overrule a user who says that it is plain text', async () => {
    await workbench().openFile('node-7.txt');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
    await workbench().languageMode().click();
    await workbench().page.locator('.quick-input-widget:visible .quick-input-box input').first().fill('Plain Text');
    await workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: 'Plain Text' }).first().click();
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Plain Text');
    await workbench().openFile('notes.md');
    await workbench().openFile('node-7.txt');
    expect(await workbench().languageMode().innerText()).toBe('Plain Text');
  });
});

describe('text that is not saved', () => {
  it('is taken for a log as soon as it is pasted, and has a timeline', async () => {
    await workbench().newDocument(sample);
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
    await workbench().runCommand('View: Close Editor');
  });
});

describe('files that hold no kubelet log', () => {
  it.each([
    ['kubelet-empty.log', /is empty/, /journalctl -u kubelet/],
    ['kubelet-core.log', /binary file/, /exported as text/],
    ['kubelet-web.log', /holds no kubelet records \(20 lines read\)/, /another program/],
  ])('says of %s what is wrong and what to do', async (file, title, whatToDo) => {
    await workbench().pickFromExplorerMenu(file, 'Show Timeline');
    await expect.poll(() => problem().innerText()).toMatch(title);
    expect(await problem().innerText()).toMatch(whatToDo);
    await workbench().runCommand('View: Close Editor');
  });

  it('offers nothing on a folder', async () => {
    mkdirSync(join(workbench().folder, 'kubelet.log'));
    const row = workbench().page.locator('.explorer-folders-view .monaco-list-row', { hasText: /^kubelet\.log$/ }).first();
    await row.click({ button: 'right' });
    await workbench().page.locator('.monaco-menu .action-label', { hasText: 'Copy Path' }).first().waitFor();
    expect(await workbench().page.locator('.monaco-menu .action-label', { hasText: 'Show Timeline' }).count()).toBe(0);
    await workbench().page.keyboard.press('Escape');
  });
});

describe('a packed log', () => {
  it('has its timeline from the explorer, and opens an excerpt for a line', async () => {
    await workbench().pickFromExplorerMenu('kubelet-old.log.gz', 'Show Timeline');
    const page = workbench().timeline();
    await page.getByText('It has recovered', { exact: false }).first().waitFor();
    const row = page.locator('table[role=grid] tbody tr[data-place]').filter({ has: page.locator('td.col-line:not(:empty)') }).nth(2);
    const line = Number(await row.locator('td.col-line').innerText());
    await row.dblclick();
    await workbench().page.locator('.tab.active', { hasText: `(line ${line})` }).waitFor();
    const text = (sample.split('\n')[line - 1] ?? '').slice(0, 60);
    await expect.poll(() => workbench().line(text).isVisible()).toBe(true);
  });
});
