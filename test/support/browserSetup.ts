import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/lib/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the browser can be driven. */
    browserEndpoint: string;
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

/** Starts a browser once for a run, and ends it. Called by vitest. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium found: install the package chromium or set CHROMIUM');
  const browser = await chromium.launchServer({ executablePath, headless: true, args: BROWSER_FLAGS });
  project.provide('browserEndpoint', browser.wsEndpoint());
  return () => browser.close();
}
