/** Whether the engine's heap is nearly full: a program that goes on then is ended by the engine in the middle of whatever it does, with a dump. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What one more piece of work needs fits into this part of the heap that is left, or into so much of a small one. */
const LEFT = 0.15;
const LEAST_LEFT_BYTES = 16 * 1024 * 1024;
/** Of the limit, this is for young objects, three times 16 MiB; the engine ends the program when the rest is full. */
const YOUNG_BYTES = 48 * 1024 * 1024;
/** The statistics are looked at so often (milliseconds): they take as long as some thousand lines. */
const LOOK_EVERY = 2;
/** After a collection of garbage there is none for so many times as long as it took. */
const REST = 4;

let collect: (() => void) | undefined;
let nextLook = 0;

/** True when so much of the heap is in use, and collecting garbage does not change that. It may be asked as often as one likes. */
export function heapIsFull(): boolean {
  const now = performance.now();
  if (now < nextLook) return false;
  nextLook = now + LOOK_EVERY;
  if (!isOver()) return false;
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
  const after = performance.now();
  nextLook = after + (after - now) * REST;
  return isOver();
}

function isOver(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  const old = limit - YOUNG_BYTES;
  return used > old - Math.max(old * LEFT, LEAST_LEFT_BYTES);
}
