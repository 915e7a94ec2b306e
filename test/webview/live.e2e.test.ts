/** What a screen reader hears: once for each thing, not once for each letter. */
import { describe, expect, it } from 'vitest';
import { type HarnessPage, incident, useHarness } from './harnessPage.ts';

const harness = useHarness();

declare global {
  interface Window {
    heard: string[];
    counted: string[];
  }
}

/** Keeps every change of a live region (`heard`) and of the count beside the search field (`counted`), from now on. */
async function listen({ page }: HarnessPage): Promise<void> {
  await page.evaluate(() => {
    window.heard = [];
    window.counted = [];
    const watch = (node: Element, into: string[]): void => {
      new MutationObserver(() => {
        if ((node.textContent ?? '') !== '') into.push(node.textContent ?? '');
      }).observe(node, { childList: true, characterData: true, subtree: true });
    };
    for (const node of document.querySelectorAll('[aria-live], [role=alert], [role=status]')) watch(node, window.heard);
    for (const node of document.querySelectorAll('.search-count')) watch(node, window.counted);
  });
}

const heard = ({ page }: HarnessPage): Promise<string[]> => page.evaluate(() => window.heard);

describe('a search', () => {
  it('of a million marks is told once, and runs once, however many letters were typed', async () => {
    const open = await harness.open();
    const { page } = open;
    await page.evaluate(() => window.harness.show('large'));
    await page.locator('.page').waitFor();
    await open.frames();
    await listen(open);
    await page.keyboard.press('/');
    await page.keyboard.type('severity:error pod:service-7', { delay: 5 });
    // Each letter is in the field before anything was searched for: typing waits for nothing.
    expect(
      await page.locator('.search vscode-text-field').evaluate((field) => ('value' in field ? field.value : '')),
    ).toBe('severity:error pod:service-7');
    await expect.poll(() => heard(open)).toHaveLength(1);
    await page.waitForTimeout(1500);
    const [text] = await heard(open);
    expect(await heard(open)).toHaveLength(1);
    expect(text).toMatch(/^[\d,]+ of [\d,]{7,} marks match$/);
    const counted = await page.evaluate(() => window.counted);
    expect(counted).toEqual([`${text?.split(' ')[0]} matches`]);
  });

  it('of a short log is told once, and an error in it too, when the typing pauses', async () => {
    const open = await harness.show('incident');
    await listen(open);
    const { page } = open;
    await page.keyboard.press('/');
    await page.keyboard.type('pod:crasher-1 severity:error', { delay: 20 });
    await expect
      .poll(() => heard(open))
      .toEqual([expect.stringMatching(new RegExp(`^\\d+ of ${incident.marks.count} marks match$`))]);
    await page.keyboard.type('x');
    await expect
      .poll(async () => (await heard(open)).slice(1))
      .toEqual([expect.stringContaining('errorx is not a severity')]);
    // A match that is gone to is told at once, with its place; the count is not told after it.
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.waitForTimeout(1200);
    const last = (await heard(open)).slice(2);
    expect(last.at(-1)).toMatch(/^Match 1 of \d+\. /);
    expect(last.some((text) => text.includes('marks match'))).toBe(false);
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await heard(open)).at(-1)).toMatch(/all \d+ marks are shown/);
  });
});

describe('what was found', () => {
  it('is not told over something that was said since', async () => {
    const open = await harness.show('incident');
    await listen(open);
    const { page } = open;
    await page.keyboard.press('/');
    await page.keyboard.type('severity:error', { delay: 20 });
    await page.locator('.lane-name', { hasText: 'node Ready' }).click();
    await page.keyboard.press('ArrowDown');
    await expect.poll(async () => (await heard(open)).at(-1)).toMatch(/^Lane \S.*: \d+ marks in view/);
    await page.waitForTimeout(1200);
    expect((await heard(open)).some((text) => text.includes('marks match'))).toBe(false);
  });
});

describe('reading', () => {
  it('keeps the first look, called preliminary, until the answer is there', async () => {
    const open = await harness.open();
    const step = (title: string, phase: string, headline?: string) =>
      open.send({
        type: 'progress',
        title,
        bytes: 100,
        totalBytes: 1e9,
        lines: 10,
        phase,
        ...(headline === undefined ? {} : { headline }),
      });
    const look = open.page.locator('.first-look');
    await step('kubelet.log', 'reading');
    expect(await look.innerText()).toBe('');
    await step('kubelet.log', 'reading', 'PLEG unhealthy for 2m8s');
    await step('kubelet.log', 'replaying');
    expect(await look.innerText()).toBe('First look, preliminary: PLEG unhealthy for 2m8s');
    await step('other.log', 'reading');
    expect(await look.innerText()).toBe('');
  });

  it('is told now and then, not with every step', async () => {
    const open = await harness.open();
    const step = (lines: number) =>
      open.send({
        type: 'progress',
        title: 'kubelet.log',
        bytes: lines * 100,
        totalBytes: 1e9,
        lines,
        phase: 'reading',
      });
    await step(1000);
    await listen(open);
    for (let lines = 2000; lines < 30_000; lines += 1000) await step(lines);
    expect(await open.page.locator('.status').innerText()).toContain('29,000 lines');
    expect((await heard(open)).length).toBeLessThanOrEqual(1);
  });
});
