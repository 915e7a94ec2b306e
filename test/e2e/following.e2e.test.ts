import { appendFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

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

/** Shows a log of so many lines, whatever was there before. */
async function begin(count: number): Promise<void> {
  await workbench().closeAll();
  rmSync(`${log()}.1`, { force: true });
  writeFileSync(log(), part(1, count));
  await workbench().openFile('kubelet-live.log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await shows(`${count} lines`);
}

it('reads what is written to a log: timeline, status and problems follow', async () => {
  const problems = workbench().page.locator('.statusbar-item[id="status.problems"]');
  await begin(300);
  await expect.poll(() => problems.innerText()).not.toMatch(/[1-9]/);
  appendFileSync(log(), part(301, 420));
  await shows('420 lines');
  await expect.poll(() => problems.innerText()).toMatch(/[1-9]/);
  await workbench().openFile('kubelet-live.log');
  await workbench().page.locator('.statusbar-item', { hasText: 'unhealthy' }).first().waitFor();
});

it('goes on in the new file when the log is rotated, and opens lines of both', async () => {
  await begin(420);
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
  await begin(476);
  await workbench().openFile('kubelet-live.log'); // what the status bar says is of the text in front
  await workbench().runCommand('Kubelet: Stop Following This Log');
  await workbench().page.locator('.statusbar-item .codicon-debug-pause').waitFor();
  appendFileSync(log(), part(477, 477));
  await workbench().page.waitForTimeout(1500);
  expect(await workbench().timeline().getByText('477 lines', { exact: false }).count()).toBe(0);
  await workbench().runCommand('Kubelet: Go On Following This Log');
  await shows('477 lines');
});
