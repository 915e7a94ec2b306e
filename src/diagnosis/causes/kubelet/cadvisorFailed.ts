/**
 * cadvisor-failed: the part that measures file systems and control groups does not start, so the kubelet ends. Sign: its last words; low for the lines with which a measurement is
 * only late. High where it ends. Lines that say that a file of a control group has other contents than cAdvisor expects tell why. Source: pkg/kubelet/kubelet.go
 * (initializeRuntimeDependentModules), pkg/kubelet/cm (getNodeAllocatable…), github.com/google/cadvisor/fs and manager/container.go.
 */
import type { Cause } from '../../cause.ts';
import { exitsOf, nodeTroubles } from '../../signs/exits.ts';
import { troubleFinding } from '../../signs/troubleFinding.ts';
import { WHOLE_LINES } from '../../tools/commands.ts';
import { namedSteps } from '../../tools/namedSteps.ts';

export const cadvisorFailed: Cause = {
  id: 'cadvisor-failed',
  find(view) {
    const lines = nodeTroubles(view, 'cadvisor');
    const exits = exitsOf(view, 'cadvisor');
    const isCut = exits.length > 0 && exits.every(({ text }) => CUT.test(text));
    const unreadable = lines.filter(({ message }) => message === OF_A_GROUP);
    return troubleFinding(
      view,
      {
        id: 'cadvisor-failed',
        what: 'cadvisor',
        exit: 'cadvisor',
        titleOfExit: isCut
          ? 'cAdvisor did not start, so the kubelet ends'
          : 'cAdvisor cannot measure the node, so the kubelet ends',
        confidence: () => 'low',
        weight: () => 'note',
        ...(unreadable.length > 0
          ? OTHER_KERNEL
          : notFound(
              [...exits, ...lines].map(({ text }) => OF_A_FOLDER.exec(text)?.[1]).find((at) => at !== undefined),
            )),
        ...(unreadable.length === 0 && exits.some(({ text }) => OF_A_MOUNT.test(text)) ? { nextSteps: LINK_IT } : {}),
        ...(isCut && unreadable.length === 0 ? WHY_IS_CUT : {}),
      },
      unreadable.length > 0 ? unreadable : lines,
    );
  },
};

/** Last words that end before their error: limits of the node end it as well (`inotify_init: too many open files`). */
const CUT = /cAdvisor(?: inotify_\w{1,20}[^:]{0,300})?$/;
const WHY_IS_CUT = { meaning: 'Why is cut off in its line.', nextSteps: [WHOLE_LINES] };

/** The names of controllers that share a mount, in the order in which cAdvisor read them: in some containers another one than that of their folder (google/cadvisor#1444). */
const OF_A_MOUNT = /inotify_add_watch \/sys\/fs\/cgroup\/\S{1,100}: no such file/;

/** The row of the lines that name a control group. */
const OF_A_GROUP = 'cadvisor.stats.u';

/** The folder of the kubelet (`--root-dir`) whose file system is not found: github.com/google/cadvisor/fs, GetDirFsDevice, in the words of manager.GetDirFsInfo. */
const OF_A_FOLDER = /failed to get device for dir \\?"(\/[\w./-]{1,200})\\?":/;

const notFound = (folder = '/var/lib/kubelet') => ({
  title: 'Measurements of the file systems are missing',
  meaning: `The kubelet needs the size of the file system below ${folder} and of the control groups. On a file system that cAdvisor does not know (ZFS or Btrfs datasets, an overlay, a container of a container), or with mounts that changed since boot, it finds none; nor does a kubelet up to 1.18 on a node with cgroup v2, which it does not know.`,
  nextSteps: [
    ...namedSteps(
      [
        'See which file system it is on: `findmnt -T <file>`, `stat -f <file>`, `cat /proc/self/mountinfo | grep kubelet`.',
      ],
      { file: folder },
    ),
    'See whether control groups are mounted, and of which version: `mount | grep cgroup`, `stat -fc %T /sys/fs/cgroup` (cgroup2fs is version 2).',
    'For a node that is a container: mount /dev/mapper and /sys of the node, or set `localStorageCapacityIsolation: false` (1.25 and later).',
  ],
});

const LINK_IT = [
  ...notFound().nextSteps.slice(1, 2),
  'Where the folder is there with its names in another order, link it: `mount -o remount,rw /sys/fs/cgroup; ln -s cpu,cpuacct /sys/fs/cgroup/cpuacct,cpu`.',
];

const OTHER_KERNEL = {
  title: 'cAdvisor cannot read what this kernel writes of control groups',
  meaning:
    'A file of a control group has other contents than cAdvisor expects, or is not there, so it has no figures of that group, and none of the node where it cannot read the first group ("/"). Kernels of vendors write other fields, and newer kernels leave out files of cgroup v1 (memory.kmem).',
  nextSteps: [
    'See which kernel it is, `uname -r`, and what the file that the line names holds.',
    'Take a kernel of the distribution that this kubelet was made for, or a newer kubelet. With cgroup v2 these files are not read: `stat -fc %T /sys/fs/cgroup` (cgroup2fs is version 2).',
  ],
};
