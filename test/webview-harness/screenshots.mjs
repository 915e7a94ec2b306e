// Pictures of the page in every state, size and theme, for people: out/screenshots/page/STATE-SIZE-THEME.png, and one sheet of each state.
//   node scripts/screenshots.mjs --page [--only STATE,STATE] [--sizes 400x1400] [--themes dark]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ensureBrowser } from '../../scripts/lib/browser.mjs';
import { inRoot } from '../../scripts/lib/project.mjs';
import { serveHarness } from './serve.mjs';
import { applyTheme, THEMES } from './themes.mjs';

const SIZES = ['400x1400', '1400x900', '3840x2160'];

/** @param {string} name @param {readonly string[]} otherwise */
const chosen = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? '').split(',');
};

/** @param {string} name */
const show = (name) => async (page) => {
  await page.evaluate((wanted) => window.harness.show(wanted), name);
  await page.locator('.page').waitFor();
};
const keys = (...pressed) => async (page) => { for (const key of pressed) await page.keyboard.press(key); };
const send = (message) => (page) => page.evaluate((sent) => window.harness.send(sent), message);

/** What is done to see each state. */
const STATES = {
  'loading': [send({ type: 'progress', title: 'kubelet.log', bytes: 480_000_000, totalBytes: 1_073_741_824, lines: 2_345_678, phase: 'reading' })],
  'error': [send({ type: 'problem', title: 'This is not a log of a kubelet', whatToDo: 'Save the journal of the kubelet: journalctl -u kubelet -o short-iso > kubelet.log', canRetry: true })],
  'empty': [show('empty')],
  'healthy': [show('healthy')],
  'partial': [show('partial')],
  'one-episode': [show('incident')],
  'many-episodes': [show('manyEpisodes')],
  'many-pods': [show('manyPods')],
  'several-nodes': [show('severalNodes')],
  'hostile': [show('hostile')],
  'search': [show('incident'), keys('/'), (page) => page.keyboard.type('ns:default severity:error,warning'), keys('Enter')],
  'search-error': [show('incident'), keys('/'), (page) => page.keyboard.type('pod:web severity:eror')],
  'moment': [show('incident'), keys('m'), (page) => page.locator('.moment-pane').evaluate((pane) => { pane.scrollTop = 300; })],
  'teeth': [show('incident'), async (page) => {
    const box = await page.locator('.overview-plot').boundingBox();
    const gutter = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.querySelector('.page')).getPropertyValue('--gutter')));
    const at = (part) => box.x + gutter + (box.width - gutter) * part;
    await page.mouse.move(at(0.12), box.y + 15);
    await page.mouse.down();
    await page.mouse.move(at(0.17), box.y + 15, { steps: 3 });
    await page.mouse.up();
  }],
  'help': [show('incident'), keys('?')],
};

const folder = inRoot('out/screenshots/page');
mkdirSync(folder, { recursive: true });
const server = await serveHarness();
const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox', '--disable-gpu', '--force-color-profile=srgb', '--font-render-hinting=none'] });
let count = 0;
try {
  for (const size of chosen('sizes', SIZES)) {
    const [width = 1400, height = 900] = size.split('x').map(Number);
    for (const theme of chosen('themes', Object.keys(THEMES))) {
      for (const state of chosen('only', Object.keys(STATES))) {
        const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
        page.on('pageerror', (error) => { console.error(`${state} ${size} ${theme}: ${error.message}`); process.exitCode = 1; });
        await page.goto(server.url);
        await page.evaluate(applyTheme, { name: theme, theme: THEMES[theme] });
        for (const step of STATES[state] ?? []) await step(page);
        await page.mouse.move(1, 1);
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
