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

  it('lies at places that are numbers when something else stood in place of the charts', async () => {
    const page = await harness.show('incident');
    await page.page.evaluate(() => {
      const proto = CanvasRenderingContext2D.prototype;
      const { fillText } = proto;
      const texts: (readonly [text: string, left: number])[] = [];
      Object.assign(window, { texts });
      proto.fillText = function (this: CanvasRenderingContext2D, text: string, left: number, top: number) {
        texts.push([text, left]);
        fillText.call(this, text, left, top);
      };
    });
    await page.reset();
    await page.frames();
    await page.show('severalNodes');
    const texts = await page.page.evaluate(
      () => (window as unknown as { texts: readonly (readonly [text: string, left: number])[] }).texts,
    );
    expect(texts.some(([text]) => text === '2026-03-14')).toBe(true);
    expect(texts.filter(([, left]) => !Number.isFinite(left))).toEqual([]);
  });
});
