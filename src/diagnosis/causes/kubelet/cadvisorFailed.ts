/**
 * cadvisor-failed: the part that measures file systems and control groups does not start, so the kubelet ends. Sign: its last words; low for the lines with which a measurement is
 * only late. High where it ends. Source: pkg/kubelet/kubelet.go (initializeRuntimeDependentModules), pkg/kubelet/cm (getNodeAllocatable…), github.com/google/cadvisor/fs.
 */
import type { Cause } from '../../cause.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';

export const cadvisorFailed: Cause = {
  id: 'cadvisor-failed',
  find: (view) =>
    troubleFinding(view, {
      id: 'cadvisor-failed',
      what: 'cadvisor',
      exit: 'cadvisor',
      title: 'Measurements of the file systems are missing',
      titleOfExit: 'cAdvisor cannot measure the node, so the kubelet ends',
      meaning:
        'The kubelet needs the size of the file system below /var/lib/kubelet and of the control groups. On a file system that cAdvisor does not know (ZFS or Btrfs datasets, an overlay, a container of a container), or with mounts that changed since boot, it finds none; nor does a kubelet up to 1.18 on a node with cgroup v2, which it does not know.',
      nextSteps: [
        'See which file system it is on: `findmnt -T /var/lib/kubelet`, `stat -f /var/lib/kubelet`, `cat /proc/self/mountinfo | grep kubelet`.',
        'See whether control groups are mounted, and of which version: `mount | grep cgroup`, `stat -fc %T /sys/fs/cgroup` (cgroup2fs is version 2).',
        'For a node that is a container: mount /dev/mapper and /sys of the node, or set `localStorageCapacityIsolation: false` (1.25 and later).',
      ],
      confidence: () => 'low',
      weight: () => 'note',
    }),
};
