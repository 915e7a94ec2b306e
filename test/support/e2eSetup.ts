import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { findBrowser } from '../../scripts/lib/browser.mjs';
import { vsixFile } from '../../scripts/lib/project.mjs';
import { startServer } from '../../tools/vscode-host/server.mjs';
import { isHostReady } from '../../tools/vscode-host/setup.mjs';
import { projectRoot } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the VS Code server answers, its host:port, and what lets a browser in. */
    server: { url: string; address: string; token: string };
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
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
];

/** Window settings that make tests steady: nothing moves, nothing covers the text. */
const SETTINGS = {
  'window.commandCenter': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
  'workbench.editor.useModal': 'off',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.hover.delay': 100,
  'editor.hover.sticky': true,
};

/** Starts server and browser once for a run, and ends both. Called by vitest. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isHostReady()) throw new Error('VS Code is not set up: run npm run e2e (or node tools/vscode-host/setup.mjs)');
  if (!existsSync(vsixFile)) throw new Error('The extension is not packaged: run npm run package');
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error('No Chromium found: install the package chromium or set CHROMIUM');
  const server = await startServer({
    vsix: [vsixFile],
    settings: SETTINGS,
    log: join(projectRoot, 'out/e2e/server.log'),
  });
  try {
    const browser = await chromium.launchServer({ executablePath, headless: true, args: BROWSER_FLAGS });
    project.provide('server', { url: server.url, address: server.address, token: server.token });
    project.provide('browserEndpoint', browser.wsEndpoint());
    return async () => {
      await browser.close();
      await server.stop();
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
