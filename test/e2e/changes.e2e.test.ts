import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, it } from 'vitest';
import { sampleLog, useWorkbench } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const begin = `${sample.split('\n').slice(0, 150).join('\n')}\n`;

const workbench = useWorkbench({
  files: {
    'kubelet-part.log.gz': { text: gzipSync(begin) },
    'kubelet-before.log': { text: sample },
    'n1/kubelet-twin.log': { text: sample },
    'n2/kubelet-twin.log': { text: sample },
  },
});

beforeEach(() => workbench().runCommand('View: Close All Editors'));

describe('without an editor', () => {
  it('the palette has the command, which asks for a file', async () => {
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().page.locator('.quick-input-widget', { hasText: 'Choose a kubelet log' }).waitFor();
    await workbench().page.keyboard.press('Escape');
  });
});

describe('a log that changes while its timeline is open', () => {
  it('is read again, though no editor shows it', async () => {
    await workbench().pickFromExplorerMenu('kubelet-part.log.gz', 'Show Timeline');
    await workbench().timeline().getByText('150 lines', { exact: false }).first().waitFor();
    writeFileSync(join(workbench().folder, 'kubelet-part.log.gz'), gzipSync(sample));
    await workbench().timeline().getByText('477 lines', { exact: false }).first().waitFor();
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  });

  it('keeps its timeline when it is renamed, and the timeline its way to the lines', async () => {
    await workbench().pickFromExplorerMenu('kubelet-before.log', 'Show Timeline');
    await workbench().page.locator('.tab.active', { hasText: 'Timeline: kubelet-before.log' }).waitFor();
    await workbench().page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'kubelet-before.log' }).click({ button: 'right' });
    await workbench().page.locator('.monaco-menu .action-label', { hasText: 'Rename' }).click({ delay: 200 });
    const name = workbench().page.locator('.explorer-folders-view .monaco-inputbox input');
    await name.fill('kubelet-after.log');
    await name.press('Enter');
    const tab = workbench().page.locator('.tab', { hasText: 'Timeline: kubelet-after.log' });
    await tab.click();
    const row = workbench().timeline().locator('table[role=grid] tbody tr[data-place]').filter({ has: workbench().page.locator('td.col-line:not(:empty)') }).nth(2);
    await row.dblclick();
    await workbench().activeTab('kubelet-after.log').waitFor();
  });
});

describe('two logs of one name', () => {
  it('have timelines whose tabs tell them apart', async () => {
    await workbench().openFile('n1/kubelet-twin.log');
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().page.locator('.tab.active', { hasText: 'Timeline: kubelet-twin.log' }).waitFor();
    await workbench().openFile('n2/kubelet-twin.log');
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().page.locator('.tab.active', { hasText: 'Timeline: n2/kubelet-twin.log' }).waitFor();
    await workbench().page.locator('.tab:not(.active)', { hasText: 'Timeline: n1/kubelet-twin.log' }).waitFor();
    await workbench().runCommand('View: Close Editor');
    await workbench().page.locator('.tab', { hasText: 'Timeline: kubelet-twin.log' }).waitFor();
  });
});
