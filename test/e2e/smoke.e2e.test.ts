import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const workbench = useWorkbench({
  files: { [basename(sampleLog)]: sampleLog, 'notes.md': { text: '# Notes\n' } },
  open: basename(sampleLog),
  ownWindow: isDepth,
});

it('takes a kubelet log for one by its name', async () => {
  await expect.poll(() => workbench().languageMode().innerText()).toBe('Kubelet Log');
});

it('is active once a kubelet log is open', async () => {
  expect(await workbench().runningExtension('Kubelet Timeline')).toMatch(/Activation: \d+ms/);
});

it('offers its command for kubelet logs, and not for other files', async () => {
  await workbench().openFile('notes.md');
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Show Timeline')).toBe(false);
  await workbench().openFile(basename(sampleLog));
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Show Timeline')).toBe(true);
});
