import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startWorkerThread } from '../../src/adapters/workerThread.ts';
import { AnalysisClient } from '../../src/editor/analysisClient.ts';
import { projectRoot } from '../support/shared.ts';
import { sampleLog } from '../support/workbench.ts';
import { nodeForPlatform } from '../../tools/vscode-host/platform.mjs';

/** Runs the built command line with a Node. */
function analyze(
  node: string,
  cache: string,
): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  return spawnSync(node, [join(projectRoot, 'dist/cli.js'), 'analyze', sampleLog], {
    encoding: 'utf8',
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
}

it('says the same with the Node at hand and with that of VS Code, and nothing on the error output', () => {
  const cache = mkdtempSync(join(tmpdir(), 'kubelet-timeline-cache-'));
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }));
  const own = analyze(process.execPath, cache);
  expect(own).toMatchObject({ status: 0, stderr: '' });
  expect(own.stdout).toContain('PLEG');
  const host = analyze(nodeForPlatform(), cache);
  expect(host).toMatchObject({ status: 0, stderr: '' });
  expect(host.stdout).toBe(own.stdout);
  // The second run starts with the code that the first one kept: it does not keep it again.
  const folder = join(cache, 'kubelet-timeline');
  const kept = (): readonly string[] =>
    readdirSync(folder).map(
      (name) =>
        `${name} ${statSync(join(folder, name)).mtimeMs} ${(statSync(join(folder, name)).mode & 0o777).toString(8)}`,
    );
  const before = kept();
  // That of the other Node went.
  expect(before).toEqual([expect.stringMatching(/^cli-program-[0-9a-f]+-v24\..*\.code [\d.]+ 600$/)]);
  expect(analyze(nodeForPlatform(), cache)).toMatchObject({ status: 0, stderr: '', stdout: own.stdout });
  expect(kept()).toEqual(before);
  // Nothing is kept beside the program, and without a folder nothing at all.
  expect(readdirSync(join(projectRoot, 'dist')).filter((name) => name.endsWith('.code'))).toEqual([]);
  writeFileSync(join(cache, 'file'), '');
  expect(analyze(process.execPath, join(cache, 'file'))).toMatchObject({ status: 0, stderr: '' });
});

it('starts a worker with the code that an earlier worker of this build kept, if it is whole', async () => {
  const codeFolder = join(mkdtempSync(join(tmpdir(), 'kubelet-timeline-code-')), 'globalStorage');
  const clients: AnalysisClient[] = [];
  onTestFinished(() => {
    for (const client of clients) client.dispose();
    rmSync(codeFolder, { recursive: true, force: true });
  });
  const analyzed = async (): Promise<unknown> => {
    const client = new AnalysisClient(startWorkerThread(join(projectRoot, 'dist/worker.js'), { codeFolder }));
    clients.push(client);
    client.open('kubelet.log', { kind: 'file', path: sampleLog }, {});
    return client.settled();
  };
  const kept = (): readonly string[] => {
    try {
      return readdirSync(codeFolder).filter((name) => name.endsWith('.code'));
    } catch {
      return [];
    }
  };
  const first = await analyzed();
  expect(first).toMatchObject({ kind: 'done', summary: { skips: 21 } });
  expect(kept()).toEqual([]);
  await expect.poll(kept).toHaveLength(1);
  const file = join(codeFolder, kept()[0] ?? '');
  const { mtimeMs, size } = statSync(file);
  expect(size).toBeGreaterThan(500_000);

  // What another build kept goes when something is kept again, and damaged code is not taken.
  writeFileSync(join(codeFolder, 'worker-program-0123456789abcdef-11.3-x64.code'), 'of another build');
  expect(await analyzed()).toEqual(first);
  await new Promise((resolve) => {
    setTimeout(resolve, 3500);
  });
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  const whole = readFileSync(file);
  writeFileSync(file, Buffer.from(whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 0x55 : byte))));
  const damagedAt = statSync(file).mtimeMs;
  expect(await analyzed()).toEqual(first);
  await expect.poll(() => statSync(file).mtimeMs).toBeGreaterThan(damagedAt);
  expect(kept()).toHaveLength(1);
});

/** So little that reading is given up in the middle. */
const LITTLE_MEGABYTES = 16;

it('survives a worker whose memory is at its end, in words, and reads the log with more of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-memory-'));
  const clients: AnalysisClient[] = [];
  onTestFinished(() => {
    for (const client of clients) client.dispose();
    rmSync(folder, { recursive: true });
  });
  const path = join(folder, 'kubelet.log');
  const made = spawnSync(
    process.execPath,
    [join(projectRoot, 'test/bench/generate-log.mjs'), '24m', '1', '--format=short'],
    { maxBuffer: 64 << 20 },
  );
  writeFileSync(path, made.stdout);
  const read = async (megabytes?: number): Promise<AnalysisClient> => {
    const client = new AnalysisClient(startWorkerThread(join(projectRoot, 'dist/worker.js'), {}, megabytes));
    clients.push(client);
    client.open('kubelet.log', { kind: 'file', path }, {});
    await client.settled();
    return client;
  };
  const died = await read(LITTLE_MEGABYTES);
  expect(died.status).toMatchObject({
    kind: 'failed',
    problem: { title: 'The analysis stopped.', whatToDo: expect.stringMatching(/^Try again\./) as unknown },
    detail: expect.stringMatching(/reaching memory limit/) as unknown,
  });
  await expect(died.ask('timeline', undefined)).rejects.toThrow(/reaching memory limit/);
  expect((await read()).status).toMatchObject({ kind: 'done' });
});
