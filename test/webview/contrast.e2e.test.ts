/**
 * What is drawn on the canvases, in every theme: texts compared with the pixels that they are drawn on, and the colours of marks. What is beside and over the canvases: looks.e2e.test.ts.
 * In npm test each state is drawn in one theme, in depth in two, one of them of high contrast; in all of them in npm run test:long.
 */
import { describe, expect, it } from 'vitest';
import { type Colour, contrast, parseColour } from '../../webview/page/contrast.ts';
import type { Theme } from '../../webview/page/theme.ts';
import type { InkedText } from '../webview-harness/looks/ink.ts';
import { inTurn, isTimeLeft } from '../support/effort.ts';
import { THEME_NAMES, type ThemeName, useHarness } from './harnessPage.ts';
import { expectStrongColours } from './strongColours.ts';

const harness = useHarness();

/** Nothing stronger than this is drawn translucent, unless it is the background itself: what carries meaning has a colour of its own that was made strong enough. */
const WASH = 0.36;

interface Drawn {
  readonly theme: Theme;
  readonly states: number;
  readonly texts: readonly InkedText[];
  readonly styles: readonly string[];
}

/** The states that differ in what stands on what. */
const DRAWN = ['incident', 'severalNodes', 'manyEpisodes', 'partial', 'healthy', 'manyPods', 'neighbours'] as const;
/** What their texts begin with, among others. */
const SAMPLES = ['working', 'NotReady', 'threshold 3m', 'running', 'Eviction'];
/** Those of them that were seen in any theme. */
const sampled = new Set<string>();

/** So many texts are drawn of each state at least. */
const TEXTS_OF_STATE = 80;

/** Draws states, and gives what was drawn. */
async function drawAll(name: ThemeName): Promise<Drawn> {
  const open = await harness.open({ theme: name });
  const { page } = open;
  const texts: InkedText[] = [];
  const styles = new Set<string>();
  let states = 0;
  for (const state of DRAWN.filter((_, place) => inTurn(THEME_NAMES, place, 4, 2).includes(name))) {
    if (!isTimeLeft()) break;
    states += 1;
    await page.evaluate(() => {
      window.harness.ink.on = true;
    });
    await open.show(state);
    // Of several nodes the lanes of the last one, too.
    const nodes = page.locator('.lane-name.is-group[data-depth="0"]', { hasText: /node-|worker-/ });
    if ((await nodes.count()) > 0) {
      const last = await nodes.last().locator('.lane-label').innerText();
      await page.locator('.lane-name:not(.is-group)', { hasText: last }).first().click();
      await open.frames();
    }
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
      const { ink } = window.harness;
      ink.on = false;
      return { texts: ink.texts.splice(0), styles: [...ink.styles] };
    });
    texts.push(...drawn.texts);
    for (const style of drawn.styles) styles.add(style);
    await page.keyboard.press('0');
  }
  return { theme: await page.evaluate(() => window.harness.theme()), states, texts, styles: [...styles] };
}

function isSame(a: Colour, b: Colour): boolean {
  return Math.max(Math.abs(a.red - b.red), Math.abs(a.green - b.green), Math.abs(a.blue - b.blue)) < 1;
}

describe.each(THEME_NAMES)('%s', (name) => {
  it('has colours that can be told from every ground they may stand on', async () => {
    const open = await harness.open({ theme: name });
    const theme = await open.page.evaluate(() => window.harness.theme());
    expect(theme.highContrast).toBe(name.startsWith('hc'));
    expectStrongColours(theme);
  });

  it('has texts on canvases that can be read where they stand, and marks that can be seen', async () => {
    const { theme, states, texts, styles } = await drawAll(name);
    expect(texts.length).toBeGreaterThan(isTimeLeft() ? TEXTS_OF_STATE * states : -1);
    for (const sample of SAMPLES) if (texts.some(({ text }) => text.startsWith(sample))) sampled.add(sample);
    const faint = texts.filter((text) => text.least < 4.5 || text.faint > 0.2);
    expect([
      ...new Set(
        faint.map(
          (text) => `${text.text}: ${text.ink}, least ${text.least.toFixed(2)}, faint ${text.faint.toFixed(2)}`,
        ),
      ),
    ]).toEqual([]);

    expect(styles.length).toBeGreaterThan(isTimeLeft() ? 10 : -1);
    const weak = styles.filter((style) => {
      const colour = parseColour(style);
      if (colour === undefined) return true;
      if (isSame(colour, theme.background) || isSame(colour, theme.grid)) return false;
      if (colour.alpha < 1) return colour.alpha > WASH;
      return theme.grounds.some((ground) => contrast(colour, ground) < 2.99);
    });
    expect(weak).toEqual([]);
  });
});

it('every kind of text was drawn somewhere', () => {
  expect(SAMPLES.filter((sample) => !sampled.has(sample))).toEqual([]);
});
