/** What the extension costs a window that shows no kubelet log, what it leaves behind, and that it lives with other extensions for logs. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isDepth } from '../support/effort.ts';
import { grownBetween, type OpenedMany } from '../support/openedMany.ts';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const workbench = useWorkbench({
  files: {
    'notes.txt': { text: 'The meeting is on Monday.\n' },
    'node.log': sampleLog,
    'kubelet-many.log': sampleLog,
  },
  open: 'notes.txt',
  ownWindow: true,
  // As an extension for logs has it that takes all of them.
  settings: { 'files.associations': { 'node.log': 'other-log' } },
});

const loaded = async (): Promise<Record<string, number>> =>
  JSON.parse(await workbench().ask('Loaded Files')) as Record<string, number>;
const activation = async (name: string): Promise<number> =>
  Number(/Activation: (\d+)ms/.exec(await workbench().runningExtension(name))?.[1] ?? Number.NaN);

it('loads 20 KB for a text that is no kubelet log, and takes no more than fifty times as long as an empty extension', async () => {
  const files = await loaded();
  expect(Object.keys(files)).toEqual(['extension.js']);
  expect(files['extension.js']).toBeLessThanOrEqual(20_000);
  const [own, empty] = [await activation('Kubelet Timeline'), await activation('Empty Stand-In')];
  console.log(`activation ${own} ms, of an empty extension ${empty} ms, ${files['extension.js']} bytes loaded`);
  expect(own).toBeLessThanOrEqual(50 * Math.max(1, empty));
});

it('shows the timeline of a log that another extension owns', async () => {
  await workbench().openFile('node.log');
  await expect.poll(() => workbench().languageMode().innerText()).toBe('Other Log');
  await workbench().runCommand('Kubelet: Show Timeline');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  expect(Object.keys(await loaded()).toSorted()).toEqual(['extension-program.js', 'extension.js', 'node-platform.js']);
  await workbench().runCommand('View: Close All Editors');
});

it.runIf(isDepth)(
  'leaves nothing of logs that were opened, edited and closed',
  async () => {
    const { count, heaps } = JSON.parse(await workbench().ask('Open Many')) as OpenedMany;
    console.log(`${count} logs: ${JSON.stringify(heaps)}`);
    expect(heaps.at(-1)?.workers).toBe(heaps[0]?.workers);
    // A document alone is 90 KB of text: of each that stayed at least twice as much would be left.
    expect(grownBetween(heaps[0], heaps.at(-1))).toBeLessThan((count * readFileSync(sampleLog).length) / 2);
  },
  180_000,
);
