import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const NODES = ['node-a', 'node-b', 'node-c', 'node-d'] as const;
/** The file of a node, whose name its lines carry. */
const fileOf = (node: (typeof NODES)[number]): string => `kubelet-${node}.log`;
const workbench = useWorkbench({
  files: {
    ...Object.fromEntries(NODES.map((node) => [fileOf(node), { text: sample.replaceAll('worker-2', node) }])),
    'notes.md': { text: '# Notes\n' },
  },
  open: 'notes.md',
  viewport: { width: 1600, height: 900 },
});

const columns = () => workbench().page.locator('.editor-group-container');
/** The node whose timeline is in sight; nothing while a page comes up. */
const nodeShown = () =>
  workbench()
    .timeline()
    .locator('.toolbar-node')
    .innerText({ timeout: 2000 })
    .catch(() => '');

it('leaves the focus with who types in the log before the page of its timeline is there', async () => {
  const { page } = workbench();
  const frames = /\/webview\/browser\/pre\/index\.html/;
  let comes = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    comes = resolve;
  });
  let asked = 0;
  await page.route(frames, async (route) => {
    asked += 1;
    await held;
    await route.continue();
  });
  await workbench().openFile(fileOf('node-a'));
  await workbench().runCommand('Kubelet: Show Timeline');
  await expect.poll(() => asked).toBeGreaterThan(0);
  // A moment after it has put up the page, VS Code gives it the focus.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME');
  await columns()
    .nth(0)
    .locator('.monaco-editor')
    .first()
    .click({ position: { x: 200, y: 100 } });
  await workbench().goToLineHere(1);
  await page.keyboard.type('# seen ');
  comes();
  await expect.poll(nodeShown).toBe('node-a');
  await page.keyboard.type('by me');
  await workbench().line('# seen by me').waitFor();
  await page.unroute(frames);
  await workbench().closeAll();
});

it('gives three logs with their timelines two columns', async () => {
  for (const node of ['node-a', 'node-b', 'node-c'] as const) {
    await workbench().openFile(fileOf(node));
    await workbench().runCommand('Kubelet: Show Timeline');
    await expect.poll(nodeShown).toBe(node);
  }
  expect(await columns().count()).toBe(2);
  expect(await columns().nth(1).locator('.tab').count()).toBe(3);
  for (const node of ['node-a', 'node-b', 'node-c'] as const)
    expect(
      await columns()
        .nth(0)
        .locator(`.tab[data-resource-name="${fileOf(node)}"]`)
        .count(),
    ).toBe(1);
});

it('switches the timeline with the log, and leaves the focus with the log', async () => {
  await workbench().openFile(fileOf('node-a'));
  await expect.poll(nodeShown).toBe('node-a');
  await workbench().activeTab(fileOf('node-a')).waitFor();
  await workbench().openFile(fileOf('node-b'));
  await expect.poll(nodeShown).toBe('node-b');
  expect(await columns().count()).toBe(2);
  expect(await columns().nth(1).locator('.tab').count()).toBe(3);
});

it('shows a log that has no timeline yet in the one that follows, and leaves it for a file that is no log', async () => {
  await workbench().openFile(fileOf('node-d'));
  await expect.poll(nodeShown).toBe('node-d');
  expect(await columns().count()).toBe(2);
  await workbench().openFile('notes.md');
  await workbench().page.waitForTimeout(600);
  expect(await nodeShown()).toBe('node-d');
});

it('keeps them apart where the setting says so', async () => {
  mkdirSync(join(workbench().folder, '.vscode'), { recursive: true });
  const set = (follow: boolean): void =>
    writeFileSync(
      join(workbench().folder, '.vscode/settings.json'),
      JSON.stringify({ 'kubeletTimeline.followActiveLog': follow }),
    );
  set(false);
  // The setting is read when an editor becomes active: until VS Code has seen the file, the timeline still follows.
  const logs = [fileOf('node-a'), fileOf('node-b')] as const;
  let turn = 0;
  await expect
    .poll(async () => {
      const before = await nodeShown();
      await workbench().openFile(logs[(turn += 1) % 2] ?? '');
      await workbench().page.waitForTimeout(600);
      return (await nodeShown()) === before && !`kubelet-${before}.log`.includes(logs[turn % 2] ?? '');
    })
    .toBe(true);
  const kept = await nodeShown();
  for (const log of logs) {
    await workbench().openFile(log);
    await workbench().page.waitForTimeout(600);
    expect(await nodeShown()).toBe(kept);
  }
  set(true);
});
