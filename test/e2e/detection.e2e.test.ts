/** Detection by content that is turned off. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const workbench = useWorkbench({
  files: { 'node-7.txt': { text: sample }, 'kubelet.log': { text: sample } },
  open: 'node-7.txt',
  settings: { 'kubeletTimeline.detectByContent': false },
});

it('leaves plain text alone, and takes files by their name', async () => {
  await workbench().openFile('kubelet.log'); // the extension is active now
  await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
  await workbench().openFile('node-7.txt');
  await workbench().page.waitForTimeout(1000);
  expect(await workbench().languageMode().innerText()).toBe('Plain Text');
});

it('has the command in the palette all the same', async () => {
  await workbench().openFile('node-7.txt');
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
});
