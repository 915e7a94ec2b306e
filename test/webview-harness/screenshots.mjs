// Pictures of the page in every state, size and theme, for people: out/screenshots/page/STATE-SIZE-THEME.png.
//   node scripts/screenshots.mjs --page [--only STATE,STATE] (states.mjs) [--sizes 400x1400] [--themes dark] [--out FOLDER]
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { inRoot } from '../../scripts/lib/project.mjs';
import { serveHarness } from './serve.mjs';
import { CHINESE_STATES, PANEL_STATES, STATES } from './states.mjs';
import { applyTheme, THEMES } from './themes.mjs';

const SIZES = ['400x1400', '1400x900', '3840x2160'];

/** @param {string} name @param {readonly string[]} otherwise */
const chosen = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? '').split(',');
};

/** What VS Code gives every webview. */
const SCROLL_BARS =
  'html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }';

const states = chosen('only', Object.keys({ ...STATES, ...CHINESE_STATES }));
const unknown = states.filter((state) => !(state in STATES || state in CHINESE_STATES || state in PANEL_STATES));
if (unknown.length > 0) {
  console.error(`screenshots: no such state: ${unknown.join(', ')} (test/webview-harness/states.mjs)`);
  process.exit(2);
}

const folder = resolve(chosen('out', [inRoot('out/screenshots/page')])[0] ?? '.');
mkdirSync(folder, { recursive: true });
const server = await serveHarness({ extra: [['/theme.css', { type: 'text/css', text: SCROLL_BARS }]] });
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'],
  ignoreDefaultArgs: ['--hide-scrollbars'],
});
let count = 0;
try {
  for (const size of chosen('sizes', SIZES)) {
    const [width = 1400, height = 900] = size.split('x').map(Number);
    for (const theme of chosen('themes', Object.keys(THEMES))) {
      for (const state of states) {
        const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
        page.on('pageerror', (error) => {
          console.error(`${state} ${size} ${theme}: ${error.message}`);
          process.exitCode = 1;
        });
        await page.goto(state in CHINESE_STATES ? `${server.url}zh-cn` : server.url);
        await page.evaluate(applyTheme, { name: theme, theme: THEMES[theme] });
        for (const step of STATES[state] ?? CHINESE_STATES[state] ?? PANEL_STATES[state]) await step(page);
        if (state in STATES || state in CHINESE_STATES) await page.mouse.move(1, 1);
        await page.waitForTimeout(250);
        await page.screenshot({ path: join(folder, `${state}-${size}-${theme}.png`), fullPage: false });
        await page.close();
        count += 1;
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}
console.log(`${count} pictures in ${folder}`);
