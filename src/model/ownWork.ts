/**
 * What a kubelet costs beside the answers of its runtime: work on calls and listings, and timers that fire late. All of it depends on how busy the host is, so each is asked for at a time.
 * Nothing by default: a kubelet is taken to be idle where nothing says otherwise.
 */
import { type Nanoseconds, plus, ZERO } from './nanoseconds.ts';

export interface OwnWork {
  /** From when a caller makes a call at this time until the runtime has it (goroutine, gRPC, socket), with what was to be done since the call before. */
  callWork(at: Nanoseconds): Nanoseconds;
  /** The same for the calls that list or inspect a single pod. */
  inspectionWork(at: Nanoseconds): Nanoseconds;
  /** What is spent on a listing of pods whose two calls were answered at this time. */
  listWork(at: Nanoseconds): Nanoseconds;
  /** By how much a timer is late that should fire at this time: the pause after a relist, the sleep after a skip, the pause between Status calls. */
  timerLateness(at: Nanoseconds): Nanoseconds;
}

/** A kubelet that costs nothing. */
export const NO_OWN_WORK: OwnWork = {
  callWork: () => ZERO,
  inspectionWork: () => ZERO,
  listWork: () => ZERO,
  timerLateness: () => ZERO,
};

/** When a timer fires that is set to this time. */
export function fires(work: OwnWork, set: Nanoseconds): Nanoseconds {
  return plus(set, work.timerLateness(set));
}
