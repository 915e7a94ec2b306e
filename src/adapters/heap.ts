/** Whether the engine's heap is nearly full: a program that goes on then is ended by the engine in the middle of whatever it does, with a dump. */
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What one more piece of a log needs fits into the rest. */
const FULL = 0.85;
/** Of the limit, this is for young objects, three times 16 MiB; the engine ends the program when the rest is full. */
const YOUNG_BYTES = 48 * 1024 * 1024;

/** True when so much of the heap is in use, and collecting garbage does not change that. */
export function heapIsFull(): boolean {
  if (!isOver()) return false;
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return isOver();
}

function isOver(): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used > (limit - YOUNG_BYTES) * FULL;
}
