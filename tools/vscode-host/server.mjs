// Starts the VS Code of this folder for one purpose (a trial, a test run) with folders of its own, and ends it again.
// Nothing of the user's own VS Code is read or written. Node built-ins only.
import { execFile, spawn } from 'node:child_process';
import { cpSync, createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openGate, TOKEN_PARAMETER } from './gate.mjs';
import { hostPaths } from './platform.mjs';

/** Settings for a quiet window: no welcome, no experiments, no network, no questions. */
export const QUIET_SETTINGS = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  'chat.disableAIFeatures': true,
  'security.workspace.trust.enabled': false,
};

/** Restricted mode without its questions. */
const RESTRICTED_SETTINGS = {
  'security.workspace.trust.enabled': true,
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
};

/**
 * @typedef {{
 *   vsix?: string[],
 *   unpacked?: string[],
 *   settings?: Record<string, unknown>,
 *   restricted?: boolean,
 *   env?: Record<string, string>,
 *   log?: string,
 *   startTimeoutMs?: number,
 *   signal?: AbortSignal,
 * }} ServerOptions vsix: packaged extensions to install; unpacked: folders of others, which are copied; settings: the user settings, beside the quiet ones;
 *   restricted: nobody has said that he trusts a folder, as at first;
 *   env: more environment, which the extension host sees too; log: file for what the server writes;
 *   signal: gives up the start; everything started so far has ended when the promise is rejected
 * @typedef {{ url: string, address: string, token: string, socket: string, stop: () => Promise<void>, ended: Promise<number> }} Server
 *   address: host:port; token: what lets a browser in (`windowUrl` puts it into the address); socket: where code-server itself listens, for this user only; stop: ends all processes and removes all files; ended: the exit code
 */

/**
 * @param {ServerOptions} [options]
 * @returns {Promise<Server>} a server that answers behind its gate (gate.mjs), on a free port of 127.0.0.1
 * @throws {Error} with the end of the server's own words when it does not come up
 */
export async function startServer(options = {}) {
  const { node, codeServer } = hostPaths();
  const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-'));
  const userData = join(folder, 'user-data');
  const extensions = join(folder, 'extensions');
  mkdirSync(join(userData, 'User'), { recursive: true });
  mkdirSync(extensions);
  writeFileSync(
    join(userData, 'User', 'settings.json'),
    JSON.stringify(
      { ...QUIET_SETTINGS, ...(options.restricted === true ? RESTRICTED_SETTINGS : {}), ...options.settings },
      null,
      2,
    ),
  );
  const config = join(folder, 'config.yaml');
  writeFileSync(config, 'auth: none\n');
  const env = { ...ownEnvironment(folder), ...options.env };
  const base = [
    join(codeServer, 'out/node/entry.js'),
    '--config',
    config,
    '--user-data-dir',
    userData,
    '--extensions-dir',
    extensions,
  ];

  /** @type {import('node:child_process').ChildProcess | undefined} */
  let child;
  /** @type {import('./gate.mjs').Gate | undefined} */
  let gate;
  const stop = async () => {
    gate?.close();
    if (child?.pid !== undefined) await endProcessGroup(child, child.pid);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  try {
    for (const source of options.unpacked ?? [])
      cpSync(source, join(extensions, `${basename(source)}-0.0.1`), { recursive: true });
    for (const vsix of options.vsix ?? [])
      await promisify(execFile)(node, [...base, '--install-extension', vsix, '--force'], {
        env,
        ...(options.signal ? { signal: options.signal } : {}),
      });
    // The folder is this user's alone (mkdtemp), and so is the socket.
    const socket = join(folder, 'host.sock');
    const flags = [
      '--auth',
      'none',
      '--socket',
      socket,
      '--socket-mode',
      '600',
      '--disable-telemetry',
      '--disable-update-check',
      ...(options.restricted === true ? [] : ['--disable-workspace-trust']),
      '--disable-getting-started-override',
    ];
    // A process group of its own: the extension host and its helpers end with it.
    const server = spawn(node, [...base, ...flags], { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    child = server;
    /** @type {Promise<number>} */
    const ended = new Promise((resolve) => {
      server.once('exit', (code) => resolve(code ?? 1));
      server.once('error', () => resolve(1));
    });
    let words = '';
    const logFile = options.log === undefined ? undefined : openLog(options.log);
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        words = (words + text).slice(-2000); // its dumps print whole minified source lines
        logFile?.write(text);
      });
    }
    await waitUntilAnswering(socket, server, options.startTimeoutMs ?? 60_000, () => words, options.signal);
    gate = await openGate(socket);
    const { address, token } = gate;
    return { url: `http://${address}`, address, token, socket, stop, ended };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * The address of a window.
 * @param {{ url: string, address: string, token: string }} server
 * @param {{ folder?: string, file?: string }} what the workspace folder, and a file to open in it; absolute paths
 */
export function windowUrl(server, { folder, file }) {
  const url = new URL(server.url);
  url.searchParams.set(TOKEN_PARAMETER, server.token);
  if (folder !== undefined) url.searchParams.set('folder', folder);
  if (file !== undefined)
    url.searchParams.set(
      'payload',
      JSON.stringify([['openFile', `vscode-remote://${server.address}${encodeURI(file)}`]]),
    );
  return url.href;
}

/** The environment without anything of a VS Code around us, with home folders below `folder`. @param {string} folder */
function ownEnvironment(folder) {
  const env = { ...process.env };
  for (const key of Object.keys(env)) if (/^(VSCODE_|ELECTRON_)/.test(key)) delete env[key];
  // No extension gallery: a trial or a test asks nobody on the network.
  return {
    ...env,
    EXTENSIONS_GALLERY: '{}',
    XDG_DATA_HOME: join(folder, 'data'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_CACHE_HOME: join(folder, 'cache'),
  };
}

/** @param {string} file */
function openLog(file) {
  mkdirSync(dirname(file), { recursive: true });
  return createWriteStream(file);
}

/**
 * @param {string} socket
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} timeoutMs
 * @param {() => string} words
 * @param {AbortSignal} [signal]
 */
async function waitUntilAnswering(socket, child, timeoutMs, words, signal) {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (await isAnswering(socket)) return;
    signal?.throwIfAborted();
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`VS Code (code-server) did not start:\n${words()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** @param {string} socketPath @returns {Promise<boolean>} */
function isAnswering(socketPath) {
  return new Promise((resolve) => {
    request({ socketPath, path: '/healthz', headers: { host: 'localhost' } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end(); // not listening yet
  });
}

/**
 * Ends a process that leads its own group, and the group: politely, then not.
 * @param {import('node:child_process').ChildProcess} child
 * @param {number} group
 */
export async function endProcessGroup(child, group) {
  const gone = new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(undefined);
    else child.once('exit', resolve);
  });
  if (process.platform === 'win32') child.kill();
  else signalGroup(group, 'SIGTERM');
  let timer;
  await Promise.race([
    gone,
    new Promise((resolve) => {
      timer = setTimeout(resolve, 5000);
    }),
  ]);
  clearTimeout(timer);
  if (process.platform !== 'win32') signalGroup(group, 'SIGKILL');
}

/** @param {number} group @param {NodeJS.Signals} signal */
function signalGroup(group, signal) {
  try {
    // portable: not called on Windows
    process.kill(-group, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // ESRCH: all gone already
  }
}
