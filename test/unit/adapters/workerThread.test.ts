/** Real threads that end in each way: whoever waits is told once, in words, and nothing is left running. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorkerThread } from '../../../src/adapters/workerThread.ts';
import { AnalysisClient } from '../../../src/editor/analysisClient.ts';
import type { WorkerEvent, WorkerRequest } from '../../../src/protocol/workerProtocol.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-thread-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ONCE_ASKED = "require('node:worker_threads').parentPort.once('message', () => {";
const ENDS: readonly (readonly [string, string, RegExp])[] = [
  ['an error that nobody catches', `${ONCE_ASKED} throw new Error('a defect'); });`, /a defect/],
  ['an exit that nobody asked for', `${ONCE_ASKED} process.exit(7); });`, /ended with code 7/],
  [
    'no memory left',
    // Small things, as an analysis keeps them: where one large array takes the last memory, Node 24 ends the whole process.
    `${ONCE_ASKED} let kept; for (;;) kept = { kept, line: [1, 2, 3] }; });`,
    /memory/i,
  ],
];

describe.each(ENDS)('a worker that ends by %s', (name, program, why) => {
  it('fails the reading, with words and a way to go on, and all who asked', async () => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.cjs`);
    writeFileSync(file, program);
    const port = startWorkerThread<WorkerRequest, WorkerEvent>(file, {}, 32);
    const client = new AnalysisClient(port);
    const told: string[] = [];
    client.onStatus(({ kind }) => told.push(kind));
    client.open('k.log', { kind: 'sent' }, {});
    const asked = client.ask('timeline', undefined).catch((error: unknown) => String(error));
    const status = await client.settled();
    expect(status).toMatchObject({
      kind: 'failed',
      problem: { title: 'The analysis stopped.', whatToDo: expect.stringMatching(/^Try again\./) as unknown },
      detail: expect.stringMatching(why) as unknown,
    });
    expect(await asked).toMatch(why);
    expect(told).toEqual(['failed']); // an error is followed by an exit: only one of them is told
    client.dispose();
  }, 60_000);
});

describe('a worker that is ended', () => {
  it('stops in the middle of its work, and nobody is told of a death', async () => {
    const file = join(folder, 'endless.cjs');
    writeFileSync(
      file,
      "const { parentPort } = require('node:worker_threads'); parentPort.postMessage('begun'); for (;;) ;",
    );
    const before = process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length;
    const port = startWorkerThread<string, string>(file);
    const deaths: string[] = [];
    port.onDeath((why) => deaths.push(why));
    await new Promise((resolve) => port.onMessage(resolve));
    port.dispose();
    await expect
      .poll(() => process.getActiveResourcesInfo().filter((kind) => kind === 'MessagePort').length)
      .toBe(before);
    expect(deaths).toEqual([]);
  });
});
