/**
 * The browser of a lane: one for all of its files, which share their modules. The lane's process drives it itself: by a server in another process, each word between them would be read and
 * written once more, a sixth of what a test of the page takes.
 */
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';

let browser: Promise<Browser> | undefined;

/** Started by whoever asks first. It ends with the process of the lane, and takes its files with it. */
export function laneBrowser(): Promise<Browser> {
  browser ??= start();
  return browser;
}

function start(): Promise<Browser> {
  // Vitest ends a lane by this signal, which alone would leave the browser to find out. What Playwright does where a process exits is done when that has happened.
  process.once('SIGTERM', () => process.exit());
  return chromium.launch({ ...inject('browser'), headless: true, handleSIGTERM: false });
}
