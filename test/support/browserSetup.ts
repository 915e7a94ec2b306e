import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { forEachLane } from './lanes.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser of each lane can be driven. */
    browserEndpoints: readonly string[];
  }
}

const BROWSER_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-features=LocalNetworkAccessChecks', // a window whose first answer a test has changed asks this machine for the rest (webHost.ts)
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
];

/** Tabs of a site share a process (test/webview/warmBrowser.ts). */
const ONE_PROCESS = '--process-per-site';

/** Starts a browser for each lane once for a run, and ends them. Called by vitest. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium found: install the package chromium or set CHROMIUM');
  const browsers = await forEachLane(project, () =>
    chromium.launchServer({
      executablePath,
      headless: true,
      args: project.name === 'page' ? [...BROWSER_FLAGS, ONE_PROCESS] : BROWSER_FLAGS,
    }),
  );
  project.provide(
    'browserEndpoints',
    browsers.map((browser) => browser.wsEndpoint()),
  );
  return async () => void (await Promise.all(browsers.map((browser) => browser.close())));
}
