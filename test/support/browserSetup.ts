import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/lib/browser.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser, and its flags. */
    browser: { readonly executablePath: string; readonly args: string[] };
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
  // Windows and pages live for a minute at most. What the last of V8's compilers makes faster is less than what it takes itself, a twelfth of all; and where two lanes use the whole
  // machine, handing work to other threads costs more than it gains.
  '--js-flags=--no-turbofan,--single-threaded',
];

/** Tabs of a site share a process (test/webview/warmBrowser.ts). */
const ONE_PROCESS = '--process-per-site';

/** Finds the browser, and says how it is started. Called by vitest once for a run. */
export function setup(project: TestProject): void {
  const executablePath = findBrowser();
  if (executablePath === undefined)
    throw new Error('No Chromium found: install the package chromium-headless-shell or chromium, or set CHROMIUM');
  const args = project.name === 'page' ? [...BROWSER_FLAGS, ONE_PROCESS] : BROWSER_FLAGS;
  project.provide('browser', { executablePath, args });
}
