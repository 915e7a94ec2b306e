/**
 * A tab for each page, and what a tab costs once for all of them: the tabs of a lane are of one browser context, and its first one stays. By it the renderer process lives on,
 * which has compiled the page already: a new one takes four times as long to show a document.
 *
 * A tab begins with nothing that another has left: document, timers, session storage, size, media, pointer, keys, routes and history are its own. What a context
 * keeps for all of its tabs is taken away before the next one: `cleared`; `warmBrowser.e2e.test.ts` compares a tab with one of a browser that was never used.
 */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { inject } from 'vitest';
import { laneBrowser } from '../support/laneBrowser.ts';

/** Of a window in CSS pixels, where a test asks for no other. */
export const SIZE = { width: 1400, height: 900 } as const;

export const CONTEXT = { viewport: SIZE, reducedMotion: 'reduce' } as const;

/** What sites keep in a browser beyond a tab. */
const STORED = 'cookies,local_storage,indexeddb,cache_storage,service_workers,file_systems';

/** Where the run serves the harness. */
export const harnessUrl = (): string => inject('harnessUrl');

/** A document of the same site that does nothing. */
const restingUrl = (): string => new URL('theme.css', harnessUrl()).href;

interface Warm {
  readonly context: BrowserContext;
  readonly first: Page;
  readonly session: CDPSession;
}

// Test files of a lane share their modules.
let warm: Promise<Warm> | undefined;

async function start(): Promise<Warm> {
  const browser = await laneBrowser();
  const context = await browser.newContext(CONTEXT);
  const first = await context.newPage();
  await first.goto(restingUrl());
  return { context, first, session: await context.newCDPSession(first) };
}

/** The context of this lane. `clears`: as it was at first. */
export async function cleared(clears: boolean): Promise<BrowserContext> {
  const { context, first, session } = await (warm ??= start());
  if (clears) {
    // From within the process, too: it has what it has written before the browser has.
    await first.evaluate(() => localStorage.clear());
    await session.send('Storage.clearDataForOrigin', { origin: new URL(harnessUrl()).origin, storageTypes: STORED });
    await context.clearPermissions();
  }
  return context;
}

/** Closes a tab. What ran in it ends first: a closed tab may run on for a moment, and write. */
export async function closeTab(page: Page): Promise<void> {
  await page.goto(restingUrl(), { timeout: 30_000 });
  await page.close();
}
