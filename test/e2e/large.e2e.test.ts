import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const MOST_SYNCHRONISED = 50 * 1024 * 1024;
const sample = readFileSync(sampleLog, 'utf8').split('\n');
const place = sample.findIndex((line) => line.includes('Kubelet version'));
const filler = `Nov 21 00:27:33 worker-2 kubelet[20595]: I1121 00:27:33.900000   20595 reconciler.go:1] "Filler" text="${'x'.repeat(400)}"`;
const log = [
  ...sample.slice(0, place),
  ...Array.from({ length: Math.ceil(MOST_SYNCHRONISED / filler.length) }, () => filler),
  ...sample.slice(place),
];

const workbench = useWorkbench({
  files: { 'kubelet-large.log': { text: log.join('\n') }, 'notes.md': { text: '# Notes\n' } },
  open: 'notes.md',
  ownWindow: true,
  settings: { 'workbench.editorLargeFileConfirmation': 1024 },
});

it('has the timeline of a log above 50 MB, says a first look until it is there, and opens an excerpt around a line, with hovers', async () => {
  await workbench().openFile('kubelet-large.log');
  await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
  // Nothing of ours ran before. VS Code starts extensions for the language of a file even where it gives them no text of it; what is limited there and why is said once, and stays behind the item.
  const limit = 'VS Code gives extensions no text of files above 50 MB';
  const said = workbench().page.locator('.statusbar-item', { hasText: limit });
  await said.waitFor();
  await expect.poll(() => workbench().headline().innerText()).toContain('Kubelet: large log');
  await expect.poll(() => workbench().headline().getAttribute('aria-label')).toContain(limit);
  // What the page says from its begin on: what it shows first is gone before a test could look.
  await workbench().page.addInitScript(() => {
    const words: string[] = [];
    Object.assign(window, { words });
    setInterval(() => {
      const now =
        document.querySelector('.answer h1') === null
          ? (document.querySelector('.first-look')?.textContent ?? '')
          : 'the answer';
      if (words.at(-1) !== now) words.push(now);
    }, 5);
  });
  await workbench().openFile('notes.md'); // no extension sees the large file: its timeline comes from the explorer
  await workbench().pickFromExplorerMenu('kubelet-large.log', 'Show Kubelet Timeline');
  const page = workbench().timeline();
  await page.getByText('It has recovered', { exact: false }).first().waitFor();
  const words = await page.locator('body').evaluate(() => ('words' in window ? (window.words as string[]) : []));
  // The first look stays until the answer replaces it; on a quick machine the answer can be there before the page is.
  const shown = words.filter((text) => text !== '');
  expect(shown.at(-1)).toBe('the answer');
  expect(
    shown
      .slice(0, -1)
      .filter(
        (text) => !/^First look, preliminary: The kubelet skipped pod synchronization .*from 2026-11-21 00:/.test(text),
      ),
  ).toEqual([]);
  expect(shown.length).toBeLessThanOrEqual(2);
  if (shown.length === 2) expect(words.slice(-2)).not.toContain('');
  await page.locator('#tab-table').click();
  const row = page.locator('table[role=grid] tbody tr[data-place]', { hasText: 'Skip at start-up' }).first();
  const line = Number(await row.locator('td.col-line').innerText());
  expect(line).toBeGreaterThan(100_000);
  await row.dblclick();
  await expect
    .poll(() =>
      workbench()
        .line((log[line - 1] ?? '').slice(0, 70))
        .isVisible(),
    )
    .toBe(true);
  await workbench().activeTab(`kubelet-large.log (line ${line}).kubelet.log`).waitFor();
  await expect.poll(() => workbench().logLine().innerText()).toBe(`Log line ${line}`);
  await expect.poll(() => workbench().numberBefore((log[line - 1] ?? '').slice(0, 70))).toBe(String(line));
  await expect.poll(() => workbench().cursorPosition().innerText()).toContain('Ln 2001,');
  await expect
    .poll(() => workbench().hover((log[line - 1] ?? '').slice(0, 70), 'kubelet['))
    .toContain('Skipping pod synchronization');
  // In front again, it has its headline in the status bar, and nothing is said twice.
  await said.waitFor({ state: 'hidden' });
  await workbench().openFile('kubelet-large.log');
  await expect.poll(() => workbench().headline().innerText()).toContain('PLEG');
  await expect.poll(() => workbench().headline().getAttribute('aria-label')).toContain(limit);
  expect(await said.count()).toBe(0);
});
