import type { Instant } from '../kubelet/time.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import type { MomentDocument } from './moment.ts';

/** Answers what the kubelet's inner state was, moment by moment. */
export interface Moments {
  /** The state of a process at a time: of the one that is named, else of the one that lives then. `undefined` when no process is known at all. */
  at(time: Instant, process?: string): MomentDocument | undefined;
}

/** Makes the answerer of one analysis; it costs nothing until it is asked. */
export function createMoments(_reconstruction: Reconstruction): Moments {
  return { at: () => undefined };
}
