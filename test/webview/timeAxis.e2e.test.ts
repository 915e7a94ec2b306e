/** One time axis for all charts, whatever room the scroll bar of the lanes takes. */
import { describe, expect, it } from 'vitest';
import { useHarness } from './harnessPage.ts';

const harness = useHarness();

describe('the time axis', () => {
  it.each([0, 12])('ends at one place in all charts beside a scroll bar of %d pixels', async (bar) => {
    const page = await harness.open();
    // The browser of tests does not show scroll bars: an edge takes as much from the lanes.
    await page.page.evaluate(
      (width) => document.styleSheets[1]?.insertRule(`.lanes { border-right: ${width}px solid; }`),
      bar,
    );
    await page.show('incident');
    const ends = await page.page.evaluate(() =>
      ['.overview-plot canvas', '.staleness canvas', '.lanes-plot canvas'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().right,
      ),
    );
    expect(new Set(ends).size, String(ends)).toBe(1);
    // The dock stands beside the charts.
    const room = await page.page.evaluate(() => document.querySelector('.dock')?.getBoundingClientRect().left ?? 0);
    expect(room).toBeGreaterThan(800);
    expect(room).toBeLessThan(1100);
    expect(ends[0]).toBeLessThanOrEqual(room - bar);
    expect(ends[0]).toBeGreaterThan(room - bar - 20);
    const [brush, overview] = await page.page.evaluate(() =>
      ['.brush', '.overview-plot'].map((selector) => document.querySelector(selector)?.getBoundingClientRect().right),
    );
    expect(brush).toBeCloseTo(overview ?? 0, 0);
  });
});
