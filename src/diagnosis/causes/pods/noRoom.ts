/** Containers that cannot be started because a disk is full. */
import { NO_MORE_CONTROL_GROUPS } from '../../signs/controlGroups.ts';

export const NO_ROOM =
  'That is no fault of the containers: a disk of the node has no room left, or no inodes, so any pod that is to be started there can fail.';
export const MAKE_ROOM =
  'Make room on the file system that the text names: `df -h; df -i`, `du -xsh /var/lib/* /var/log/* | sort -h | tail`.';

/** Whether an error tells of a disk without room; the kernel says the same of control groups. */
export function isFull(text: string): boolean {
  return text.includes('no space left on device') && !NO_MORE_CONTROL_GROUPS.test(text);
}
