/** The worker's entry on Node: gives the service its files and its mail box. */
import { parentPort } from 'node:worker_threads';
import { instant } from './kubelet/time.ts';
import { openLogFile, readingProblem } from './adapters/logFile.ts';
import type { WorkerEvent, WorkerRequest } from './protocol/workerProtocol.ts';
import { createAnalysisService } from './worker/service.ts';

const port = parentPort;
if (port === null) throw new Error('worker.js is started by the extension, not by hand');

const service = createAnalysisService({
  post: (event: WorkerEvent) => port.postMessage(event),
  openFile: openLogFile,
  describeError: readingProblem,
  pause: () => new Promise((resolve) => { setImmediate(resolve); }),
  now: () => instant(Date.now() * 1000),
});
port.on('message', (request: WorkerRequest) => service.take(request));
