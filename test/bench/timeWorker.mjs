// node timeWorker.mjs START PROGRAM CODE LOG [keep]: lets a worker read a log, once, in a process of its own, and prints what it took as JSON. With `keep` its code
// is kept in the file CODE, from which it starts if it is there.
import { Worker } from 'node:worker_threads';

const [, , start = '', file, keptFile, path, keep] = process.argv;
const before = process.cpuUsage();
const began = performance.now();
const worker = new Worker(start, { workerData: { file, keptFile }, resourceLimits: { maxOldGenerationSizeMb: 4096 } });
let wasKept = false;
worker.on('message', (message) => {
  if (message.type === 'started') ({ wasKept } = message);
  if (message.type === 'kept') void worker.terminate();
  if (message.type !== 'done' && message.type !== 'failed') return;
  const { user, system } = process.cpuUsage(before);
  console.log(
    JSON.stringify({
      cpu: (user + system) / 1e6,
      wall: (performance.now() - began) / 1e3,
      wasKept,
      ended: message.type,
      summary: message.summary,
      detail: message.detail,
    }),
  );
  worker.postMessage({ type: 'keep' });
  if (keep === undefined) void worker.terminate();
});
worker.postMessage({ type: 'open', name: 'pleg.log', source: { kind: 'file', path }, options: { year: 2026 } });
