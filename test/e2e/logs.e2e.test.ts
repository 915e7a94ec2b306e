import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { restingX } from '../support/restingPlace.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const lines = sample.split('\n');
const containerd = Array.from(
  { length: 40 },
  (_, i) =>
    `Nov 21 00:27:${String(i % 60).padStart(2, '0')} worker-2 containerd[811]: time="2026-11-21T00:27:${String(i % 60).padStart(2, '0')}Z" level=info msg="StartContainer for \\"c${i}\\""\n`,
).join('');
/** Longer than an excerpt before and behind what tells of the incident; no two lines alike. */
const fill = (count: number, begin: string): string[] =>
  Array.from(
    { length: count },
    (_, at) =>
      `Nov 21 00:27:33 worker-2 kubelet[20595]: I1121 00:27:33.${String(100_000 + at)}   20595 reconciler.go:1] "${begin}" at="${at}"`,
  );
const place = lines.findIndex((line) => line.includes('Kubelet version'));
const long = [...lines.slice(0, place), ...fill(6500, 'Filler'), ...lines.slice(place)];

const workbench = useWorkbench({
  files: {
    'notes.md': { text: '# Notes\n' },
    'node-7.txt': { text: sample },
    'containerd.log': { text: containerd },
    'capture.txt': { text: `==> Audit <==\n${'| start | minikube |\n'.repeat(300)}\n==> kubelet <==\n${sample}` },
    'kubelet-empty.log': { text: '' },
    'kubelet-core.log': {
      text: Uint8Array.from([127, 69, 76, 70, 2, 1, 1, 0, ...Array.from({ length: 600 }, (_, i) => (i * 37) % 7)]),
    },
    'kubelet-web.log': { text: '10.0.0.1 - - [21/Nov/2026:00:27:32 +0000] "GET / HTTP/1.1" 200 12\n'.repeat(20) },
    'must-gather/notes.txt': { text: 'nothing here\n' },
    'rotated/kubelet.log.1': { text: `${lines.slice(0, 300).join('\n')}\n` },
    'rotated/kubelet.log': { text: lines.slice(300).join('\n') },
    'kubelet-old.log.gz': { text: gzipSync(sample) },
    'kubelet-long.log.gz': { text: gzipSync(long.join('\n')) },
  },
  open: 'notes.md',
});

const problem = () => workbench().timeline().locator('main.status [role=alert]');

describe('telling kubelet logs from other files', () => {
  it('takes a plain text file for a kubelet log by its content', async () => {
    await workbench().openFile('node-7.txt');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
  });

  it('leaves the journal of another unit alone', async () => {
    await workbench().openFile('containerd.log');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Log');
    expect(await workbench().titleBarButton('Show Kubelet Timeline').count()).toBe(0);
  });

  it('does not overrule a user who says that it is plain text', async () => {
    await workbench().openFile('node-7.txt');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
    await sayPlainText();
    await workbench().openFile('notes.md');
    await workbench().openFile('node-7.txt');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Plain Text');
  });
});

describe('a capture that begins with the output of other programs', () => {
  it('is a log once its timeline is shown, and none for a user who then says so', async () => {
    await workbench().openFile('capture.txt');
    await workbench().page.waitForTimeout(1000);
    expect(await workbench().languageMode().innerText()).toBe('Plain Text');
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
    await workbench().openFile('capture.txt');
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
    await sayPlainText();
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
    await workbench().openFile('capture.txt');
    expect(await workbench().languageMode().innerText()).toBe('Plain Text');
    await workbench().runCommand('View: Close All Editors');
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
    ['kubelet-core.log', /binary file/, /read as they are/],
    ['kubelet-web.log', /holds no kubelet records \(20 lines read\)/, /another program/],
  ])('says of %s what is wrong and what to do', async (file, title, whatToDo) => {
    await workbench().pickFromExplorerMenu(file, 'Show Kubelet Timeline');
    await expect.poll(() => problem().innerText()).toMatch(title);
    expect(await problem().innerText()).toMatch(whatToDo);
    await workbench().runCommand('View: Close Editor');
  });

  it('says of a file that is gone that it is not there', async () => {
    symlinkSync(join(workbench().folder, 'rotated-away.log'), join(workbench().folder, 'kubelet-gone.log'));
    await workbench().pickFromExplorerMenu('kubelet-gone.log', 'Show Kubelet Timeline');
    await expect.poll(() => problem().innerText()).toMatch(/There is no file .*kubelet-gone\.log/);
    expect(await problem().innerText()).not.toMatch(/ENOENT|\bat .*\.js/);
    await workbench().runCommand('View: Close Editor');
  });

  it('says of a folder that no kubelet log is in it', async () => {
    await workbench().pickFromExplorerMenu('must-gather', 'Show Kubelet Timeline');
    await expect.poll(() => problem().innerText()).toMatch(/holds no kubelet log/);
    await workbench().runCommand('View: Close Editor');
  });
});

describe('a folder', () => {
  it('has one timeline of the logs in it', async () => {
    await workbench().pickFromExplorerMenu('rotated', 'Show Kubelet Timeline');
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
    await workbench().timeline().getByText('477 lines', { exact: false }).first().waitFor();
  });

  it('has its crosshair where the cursor is, in whichever of its logs that stands', async () => {
    const page = workbench().timeline();
    const cursor = page.locator('.charts .crosshair.is-cursor');
    const placeOf = async (line: number): Promise<number> => {
      await workbench().goToLine(line);
      return restingX(cursor);
    };
    await page.locator('#tab-table').click();
    const row = page.locator('table[role=grid] tbody tr[data-place]');
    await row.filter({ hasText: 'Skip at start-up' }).first().dblclick();
    await workbench().activeTab('kubelet.log.1').waitFor();
    const early = [await placeOf(300), await placeOf(5)];
    expect(early[0]).toBeGreaterThan(early[1] ?? 0);
    const table = page.locator('table[role=grid]');
    const activeRow = async (): Promise<number> =>
      Number((await table.getAttribute('aria-activedescendant'))?.replace('fact-', ''));
    const lastRow = Number(await table.getAttribute('aria-rowcount')) - 2;
    // What the log says of its cursor may come after the key.
    await expect
      .poll(
        async () => {
          await table.press('End');
          return activeRow();
        },
        { interval: 250 },
      )
      .toBe(lastRow);
    await table.press('Enter');
    await workbench().activeTab('kubelet.log').waitFor();
    const late = [await placeOf(2), await placeOf(170)];
    expect(late[0]).toBeGreaterThanOrEqual(early[0] ?? 0);
    expect(late[1]).toBeGreaterThan(late[0] ?? 0);
    await workbench().runCommand('View: Close All Editors in Group'); // the logs; then the timeline
    await workbench().runCommand('View: Close Editor');
  });
});

describe('a packed log', () => {
  it('has its timeline from the explorer, and opens an excerpt for a line, with the numbers of the log', async () => {
    await workbench().pickFromExplorerMenu('kubelet-old.log.gz', 'Show Kubelet Timeline');
    const page = workbench().timeline();
    await page.getByText('It has recovered', { exact: false }).first().waitFor();
    await page.locator('#tab-table').click();
    const row = page
      .locator('table[role=grid] tbody tr[data-place]')
      .filter({ has: page.locator('td.col-line:not(:empty)') })
      .nth(2);
    const line = Number(await row.locator('td.col-line').innerText());
    await row.dblclick();
    await workbench()
      .page.locator('.tab.active', { hasText: `(line ${line})` })
      .waitFor();
    const text = (lines[line - 1] ?? '').slice(0, 60);
    await expect.poll(() => workbench().line(text).isVisible()).toBe(true);
    await expect.poll(() => workbench().logLine().innerText()).toBe(`Log line ${line}`);
    await expect.poll(() => workbench().numberBefore(text)).toBe(String(line));
    // The log is shorter than an excerpt: there is no more of it.
    expect(
      await workbench()
        .page.locator('.codelens-decoration a', { hasText: /(?:earlier|later) lines/ })
        .count(),
    ).toBe(0);
    await workbench().closeAll();
  });

  it('shows two thousand lines on each side, more on demand, and gives the next document its own numbers back', async () => {
    await workbench().pickFromExplorerMenu('kubelet-long.log.gz', 'Show Kubelet Timeline');
    const page = workbench().timeline();
    await page.getByText('It has recovered', { exact: false }).first().waitFor();
    await page.locator('#tab-table').click();
    const row = page.locator('table[role=grid] tbody tr[data-place]', { hasText: 'Skip at start-up' }).first();
    const line = Number(await row.locator('td.col-line').innerText());
    expect(line).toBeGreaterThan(6000);
    await row.dblclick();
    const excerpt = workbench().page.locator('.tab.active', { hasText: `(line ${line})` });
    await excerpt.waitFor();
    const text = (long[line - 1] ?? '').slice(0, 70);
    await expect.poll(() => workbench().numberBefore(text)).toBe(String(line));
    await expect.poll(() => workbench().cursorPosition().innerText()).toContain('Ln 2001,');
    await expect
      .poll(() => workbench().logLine().getAttribute('aria-label'))
      .toContain(`Lines ${line - 2000} to ${Math.min(line + 2000, long.length - 1)} are shown`);
    await workbench().screenshot('excerpt');
    await workbench().runCommand('Kubelet: Show Earlier Lines');
    await expect.poll(() => workbench().cursorPosition().innerText()).toContain('Ln 4001,');
    await expect.poll(() => workbench().logLine().innerText()).toBe(`Log line ${line}`);
    await expect.poll(() => workbench().numberBefore(text)).toBe(String(line));
    expect(
      await workbench()
        .page.locator('.tab', { hasText: `(line ${line})` })
        .count(),
    ).toBe(1);
    // At its first line a lens leads to those before.
    await workbench().goToLineHere(1);
    await workbench().clickUntil(
      workbench().page.locator('.codelens-decoration a', { hasText: 'Show 2000 earlier lines' }).first(),
      workbench().cursorPosition().filter({ hasText: 'Ln 2001,' }),
    );
    await expect.poll(() => workbench().numberBefore((long[line - 4001] ?? '').slice(0, 70))).toBe(String(line - 4000));
    await workbench().openFile('notes.md');
    const own = workbench().page.locator('.editor-group-container.active .line-numbers');
    await expect.poll(() => own.first().innerText()).toBe('1');
    expect(await workbench().logLine().count()).toBe(0);
  });
});

/** Chooses the language of the text in front, as a user does. */
async function sayPlainText(): Promise<void> {
  await workbench().languageMode().click();
  await workbench().page.locator('.quick-input-widget:visible .quick-input-box input').first().fill('Plain Text');
  await workbench().page.locator('.quick-input-list .monaco-list-row', { hasText: 'Plain Text' }).first().click();
  await expect.poll(() => workbench().languageMode().innerText()).toBe('Plain Text');
}
