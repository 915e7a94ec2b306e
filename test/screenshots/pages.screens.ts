/** The pages beside the panel in four themes: What is PLEG?, how to get a log, the fleet; and the report that a browser shows. */
import { mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { it } from 'vitest';
import { summaryOf } from '../support/summaries.ts';
import { projectRoot } from '../support/shared.ts';
import { sampleLog, Workbench } from '../support/workbench.ts';

const folder = join(projectRoot, 'out/screenshots');
const THEMES = {
  dark: 'Default Dark Modern',
  light: 'Default Light Modern',
  'high-contrast-dark': 'Default High Contrast',
  'high-contrast-light': 'Default High Contrast Light',
};

const summaries = Array.from({ length: 24 }, (_, index) =>
  JSON.stringify(
    summaryOf({
      name: `worker-${index + 1}`,
      runtime: index < 7 ? '1.7.29' : '1.7.27',
      labels: { pool: index % 2 === 0 ? 'blue' : 'green' },
      ...(index < 6 ? { sick: 100 + index * 7 } : {}),
    }),
  ),
);

it.each(Object.entries(THEMES))('the pages in %s', async (name, theme) => {
  mkdirSync(folder, { recursive: true });
  const workbench = await Workbench.open({
    files: {
      [basename(sampleLog)]: { text: readFileSync(sampleLog) },
      'fleet.ndjson': { text: `${summaries.join('\n')}\n` },
    },
    open: basename(sampleLog),
    settings: { 'workbench.colorTheme': theme },
    viewport: { width: 1440, height: 900 },
  });
  try {
    await workbench.page.locator('.statusbar-item', { hasText: 'PLEG unhealthy' }).first().waitFor();
    await workbench.pickFromExplorerMenu('fleet.ndjson', 'Open Fleet');
    await workbench.timeline().locator('table').first().waitFor();
    await workbench.screenshot(`fleet-${name}`, folder);
    await workbench.closeAll();
    for (const [command, picture] of [
      ['Kubelet: What Is PLEG?', 'what-is-pleg'],
      ['Kubelet: How to Get a Log', 'getting-logs'],
    ] as const) {
      await workbench.runCommand(command);
      await workbench.timeline().locator('h1').first().waitFor();
      await workbench.page.waitForTimeout(1000); // its pictures
      await workbench.screenshot(`${picture}-${name}`, folder);
      await workbench.closeAll();
    }
  } finally {
    await workbench.close();
  }
});
