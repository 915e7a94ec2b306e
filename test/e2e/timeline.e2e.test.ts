import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const log = basename(sampleLog);
const lines = readFileSync(sampleLog, 'utf8').split('\n');
const skips = lines.flatMap((line, index) => (line.includes('Skipping pod synchronization') ? [index + 1] : []));
const firstStale =
  lines.findIndex(
    (line) => line.includes('Skipping pod synchronization') && line.includes('pleg was last seen active'),
  ) + 1;

const workbench = useWorkbench(); // the log is opened by hand: a file to open in the window's address would come back alone when it is loaded again

/** Share of pixels that differ from the first one: a canvas that was drawn on has many. */
function drawnShare(canvas: Locator): Promise<number> {
  return canvas.evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement) || element.width === 0 || element.height === 0) return 0;
    const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data;
    if (pixels === undefined) return 0;
    let drawn = 0;
    for (let at = 0; at < pixels.length; at += 4) if (pixels[at + 3] !== 0) drawn += 1;
    return drawn / (pixels.length / 4);
  });
}

describe('from the log to the timeline and back', () => {
  it('shows the answer, the charts and the table from the palette', async () => {
    await workbench().openFile(log);
    await workbench().runInPalette('Kubelet: Show Timeline');
    const page = workbench().timeline();
    await page.getByText('It has recovered', { exact: false }).first().waitFor();
    expect(await page.locator('body').innerText()).toMatch(/list calls/i);
    const canvases = page.locator('canvas');
    await expect.poll(() => canvases.count()).toBeGreaterThanOrEqual(3);
    for (const canvas of await canvases.all()) await expect.poll(() => drawnShare(canvas)).toBeGreaterThan(0.001);
    await expect.poll(() => page.locator('table[role=grid] tbody tr[data-place]').count()).toBeGreaterThan(5);
  });

  it('keeps to its content security policy', () => {
    expect(workbench().consoleErrors.filter((text) => /content security policy/i.test(text))).toEqual([]);
  });

  it('copies the answer as Markdown', async () => {
    await workbench().timeline().locator('vscode-button', { hasText: 'Copy' }).first().click();
    await expect
      .poll(() => workbench().page.evaluate(() => navigator.clipboard.readText()))
      .toMatch(/It has\s+recovered[\s\S]*`kubelet\.journal\.short\.log:\d+`/);
  });

  it('copies one command of the next steps', async () => {
    const more = workbench().timeline().locator('.answer-more');
    if (await more.isVisible()) await more.click();
    const button = workbench().timeline().locator('.answer-text .copy-command').first();
    const command = (await button.getAttribute('aria-label'))?.replace('Copy command: ', '');
    expect(command).toMatch(/^[a-z]+ /);
    await button.click();
    await expect.poll(() => button.innerText()).toBe('Copied'); // for a while
    await expect.poll(() => workbench().page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  });

  it('leads from a row over its details to the log line', async () => {
    const page = workbench().timeline();
    await page.locator('#tab-table').click();
    const rows = page.locator('table[role=grid] tbody tr[data-place]');
    const row = rows.filter({ has: page.locator('td.col-line:not(:empty)') }).nth(2);
    const line = Number(await row.locator('td.col-line').innerText());
    expect(line).toBeGreaterThan(0);
    await row.click();
    await page.locator('#tab-details').click();
    await expect.poll(() => page.locator('.details-pane').innerText()).toContain(`${line}`);
    await page.locator('.details-pane vscode-button', { hasText: 'Open line' }).click();
    await workbench().activeTab(log).waitFor();
    await expect.poll(() => workbench().cursorPosition().innerText()).toContain(`Ln ${line},`);
    await expect
      .poll(() =>
        workbench()
          .line((lines[line - 1] ?? '').slice(0, 60))
          .isVisible(),
      )
      .toBe(true);
  });

  it('shows the inner state of the kubelet at the moment of a mark, from the log itself', async () => {
    const page = workbench().timeline();
    await page.getByRole('tab', { name: 'State at this moment' }).click();
    const lanes = page.locator('.lanes canvas');
    const box = await lanes.boundingBox();
    await lanes.click({ position: { x: (box?.width ?? 0) * 0.5, y: 30 } });
    const pane = page.locator('.moment-pane');
    await expect.poll(() => pane.innerText(), { timeout: 20_000 }).toMatch(/hangs for/i);
    const text = await pane.innerText();
    expect(text).toContain('ListPodSandbox');
    expect(text).toMatch(/housekeeping/i);
    expect(text).toMatch(/of 1,000/);
    await page.getByRole('tab', { name: 'Details' }).click();
  });

  it('moves the crosshair with the cursor', async () => {
    await workbench().goToLine(firstStale);
    const cursor = workbench().timeline().locator('.crosshair.is-cursor').first();
    await expect.poll(() => cursor.isVisible()).toBe(true);
    const before = await cursor.boundingBox();
    await workbench().goToLine(30);
    await expect.poll(async () => (await cursor.boundingBox())?.x).not.toBe(before?.x);
  });

  it('leaves the `]` of a klog header in the colour of the header', async () => {
    await workbench().goToLine(firstStale);
    await workbench()
      .line((lines[firstStale - 1] ?? '').slice(0, 60))
      .waitFor();
    expect(await workbench().page.locator('.view-line .unexpected-closing-bracket').count()).toBe(0);
  });

  it('explains a skip line where the mouse points', async () => {
    await workbench().goToLine(firstStale);
    // Another extension may have said its word first.
    let text = '';
    await expect
      .poll(async () => (text = await workbench().hover((lines[firstStale - 1] ?? '').slice(0, 70), 'kubelet[')))
      .toContain('Skipping pod synchronization');
    expect(text).toMatch(
      /PLEG's last successful relist began at 00:28:42\.38\d; the threshold of 3m was passed at 00:31:42\.38\d\./,
    );
    expect(text).toContain(`This is skip 1 of ${skips.length - 2} of episode 2`);
  });

  it('says the headline in the status bar', async () => {
    await expect
      .poll(() => workbench().page.locator('.statusbar-item[id$="kubeletTimeline.headline"]').innerText())
      .toMatch(/PLEG unhealthy .* recovered/);
  });

  it('shows one panel however often it is asked for', async () => {
    await workbench().titleBarButton('Show Kubelet Timeline').click();
    await expect.poll(() => workbench().page.locator('.tab', { hasText: 'Timeline:' }).count()).toBe(1);
  });

  it('comes back after the window was loaded again', async () => {
    await workbench().runCommand('Developer: Reload Window');
    await workbench().timeline().owner().waitFor({ state: 'detached' });
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor({ timeout: 60_000 });
  });
});
