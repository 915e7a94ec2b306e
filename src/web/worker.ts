/** What the worker of the browser starts with: gives the program of Node's worker what it asks of Node, and its messages. */
import { Buffer } from 'buffer/';
import { modulesOfNode } from './node/modules.ts';
import type { WebWorkerStart } from './webWorker.ts';

/** The scope of a dedicated worker, as far as it is used here: the DOM's types know windows. */
interface WorkerScope {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<unknown>) => void): void;
  importScripts(url: string): void;
}
const scope = globalThis as unknown as WorkerScope;

/** Messages that came before the program was there. */
const early: unknown[] = [];
let take = (message: unknown): void => void early.push(message);

const modules = modulesOfNode({
  postMessage: (message) => scope.postMessage(message),
  onMessage: (listener) => {
    take = listener;
    for (const message of early.splice(0)) listener(message);
  },
});
const turns = new MessageChannel();
const due: (() => void)[] = [];
turns.port1.addEventListener('message', () => due.shift()?.());
turns.port1.start();
Object.assign(globalThis, {
  Buffer,
  module: { exports: {} },
  exports: {},
  process: { env: {} },
  setImmediate: (turn: () => void): void => {
    due.push(turn);
    turns.port2.postMessage(undefined);
  },
  require: (name: string): unknown => {
    const found = modules[name.replace(/^node:/, '')];
    if (found === undefined) throw new Error(`${name} is not there in a browser`);
    return found;
  },
});

let isStarted = false;
scope.addEventListener('message', ({ data }) => {
  if (isStarted) return take(data);
  isStarted = true;
  scope.importScripts((data as WebWorkerStart).program);
});
