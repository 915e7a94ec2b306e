import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sampleLog, useWorkbench } from '../support/workbench.ts';

const sample = readFileSync(sampleLog, 'utf8');
const NODES = ['node-a', 'node-b', 'node-c', 'node-d', 'node-e'] as const;
/** The file of a node, whose name its lines carry. */
const fileOf = (node: (typeof NODES)[number]): string => `kubelet-${node}.log`;
const filler = Array.from({ length: 60_000 }, (_, line) => `Nov 21 00:36:${String(line % 60).padStart(2, '0')} node-e kubelet[20595]: I1121 00:36:${String(line % 60).padStart(2, '0')}.900000   20595 reconciler.go:1] "Filler" text="${'x'.repeat(220)}"\n`).join('');

const workbench = useWorkbench({
  files: {
    ...Object.fromEntries(NODES.map((node) => [fileOf(node), { text: sample.replaceAll('worker-2', node) }])),
    // Large enough for a first look.
    [fileOf('node-e')]: { text: `${sample.replaceAll('worker-2', 'node-e').trimEnd()}\n${filler}` },
    'notes.md': { text: '# Notes\n' },
  },
  open: 'notes.md',
  settings: { 'workbench.editorLargeFileConfirmation': 1024 },
  viewport: { width: 1600, height: 900 },
});

const columns = () => workbench().page.locator('.editor-group-container');
const nodeShown = () => workbench().timeline().locator('.toolbar-node').innerText();

it('gives three logs with their timelines two columns', async () => {
  for (const node of ['node-a', 'node-b', 'node-c'] as const) {
    await workbench().openFile(fileOf(node));
    await workbench().runCommand('Show Kubelet Timeline');
    await expect.poll(nodeShown).toBe(node);
  }
  expect(await columns().count()).toBe(2);
  expect(await columns().nth(1).locator('.tab').count()).toBe(3);
  expect(await columns().nth(0).locator('.tab').allInnerTexts()).toEqual(expect.arrayContaining([expect.stringContaining(fileOf('node-c'))]));
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
  const set = (follow: boolean): void => writeFileSync(join(workbench().folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.editorLargeFileConfirmation': 1024, 'kubeletTimeline.followActiveLog': follow }));
  set(false);
  // The setting is read when an editor becomes active: until VS Code has seen the file, the timeline still follows.
  const logs = [fileOf('node-a'), fileOf('node-b')] as const;
  let turn = 0;
  await expect.poll(async () => {
    const before = await nodeShown();
    await workbench().openFile(logs[(turn += 1) % 2] ?? '');
    await workbench().page.waitForTimeout(600);
    return (await nodeShown()) === before && !`kubelet-${before}.log`.includes(logs[turn % 2] ?? '');
  }).toBe(true);
  const kept = await nodeShown();
  for (const log of logs) {
    await workbench().openFile(log);
    await workbench().page.waitForTimeout(600);
    expect(await nodeShown()).toBe(kept);
  }
  set(true);
});

it('says a first look, preliminary, until the full answer is there', async () => {
  await workbench().openFile('notes.md');
  await workbench().pickFromExplorerMenu(fileOf('node-e'), 'Show Kubelet Timeline');
  const look = workbench().timeline().locator('.first-look');
  const answer = workbench().timeline().locator('.answer h1');
  await look.locator('strong').waitFor();
  expect(await look.innerText()).toMatch(/^First look, preliminary: The kubelet skipped pod synchronization .*from 2026-11-21 00:/);
  // It goes only when the answer comes: there is no moment without both.
  let both = 0;
  for (;;) {
    const [looks, answers] = await workbench().timeline().locator('body').evaluate((body) => [body.querySelector('.first-look strong') !== null, body.querySelector('.answer h1') !== null]);
    expect(looks || answers).toBe(true);
    if (answers) break;
    both += 1;
  }
  expect(both).toBeGreaterThan(0);
  expect(await answer.innerText()).toMatch(/PLEG unhealthy/);
  expect(await nodeShown()).toBe('node-e');
});
