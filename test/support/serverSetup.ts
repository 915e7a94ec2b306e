import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { vsixFile } from '../../scripts/lib/project.mjs';
import { startServer } from '../../tools/vscode-host/server.mjs';
import { isHostReady } from '../../tools/vscode-host/setup.mjs';
import { forEachLane } from './lanes.ts';
import { projectRoot } from './shared.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the VS Code server of each lane answers, its host:port, and what lets a browser in. */
    servers: readonly { url: string; address: string; token: string }[];
  }
}

/** Window settings that make tests steady: nothing moves, nothing covers the text. */
export const SETTINGS = {
  'window.commandCenter': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'window.autoDetectColorScheme': false,
  'window.autoDetectHighContrast': false,
  'workbench.editor.useModal': 'off',
  'workbench.tips.enabled': false,
  'workbench.reduceMotion': 'on',
  'editor.cursorBlinking': 'solid', // each blink draws the window anew
  'editor.acceptSuggestionOnEnter': 'off', // of words that stand in the text already: a line that is typed would not end
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.hover.delay': 100,
  'editor.hover.sticky': true,
  'remote.autoForwardPorts': false, // looks at all processes of the machine, on and on
};

export const ENVIRONMENT = {
  /** As of a server that is started in a terminal: else each window asks a login shell for its environment, which takes a second of some of them. */
  VSCODE_CLI: '1',
  /** Seconds: a window that closed may not have got its word of leave to the server, which then keeps its extensions for three hours. */
  CODE_SERVER_RECONNECTION_GRACE_TIME: '10',
};

/** Starts a VS Code server for each lane once for a run, and ends them. Called by vitest. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!isHostReady()) throw new Error('VS Code is not set up: run npm run e2e (or node tools/vscode-host/setup.mjs)');
  if (!existsSync(vsixFile)) throw new Error('The extension is not packaged: run npm run package');
  const { temporaryFolders } = project.getProvidedContext();
  const servers = await forEachLane(project, (lane) =>
    startServer({
      vsix: [vsixFile],
      unpacked: ['driver', 'standIn', 'standInLogs'].map((name) => join(projectRoot, 'test/support', name)),
      settings: SETTINGS,
      env: { ...ENVIRONMENT, TMPDIR: temporaryFolders[lane] ?? '' },
      log: join(projectRoot, `out/e2e/server-${lane + 1}.log`),
    }),
  );
  project.provide(
    'servers',
    servers.map(({ url, address, token }) => ({ url, address, token })),
  );
  return async () => void (await Promise.all(servers.map((server) => server.stop())));
}
