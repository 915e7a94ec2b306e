/** Ctrl-C and Cancel at random moments of heavy work, with the program and the worker as they are built. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** So much of the processor may be used after the signal: on a busy machine the clock says nothing. */
const WITHIN_MS = 1000;
/** What does not end at all ends the test. */
const HANGS_MS = 30_000;
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
  /** From the start, or from the signal if one was sent (milliseconds of the clock). */
  readonly took: number;
  /** What it used of the processor from the signal on (milliseconds). */
  readonly used: number;
}

/** What a process has used of the processor so far (milliseconds); `undefined` once it is gone. */
function usedBy(pid: number | undefined): number | undefined {
  try {
    // Behind the name, which is in brackets: user and system time, in hundredths of a second (proc(5), fields 14 and 15).
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Runs the program, and sends it SIGINT after so many milliseconds. */
async function run(args: readonly string[], after?: number): Promise<Ended> {
  const child = spawn(process.execPath, [await builtProgram(), ...args], { stdio: 'ignore' });
  let since = performance.now();
  let before = 0;
  let last = 0;
  let watch: NodeJS.Timeout | undefined;
  const timer =
    after === undefined
      ? undefined
      : setTimeout(() => {
          since = performance.now();
          last = before = usedBy(child.pid) ?? 0;
          watch = setInterval(() => {
            last = usedBy(child.pid) ?? last;
            if (performance.now() - since > HANGS_MS) child.kill('SIGKILL');
          }, 20);
          child.kill('SIGINT');
        }, after);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      clearInterval(watch);
      resolve({ signal, code, took: performance.now() - since, used: last - before });
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
    const report = readFileSync(out, 'utf8');
    expect(report.length).toBeGreaterThan(100);
    for (let time = 0; time < 8; time += 1) {
      writeFileSync(out, 'older');
      // Half of them at the end, where the output is written.
      const from = time % 2 === 0 ? 0 : 0.7;
      const { signal, used } = await run(args, whole.took * (from + ((1 - from) * random.below(1000)) / 1000));
      expect(used).toBeLessThan(WITHIN_MS);
      if (signal === null) continue; // it was done before
      expect(signal).toBe('SIGINT');
      // The new one is there as a whole, or not at all: the signal may come between its renaming and the end of the program.
      expect(['older', report]).toContain(readFileSync(out, 'utf8'));
    }
    expect(readdirSync(folder).filter((file) => file.endsWith('.part'))).toEqual([]);
  });
});

describe.each(PACKINGS.filter(hasProgram))('Ctrl-C while %s is unpacked', (packing) => {
  it('ends within a second', async () => {
    const packed = join(folder, `bomb.${packing}`);
    writeFileSync(packed, pack(packing, Buffer.alloc(1 << 28)));
    for (let time = 0; time < 3; time += 1) {
      const { signal, used } = await run(['analyze', packed], 200 + random.below(800));
      expect(signal).not.toBe('SIGKILL');
      expect(used).toBeLessThan(WITHIN_MS);
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

/** Reads a log in a worker, and cancels after so many milliseconds; what it used of the processor from then on, until it said that it gave up. */
async function cancelled(
  worker: string,
  log: string,
  after?: number,
): Promise<{ event: WorkerEvent; took: number; used: number }> {
  const port = startWorkerThread<WorkerRequest, WorkerEvent>(worker);
  let since = performance.now();
  let before = process.cpuUsage();
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
          before = process.cpuUsage();
          port.post({ type: 'cancel' });
        }, after);
  const event = await ended;
  const took = performance.now() - since;
  // Nothing else runs here while it is waited for.
  const { user, system } = process.cpuUsage(before);
  clearTimeout(timer);
  port.dispose();
  return { event, took, used: (user + system) / 1000 };
}

/** Asks for the timeline or for a state, takes that back after a while, and asks for something small: what was used of the processor from then on until there was an answer. */
async function takenBack(worker: string, log: string, kind: 'timeline' | 'moment', after: number): Promise<number> {
  const port = startWorkerThread<WorkerRequest, WorkerEvent>(worker);
  let tell = (_event: WorkerEvent): void => undefined;
  const next = (wanted: (event: WorkerEvent) => boolean): Promise<WorkerEvent> =>
    new Promise((resolve) => {
      tell = (event) => {
        if (wanted(event)) resolve(event);
      };
    });
  port.onMessage((event) => tell(event));
  const done = next(({ type }) => type === 'done' || type === 'failed');
  port.post({ type: 'open', name: 'k.log', source: { kind: 'file', path: log }, options: { year: 2026 } });
  await done;
  port.post(
    kind === 'timeline'
      ? { type: 'ask', id: 1, kind, question: undefined }
      : { type: 'ask', id: 1, kind, question: { time: Date.UTC(2026, 3, 26, 12) * 1000 } },
  );
  const answered = next(({ type }) => type === 'answer' || type === 'refused');
  await new Promise((resolve) => {
    setTimeout(resolve, after);
  });
  const before = process.cpuUsage();
  port.post({ type: 'stop', id: 1 });
  port.post({ type: 'ask', id: 2, kind: 'lineTime', question: { source: 0, line: 1 } });
  await answered;
  const { user, system } = process.cpuUsage(before);
  port.dispose();
  return (user + system) / 1000;
}

describe.each(HEAVY)('a question about a log of %s (%i) that is taken back', (name, size) => {
  it.each(['timeline', 'moment'] as const)('lets the next one in within a second: %s', async (kind) => {
    const [worker, log] = [await builtWorker(), made(name, size)];
    for (let time = 0; time < 4; time += 1)
      expect(await takenBack(worker, log, kind, 50 + random.below(900))).toBeLessThan(WITHIN_MS);
  });
});

describe.each(HEAVY)('Cancel while a worker analyses a log of %s (%i)', (name, size) => {
  it('is answered within a second, in each phase', async () => {
    const [worker, log] = [await builtWorker(), made(name, size)];
    const whole = await cancelled(worker, log);
    expect(whole.event.type).toBe('done');
    for (let time = 0; time < 10; time += 1) {
      const { event, used } = await cancelled(worker, log, (whole.took * random.below(1000)) / 1000);
      if (event.type === 'done') continue;
      expect(event).toMatchObject({ type: 'failed', problem: { kind: 'cancelled' } });
      expect(used).toBeLessThan(WITHIN_MS);
    }
  });
});
