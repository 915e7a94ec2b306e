import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const lines = sample.split('\n');
const skip =
  lines.findIndex(
    (line) => line.includes('Skipping pod synchronization') && line.includes('pleg was last seen active'),
  ) + 1;
const begin = `${lines.slice(0, 150).join('\n')}\n`;

const workbench = useWorkbench({
  files: {
    'kubelet-part.log.gz': { text: gzipSync(begin) },
    'kubelet-before.log': { text: sample },
    'kubelet-returns.log': { text: lines.join('\r\r\n') },
    'n1/kubelet-twin.log': { text: sample },
    'n2/kubelet-twin.log': { text: sample },
  },
});

beforeEach(() => workbench().runCommand('View: Close All Editors'));

describe('without an editor', () => {
  it('the palette has the command, which asks for a file', async () => {
    await workbench().runInPalette('Kubelet: Show Timeline');
    await workbench().page.locator('.quick-input-widget', { hasText: 'Choose a kubelet log' }).waitFor();
    await workbench().page.keyboard.press('Escape');
  });
});

describe('a log that changes while its timeline is open', () => {
  it('is read again, though no editor shows it', async () => {
    await workbench().pickFromExplorerMenu('kubelet-part.log.gz', 'Show Kubelet Timeline');
    await workbench().timeline().getByText('150 lines', { exact: false }).first().waitFor();
    writeFileSync(join(workbench().folder, 'kubelet-part.log.gz'), gzipSync(sample));
    await workbench().timeline().getByText('477 lines', { exact: false }).first().waitFor();
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  });

  it('keeps its timeline when it is renamed, and the timeline its way to the lines', async () => {
    await workbench().pickFromExplorerMenu('kubelet-before.log', 'Show Kubelet Timeline');
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor(); // VS Code gives a page that comes up the focus, which closes a menu
    await workbench().pickFromExplorerMenu('kubelet-before.log', 'Rename');
    const name = workbench().page.locator('.explorer-folders-view .monaco-inputbox input');
    await name.fill('kubelet-after.log');
    await name.press('Enter');
    const tab = workbench().page.locator('.tab', { hasText: 'Timeline: kubelet-after.log' });
    await tab.click();
    await workbench().timeline().locator('#tab-table').click();
    const row = workbench()
      .timeline()
      .locator('table[role=grid] tbody tr[data-place]')
      .filter({ has: workbench().page.locator('td.col-line:not(:empty)') })
      .nth(2);
    await row.dblclick();
    await workbench().activeTab('kubelet-after.log').waitFor();
  });
});

describe('two logs of one name', () => {
  it('have timelines whose tabs tell them apart', async () => {
    await workbench().openFile('n1/kubelet-twin.log');
    await workbench().runCommand('Kubelet: Show Timeline');
    await workbench().page.locator('.tab.active', { hasText: 'Timeline: kubelet-twin.log' }).waitFor();
    await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor(); // until its page is there, its column is open to other texts
    await workbench().openFile('n2/kubelet-twin.log');
    await workbench().runCommand('Kubelet: Show Timeline');
    const second = workbench().page.locator('.tab.active', { hasText: 'Timeline: n2/kubelet-twin.log' });
    await second.waitFor();
    await workbench().page.locator('.tab:not(.active)', { hasText: 'Timeline: n1/kubelet-twin.log' }).waitFor();
    await second.click(); // the text of the log can have the focus still, and would be closed
    await workbench().runCommand('View: Close Editor');
    await workbench().page.locator('.tab', { hasText: 'Timeline: kubelet-twin.log' }).waitFor();
  });
});

describe('a log whose lines end with two carriage returns', () => {
  it('has its lines where the editor shows them, both ways', async () => {
    await workbench().pickFromExplorerMenu('kubelet-returns.log', 'Show Kubelet Timeline');
    await workbench().timeline().locator('#tab-table').click();
    const row = workbench()
      .timeline()
      .locator('table[role=grid] tbody tr[data-place]', { hasText: 'Skip at start-up' })
      .first();
    const line = Number(await row.locator('td.col-line').innerText());
    await row.dblclick();
    await expect.poll(() => workbench().cursorPosition().innerText()).toContain(`Ln ${2 * line - 1},`);
    await workbench().goToLine(2 * skip - 1);
    await expect
      .poll(() => workbench().hover((lines[skip - 1] ?? '').slice(0, 70), 'kubelet['))
      .toContain('This is skip 1 of');
  });
});

describe('several logs that are selected in the explorer', () => {
  it('have a timeline each', async () => {
    const row = (name: string) =>
      workbench().page.locator('.explorer-folders-view .monaco-list-row', { hasText: name });
    await row('kubelet-returns.log').click();
    await row('kubelet-part.log.gz').click({ modifiers: ['Control'] });
    await workbench().pickFromExplorerMenu('kubelet-part.log.gz', 'Show Kubelet Timeline');
    for (const name of ['kubelet-returns.log', 'kubelet-part.log.gz'])
      await workbench()
        .page.locator('.tab', { hasText: `Timeline: ${name}` })
        .waitFor();
  });
});
