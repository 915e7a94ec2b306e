/**
 * What the kernel answers when a control group cannot be made: the words of a full disk or memory, but neither is full. A memory controller has at most 65,535 groups, and kernels that
 * account kernel memory lose some of them (kubernetes/kubernetes#61937).
 */
export const NO_MORE_CONTROL_GROUPS =
  /\/sys\/fs\/cgroup\/[^\s:"]{1,300}: (?:no space left on device|cannot allocate memory)/;
