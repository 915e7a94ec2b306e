/** Starts a worker thread of Node with our worker's bundle, as a mail box with two ends. */
import { Worker } from 'node:worker_threads';

/** The extension's end of a worker. */
export interface WorkerPort<Out, In> {
  post(message: Out): void;
  onMessage(listener: (message: In) => void): void;
  /** The worker died: an uncaught error, or an exit that nobody asked for. Called at most once. */
  onDeath(listener: (why: string) => void): void;
  /** Ends the worker at once, in the middle of whatever it does. */
  dispose(): void;
}

/** What a worker is told when it starts. */
export interface WorkerData {
  /** Where compiled code may be kept; absent: nowhere. */
  readonly codeFolder?: string | undefined;
}

/** What the worker's program exports to the file that starts it. */
export interface WorkerProgram {
  /** Comes true when a log was analysed: nearly all of the program has run then. */
  readonly analysed: Promise<void>;
}

/** A log of a gigabyte has millions of records. */
const HEAP_MEGABYTES = 4096;

/** Starts the bundle at `file`, whose heap may grow to so many MiB. */
export function startWorkerThread<Out, In>(
  file: string,
  workerData: WorkerData = {},
  heapMegabytes = HEAP_MEGABYTES,
): WorkerPort<Out, In> {
  const worker = new Worker(file, {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    stdout: false,
    stderr: false,
  });
  let ended = false;
  let tell: ((why: string) => void) | undefined;
  const die = (why: string): void => {
    if (ended) return;
    ended = true;
    tell?.(why);
  };
  worker.on('error', (error) => die(error instanceof Error ? (error.stack ?? error.message) : String(error)));
  worker.on('exit', (code) => die(`the worker ended with code ${code}`));
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', listener),
    onDeath: (listener) => {
      tell = listener;
    },
    dispose: () => {
      ended = true;
      void worker.terminate();
    },
  };
}
