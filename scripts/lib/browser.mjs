// The browser that the end-to-end tests drive: a Chromium of the system. Node built-ins only.
import { existsSync } from 'node:fs';
import { findOnPath, run } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

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
      'No Chromium here and no right to install one: install the package chromium (or set CHROMIUM to an executable) and run npm test again.',
    );
  }
  console.log('Installing Chromium (apt-get install chromium) …');
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await run('apt-get', ['update', '-q'], { env });
  const outcome = await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env });
  const installed = findBrowser();
  if (installed === undefined)
    throw new Error(`Chromium could not be installed: ${outcome.output.trim().split('\n').slice(-3).join(' ')}`);
  return installed;
}
