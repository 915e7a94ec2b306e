/** A fleet as its user meets it: summaries are chosen in VS Code's own dialog, a row leads to the summary of its node. */
import { expect, it } from 'vitest';
import { nodeName, summaryOf } from '../support/summaries.ts';
import { useWorkbench } from '../support/useWorkbench.ts';

const NODES = 40;
const isSick = (number: number): boolean => number % 5 === 0;
const summaries = Array.from({ length: NODES }, (_, at) => {
  const number = at + 1;
  return JSON.stringify(
    summaryOf({
      name: nodeName(number),
      kernel: '6.1.0',
      ...(isSick(number) ? { sick: 200 - number, runtime: '1.7.28' } : {}),
    }),
  );
});
const inFiles = Object.fromEntries(
  summaries.map((text, at) => [`summaries/${nodeName(at + 1)}.json`, { text: `${text}\n` }] as const),
);

const workbench = useWorkbench({
  files: {
    'notes.md': { text: '# Notes\n' },
    'all.ndjson': { text: `${summaries.join('\n')}\n` },
    ...inFiles,
  },
  open: 'notes.md',
});

it('opens the summaries of a folder: the shared cause, the nodes by first trouble, and the summary of one by its link', async () => {
  await workbench().runCommand('Kubelet: Open Fleet (Summaries of Many Nodes)');
  await workbench().pickFromList('Folder…');
  await workbench().answerFileDialog('summaries');
  const page = workbench().timeline();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toMatch(
    /^8 of 40 nodes in trouble: .*; first n-040, .*in common: container runtime containerd 1\.7\.28$/,
  );
  const rows = page.locator('tbody tr');
  expect(await rows.count()).toBe(NODES);
  expect((await rows.locator('th').allInnerTexts()).slice(0, 9)).toEqual([
    ...[40, 35, 30, 25, 20, 15, 10, 5].map(nodeName),
    nodeName(1),
  ]);
  await workbench().screenshot('fleet');
  // By the keyboard, as by the mouse: a link is a link.
  await rows.first().getByRole('link').focus();
  await workbench().page.keyboard.press('Enter');
  await workbench()
    .activeTab(`${nodeName(40)} (summary).md`)
    .waitFor();
  await expect.poll(() => workbench().line(nodeName(40)).isVisible()).toBe(true);
  await workbench().screenshot('fleet-summary');
  expect(workbench().consoleErrors.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  await workbench().runCommand('View: Close All Editors');
});

it('opens one file with the summaries of all nodes', async () => {
  await workbench().runCommand('Kubelet: Open Fleet (Summaries of Many Nodes)');
  await workbench().pickFromList('Files…');
  await workbench().answerFileDialog('all.ndjson');
  const page = workbench().timeline();
  await page.getByText('8 of 40 nodes in trouble', { exact: false }).first().waitFor();
  expect(await page.locator('tbody tr').count()).toBe(NODES);
  await workbench().runCommand('View: Close All Editors');
});

it('says of a file without a summary how one is made', async () => {
  await workbench().runCommand('Kubelet: Open Fleet (Summaries of Many Nodes)');
  await workbench().pickFromList('Files…');
  await workbench().answerFileDialog('notes.md');
  await expect
    .poll(async () => (await workbench().notifications().allInnerTexts()).join('\n'))
    .toMatch(/There is no summary of a node in notes\.md\. .*--format summary/);
});
