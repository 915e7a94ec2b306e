import { mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { projectRoot } from '../support/shared.ts';
import { sampleLog, Workbench } from '../support/workbench.ts';

const folder = join(projectRoot, 'out/screenshots');
const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast-dark': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

it.each(Object.entries(THEMES))('the panel in %s', async (name, theme) => {
  mkdirSync(folder, { recursive: true });
  const workbench = await Workbench.open({
    open: basename(sampleLog),
    settings: { 'workbench.colorTheme': theme },
    viewport: { width: 1600, height: 1000 },
  });
  try {
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.runCommand('Kubelet: Show Timeline');
    await workbench.timeline().locator('canvas').first().waitFor();
    await settle(workbench);
    await workbench.screenshot(`beside-${name}`, folder);
    await workbench.runCommand('View: Toggle Maximize Editor Group');
    await settle(workbench);
    await workbench.screenshot(`panel-${name}`, folder);
  } finally {
    await workbench.close();
  }
});

/** Waits until the window looks the same twice in a row, with the mouse away from everything. */
async function settle(workbench: Workbench): Promise<void> {
  await workbench.page.mouse.move(5, 5);
  let last = '';
  await expect
    .poll(
      async () => {
        const now = (await workbench.page.screenshot()).toString('base64');
        const same = now === last;
        last = now;
        return same;
      },
      { interval: 400 },
    )
    .toBe(true);
}
