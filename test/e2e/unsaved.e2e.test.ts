/** Text that was never saved: what becomes of its timeline when it is saved, closed, or the window is loaded again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const workbench = useWorkbench({ files: { 'notes.md': { text: '# Notes\n' } } });

const textTab = () => workbench().page.locator('.tab[data-resource-name^="Untitled-"]');
const answer = () => workbench().timeline().getByText('It has recovered', { exact: false }).first();
const rows = () =>
  workbench()
    .timeline()
    .locator('table[role=grid] tbody tr[data-place]')
    .filter({ has: workbench().page.locator('td.col-line:not(:empty)') });

async function pasteAndShow(): Promise<void> {
  await workbench().newDocument(sample);
  await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await answer().waitFor();
}

it('is the file that it is saved as, for its timeline too', async () => {
  await pasteAndShow();
  await textTab().click();
  await workbench().page.keyboard.press('Control+S');
  const name = workbench().page.locator('.quick-input-widget:visible .quick-input-box input').first();
  await expect.poll(() => name.inputValue()).toContain(workbench().folder);
  await name.fill(join(workbench().folder, 'kubelet-saved.log'));
  await workbench().page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).first().click();
  await workbench().page.locator('.tab', { hasText: 'Timeline: kubelet-saved.log' }).waitFor();
  await answer().waitFor();
  await workbench().timeline().locator('#tab-table').click();
  await rows().nth(2).dblclick();
  await workbench().activeTab('kubelet-saved.log').waitFor();
  await expect.poll(() => workbench().cursorPosition().innerText()).not.toContain('Ln 478,');
  await workbench().runCommand('View: Close All Editors');
});

it('that is closed without being saved leaves what was read of it, and says why it has no lines', async () => {
  await pasteAndShow();
  await textTab().click();
  await workbench().runCommand('View: Close Editor');
  await workbench().page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" }).click();
  await textTab().waitFor({ state: 'detached' });
  await workbench().timeline().locator('#tab-table').click();
  await rows().nth(2).dblclick();
  await expect
    .poll(() => workbench().notifications().allInnerTexts())
    .toContainEqual(expect.stringContaining('closed without being saved'));
  expect(await answer().isVisible()).toBe(true);
  expect(await textTab().count()).toBe(0);
  await workbench().runCommand('View: Close All Editors');
});

it.runIf(isDepth)('keeps its timeline when the window is loaded again', async () => {
  await pasteAndShow();
  await workbench().page.waitForTimeout(3000); // VS Code backs unsaved text up a second after the last change
  await workbench().runCommand('Developer: Reload Window');
  await textTab().waitFor({ state: 'detached' });
  await textTab().waitFor({ timeout: 60_000 });
  await answer().waitFor({ timeout: 60_000 });
});
