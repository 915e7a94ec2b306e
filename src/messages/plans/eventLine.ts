import type { PlegEventType, PodReference } from '../fact.ts';
import { NO_POD } from '../texts/pod.ts';

/** An event of PLEG in a line of the mass, for those who need no fact of it: its container's id is left in the line. One object for all lines. */
export class EventLine {
  type: PlegEventType = 'unknown';
  /** The same object for the same pod, as long as it is remembered. */
  pod: PodReference = NO_POD;
  /** Where the 64 characters of the container's id begin in the line's bytes. They may be no id: it takes a fact if one of them is no digit or lower-case letter. */
  idAt = 0;
  /** Where the bytes begin and end that tell the pod. */
  podAt = 0;
  podEnd = 0;
}
