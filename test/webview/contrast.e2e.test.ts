/** Contrast of every theme as it is drawn: texts on canvases, marks and lines, and the things over them. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Colour, contrast, parseColour } from '../../webview/contrast.ts';
import { COLOUR_ROLES, type Theme } from '../../webview/theme.ts';
import { HarnessPage, startHarness, type ThemeName } from './harnessPage.ts';
import { type InkedText, watchInk } from './inkInPage.ts';
import { faintGraphics, faintTexts } from './looksInPage.ts';

let harness: Awaited<ReturnType<typeof startHarness>>;
let open: HarnessPage | undefined;

beforeAll(async () => { harness = await startHarness(); });
afterAll(() => harness.close());
afterEach(async () => {
  await open?.close();
  open = undefined;
});

const NAMES: readonly ThemeName[] = ['light', 'dark', 'hc-black', 'hc-light'];
/** Nothing stronger than this is drawn translucent, unless it is the background itself: what carries meaning has a colour of its own that was made strong enough. */
const WASH = 0.36;

interface Drawn { readonly theme: Theme; readonly texts: readonly InkedText[]; readonly styles: readonly string[] }

/** Draws all states that differ in what stands on what, and gives what was drawn. */
async function drawAll(name: ThemeName): Promise<Drawn> {
  open = await HarnessPage.open(harness.browser, harness.url, { theme: name, before: watchInk });
  const { page } = open;
  const texts: InkedText[] = [];
  const styles = new Set<string>();
  for (const state of ['incident', 'severalNodes', 'manyEpisodes', 'partial', 'healthy', 'manyPods'] as const) {
    await page.evaluate(() => { window.ink.on = true; });
    await open.show(state);
    // Close up, with a lane in the focus: over the episode, then before it.
    await page.keyboard.press('e');
    for (let press = 0; press < 3; press += 1) {
      await page.keyboard.press('w');
      await open.frames();
    }
    await page.locator('.lane-name').first().click();
    for (let press = 0; press < 4; press += 1) {
      await page.keyboard.press('a');
      await open.frames();
    }
    const drawn = await page.evaluate(() => {
      window.ink.on = false;
      return { texts: window.ink.texts.splice(0), styles: [...window.ink.styles] };
    });
    texts.push(...drawn.texts);
    for (const style of drawn.styles) styles.add(style);
    await page.keyboard.press('0');
  }
  return { theme: await page.evaluate(() => window.harness.theme()), texts, styles: [...styles] };
}

function isSame(a: Colour, b: Colour): boolean {
  return Math.max(Math.abs(a.red - b.red), Math.abs(a.green - b.green), Math.abs(a.blue - b.blue)) < 1;
}

describe.each(NAMES)('%s', (name) => {
  it('has colours that can be told from every ground they may stand on', async () => {
    open = await HarnessPage.open(harness.browser, harness.url, { theme: name });
    const theme = await open.page.evaluate(() => window.harness.theme());
    expect(theme.grounds.length).toBeGreaterThan(10);
    expect(theme.highContrast).toBe(name.startsWith('hc'));
    const least = (colour: Colour): number => Math.min(...theme.grounds.map((ground) => contrast(colour, ground)));
    for (const role of COLOUR_ROLES) {
      expect(least(theme.roles[role]), role).toBeGreaterThanOrEqual(theme.highContrast ? 4.5 : 3);
      expect(least(theme.faint[role]), `faint ${role}`).toBeGreaterThanOrEqual(theme.highContrast ? 4.5 : 3);
    }
    expect(least(theme.foreground)).toBeGreaterThanOrEqual(4.5);
    expect(least(theme.muted)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(theme.focus, theme.background)).toBeGreaterThanOrEqual(3);
  });

  it('has texts on canvases that can be read where they stand, and marks that can be seen', async () => {
    const { theme, texts, styles } = await drawAll(name);
    expect(texts.length).toBeGreaterThan(300);
    for (const sample of ['working', 'NotReady', 'threshold 3m', 'running', 'Eviction']) expect(texts.some(({ text }) => text.startsWith(sample)), sample).toBe(true);
    const faint = texts.filter((text) => text.least < 4.5 || text.faint > 0.2);
    expect([...new Set(faint.map((text) => `${text.text}: ${text.ink}, least ${text.least.toFixed(2)}, faint ${text.faint.toFixed(2)}`))]).toEqual([]);

    expect(styles.length).toBeGreaterThan(10);
    const weak = styles.filter((style) => {
      const colour = parseColour(style);
      if (colour === undefined) return true;
      if (isSame(colour, theme.background) || isSame(colour, theme.grid)) return false;
      if (colour.alpha < 1) return colour.alpha > WASH;
      return theme.grounds.some((ground) => contrast(colour, ground) < 2.99);
    });
    expect(weak).toEqual([]);
  });

  it('has lines, edges and texts over and beside the charts that can be seen', async () => {
    open = await HarnessPage.open(harness.browser, harness.url, { theme: name });
    const { page } = open;
    await open.show('incident');
    await open.send({ type: 'cursor', source: 0, line: 399, time: (await page.evaluate(() => window.harness.documents.incident().origin)) + 100e6 });
    await page.keyboard.press('m');
    await page.locator('.moment-fields').waitFor();
    const from = await open.pointOf('node-ready', 60);
    const to = await open.pointOf('node-ready', 90);
    await page.mouse.move(from.x, from.y);
    await page.keyboard.down('Shift');
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 3 });
    expect(await page.evaluate(faintTexts)).toEqual([]);
    const graphics = await page.evaluate(faintGraphics);
    expect(graphics.missing).toEqual([]);
    expect(graphics.faint).toEqual([]);
    await page.mouse.up();
    await page.keyboard.up('Shift');
  });
});
