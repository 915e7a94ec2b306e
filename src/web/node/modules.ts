/** What stands for the modules of Node that the worker's program loads. */
import { EventEmitter } from 'events/';
import * as stream from 'readable-stream';
import { memoryFiles } from './memoryFiles.ts';
import { missing } from './missing.ts';
import * as paths from './paths.ts';
import * as zlib from './zlib.ts';

/** The worker's end of its mail box. */
export interface WorkerMail {
  postMessage(message: unknown): void;
  /** Messages that waited come at once. */
  onMessage(listener: (message: unknown) => void): void;
}

/** The modules by name, without `node:`. */
export function modulesOfNode(mail: WorkerMail): Readonly<Record<string, unknown>> {
  return {
    events: Object.assign(EventEmitter, { EventEmitter }),
    fs: { constants: {}, ...memoryFiles(), ...missing('fstat', 'stat', 'readFileSync') },
    'fs/promises': missing('open', 'stat', 'lstat', 'opendir', 'realpath', 'readlink', 'rename', 'unlink'),
    os: { tmpdir: () => '/', homedir: () => '/' },
    path: paths,
    stream,
    'stream/web': { ReadableStream, WritableStream, TransformStream },
    'timers/promises': { setImmediate: () => new Promise<void>((resolve) => setImmediate(resolve)) },
    util: { inherits, promisify },
    worker_threads: {
      parentPort: {
        postMessage: (message: unknown) => mail.postMessage(message),
        on: (_: 'message', listener: (message: unknown) => void) => mail.onMessage(listener),
      },
      // A browser's worker cannot look into its mail box while it works: what is cancelled ends with its worker.
      receiveMessageOnPort: () => undefined,
      threadId: 0,
      workerData: {},
    },
    zlib,
  };
}

type Class = abstract new (...args: never[]) => object;

function inherits(child: Class, parent: Class): void {
  Object.setPrototypeOf(child.prototype, parent.prototype as object);
  Object.setPrototypeOf(child, parent);
}

type WithCallback = (...args: unknown[]) => void;

function promisify(call: WithCallback): (...args: unknown[]) => Promise<unknown> {
  return (...args) =>
    new Promise((resolve, reject) => {
      call(...args, (error: unknown, value: unknown) => {
        if (error instanceof Error) reject(error);
        else resolve(value);
      });
    });
}
