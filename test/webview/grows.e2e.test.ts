/** A log that is written while one reads its timeline: more of it comes into sight, and nothing else changes under the reader's hands. */
import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { sampleLog } from '../../scripts/lib/project.mjs';
import { type HarnessPage, useHarness } from './harnessPage.ts';

const harness = useHarness();
const lines = readFileSync(sampleLog, 'utf8').split('\n');

/** The page shows the log as it is with so many lines. */
async function grow(open: HarnessPage, count: number, all = lines): Promise<void> {
  const shown = all.slice(0, count);
  await open.page.evaluate((text) => window.harness.showLogs([{ name: 'kubelet.log', text }]), `${shown.join('\n')}\n`);
  await open.page.locator('.toolbar-fact', { hasText: `${shown.length} lines` }).waitFor();
  await open.frames();
}

async function openAt(count: number): Promise<HarnessPage> {
  const open = await harness.open();
  await grow(open, count);
  return open;
}

const progress = (bytes: number) => ({
  type: 'progress',
  title: 'kubelet.log',
  bytes,
  totalBytes: 1e6,
  lines: 10,
  phase: 'reading',
});
const focused = ({ page }: HarnessPage) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

describe('while it is read again', () => {
  it('what was read before stays in sight, with a word where it takes long', async () => {
    const open = await openAt(300);
    await open.send(progress(1000));
    expect(await open.page.locator('.answer h1').isVisible()).toBe(true);
    const word = open.page.getByText('changed, reading again');
    expect(await word.isVisible()).toBe(false);
    await word.waitFor();
    await grow(open, 400);
    expect(await word.isVisible()).toBe(false);
  });

  it('Try again after an error shows how far it is, and the timeline after that', async () => {
    const open = await openAt(300);
    await open.send({ type: 'problem', title: 'The file is empty', whatToDo: 'Write it.', canRetry: true });
    // By key: the focus goes from each button to the one that takes its place.
    await open.page.getByRole('button', { name: 'Try again' }).focus();
    await open.send(progress(1000));
    expect(await open.page.locator('.status').innerText()).toContain('Reading kubelet.log');
    expect(await open.page.evaluate(() => document.activeElement?.textContent)).toBe('Cancel');
    await grow(open, 300);
  });
});

describe('when there is more of it', () => {
  it('the whole log stays in view as a whole, and a part as that part', async () => {
    const open = await openAt(300);
    const before = await open.span();
    await grow(open, 400);
    const whole = await open.span();
    expect(whole).toBeGreaterThan(before);
    await open.page.getByRole('button', { name: 'Zoom in (W)' }).click();
    const { from, to } = await open.state();
    await grow(open, 470);
    expect(await open.state()).toMatchObject({ from, to });
  });

  it('the selection stays with its mark, though marks before it are new', async () => {
    const open = await harness.open();
    await grow(
      open,
      470,
      lines.map((line) => line.replace('event for pod', 'another event of a pod')),
    );
    await open.page.locator('table[role=grid]').press('End');
    const before = await open.page.locator('.details-pane').innerText();
    const { selection } = await open.state();
    await grow(open, 476);
    expect(await open.page.locator('.details-pane').innerText()).toBe(before);
    // Else nothing was tried.
    expect((await open.state())['selection']).not.toBe(selection);
  });

  it('the focus stays where it is, and what is typed', async () => {
    const open = await openAt(300);
    const { page } = open;
    await page.keyboard.press('/');
    await page.keyboard.type('pod:cr');
    await grow(open, 350);
    await page.keyboard.type('asher');
    await grow(open, 400);
    expect(
      await page.locator('.search vscode-text-field').evaluate((field) => ('value' in field ? field.value : '')),
    ).toBe('pod:crasher');
    for (const name of ['Copy the answer as Markdown', 'Episode', 'Zoom in (W)', 'Show or hide the written answer']) {
      await page.locator(`:is(vscode-button, vscode-dropdown, button.card-toggle)[aria-label="${name}"]`).focus();
      await grow(open, 410);
      expect(await focused(open)).toBe(name);
      await grow(open, 420);
      expect(await focused(open)).toBe(name);
    }
  });

  it('what was unfolded in the answer stays open', async () => {
    const open = await openAt(470);
    await open.page.locator('.finding summary').first().click();
    await grow(open, 476);
    expect(
      await open.page
        .locator('.finding')
        .first()
        .evaluate((finding) => finding instanceof HTMLDetailsElement && finding.open),
    ).toBe(true);
  });

  it('a list that is open stays open', async () => {
    const open = await openAt(470);
    const list = open.page.locator('vscode-dropdown[aria-label="Times"]');
    await list.click();
    await expect.poll(() => list.getAttribute('aria-expanded')).toBe('true');
    await grow(open, 476);
    expect(await list.getAttribute('aria-expanded')).toBe('true');
  });

  it('the focused lane stays', async () => {
    const open = await openAt(300);
    await open.page.locator('.lane-name', { hasText: 'node Ready' }).click();
    const name = () => open.page.locator('.lane-name.is-focused').innerText();
    const before = await name();
    await grow(open, 470);
    expect(await name()).toBe(before);
  });
});
