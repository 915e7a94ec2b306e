import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WorkerPort } from '../../../src/adapters/workerThread.ts';
import { HeadReader } from '../../../src/editor/headReader.ts';
import type { WorkerEvent, WorkerRequest } from '../../../src/protocol/workerProtocol.ts';

vi.mock('vscode', () => import('./fakeVscode.ts'));

/** A worker that answers when it is told to. */
class FakeWorker implements WorkerPort<WorkerRequest, WorkerEvent> {
  readonly asked: number[] = [];
  isEnded = false;
  #tell: (event: WorkerEvent) => void = () => undefined;
  #die: (why: string) => void = () => undefined;
  post(request: WorkerRequest): void {
    if (request.type === 'ask' && request.kind === 'isKubeletLog') this.asked.push(request.id);
  }
  onMessage(listener: (event: WorkerEvent) => void): void {
    this.#tell = listener;
  }
  onDeath(listener: (why: string) => void): void {
    this.#die = listener;
  }
  dispose(): void {
    this.isEnded = true;
  }
  answer(isLog: boolean): void {
    this.#tell({ type: 'answer', id: this.asked.shift() ?? 0, answer: isLog });
  }
  die(): void {
    this.#die('out of memory');
  }
}

const workers: FakeWorker[] = [];
let reader: HeadReader;
beforeEach(() => {
  vi.useFakeTimers();
  workers.length = 0;
  reader = new HeadReader({
    startWorker: () => {
      const worker = new FakeWorker();
      workers.push(worker);
      return worker;
    },
  });
});
afterEach(() => {
  reader.dispose();
  vi.useRealTimers();
});

it('asks one worker, which ends when nobody has asked for a while', async () => {
  const [one, two] = [reader.looksLikeKubeletLog('a'), reader.looksLikeKubeletLog('b')];
  workers[0]?.answer(true);
  expect(await one).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(workers[0]?.isEnded).toBe(false); // the second waits
  workers[0]?.answer(false);
  expect(await two).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([workers.length, workers[0]?.isEnded]).toEqual([1, true]);
  const three = reader.looksLikeKubeletLog('c');
  workers[1]?.answer(true);
  expect(await three).toBe(true);
});

it('asks another one where the worker died', async () => {
  const lost = reader.looksLikeKubeletLog('a');
  workers[0]?.die();
  await expect(lost).rejects.toThrow('out of memory');
  const next = reader.looksLikeKubeletLog('a');
  workers[1]?.answer(true);
  expect(await next).toBe(true);
});

it('leaves no worker and no timer behind', async () => {
  const asked = reader.looksLikeKubeletLog('a');
  workers[0]?.answer(true);
  await asked;
  reader.dispose();
  expect([workers[0]?.isEnded, vi.getTimerCount()]).toEqual([true, 0]);
});
