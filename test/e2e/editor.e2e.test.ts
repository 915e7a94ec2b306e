/** What VS Code shows around a log: outline, breadcrumbs, folding, lenses, problems and the commands, in one window. */
import { basename } from 'node:path';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { useWorkbench } from '../support/useWorkbench.ts';
import { sampleLog } from '../support/workbench.ts';

const log = basename(sampleLog);
const text = readFileSync(sampleLog, 'utf8');
const lines = text.split('\n');
const skip = lines.findIndex((line) => line.includes('Skipping') && line.includes('last seen active')) + 1;
/** Of the same node before anything went wrong, without the pod that crashes. */
const healthy = lines.slice(0, 380).filter((line) => !line.includes('crasher'));

const workbench = useWorkbench({
  files: {
    [log]: sampleLog,
    'kubelet-healthy.log': { text: healthy.join('\n') },
    'journal.json': { text: '{"MESSAGE":"nothing yet"}\n' },
    'notes.md': { text: '# Notes\n' },
  },
  open: log,
  settings: { 'editor.stickyScroll.enabled': true },
});
const lens = (words: string) => workbench().page.locator('.codelens-decoration a', { hasText: words });
const cursor = () => workbench().cursorPosition();

it('tells above the first line of an unhealthy time what it is, and above the one after it that it is over', async () => {
  await workbench().goToLine(skip);
  await lens('PLEG unhealthy about 2m10s · last relist 00:28:42').first().waitFor();
  await workbench().goToLine(skip + 25); // only what is in sight is drawn
  await lens('Healthy again by 00:33:52').first().waitFor();
  await workbench().goToLine(skip);
});

it('goes from a lens to that moment in the timeline', async () => {
  await workbench().clickUntil(
    lens('PLEG unhealthy about 2m10s').first(),
    workbench().timeline().getByText('It has recovered', { exact: false }).first(),
  );
  await expect.poll(() => workbench().timeline().locator('body').innerText(), { timeout: 20_000 }).toMatch(/00:31:5\d/);
  await workbench().runCommand('View: Close Editor');
});

it('shows the moment of a line by a right click', async () => {
  await workbench().goToLine(skip);
  const line = workbench().page.locator('.view-line', { hasText: 'Skipping' }).first();
  await workbench().pickFromMenu(line, 'Show This Moment in the Timeline', { x: 100, y: 8 });
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  await expect
    .poll(() => workbench().timeline().locator('body').innerText(), { timeout: 20_000 })
    .toMatch(/00:3[23]:\d\d/);
  await workbench().runCommand('View: Close Editor');
});

it('lists findings as problems, and none of a healthy log', async () => {
  await workbench().runCommand('View: Toggle Problems');
  const rows = workbench().page.locator('.markers-panel .monaco-list-row');
  await rows.filter({ hasText: 'list calls hung' }).first().waitFor();
  await workbench().openFile('kubelet-healthy.log');
  await expect.poll(() => workbench().page.locator('.statusbar').innerText()).toMatch(/No unhealthy time/);
  await expect.poll(() => rows.filter({ hasText: 'kubelet-healthy.log' }).count()).toBe(0);
  await workbench().openFile(log);
  await workbench().runCommand('View: Hide Panel');
});

it('shows processes, unhealthy times and events in outline and breadcrumbs', async () => {
  await workbench().goToLine(skip);
  await expect
    .poll(() => workbench().page.locator('.breadcrumbs-control').first().innerText())
    .toContain('PLEG unhealthy about 2m10s');
  await workbench().runCommand('Explorer: Focus on Outline View');
  const outline = workbench().page.locator('.outline-pane');
  await outline.locator('.monaco-list-row', { hasText: 'kubelet 20595' }).first().waitFor();
  await outline.locator('.monaco-list-row', { hasText: 'Start-up' }).first().waitFor(); // the pane is low: the others are below
});

it('keeps the process and the unhealthy time in sight above what is scrolled', async () => {
  await workbench().goToLine(skip + 15);
  await expect.poll(() => workbench().page.locator('.sticky-widget').first().innerText()).toMatch(/kubelet/);
});

it('folds rows of skips', async () => {
  await workbench().goToLine(skip);
  await workbench().runCommand('Fold');
  const after = lines.findIndex((line, at) => at >= skip && !line.includes('Skipping')) + 1;
  const numbers = workbench().page.locator('.editor-instance .margin-view-overlays .line-numbers');
  await expect.poll(async () => (await numbers.allInnerTexts()).map(Number)).not.toContain(skip + 1);
  expect((await numbers.allInnerTexts()).map(Number)).toContain(after);
  await workbench().runCommand('Unfold');
});

it('leads from the hover of a line to what its finding means, and from there to the others', async () => {
  const line = lines.findIndex((one) => one.includes('ListPodSandbox with filter')) + 1;
  const { page } = workbench();
  const heading = (name: string) => workbench().timeline().getByRole('heading', { name, exact: true });
  await workbench().openFile(log);
  await workbench().goToLine(line);
  await expect
    .poll(() => workbench().hover(lines[line - 1]?.slice(0, 90) ?? '', 'kubelet['))
    .toContain('What list-calls-hang means');
  const link = page.locator('.monaco-hover:not(.hidden) a', { hasText: 'What list-calls-hang means' }).first();
  await workbench().clickUntil(link, heading('list-calls-hang'));
  await workbench().clickUntil(
    workbench().timeline().getByRole('link', { name: 'loop-blocked' }),
    heading('loop-blocked'),
  );
  await workbench().runCommand('View: Close Editor');
});

it('says in a hover what a stamp is, and leads to the source and to the page about PLEG', async () => {
  await workbench().goToLine(skip);
  const start = lines[skip - 1]?.slice(0, 90) ?? '';
  await expect.poll(() => workbench().hover(start, 'E1121')).toContain('The time at which the kubelet wrote this line');
  let text = '';
  await expect
    .poll(async () => (text = await workbench().hover(start, 'kubelet.go')))
    .toContain('Show this moment in the timeline');
  expect(text).toMatch(/kubelet\.go:\d+ in Kubernetes v1\.36\.2/);
  await workbench().page.locator('.monaco-hover:not(.hidden) a', { hasText: 'What is PLEG?' }).first().click();
  await workbench().page.locator('.tab.active', { hasText: 'What is PLEG?' }).waitFor();
  const page = workbench().timeline();
  await page.getByRole('heading', { name: 'The threshold' }).waitFor();
  await expect
    .poll(() =>
      page
        .locator('img:visible')
        .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toEqual([true, true]);
  await workbench().runCommand('View: Close Editor');
});

it('goes to the next and the previous unhealthy time', async () => {
  await workbench().goToLine(1);
  await workbench().runCommand('Kubelet: Next Episode');
  await expect.poll(() => cursor().innerText()).toMatch(/^Ln (39\d|40\d),/);
  const at = await cursor().innerText();
  await workbench().goToLine(lines.length - 2);
  await workbench().runCommand('Kubelet: Previous Episode');
  await expect.poll(() => cursor().innerText()).toBe(at);
});

it('finds a pod in all of its spellings, and goes from one of its events to the next', async () => {
  const named =
    lines.findIndex((line) => line.includes('event for pod') && line.includes('pod="default/crasher-1"')) + 1;
  await workbench().goToLine(named);
  await workbench().runCommand('Kubelet: Next Event of This Pod');
  await expect.poll(() => cursor().innerText()).not.toMatch(new RegExp(`^Ln ${named},`));
  const line = Number(/^Ln (\d+),/.exec(await cursor().innerText())?.[1]);
  expect(lines[line - 1]).toMatch(/crasher-1|d7903411/);
  await workbench().runCommand('Kubelet: Previous Event of This Pod');
  await expect.poll(() => cursor().innerText()).toMatch(new RegExp(`^Ln ${named},`));
});

it('copies the report of the log in front', async () => {
  await workbench().runCommand('Kubelet: Copy Incident Report');
  await expect.poll(() => workbench().page.evaluate(() => navigator.clipboard.readText())).toContain('list calls hung');
});

it('opens the sample incident from anywhere', async () => {
  await workbench().runCommand('View: Close All Editors');
  await workbench().runCommand('Kubelet: Open Sample Incident');
  await workbench().timeline().getByText('It has recovered', { exact: false }).first().waitFor();
  await workbench().page.locator('.tab', { hasText: 'kubelet-sample-incident.log' }).first().waitFor();
  await workbench().runCommand('View: Close All Editors');
});

it('offers its commands where they work', async () => {
  await workbench().openFile('journal.json');
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Show Timeline')).toBe(true);
  await workbench().openFile('notes.md');
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Show Timeline')).toBe(false);
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Open Log…')).toBe(true);
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Next Episode')).toBe(false);
  await workbench().runCommand('View: Close All Editors');
  await expect.poll(() => workbench().isCommandOffered('Kubelet: Show Timeline')).toBe(true);
});
