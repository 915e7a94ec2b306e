/** In a folder that nobody has said to trust, a log is read and nothing is started. */
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { vsixFile } from '../../scripts/lib/project.mjs';
import { startServer, type Server } from '../../tools/vscode-host/server.mjs';
import { ENVIRONMENT, SETTINGS } from '../support/serverSetup.ts';
import { projectRoot } from '../support/shared.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog, Workbench } from '../support/workbench.ts';

const COMMANDS = ['Kubelet: Read Node Journal…', 'Kubelet: Read Log of Cluster Node…'] as const;
const trusted = useWorkbench();
let server: Server;
let restricted: Workbench;
beforeAll(async () => {
  server = await startServer({
    vsix: [vsixFile],
    unpacked: ['driver', 'standIn'].map((name) => join(projectRoot, 'test/support', name)),
    settings: SETTINGS,
    env: ENVIRONMENT,
    restricted: true,
    log: join(projectRoot, 'out/e2e/restricted-server.log'),
  });
  restricted = await Workbench.open({
    open: basename(sampleLog),
    files: { [basename(sampleLog)]: sampleLog },
    server,
    isDriven: true,
  });
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await restricted.screenshot(`failed-restricted-${task.name}`);
});
afterAll(async () => {
  await restricted.close();
  await server.stop();
});

it.runIf(isDepth)('shows the timeline', async () => {
  await restricted.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).first().waitFor();
  await restricted.runCommand('Kubelet: Show Timeline');
  await restricted.timeline().getByText('PLEG was unhealthy', { exact: false }).first().waitFor();
});

it.runIf(isDepth).each(COMMANDS)('does not offer %s, which a trusted folder does', async (command) => {
  expect(await restricted.isCommandOffered(command)).toBe(false);
  await expect.poll(() => trusted().isCommandOffered(command)).toBe(true);
});

it.runIf(isDepth)('refuses even where another extension asks for it', async () => {
  expect(await restricted.ask('Read Node')).toBe('asked');
  await restricted
    .notifications()
    .filter({ hasText: 'Programs are started in trusted workspaces only.' })
    .first()
    .waitFor();
  expect(await restricted.page.locator('.quick-input-widget:visible').count()).toBe(0);
});
