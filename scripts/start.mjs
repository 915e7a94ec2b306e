// npm start [-- FILE]: opens a real VS Code on the sample incident, or on FILE, with its timeline.
// Installs and builds what is missing. Ctrl-C ends everything that it started. Node built-ins only up to the build.
//
// How the timeline opens by itself: the environment variable KUBELET_TIMELINE_OPEN holds the log's absolute path. VS Code
// hands its environment to the extension host; at activation the extension opens that log and shows its timeline.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ensureHost } from '../tools/vscode-host/setup.mjs';
import { endProcessGroup, QUIET_SETTINGS, startServer, windowUrl } from '../tools/vscode-host/server.mjs';
import { ensureDependencies } from './lib/dependencies.mjs';
import { findDesktop } from './lib/desktop.mjs';
import { inRoot, root, sampleLog, vsixFile } from './lib/project.mjs';
import { endRunning, findOnPath, run } from './lib/run.mjs';

/** Undoes what was started, last first. @type {(() => void | Promise<void>)[]} */
const cleanups = [];
let ending = false;

/** @param {number} code */
async function end(code) {
  if (ending) return; // a second Ctrl-C while this is going on changes nothing
  ending = true;
  endRunning();
  for (const cleanup of cleanups.reverse()) await cleanup();
  process.exit(code);
}

/**
 * The log to open.
 * @param {string | undefined} argument as given
 * @returns {string} absolute
 * @throws {Error} one line
 */
function logToOpen(argument) {
  if (argument === undefined) return sampleLog;
  const file = resolve(process.env['INIT_CWD'] ?? process.cwd(), argument);
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat) throw new Error(`${file} does not exist. Usage: npm start -- FILE`);
  if (!stat.isFile()) throw new Error(`${file} is not a file. Usage: npm start -- FILE`);
  return file;
}

/** The editor cannot show these as text; the extension reads the file itself. @param {string} file */
const isBinary = (file) => /\.(gz|zst|xz|bz2)$/i.test(file);

/**
 * A text document that stands in for a log that the editor cannot show, so that the extension starts.
 * @param {string} folder @param {string} log
 */
function writeNote(folder, log) {
  const note = join(folder, 'kubelet-timeline.txt');
  writeFileSync(note, `The timeline beside this was read from\n${log}\nwhich the editor itself cannot show as text.\n`);
  return note;
}

/** @param {string} name of a script below scripts/ @param {string[]} args */
async function build(name, ...args) {
  const { code, output } = await run(process.execPath, [inRoot('scripts', name), ...args]);
  if (code !== 0) throw new Error(`${name} failed:\n${output}`);
}

/** The desktop VS Code, in folders of its own: never the user's profile. @param {string} code @param {string} log */
async function startDesktop(code, log) {
  await build('build.mjs', '--strict');
  const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
  const userData = join(folder, 'user-data');
  mkdirSync(join(userData, 'User'), { recursive: true });
  writeFileSync(join(userData, 'User', 'settings.json'), JSON.stringify(QUIET_SETTINGS, null, 2));
  const args = [
    '--wait',
    '--new-window',
    '--user-data-dir',
    userData,
    '--extensions-dir',
    join(folder, 'extensions'),
    '--extensionDevelopmentPath',
    root,
  ];
  console.log(`Opening VS Code on ${log}. Close its window, or press Ctrl-C here, to end.`);
  const child = spawn(code, [...args, isBinary(log) ? writeNote(folder, log) : log], {
    stdio: 'inherit',
    detached: true,
    env: { ...process.env, KUBELET_TIMELINE_OPEN: log },
  });
  cleanups.push(() => (child.pid === undefined ? undefined : endProcessGroup(child, child.pid)));
  child.once('error', (error) => {
    console.error(error.message);
    void end(1);
  });
  child.once('exit', (status) => void end(status ?? 1));
}

/** VS Code as a server (code-server), for a browser. @param {string} log */
async function startInBrowser(log) {
  ensureHost();
  await build('package.mjs', '--no-check');
  const abort = new AbortController();
  const starting = startServer({ vsix: [vsixFile], env: { KUBELET_TIMELINE_OPEN: log }, signal: abort.signal });
  cleanups.push(async () => {
    abort.abort();
    const [outcome] = await Promise.allSettled([starting]);
    if (outcome.status === 'fulfilled') await outcome.value.stop();
  });
  const server = await starting;
  let file = log;
  if (isBinary(log)) {
    const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-'));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    file = writeNote(folder, log);
  }
  const port = server.address.split(':')[1];
  if (process.getuid?.() === 0)
    console.log(
      '\nWarning: this runs as root, so whoever gets the address below can read and change everything on this machine. Better start it as another user.',
    );
  console.log(
    `\nVS Code is open on ${log}. Go to this address in a browser on this machine; it is a key to all that your user may do, so give it to nobody:\n\n  ${windowUrl(server, { folder: dirname(file), file })}\n`,
  );
  console.log(`From another machine, first run there: ssh -N -L ${port}:127.0.0.1:${port} THIS-MACHINE`);
  console.log('Press Ctrl-C here to end.');
  void server.ended.then((code) => {
    if (!ending) console.error('VS Code (code-server) has ended by itself.');
    return end(code);
  });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void end(0));
try {
  const log = logToOpen(process.argv[2]);
  await ensureDependencies();
  const desktop = findDesktop({
    platform: process.platform,
    env: process.env,
    user: process.getuid?.(),
    find: findOnPath,
  });
  if (desktop === undefined) await startInBrowser(log);
  else await startDesktop(desktop, log);
} catch (error) {
  if (!ending) console.error(error instanceof Error ? error.message : error);
  await end(1);
}
