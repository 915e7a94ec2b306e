import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { laneBrowser } from '../support/laneBrowser.ts';
import { projectRoot } from '../support/shared.ts';
import { sampleLog } from '../support/workbench.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** `npm start` as on a machine without a desktop VS Code. */
function npmStart(...args: string[]) {
  const env = { ...process.env, KUBELET_TIMELINE_NO_DESKTOP: '1' };
  const child = spawn(process.execPath, [join(projectRoot, 'scripts/start.mjs'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  stops.push(() => {
    child.kill('SIGTERM');
    return ended;
  });
  return { child, ended, output: () => output };
}

/** The status of an answer to a request that calls the server `name`, with the same origin. */
function statusUnder(name: string, address: string, path: string): Promise<number> {
  const [host, port] = address.split(':');
  return new Promise((resolve, reject) => {
    request({ host, port, path, setHost: false, headers: { host: name, origin: `http://${name}` } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

const ourTemporaryFolders = () =>
  readdirSync(tmpdir()).filter(
    (name) => name.startsWith('kubelet-timeline-') && existsSync(join(tmpdir(), name, 'user-data')),
  );

it('npm start opens VS Code on the sample incident, and Ctrl-C takes everything away', async () => {
  const before = ourTemporaryFolders();
  const start = npmStart();
  await expect.poll(start.output, { timeout: 90_000 }).toContain('Press Ctrl-C here to end'); // a build, an extension installed, a server started
  const address = /http:\S+/.exec(start.output())?.[0] ?? '';
  const page = await (await laneBrowser()).newPage();
  try {
    await page.goto(address, { waitUntil: 'commit' });
    await page.locator(`.tab[data-resource-name=${JSON.stringify(basename(sampleLog))}]`).waitFor({ timeout: 60_000 });
    await page
      .locator('iframe.webview.ready')
      .first()
      .contentFrame()
      .locator('#active-frame')
      .contentFrame()
      .locator('canvas')
      .first()
      .waitFor({ timeout: 60_000 });
  } finally {
    await page.close();
  }
  // A neighbour on the machine, and a page of the network whose name was pointed here, get nothing.
  const { origin, host, searchParams } = new URL(address);
  const token = searchParams.get('tkn') ?? '';
  expect(token.length).toBeGreaterThanOrEqual(32);
  for (const path of ['/', '/vscode-remote-resource?path=%2Fetc%2Fpasswd', '/healthz'])
    expect((await fetch(`${origin}${path}`)).status, path).toBe(403);
  expect(await statusUnder('evil.example', host, `/?tkn=${token}`)).toBe(403);
  expect(await statusUnder(host, host, `/?tkn=${token}`)).toBe(302);
  const folder = ourTemporaryFolders().find((name) => !before.includes(name)) ?? '';
  expect(statSync(join(tmpdir(), folder)).mode & 0o777).toBe(0o700);
  expect(statSync(join(tmpdir(), folder, 'host.sock')).mode & 0o777).toBe(0o600);
  if (process.getuid?.() === 0) expect(start.output()).toContain('Warning: this runs as root');
  start.child.kill('SIGINT');
  expect(await start.ended).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
  expect(ourTemporaryFolders()).toEqual(before);
});

it('npm start says in one line that a log does not exist', async () => {
  const start = npmStart('no-such.log');
  expect(await start.ended).toBe(1);
  expect(start.output().trim().split('\n')).toEqual([
    `${join(process.cwd(), 'no-such.log')} does not exist. Usage: npm start -- FILE`,
  ]);
});
