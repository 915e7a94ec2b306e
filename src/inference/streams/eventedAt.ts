import type { Instant } from '../../kubelet/time.ts';
import type { KubeletProcess } from '../history.ts';

/** Whether a kubelet had Evented PLEG in use at a time: one that has it gives it up when its stream of events breaks for good. */
export function eventedAt({ evented }: Pick<KubeletProcess, 'evented'>, time: Instant): boolean {
  return evented !== undefined && (evented.until === undefined || time < evented.until);
}
