/** Starts a worker of the browser with our worker's bundle, as a mail box with two ends. */
import type { WorkerPort } from '../adapters/workerThread.ts';

/** The first message to the worker: where its program is. A worker of VS Code for the web does not know its own address. */
export interface WebWorkerStart {
  readonly program: string;
}

/**
 * Starts the bundle at `url`, and in it the program at `program`.
 * The port's `onDeath` hears of errors that nothing caught; a browser does not tell of a worker that it ended for want of memory.
 */
export function startWebWorker<Out, In>(url: string, program: string): WorkerPort<Out, In> {
  const worker = new Worker(url, { name: 'Kubelet Timeline' });
  worker.postMessage({ program } satisfies WebWorkerStart);
  let ended = false;
  let tell: ((why: string) => void) | undefined;
  const die = (why: string): void => {
    if (ended) return;
    ended = true;
    worker.terminate();
    tell?.(why);
  };
  worker.addEventListener('error', (event) => die(event.message === '' ? 'the worker could not start' : event.message));
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.addEventListener('message', (event: MessageEvent<In>) => listener(event.data)),
    onDeath: (listener) => {
      tell = listener;
    },
    dispose: () => {
      ended = true;
      worker.terminate();
    },
  };
}
