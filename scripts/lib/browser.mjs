// The browser that the end-to-end tests drive: a Chromium of the system. Node built-ins only.
import { existsSync } from 'node:fs';
import { findOnPath, run } from './run.mjs';

/** The first is the same browser without its own windows and menus, which nobody sees in a test: it takes less of the processor. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** Packages of Debian, the first that there is. */
const PACKAGES = ['chromium-headless-shell', 'chromium'];

/** @returns {string | undefined} the executable: `$CHROMIUM`, else the first that is on the PATH */
export function findBrowser() {
  const named = process.env['CHROMIUM'];
  if (named !== undefined && named !== '') return existsSync(named) ? named : undefined;
  for (const name of NAMES) {
    const file = findOnPath(name);
    if (file !== undefined) return file;
  }
  return undefined;
}

/**
 * Finds the browser, or installs Debian's package where that is possible and allowed.
 * @returns {Promise<string>} the executable
 * @throws {Error} one line that says what to do
 */
export async function ensureBrowser() {
  const found = findBrowser();
  if (found !== undefined) return found;
  const mayInstall = process.getuid?.() === 0 && findOnPath('apt-get') !== undefined && !process.env['CHROMIUM'];
  if (!mayInstall) {
    throw new Error(
      'No Chromium here and no right to install one: install the package chromium-headless-shell or chromium (or set CHROMIUM to an executable) and run npm test again.',
    );
  }
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  let said = '';
  for (const name of PACKAGES) {
    console.log(`Installing Chromium (apt-get install ${name}) …`);
    said = (await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env })).output;
    const installed = findBrowser();
    if (installed !== undefined) return installed;
  }
  throw new Error(`Chromium could not be installed: ${said.trim().split('\n').slice(-3).join(' ')}`);
}
