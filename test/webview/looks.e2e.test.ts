/**
 * How the page looks, in every state, size and theme: texts that can be read, parts that can be seen, nothing over something else, cut off or out of the window.
 * In npm test each state is seen at the usual size in one theme, the next state in the next one, and some at the other sizes; in depth each state in each size and in each theme,
 * and each size in each theme; all three together in npm run test:long.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PANEL_STATES, STATES } from '../webview-harness/states.mjs';
import { fromAnywhere, inTurn, isDepth, isTimeLeft } from '../support/effort.ts';
import { PARTS } from '../webview-harness/looks/graphicFaults.ts';
import { type HarnessPage, THEME_NAMES, useHarness } from './harnessPage.ts';

const ALL = { ...STATES, ...PANEL_STATES };
const SIZES = [
  { size: '400 × 1400', width: 400, height: 1400 },
  { size: '1400 × 900', width: 1400, height: 900 },
  { size: '3840 × 2160', width: 3840, height: 2160 },
].map((one, turn) => ({ ...one, turn }));
/** The width at which npm test shows all states, and of how many it shows one at the others: a number that goes through all themes. */
const USUAL = 1400;
const SOME = 7;
/** With its place among all. */
const CASES = Object.entries(ALL).map(([name, steps], place) => ({ name, steps, place }));

const harness = useHarness();
/** Selectors of the parts that were looked at. */
const parts = new Set<string>();

/** Faults by what is wrong, each with the themes in which it was found. */
class Found {
  readonly #themes = new Map<string, string[]>();

  add(theme: string, faults: readonly string[]): void {
    for (const fault of faults) this.#themes.set(fault, [...(this.#themes.get(fault) ?? []), theme]);
  }

  get list(): string[] {
    return [...this.#themes].map(([fault, themes]) => `${fault} [${themes.join(', ')}]`);
  }
}

describe.each(fromAnywhere(SIZES))('at $size', ({ width, height, turn }) => {
  let page: HarnessPage;

  beforeAll(async () => {
    page = await harness.openForAll({ width, height });
  });
  afterAll(() => page.close());

  const cases = isDepth || width === USUAL ? CASES : CASES.filter(({ place }) => (place + turn) % SOME === 0);
  it.each(fromAnywhere(cases))('$name', async ({ steps, place }) => {
    await page.reset();
    for (const step of steps) await step(page.page);
    const found = new Found();
    for (const theme of inTurn(THEME_NAMES, place + turn, THEME_NAMES.length, SIZES.length)) {
      if (!isTimeLeft()) break;
      await page.theme(theme);
      const { texts, graphics, layout } = await page.page.evaluate(() => window.harness.looks.look());
      expect(texts.seen, theme).toBeGreaterThan(0);
      expect(layout.texts, theme).toBeGreaterThan(0);
      found.add(theme, [...texts.faults, ...graphics.faults, ...layout.faults]);
      for (const part of graphics.seen) parts.add(part);
    }
    expect(found.list).toEqual([]);
    expect(await page.trouble()).toEqual([]);
  });
});

it.runIf(isDepth)('every part was in sight somewhere', () => {
  expect(PARTS.map(({ selector }) => selector).filter((selector) => !parts.has(selector))).toEqual([]);
});
