// Runs the end-to-end tests: makes VS Code, browser and package ready, then vitest. Further arguments go to vitest.
//   npm run e2e                       all of them
//   npm run e2e -- smoke              files with this in their name
//   npm run e2e -- --no-package …     with the package that is there
//   npm run screenshots               the panel in four themes, into out/screenshots
import { ensureHost } from '../tools/vscode-host/setup.mjs';
import { ensureBrowser } from './lib/browser.mjs';
import { inRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';

try {
  const args = process.argv.slice(2);
  process.env['CHROMIUM'] = await ensureBrowser();
  ensureHost();
  if (!args.includes('--no-package')) {
    const packaged = await run(process.execPath, [inRoot('scripts/package.mjs')], { echo: true });
    if (packaged.code !== 0) process.exit(packaged.code);
  }
  const project = args.includes('--project') ? [] : ['--project', 'e2e', '--project', 'page', '--project', 'alone'];
  const vitest = await run(
    process.execPath,
    [inRoot('node_modules/vitest/vitest.mjs'), 'run', ...project, ...args.filter((arg) => arg !== '--no-package')],
    { echo: true },
  );
  process.exitCode = vitest.code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
