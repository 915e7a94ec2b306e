import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const workbench = useWorkbench();

describe('what would have happened', () => {
  it('is asked by its command, answered from the log, and drawn below what did', async () => {
    await workbench().openFile(basename(sampleLog));
    await workbench().runCommand('Kubelet: What If…');
    const page = workbench().timeline();
    await page.getByText('It has recovered', { exact: false }).first().waitFor();
    const sentence = page.locator('.what-if-sentence');
    await sentence.waitFor({ timeout: 30_000 });
    expect(await sentence.innerText()).toBe('Nothing is changed: the embedded kubelet does what the log shows.');
    await page.locator('vscode-text-field[aria-label="Each hang lasts"] input').fill('1m');
    await page.locator('vscode-text-field[aria-label="Each hang lasts"] input').press('Enter');
    await expect
      .poll(() => sentence.innerText(), { timeout: 30_000 })
      .toContain('With hangs of 1m the node would have stayed Ready');
    await page.locator('.what-if-chart canvas').waitFor();
    expect(await page.locator('.what-if-pane').innerText()).toContain('Assumed: no line tells it');
  });

  it('leads from a value to the line that it is inferred from', async () => {
    const page = workbench().timeline();
    await page.getByText('Inferred from lines').click();
    const link = page.locator('.what-if-known .link').first();
    const line = (await link.innerText()).replace('line ', '');
    await link.click();
    await expect.poll(() => workbench().cursorPosition().innerText()).toContain(`Ln ${line},`);
  });
});
