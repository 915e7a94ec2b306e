// Installs a real VS Code from npm: code-server, the Node build it runs on and the modules of the VS Code
// inside it. From lock files only, without install scripts and without a compiler. Quick when nothing changed.
//
//   node tools/vscode-host/setup.mjs
//
// Only Node built-ins here: this also runs before the project's own dependencies are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hostFolder, hostPaths, NODE_MAJOR, nodeForPlatform } from './platform.mjs';

const stampFile = join(hostFolder, 'node_modules', '.vscode-host-ready');

/** What the installed state depends on: the lock files, this script, the platform. */
function fingerprint() {
  const hash = createHash('sha256').update(`${process.platform}-${process.arch}`);
  for (const folder of [hostFolder, join(hostFolder, 'modules')])
    hash.update('\0').update(readFileSync(join(folder, 'package-lock.json')));
  hash.update('\0').update(readFileSync(import.meta.filename));
  return hash.digest('hex');
}

/** @returns {boolean} true if the host is installed as the lock files say */
export function isHostReady() {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint();
}

/** @param {string} cwd the folder whose lock file is installed */
function installFromLock(cwd) {
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // portable: through a shell there
  const run = spawnSync('npm', args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    shell: process.platform === 'win32', // where npm is a batch file
    env: cleanNpmEnvironment(),
  });
  if (run.status !== 0) throw new Error(`npm ci in ${cwd} failed:\n${run.stderr}${run.stdout}${run.error ?? ''}`);
}

/** npm passes its own settings to scripts by environment; the inner npm must not take the outer one's folder for its own. */
function cleanNpmEnvironment() {
  const env = { ...process.env };
  for (const key of ['npm_config_local_prefix', 'npm_package_json', 'npm_config_prefix', 'INIT_CWD']) delete env[key];
  return env;
}

/**
 * Two native addons are not built (that would need a compiler). VS Code only logs their absence, on and on,
 * so each gets a small stand-in: the watchdog does nothing, the log writer appends to its file.
 * @param {string} modules the node_modules folder of the inner VS Code
 */
function writeStandIns(modules) {
  // Before 1.104 the watchdog had no owner in its name.
  const watchdog = ['@vscode/native-watchdog', 'native-watchdog'].find((name) => existsSync(join(modules, name)));
  // Its program of search was fetched by a script; the package that followed brings it.
  const search = join(modules, '@vscode/ripgrep');
  if (existsSync(search) && !existsSync(join(search, 'bin')))
    symlinkSync(
      join(modules, '@vscode/ripgrep-universal/bin', `${process.platform}-${process.arch}`),
      join(search, 'bin'),
      'dir',
    );
  if (watchdog !== undefined) writeFileSync(join(modules, watchdog, 'index.js'), 'exports.start = () => {};\n');
  writeFileSync(
    join(modules, '@vscode/spdlog/index.js'),
    `'use strict';
const fs = require('fs');
const path = require('path');
const NAMES = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
class Logger {
  constructor(name, file) { this.name = name; this.file = file; this.level = 2; this.withPrefix = true; }
  write(level, message) {
    if (level < this.level || !this.file) return;
    const text = this.withPrefix ? new Date().toISOString() + ' [' + NAMES[level] + '] ' + message + '\\n' : message;
    try { fs.appendFileSync(this.file, text); } catch { /* a log that cannot be written must not stop the editor */ }
  }
  trace(m) { this.write(0, m); } debug(m) { this.write(1, m); } info(m) { this.write(2, m); }
  warn(m) { this.write(3, m); } error(m) { this.write(4, m); } critical(m) { this.write(5, m); }
  getLevel() { return this.level; } setLevel(level) { this.level = level; }
  setPattern(pattern) { this.withPrefix = Boolean(pattern); } clearFormatters() { this.withPrefix = false; }
  flush() {} drop() {}
}
const create = async (name, file) => { fs.mkdirSync(path.dirname(file), { recursive: true }); return new Logger(name, file); };
// One by one: importers find the names of a CommonJS module only so.
exports.version = 0;
exports.Logger = Logger;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.shutdown = () => {};
exports.createRotatingLogger = create;
exports.createAsyncRotatingLogger = create;
`,
  );
}

/**
 * Makes the host ready, or does nothing when it is.
 * @param {(line: string) => void} [say] told what is being done
 * @throws {Error} with one plain line when no Node build fits this platform
 */
export function ensureHost(say = console.log) {
  if (isHostReady()) return;
  nodeForPlatform({ beforeInstall: true });
  const started = Date.now();
  say('Setting up VS Code (code-server), once: about 0.5 GB in tools/vscode-host …');
  rmSync(stampFile, { force: true });
  installFromLock(hostFolder);
  installFromLock(join(hostFolder, 'modules'));
  const paths = hostPaths();
  const innerModules = join(paths.codeServer, 'lib', 'vscode', 'node_modules');
  rmSync(innerModules, { recursive: true, force: true });
  const modules = join(hostFolder, 'modules', 'node_modules');
  symlinkSync(modules, innerModules, 'dir');
  writeStandIns(modules);
  const check = spawnSync(paths.node, ['--version'], { encoding: 'utf8' });
  if (!check.stdout?.startsWith(`v${NODE_MAJOR}.`))
    throw new Error(`${paths.node} does not run here (${check.error ?? check.stderr})`);
  mkdirSync(join(hostFolder, 'node_modules'), { recursive: true });
  writeFileSync(stampFile, fingerprint());
  say(`VS Code is ready after ${((Date.now() - started) / 1000).toFixed(0)} s.`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    ensureHost();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
