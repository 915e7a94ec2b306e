/** A log in several editors: split, compared, the same one twice, closed while it is read, and beside an extension for logs of somebody else. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { restingX } from '../support/restingPlace.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const lines = sample.split('\n');
const skip = lines.findIndex((line) => line.includes('Skipping') && line.includes('last seen active')) + 1;
const filler = `Nov 21 00:27:33 worker-2 kubelet[20595]: I1121 00:27:33.900000   20595 reconciler.go:1] "Filler" text="${'x'.repeat(200)}"\n`;
/** It takes longer to be read than its editor to be closed. In depth it is one above 20 MB, with which VS Code itself does without much, and which it takes long for. */
const long = filler.repeat(Math.ceil((isDepth ? 21_500_000 : 8_000_000) / filler.length)) + sample;

const workbench = useWorkbench({
  files: {
    'kubelet-one.log': { text: sample },
    'kubelet-two.log': { text: sample },
    'kubelet-fine.log': { text: lines.slice(0, 380).join('\n') },
    'kubelet-long.log': { text: long },
    'node.log': { text: sample },
    'worker.log.1': { text: sample },
    'notes.md': { text: '# Notes\n' },
  },
  open: 'notes.md',
  viewport: { width: 1800, height: 900 },
  settings: {
    'files.autoSave': 'off',
    'workbench.editorLargeFileConfirmation': 1024,
    'editor.largeFileOptimizations': false,
  },
});
const page = () => workbench().page;
const groups = () => page().locator('.editor-group-container');
const lensIn = (group: number, words: string) =>
  groups().nth(group).locator('.codelens-decoration a', { hasText: words });
const rulerIn = (editor: ReturnType<typeof page>['locator'] extends (selector: string) => infer L ? L : never) =>
  editor.evaluate((canvas) => {
    if (!(canvas instanceof HTMLCanvasElement)) return false;
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    for (let y = 0; y < height; y += 1) {
      const at = 4 * (y * width + Math.floor(width / 6));
      if ((pixels[at] ?? 0) > 150 && (pixels[at + 1] ?? 0) < 100 && (pixels[at + 3] ?? 0) > 60) return true;
    }
    return false;
  });
const headline = () => page().locator('.statusbar').innerText();

/** Threads that read logs: none while no log is open. */
const workers = async (): Promise<number> => Number(await workbench().ask('Workers'));

it('shows the same in both halves of a split editor, also after an edit in one of them, and until the last is closed', async () => {
  await workbench().openFile('kubelet-one.log');
  await workbench().goToLineHere(skip);
  await lensIn(0, 'PLEG unhealthy').first().waitFor();
  const before = await workers();
  await workbench().runCommand('View: Split Editor');
  await expect.poll(() => groups().count()).toBe(2);
  await lensIn(1, 'PLEG unhealthy').first().waitFor();
  for (const half of [0, 1])
    await expect.poll(() => rulerIn(groups().nth(half).locator('canvas.decorationsOverviewRuler').first())).toBe(true);
  expect(await workers()).toBe(before); // one analysis for both
  await groups()
    .nth(1)
    .locator('.monaco-editor')
    .first()
    .click({ position: { x: 200, y: 100 } });
  await workbench().goToLineHere(1);
  await page().keyboard.type('# a note\n');
  const at =
    lines.findIndex((line) => line.includes('Recording event message for node') && line.includes('00:31:52')) + 1;
  await expect
    .poll(
      async () => {
        await workbench().goToLineHere(1);
        await workbench().runCommand('Kubelet: Next Episode');
        await workbench().cursorPosition().filter({ hasNotText: 'Ln 1,' }).waitFor();
        return workbench().cursorPosition().innerText();
      },
      { interval: 500 },
    )
    .toContain(`Ln ${at + 1},`);
  await lensIn(0, 'PLEG unhealthy').first().waitFor();
  await workbench().runCommand('View: Close Editor'); // the other half has the text
  await expect.poll(() => groups().count()).toBe(1);
  await lensIn(0, 'PLEG unhealthy').first().waitFor();
  await expect.poll(headline).toMatch(/PLEG unhealthy/);
  await workbench().closeAll();
});

it('has one timeline for both halves, and a click in either moves its crosshair', async () => {
  await workbench().openFile('kubelet-one.log');
  await workbench().runCommand('View: Split Editor');
  await expect.poll(() => groups().count()).toBe(2);
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  const cursor = workbench().timeline().locator('.charts .crosshair.is-cursor');
  const placeAt = async (half: number, line: number): Promise<number> => {
    await groups()
      .nth(half)
      .locator('.monaco-editor')
      .first()
      .click({ position: { x: 200, y: 100 } });
    await workbench().goToLineHere(line);
    return restingX(cursor);
  };
  const early = await placeAt(0, 100);
  const late = await placeAt(1, 450);
  expect(late).toBeGreaterThan(early + 50);
  expect(await placeAt(0, 100)).toBeCloseTo(early, 0);
  expect(await page().locator('.tab', { hasText: 'Timeline:' }).count()).toBe(1);
  await workbench().closeAll();
});

it('marks, hovers and leads through both logs that are compared', async () => {
  await workbench().openFile('kubelet-fine.log');
  await workbench().openFile('kubelet-one.log');
  await workbench().runCommand('File: Compare Active File With...');
  const input = page().locator('.quick-input-widget:visible .quick-input-box input').first();
  await input.fill('kubelet-fine.log');
  await page().locator('.quick-input-list .monaco-list-row', { hasText: 'kubelet-fine.log' }).first().click();
  const side = (name: string) => page().locator(`.monaco-diff-editor .editor.${name}`);
  await side('modified').waitFor();
  const sides = [side('original'), side('modified')];
  const marked = () =>
    Promise.all(sides.map((editor) => rulerIn(editor.locator('canvas.decorationsOverviewRuler').first())));
  await expect.poll(marked, { timeout: 20_000 }).toContain(true);
  expect((await marked()).filter(Boolean)).toHaveLength(1); // the one of the two in which something was unhealthy
  await side('modified')
    .locator('.overflow-guard')
    .first()
    .click({ position: { x: 150, y: 60 } });
  await workbench().goToLineHere(5);
  await expect
    .poll(() => workbench().hover((lines[4] ?? '').slice(0, 90), 'kubelet['))
    .toContain('Show this moment in the timeline');
  await expect.poll(headline).toMatch(/PLEG unhealthy|No unhealthy time/);
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().locator('.answer h1').waitFor();
  await workbench().closeAll();
});

it('lists findings once where an edited log is compared with its file', async () => {
  await workbench().openFile('kubelet-one.log');
  await workbench().goToLineHere(1);
  await page().keyboard.type('# a note\n');
  await workbench().runCommand('File: Compare Active File with Saved');
  await page().locator('.monaco-diff-editor .editor.modified').waitFor();
  await workbench().runCommand('View: Toggle Problems');
  const rows = page().locator('.markers-panel .monaco-list-row');
  await rows.filter({ hasText: 'list calls hung' }).first().waitFor();
  await page().waitForTimeout(3000); // what comes too much would come now
  expect(await rows.filter({ hasText: 'list calls hung' }).count()).toBe(1);
  await workbench().runCommand('View: Hide Panel');
  await workbench().closeAll();
});

it('keeps two logs of the same text apart', async () => {
  await workbench().openFile('kubelet-one.log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  await workbench().openFile('kubelet-two.log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await page().locator('.tab.active', { hasText: 'Timeline: kubelet-two.log' }).waitFor();
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  await workbench().timeline().locator('#tab-table').click();
  await workbench()
    .timeline()
    .locator('table[role=grid] tbody tr[data-place]')
    .filter({ has: page().locator('td.col-line:not(:empty)') })
    .nth(2)
    .dblclick();
  await workbench().activeTab('kubelet-two.log').waitFor(); // its own lines, not those of its twin
  await workbench().runCommand('View: Toggle Problems');
  await expect.poll(() => page().locator('.part.panel .badge-content').first().innerText()).toBe('6'); // three each
  await workbench().runCommand('View: Hide Panel');
  await workbench().goToLineHere(1);
  await page().keyboard.type('# only here\n');
  await page().locator('.tab.dirty[data-resource-name="kubelet-two.log"]').waitFor();
  expect(await page().locator('.tab.dirty[data-resource-name="kubelet-one.log"]').count()).toBe(0);
  await workbench().closeAll();
});

it('lets go of a log that is closed while it is read, without a word', async () => {
  for (let time = 0; time < (isDepth ? 3 : 1); time += 1) {
    await workbench().openFile('kubelet-long.log');
    await workbench().closeAll();
  }
  await expect.poll(workers, { interval: 500 }).toBe(0);
  expect(await workbench().notifications().allInnerTexts()).toEqual([]);
});

it('reads on for the timeline when the text is closed, and ends with the timeline', async () => {
  await expect.poll(workers, { interval: 500 }).toBe(0);
  await workbench().openFile('kubelet-long.log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await page().locator('.tab', { hasText: 'Timeline: kubelet-long.log' }).waitFor();
  await page().locator('.tab[data-resource-name="kubelet-long.log"]').click();
  await workbench().activeTab('kubelet-long.log').waitFor();
  await workbench().runCommand('View: Close Editor');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  await expect.poll(workers).toBe(1);
  await workbench().closeAll();
  await expect.poll(workers, { interval: 500 }).toBe(0);
});

it.runIf(isDepth)('is let go of when it is closed with its timeline while it is read', async () => {
  await workbench().openFile('kubelet-long.log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await page().locator('.tab', { hasText: 'Timeline: kubelet-long.log' }).waitFor();
  await workbench().closeAll(); // while it is read
  await expect.poll(workers, { interval: 500 }).toBe(0);
  expect(await workbench().notifications().allInnerTexts()).toEqual([]);
});

it('knows its logs beside an extension that has taken all logs for its own, and leaves room for what that shows', async () => {
  for (const file of ['node.log', 'worker.log.1', 'kubelet-one.log']) {
    await workbench().openFile(file);
    await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
    await expect.poll(headline).toMatch(/PLEG unhealthy/);
  }
  await expect.poll(() => groups().count()).toBe(1); // the column of the timelines is gone with them, or free for what is opened next
  await workbench().goToLineHere(1);
  await groups().locator('.codelens-decoration', { hasText: 'Lens of another extension' }).waitFor();
  await workbench().goToLineHere(skip);
  await lensIn(0, 'PLEG unhealthy').first().waitFor();
  // The lens moves the line as it comes: the first hover can be that of what lies there now.
  const words = ['A word of another extension', 'Skipping pod synchronization']; // each comes when it is there
  await expect
    .poll(async () => {
      const hover = await workbench().hover((lines[skip - 1] ?? '').slice(0, 80), 'kubelet[');
      return words.filter((word) => hover.includes(word));
    })
    .toEqual(words);
  await workbench().runCommand('Explorer: Focus on Outline View');
  const outline = page().locator('.outline-pane .monaco-list-row');
  await outline.filter({ hasText: 'kubelet 20595' }).first().waitFor();
  await outline.filter({ hasText: 'Symbol of another extension' }).first().waitFor();
  await workbench().closeAll();
});
