// Pictures of the panel, for people, into out/screenshots: the page in every state, size and theme, then the panel in VS Code in four themes.
//   npm run screenshots                      both
//   npm run screenshots -- --page …          the page only; what else there is: test/webview-harness/screenshots.mjs
//   npm run screenshots -- --vscode …        VS Code only; further arguments go to scripts/e2e.mjs
import { pathToFileURL } from 'node:url';
import { inRoot } from './lib/project.mjs';
import { run } from './lib/run.mjs';

const args = process.argv.slice(2);
if (!args.includes('--vscode')) await import(pathToFileURL(inRoot('test/webview-harness/screenshots.mjs')).href);
if (!args.includes('--page')) {
  const { code } = await run(
    process.execPath,
    [inRoot('scripts/e2e.mjs'), '--project', 'screenshots', ...args.filter((arg) => arg !== '--vscode')],
    { echo: true },
  );
  if (code !== 0) process.exitCode = code;
}
