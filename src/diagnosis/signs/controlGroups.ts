import type { Reason } from './reasons.ts';

/**
 * What the kernel answers when a control group cannot be made: the words of a full disk or memory, but neither is full. A memory controller has at most 65,535 groups, and kernels that
 * account kernel memory lose some of them (kubernetes/kubernetes#61937).
 */
export const NO_MORE_CONTROL_GROUPS =
  /\/sys\/fs\/cgroup\/[^\s:"]{1,300}: (?:no space left on device|cannot allocate memory)/;

/** A pod or container for which none could be made. */
export const CONTROL_GROUPS_FULL: Reason = [
  [NO_MORE_CONTROL_GROUPS],
  'the kernel makes no more control groups, for it has too many or no memory for them',
  'Count them: `cat /proc/cgroups` (num_cgroups; memory may have 65,535). Kernels of RHEL and CentOS 7 lose some for each container by kernel memory accounting (kubernetes/kubernetes#61937): a reboot frees them, `cgroup.memory=nokmem` on the command line of the kernel or a newer kernel keeps them.',
];
