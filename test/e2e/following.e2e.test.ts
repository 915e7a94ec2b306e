import { appendFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleLog, useWorkbench } from '../support/workbench.ts';

const lines = readFileSync(sampleLog, 'utf8').trimEnd().split('\n');
/** Lines with these numbers, both inclusive. */
const part = (from: number, to: number): string => `${lines.slice(from - 1, to).join('\n')}\n`;

const workbench = useWorkbench({
  files: { 'kubelet-live.log': { text: part(1, 300) } },
  open: 'kubelet-live.log',
});
const log = (): string => join(workbench().folder, 'kubelet-live.log');
const shows = (text: string): Promise<void> =>
  workbench().timeline().getByText(text, { exact: false }).first().waitFor();

it('reads what is written to a log: timeline, status and problems follow', async () => {
  const problems = workbench().page.locator('.statusbar-item[id="status.problems"]');
  await workbench().runCommand('Kubelet: Show Timeline');
  await shows('300 lines');
  expect(await problems.innerText()).not.toMatch(/[1-9]/);
  appendFileSync(log(), part(301, 420));
  await shows('420 lines');
  await expect.poll(() => problems.innerText()).toMatch(/[1-9]/);
  await workbench().openFile('kubelet-live.log');
  await workbench().page.locator('.statusbar-item', { hasText: 'unhealthy' }).first().waitFor();
});

it('goes on in the new file when the log is rotated, and opens lines of both', async () => {
  renameSync(log(), `${log()}.1`);
  writeFileSync(log(), part(421, 477));
  await shows('477 lines');
  await shows('It has recovered');
  await workbench().timeline().locator('#tab-table').click();
  const row = workbench()
    .timeline()
    .locator('table[role=grid] tbody tr[data-place]', { hasText: 'Skip at start-up' })
    .first();
  await row.dblclick();
  await workbench().activeTab('kubelet-live.log.1').waitFor();
});

it('stands still while that is wished', async () => {
  await workbench().openFile('kubelet-live.log');
  await workbench().runCommand('Kubelet: Stop Following This Log');
  await workbench().page.locator('.statusbar-item .codicon-debug-pause').waitFor();
  appendFileSync(log(), `${lines[476]}\n`);
  await workbench().page.waitForTimeout(1500);
  expect(await workbench().timeline().getByText('478 lines', { exact: false }).count()).toBe(0);
  await workbench().runCommand('Kubelet: Go On Following This Log');
  await shows('478 lines');
});
