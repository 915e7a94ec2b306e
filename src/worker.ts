/** The worker's program on Node: gives the service its files and its mail box. Started by `workerStart.ts`. */
import { setTimeout } from 'node:timers/promises';
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { instant } from './kubelet/time.ts';
import { describeInputError } from './adapters/inputError.ts';
import { findBytes } from './adapters/findBytes.ts';
import { findLogsIn, findLogsInStream } from './adapters/findLogsIn.ts';
import { FileFollower } from './adapters/follow/followFile.ts';
import { openBytes, openPieces } from './adapters/openBytes.ts';
import type { WorkerProgram } from './adapters/workerThread.ts';
import type { WorkerEvent, WorkerRequest } from './protocol/workerProtocol.ts';
import { createAnalysisService } from './worker/service.ts';

const port = parentPort;
if (port === null) throw new Error('worker.js is started by the extension, not by hand');

let tellAnalysed = (): void => {};
export const analysed: WorkerProgram['analysed'] = new Promise<void>((resolve) => {
  tellAnalysed = resolve;
});

/** Messages that were taken out of the mail box while work went on, in order. */
const waiting: WorkerRequest[] = [];
let looked = 0;
/** A look into the mail box takes some microseconds. */
const LOOK_EVERY_MS = 20;

/** Looks into the mail box now and then, in the middle of work: whether such a message is in it. */
function isInMailbox(isWanted: (request: WorkerRequest) => boolean): boolean {
  const now = performance.now();
  if (now - looked < LOOK_EVERY_MS || port === null) return false;
  looked = now;
  for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
    if (waiting.length === 0) setImmediate(takeWaiting);
    waiting.push(next.message as WorkerRequest);
  }
  return waiting.some(isWanted);
}

const service = createAnalysisService({
  post(event: WorkerEvent) {
    port.postMessage(event);
    if (event.type === 'done') tellAnalysed();
  },
  openFile: openBytes,
  openPieces,
  findLogs: findLogsIn,
  findLogsInPieces: async (pieces, name, hooks) => {
    const found = await findLogsInStream(openPieces(pieces, name), hooks);
    return 'logs' in found ? found : undefined;
  },
  findBytes,
  follow: (path, sink) => new FileFollower(path, sink),
  wait: (milliseconds) => setTimeout(milliseconds),
  describeError: describeInputError,
  pause: () =>
    new Promise((resolve) => {
      setImmediate(resolve);
    }),
  isCancelled: () => isInMailbox(({ type }) => type === 'cancel'),
  isStopped: (question) => isInMailbox((request) => request.type === 'stop' && request.id === question),
  now: () => instant(Date.now() * 1000),
});
const takeWaiting = (): void => {
  for (const request of waiting.splice(0)) service.take(request);
};
port.on('message', (request: WorkerRequest) => {
  takeWaiting();
  service.take(request);
});
