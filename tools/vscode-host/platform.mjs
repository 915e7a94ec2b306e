// Which Node build runs code-server on this platform, and where the installed pieces lie.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Whether the oldest VS Code is asked for that the extension says it runs in (`KUBELET_TIMELINE_VSCODE=oldest`), or the one that all tests run in. */
const IS_OLDEST = process.env['KUBELET_TIMELINE_VSCODE'] === 'oldest';

/** Where its lock files are, and what they install. */
export const hostFolder = IS_OLDEST ? join(import.meta.dirname, 'oldest') : import.meta.dirname;

/** code-server runs on one major only (its `engines` field; 4.139 starts on older ones and then answers 500). */
export const NODE_MAJOR = IS_OLDEST ? 20 : 24;

/** npm has the Node build as a plain package (no install script) for these, in one version for both. */
const PACKAGED = new Set(['linux-x64', 'linux-arm64']);

/**
 * The Node executable for code-server: the packaged build of this platform, else the running Node if it has
 * the right major.
 * @param {{ beforeInstall?: boolean }} [options] beforeInstall: only decide whether one fits
 * @returns {string} absolute path
 * @throws {Error} one line that says what fits and what to do
 */
export function nodeForPlatform(options = {}) {
  const platform = `${process.platform}-${process.arch}`;
  if (PACKAGED.has(platform)) {
    const node = join(hostFolder, 'node_modules', `node-${platform}`, 'bin', 'node');
    if (options.beforeInstall || existsSync(node)) return node;
    throw new Error('VS Code is not set up yet: run node tools/vscode-host/setup.mjs');
  }
  if (process.versions.node.startsWith(`${NODE_MAJOR}.`) && process.platform !== 'win32') return process.execPath;
  throw new Error(
    `No Node ${NODE_MAJOR} build for ${platform} is packaged (there is one for ${[...PACKAGED].join(' and ')}): ` +
      (process.platform === 'win32'
        ? 'use the desktop VS Code (`code` on the PATH).'
        : `use the desktop VS Code (\`code\` on the PATH) or run this with Node ${NODE_MAJOR}.`),
  );
}

/** @returns {{ node: string, codeServer: string }} absolute paths of the Node executable and the code-server package */
export function hostPaths() {
  return { node: nodeForPlatform(), codeServer: join(hostFolder, 'node_modules', 'code-server') };
}
