/** The what-if in the browser: form, figures and the strip below the staleness chart, by keyboard. */
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { firstOf } from '../support/effort.ts';
import { THEME_NAMES, useHarness } from './harnessPage.ts';

const harness = useHarness();

const field = (page: Page, label: string): ReturnType<Page['locator']> =>
  page.locator(`vscode-text-field[aria-label="${label}"]`);

async function ask(page: Page, label: string, text: string): Promise<void> {
  await field(page, label).locator('input').fill(text);
  await page.keyboard.press('Enter');
}

describe('the what-if', () => {
  it('simulates the log as it is when its tab is opened, by keyboard', async () => {
    const { page } = await harness.show('incident');
    await page.locator('#tab-details').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('#tab-whatIf').getAttribute('aria-selected')).toBe('true');
    await page.locator('.what-if-sentence').waitFor();
    expect(await page.locator('.what-if-sentence').innerText()).toBe(
      'Nothing is changed: the embedded kubelet does what the log shows.',
    );
    expect(await page.locator('.what-if-pane').innerText()).toMatch(/in the log: 1\.\d+/);
    expect(await page.locator('.what-if-pane').innerText()).toMatch(/Assumed: no line tells it/);
  });

  it('shows a change in one sentence, in figures and below the observed course on the same axis', async () => {
    const shown = await harness.show('incident');
    const { page } = shown;
    await page.locator('#tab-whatIf').click();
    await page.locator('.what-if-sentence').waitFor();
    await ask(page, 'Each hang lasts', '30s');
    await page.getByText('With hangs of 30s the node would have stayed Ready').first().waitFor();
    await shown.frames();
    expect(await page.locator('.what-if-figures tbody tr').first().locator('td').last().innerText()).toBe('0s');
    expect(await shown.colours('.what-if-chart canvas')).toBeGreaterThan(3);
    const [chart, staleness] = [
      await page.locator('.what-if-chart').boundingBox(),
      await page.locator('.staleness').boundingBox(),
    ];
    expect(chart?.y).toBeGreaterThanOrEqual((staleness?.y ?? 0) + (staleness?.height ?? 0) - 1);
    expect(chart?.width).toBe(staleness?.width);
    expect(await page.locator('[aria-live]').allInnerTexts()).toContainEqual(
      expect.stringContaining('With hangs of 30s'),
    );
    expect(await page.locator('.what-if-chart canvas').getAttribute('aria-label')).toContain('NotReady 0 times');
  });

  it('moves with the charts above it', async () => {
    const shown = await harness.show('incident');
    const { page } = shown;
    await page.locator('#tab-whatIf').click();
    await page.locator('.what-if-sentence').waitFor();
    await shown.frames();
    const picture = (): Promise<string> =>
      page
        .locator('.what-if-chart canvas')
        .evaluate((canvas) => (canvas instanceof HTMLCanvasElement ? canvas.toDataURL() : ''));
    const before = await picture();
    await page.locator('.lanes').focus();
    await page.keyboard.press('w');
    await shown.frames();
    expect(await picture()).not.toBe(before);
  });

  it('says what is wrong with a value, and goes to its field', async () => {
    const { page } = await harness.show('incident');
    await page.locator('#tab-whatIf').click();
    await page.locator('.what-if-sentence').waitFor();
    await ask(page, 'Pods', 'many');
    await expect.poll(() => page.locator('.what-if-problem').innerText()).toBe('many: give a number from 1 to 2000.');
    expect(await field(page, 'Pods').evaluate((node) => node === document.activeElement)).toBe(true);
  });

  it('can be cancelled while it runs, and shows how far it is', async () => {
    const shown = await harness.show('incident');
    const { page } = shown;
    await page.evaluate(() => {
      window.harness.holdsWhatIf = true;
    });
    await page.locator('#tab-whatIf').click();
    const cancel = page.locator('.what-if-buttons vscode-button', { hasText: 'Cancel' });
    await cancel.waitFor();
    await shown.send({ type: 'whatIfProgress', share: 0.4 });
    expect(
      await page
        .locator('.what-if-buttons progress')
        .evaluate((bar) => (bar instanceof HTMLProgressElement ? bar.value : -1)),
    ).toBe(0.4);
    await cancel.click();
    expect(await shown.posted('whatIfCancel')).toHaveLength(1);
    expect(await cancel.isVisible()).toBe(false);
    expect(await page.locator('.what-if-sentence').count()).toBe(0);
  });

  it('opens the lines that a value is inferred from', async () => {
    const shown = await harness.show('incident');
    const { page } = shown;
    await page.locator('#tab-whatIf').click();
    await page.locator('.what-if-sentence').waitFor();
    await page.getByText('Inferred from lines').click();
    await page.locator('.what-if-known .link').first().click();
    expect((await shown.openedLines()).length).toBe(1);
  });

  it.each(firstOf(THEME_NAMES, 1))('draws the strip in %s', async (theme) => {
    const shown = await harness.show('incident', { theme });
    await shown.page.locator('#tab-whatIf').click();
    await shown.page.locator('.what-if-sentence').waitFor();
    await shown.frames();
    expect(await shown.colours('.what-if-chart canvas')).toBeGreaterThan(3);
  });
});
