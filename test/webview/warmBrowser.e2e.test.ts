/** What tests leave behind is not there in the next one: in a tab beside others (warmBrowser.ts), and in a page that is shown anew. */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { laneBrowser } from '../support/laneBrowser.ts';
import { HarnessPage, useHarness } from './harnessPage.ts';
import { CONTEXT } from './warmBrowser.ts';

const harness = useHarness();

let fresh: BrowserContext | undefined;
afterAll(() => fresh?.close());

/** Everything about a page that another could have left: what it finds, and what it is told of the pointer and the keys. */
async function traces({ page }: HarnessPage): Promise<unknown> {
  await page.evaluate(() => {
    const told = { shift: true, buttons: -1 };
    Object.assign(window, { told });
    addEventListener('keydown', ({ shiftKey, ctrlKey }) => (told.shift = shiftKey || ctrlKey));
    addEventListener('mousemove', ({ buttons }) => (told.buttons = buttons));
  });
  const found = await page.evaluate(async () => ({
    pointedAt: document.querySelectorAll(':hover').length,
    focus: document.activeElement?.tagName,
    hasFocus: document.hasFocus(),
    session: { ...sessionStorage },
    local: { ...localStorage },
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: isSecureContext ? await caches.keys() : [],
    clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
    name: window.name,
    history: history.length,
    size: [innerWidth, innerHeight, devicePixelRatio, visualViewport?.scale],
    media: ['(prefers-reduced-motion: reduce)', '(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'].map(
      (query) => matchMedia(query).matches,
    ),
    online: navigator.onLine,
    scrolled: [scrollX, scrollY],
    animations: document.getAnimations().length,
    sheets: document.adoptedStyleSheets.length,
    style: document.documentElement.getAttribute('style'),
    body: [document.body.className, document.body.innerHTML],
    globals: Object.keys(window).toSorted(),
    posted: window.harness.posted,
  }));
  await page.keyboard.press('F8');
  await page.mouse.move(300, 300);
  return { ...found, told: await page.evaluate(() => (window as unknown as { told: unknown }).told) };
}

/** Leaves behind all that a page can. */
async function litter({ page }: HarnessPage): Promise<void> {
  await page.context().grantPermissions(['clipboard-read']);
  await page.addInitScript(() => (window.name = 'left behind'));
  await page.route(/webview/, (route) => route.abort());
  await page.emulateMedia({ reducedMotion: 'no-preference', colorScheme: 'dark', forcedColors: 'active' });
  page.setDefaultTimeout(1);
  await page.evaluate(async () => {
    for (const storage of [sessionStorage, localStorage]) storage.setItem('state', '{"left":"behind"}');
    document.cookie = 'left=behind';
    await new Promise((resolve) => indexedDB.open('left behind').addEventListener('success', resolve));
    if (isSecureContext) await caches.open('left behind');
    history.pushState({}, '', '#left-behind');
    document.body.classList.add('left-behind');
    setInterval(() => localStorage.setItem('state', 'left behind later'), 1);
  });
  await page.setViewportSize({ width: 500, height: 400 });
  await page.mouse.move(200, 200);
  await page.mouse.down();
  await page.keyboard.down('Shift');
}

async function inFreshBrowser(): Promise<HarnessPage> {
  const browser = await laneBrowser();
  fresh = await browser.newContext(CONTEXT);
  return HarnessPage.open(fresh);
}

const loaded = (page: Page): Promise<unknown> => page.waitForFunction(() => window.harness.posted.length > 0);

it('leaves much behind', async () => {
  const page = await harness.open();
  page.expectsErrors = true; // what comes after the first paint may be among what the page loads no more
  await litter(page);
  const left = await page.page.evaluate(() => ({ ...localStorage }));
  expect(left).toHaveProperty('state');
});

it('a tab is as one of a browser that was never used', async () => {
  const page = await harness.open();
  const other = await inFreshBrowser();
  await Promise.all([loaded(page.page), loaded(other.page)]);
  await other.page.bringToFront();
  expect(await traces(page)).toEqual(await traces(other));
});

it('a page that is shown anew has forgotten what it was about to save', async () => {
  const page = await harness.show('incident');
  const first = await page.state();
  await page.page.keyboard.press('w');
  await page.page.keyboard.press('e');
  await page.reset();
  await page.page.waitForTimeout(250); // longer than the pause before it saves
  expect(await page.page.evaluate(() => ({ ...sessionStorage }))).toEqual({});
  await page.show('incident');
  expect(await page.state()).toEqual(first);
});

it('a page that is shown anew shows the document that was sent, not the one before', async () => {
  const page = await harness.show('manyPods');
  for (const name of ['partial', 'manyPods', 'incident'] as const) {
    await page.reset();
    expect(await page.page.locator('.page').count()).toBe(0);
    await page.page.evaluate((wanted) => window.harness.show(wanted), name);
    const lanes = await page.page.evaluate(() => document.getElementById('lanes-summary')?.textContent ?? '');
    const made = await page.page.evaluate((wanted) => window.harness.lanes(wanted), name);
    expect(lanes).toMatch(new RegExp(`^${made} lanes`));
  }
});
