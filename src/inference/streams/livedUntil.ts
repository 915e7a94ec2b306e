import type { Instant } from '../../kubelet/time.ts';
import type { KubeletProcess } from '../history.ts';

/** Until when a process run went on for certain: its last line, or later where systemd, the kernel or a watchdog reports its end. */
export function livedUntil({ to, ending }: Pick<KubeletProcess, 'to' | 'ending'>): Instant {
  return ending === undefined || !(ending.at.min > to) ? to : ending.at.min;
}
