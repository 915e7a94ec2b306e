/** A worker that runs a program as the editor's does (`src/workerStart.ts`), and keeps its code when it is told to. */
import { parentPort, workerData } from 'node:worker_threads';
import { startProgram } from '../../src/adapters/keptCode.ts';

const { file, keptFile } = workerData as { readonly file: string; readonly keptFile: string };
const { wasKept, keep } = startProgram(file, keptFile);
parentPort?.postMessage({ type: 'started', wasKept });
parentPort?.on('message', (message: { readonly type: string }) => {
  if (message.type !== 'keep') return;
  keep();
  parentPort?.postMessage({ type: 'kept' });
});
