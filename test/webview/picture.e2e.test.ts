/** The picture of what is in sight: as large as is said, with what the page shows, and the page as it was. */
import { inTurn } from '../support/effort.ts';
import { recordInk } from '../support/inkedTexts.ts';
import { describe, expect, it } from 'vitest';
import { type HarnessPage, THEME_NAMES, useHarness } from './harnessPage.ts';

const harness = useHarness();

/** Has the picture made, and gives its bytes. */
async function pictureOf(page: HarnessPage, message: Record<string, unknown> = {}): Promise<Buffer> {
  await page.send({ type: 'pictureRequest', ...message });
  await page.page.waitForFunction(() =>
    window.harness.posted.some(
      (one) => typeof one === 'object' && one !== null && 'type' in one && one.type === 'picture',
    ),
  );
  const base64 = await page.page.evaluate(() => {
    const made = window.harness.posted.find(
      (one): one is { png: Uint8Array } => typeof one === 'object' && one !== null && 'png' in one,
    );
    const png = made?.png ?? new Uint8Array(0);
    let binary = '';
    for (let at = 0; at < png.length; at += 8192) binary += String.fromCharCode(...png.subarray(at, at + 8192));
    return btoa(binary);
  });
  expect(await page.posted('pageError')).toEqual([]);
  return Buffer.from(base64, 'base64');
}

/** Width and height of a PNG (RFC 2083, IHDR). */
const sizeOf = (png: Buffer): readonly [number, number] => [png.readUInt32BE(16), png.readUInt32BE(20)];

describe('the picture', () => {
  it.each(inTurn(THEME_NAMES, 1, 2))('has what is in sight at twice the size, %s', async (theme) => {
    const page = await harness.show('incident', { theme });
    const before = await page.page.locator('.charts').screenshot();
    const png = await pictureOf(page);
    const [width, height] = sizeOf(png);
    const charts = await page.page.locator('.charts').boundingBox();
    expect(width).toBeGreaterThanOrEqual(2 * (charts?.width ?? 0));
    expect(height).toBeGreaterThanOrEqual(2 * (charts?.height ?? 0));
    expect(width).toBeLessThan(2 * 1400 + 100);
    expect(png.length).toBeGreaterThan(20_000);
    await page.frames();
    expect((await page.page.locator('.charts').screenshot()).equals(before)).toBe(true);
    expect(await page.page.evaluate(() => window.devicePixelRatio)).toBe(1);
  });

  it('is of the log without its names where that is given, and the page shows its own again', async () => {
    const page = await harness.show('incident');
    const own = await pictureOf(page);
    const nameless = await harness.show('incident');
    await nameless.page.evaluate(recordInk);
    const sent = await nameless.page.evaluate(() => {
      const shown = window.harness.documents.incident();
      const without = {
        ...shown,
        summary: { ...shown.summary, node: 'node-1' },
        lanes: shown.lanes.map((lane, index) => ({ ...lane, id: `lane-${index}`, label: `name-${index}` })),
        strings: shown.strings.map((text, index) => (index === 0 ? text : `text-${index}`)),
      };
      return { type: 'pictureRequest', document: without, names: shown.lanes.map(({ label }) => label) };
    });
    const { names, ...message } = sent;
    const png = await pictureOf(nameless, message);
    expect(sizeOf(png)).toEqual(sizeOf(own));
    expect(png.equals(own)).toBe(false);
    const texts = await nameless.page.evaluate(() => (window as unknown as { inkedTexts: string[] }).inkedTexts);
    expect(texts).toContain('name-0');
    expect(texts.some((text) => text.includes('node-1'))).toBe(true);
    await nameless.frames();
    expect(await nameless.page.locator('.lane-name:not([hidden]) .lane-label').first().textContent()).toBe(names[0]);
  });

  it('is none where nothing is shown', async () => {
    const page = await harness.open();
    await page.send({ type: 'pictureRequest' });
    await page.page.waitForFunction(() => window.harness.posted.length > 1);
    expect(await page.posted('picture')).toEqual([{ type: 'picture' }]);
  });
});
