// The annotated pictures of the user guide (docs/guide/reading-the-panel.md): the panel with the numbers that the page counts by, docs/guide/pictures/panel-THEME.png.
//   node test/webview-harness/guidePictures.mjs
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { inRoot } from '../../scripts/lib/project.mjs';
import { serveHarness } from './serve.mjs';
import { STATES } from './states.mjs';
import { applyTheme, THEMES } from './themes.mjs';

/** What each number of the page is about: the first element in sight, and whether its number stands at its beginning or at its end. @type {readonly (readonly [selector: string, at: 'begin' | 'end'])[]} */
const PLACES = [
  ['.answer-text', 'begin'],
  ['.chip', 'end'],
  ['details.finding summary', 'end'],
  ['.staleness .plot', 'end'],
  ['.lane-names .lane-name', 'begin'],
  ['.pane-tab:nth-of-type(2)', 'end'],
  ['.table-pane', 'end'],
];

/** Runs in the page: a numbered disc at each place. @param {typeof PLACES} places */
function annotate(places) {
  for (const [index, [selector, at]] of places.entries()) {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    if (box === undefined || box.width === 0)
      throw new Error(`number ${index + 1}: nothing is in sight at ${selector}`);
    const disc = document.createElement('div');
    disc.textContent = String(index + 1);
    // Beside what it is about, or on its upper right corner, where it hides no word.
    const left = at === 'begin' ? Math.max(2, box.left - 26) : Math.min(box.right, innerWidth - 16) - 8;
    const top = at === 'begin' ? box.top : box.top - 11;
    Object.assign(disc.style, {
      position: 'fixed',
      left: `${left}px`,
      top: `${top}px`,
      width: '22px',
      height: '22px',
      borderRadius: '11px',
      background: '#c2185b',
      color: '#fff',
      font: 'bold 13px/22px sans-serif',
      textAlign: 'center',
      boxShadow: '0 0 0 2px #fff',
      zIndex: '1000',
    });
    document.body.append(disc);
  }
}

const server = await serveHarness();
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'],
});
mkdirSync(inRoot('docs/guide/pictures'), { recursive: true });
try {
  for (const theme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce' });
    await page.goto(server.url);
    await page.evaluate(applyTheme, { name: theme, theme: THEMES[theme] });
    for (const step of STATES['one-episode'] ?? []) await step(page);
    await page.mouse.move(1, 1);
    await page.waitForTimeout(300);
    await page.evaluate(annotate, PLACES);
    await page.screenshot({ path: inRoot(`docs/guide/pictures/panel-${theme}.png`) });
    await page.close();
  }
} finally {
  await browser.close();
  await server.close();
}
