// The pictures of the page "What is PLEG?" (docs/what-is-pleg.md), made by the product from the incident that the tests use: media/pleg-NAME-THEME.png.
//   node test/webview-harness/plegPictures.mjs
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { inRoot } from '../../scripts/lib/project.mjs';
import { serveHarness } from './serve.mjs';
import { STATES } from './states.mjs';
import { applyTheme, THEMES } from './themes.mjs';

/** Name of a picture to the state of the page that it shows. */
const PICTURES = { healthy: 'teeth', hang: 'one-episode' };

const server = await serveHarness();
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'],
});
try {
  for (const theme of ['light', 'dark']) {
    for (const [name, state] of Object.entries(PICTURES)) {
      const page = await browser.newPage({ viewport: { width: 900, height: 1000 }, reducedMotion: 'reduce' });
      await page.goto(server.url);
      await page.evaluate(applyTheme, { name: theme, theme: THEMES[theme] });
      for (const step of STATES[state] ?? []) await step(page);
      await page.mouse.move(1, 1);
      await page.waitForTimeout(300);
      // From the chart of the staleness, which has the time axis, to the lane of the kubelet's processes.
      const chart = await page.locator('.staleness').first().boundingBox();
      const last = await page.locator('.lane-name', { hasText: 'kubelet' }).first().boundingBox();
      if (chart === null || last === null) throw new Error('the chart is not in sight');
      await page.screenshot({
        path: inRoot(`media/pleg-${name}-${theme}.png`),
        clip: { x: 0, y: chart.y, width: 900, height: last.y + last.height - chart.y },
      });
      await page.close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}
