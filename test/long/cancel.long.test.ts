/** Ctrl-C and Cancel at random moments of heavy work, with the program and the worker as they are built. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, describe, expect, it } from 'vitest';
import { SHAPES } from '../../scripts/lib/growthShapes.mjs';
import { startWorkerThread } from '../../src/adapters/workerThread.ts';
import type { WorkerEvent, WorkerRequest } from '../../src/protocol/workerProtocol.ts';
import { Random } from '../fuzz/random.ts';
import { builtProgram } from '../support/builtProgram.ts';
import { PACKINGS, hasProgram, pack } from '../support/packers.ts';
import { projectRoot } from '../support/shared.ts';

const WITHIN_MS = 1000;
const folder = mkdtempSync(join(tmpdir(), 'kubelet-timeline-cancel-'));
afterAll(() => rmSync(folder, { recursive: true }));
const random = new Random(7);

function made(name: string, size: number): string {
  const path = join(folder, `${name.replaceAll(' ', '-')}.log`);
  if (!existsSync(path)) SHAPES.find((shape) => shape.name === name)?.make(path, size);
  return path;
}

/** Heavy in reading, in the history, in the replay and in the output. */
const HEAVY = [
  ['episodes', 20_000],
  ['lives', 20_000],
  ['pods', 150_000],
] as const;

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly code: number | null;
  /** From the start, or from the signal if one was sent (milliseconds). */
  readonly took: number;
}

/** Runs the program, and sends it SIGINT after so many milliseconds. */
async function run(args: readonly string[], after?: number): Promise<Ended> {
  const child = spawn(process.execPath, [await builtProgram(), ...args], { stdio: 'ignore' });
  let since = performance.now();
  const timer =
    after === undefined
      ? undefined
      : setTimeout(() => {
          since = performance.now();
          child.kill('SIGINT');
        }, after);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ signal, code, took: performance.now() - since });
    });
  });
}

describe.each(HEAVY)('Ctrl-C while a log of %s (%i) is analysed', (name, size) => {
  it.each([
    ['analyze', '--format', 'json'],
    ['state', '--every', '1h', '--format', 'ndjson'],
  ])('%s ends within a second, and leaves the older report as it was', async (command, ...options) => {
    const log = made(name, size);
    const out = join(folder, 'report');
    const args = [command, log, ...options, '--year', '2026', '--out', out];
    const whole = await run(args);
    expect(whole.code).toBe(0);
    expect(statSync(out).size).toBeGreaterThan(1000);
    for (let time = 0; time < 8; time += 1) {
      writeFileSync(out, 'older');
      // Half of them at the end, where the output is written.
      const from = time % 2 === 0 ? 0 : 0.7;
      const { signal, took } = await run(args, whole.took * (from + ((1 - from) * random.below(1000)) / 1000));
      expect(took).toBeLessThan(WITHIN_MS);
      if (signal === null) continue; // it was done before
      expect(signal).toBe('SIGINT');
      expect(readFileSync(out, 'utf8')).toBe('older');
    }
    expect(readdirSync(folder).filter((file) => file.endsWith('.part'))).toEqual([]);
  });
});

describe.each(PACKINGS.filter(hasProgram))('Ctrl-C while %s is unpacked', (packing) => {
  it('ends within a second', async () => {
    const packed = join(folder, `bomb.${packing}`);
    writeFileSync(packed, pack(packing, Buffer.alloc(1 << 28)));
    for (let time = 0; time < 3; time += 1) {
      const { took } = await run(['analyze', packed], 200 + random.below(800));
      expect(took).toBeLessThan(WITHIN_MS);
    }
  });
});

/** The worker's program, started as the extension does. */
async function builtWorker(): Promise<string> {
  const folder = join(projectRoot, `out/test/programs/worker-${process.pid}`);
  await build({
    entryPoints: { worker: join(projectRoot, 'src/worker.ts') },
    outdir: folder,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    target: 'node20',
    logLevel: 'silent',
  });
  return join(folder, 'worker.cjs');
}

/** Reads a log in a worker, and cancels after so many milliseconds; how long the worker took, from then on, to say that it gave up. */
async function cancelled(worker: string, log: string, after?: number): Promise<{ event: WorkerEvent; took: number }> {
  const port = startWorkerThread<WorkerRequest, WorkerEvent>(worker);
  let since = performance.now();
  const ended = new Promise<WorkerEvent>((resolve, reject) => {
    port.onMessage((event) => {
      if (event.type === 'done' || event.type === 'failed') resolve(event);
    });
    port.onDeath((why) => reject(new Error(why)));
  });
  port.post({ type: 'open', name: 'k.log', source: { kind: 'file', path: log }, options: { year: 2026 } });
  const timer =
    after === undefined
      ? undefined
      : setTimeout(() => {
          since = performance.now();
          port.post({ type: 'cancel' });
        }, after);
  const event = await ended;
  const took = performance.now() - since;
  clearTimeout(timer);
  port.dispose();
  return { event, took };
}

describe.each(HEAVY)('Cancel while a worker analyses a log of %s (%i)', (name, size) => {
  it('is answered within a second, in each phase', async () => {
    const [worker, log] = [await builtWorker(), made(name, size)];
    const whole = await cancelled(worker, log);
    expect(whole.event.type).toBe('done');
    for (let time = 0; time < 10; time += 1) {
      const { event, took } = await cancelled(worker, log, (whole.took * random.below(1000)) / 1000);
      if (event.type === 'done') continue;
      expect(event).toMatchObject({ type: 'failed', problem: { kind: 'cancelled' } });
      expect(took).toBeLessThan(WITHIN_MS);
    }
  });
});
