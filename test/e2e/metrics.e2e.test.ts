/** Scrapes of a kubelet's metrics as their reader opens them: alone, and beside the log of the same kubelet. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/shared.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const scrapes = readFileSync(
  join(projectRoot, 'test/fixtures/findings/relists-near-threshold/found-twenty-seconds.log'),
  'utf8',
);
const workbench = useWorkbench({
  files: { 'metrics.txt': { text: scrapes }, 'node/metrics.txt': { text: scrapes }, 'node/kubelet.log': sampleLog },
});

it('tell of slow relists without a log, in lanes of their own', async () => {
  await workbench().openFile('metrics.txt');
  await workbench().runCommand('Kubelet: Show Timeline');
  const page = workbench().timeline();
  await page.getByText('The node is near the cliff', { exact: false }).first().waitFor();
  for (const name of ['relists (metrics)', 'last relist (metrics)'])
    await page.locator('.lane-label', { hasText: name }).first().waitFor();
});

it('stand beside the log of a folder', async () => {
  await workbench().pickFromExplorerMenu('node', 'Show Kubelet Timeline');
  const page = workbench().timeline();
  await page.getByText('It has recovered', { exact: false }).first().waitFor();
  await page.locator('.lane-label', { hasText: 'relists (metrics)' }).first().waitFor();
  expect(await page.locator('.lane-label', { hasText: 'sync loop' }).count()).toBeGreaterThan(0);
});
