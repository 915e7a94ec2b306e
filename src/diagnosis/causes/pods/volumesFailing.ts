/**
 * volumes-failing: volumes of pods cannot be attached or mounted, so the pods cannot start, or not be taken down. Sign: `Unable to attach or mount volumes`, failed operations of the volume
 * manager, `mount` itself. What a start brings with it (an object not registered yet, a cache that is not filled) counts only when it goes on. High when one pod has
 * waited three times in vain, medium for a wait or several tries, else low.
 */
import { EVENTS_OF_POD } from '../../tools/commonSteps.ts';
import { CUT_MARK } from '../../../kubelet/pagerMark.ts';
import { seconds } from '../../../kubelet/time.ts';
import { type Cause, firstAndLast, makeFinding, plural } from '../../cause.ts';
import { bothEnds } from '../../words/factText.ts';
import { amountText, linesOf, namesText, number, podsText, together } from '../../words/amountText.ts';
import { spread, stretchOf, type TroubledPod, troubledPods } from '../../signs/podTroubles.ts';
import { mostNamed, type Reason, reasonOf } from '../../signs/reasons.ts';
import { NO_PROCESS } from '../../../messages/texts/noProcess.ts';
import { TOO_MANY_PROCESSES } from '../../signs/startReasons.ts';
import { namedSteps } from '../../tools/namedSteps.ts';

/** Why a mount failed, by the words of mount(8), the kernel, CSI and the volume manager. */
const REASONS: readonly Reason[] = [
  [
    // pkg/volume/csi/csi_plugin.go, NewUnmounter.
    ['vol_data.json'],
    'its vol_data.json, which says what it is, is gone or empty',
    'See what is still mounted there, `mount | grep <volume>`: unmount it, then remove the folder that the text names, and the lines end.',
  ],
  [
    ['no relationship found between node'],
    'the API server does not let this node have it, because it knows of no pod on the node that needs it',
    'See whether the pod is still there and of this node: `kubectl -n <namespace> get pod <pod> -o wide`; for a moment after a pod was made or deleted this is normal.',
  ],
  [
    [/from API server: [^"]{0,300}?(?:unable to|[Tt]ime-?d? ?out|deadline|refused|no route|too many|EOF)/],
    'the API server did not answer when it was asked for it',
    'See that the API server answers: `kubectl -n <namespace> describe pvc`; the pod comes up by itself when it does.',
  ],
  [
    ['not registered', 'failed to sync', 'object "'],
    'the kubelet had not yet read what the volume is made of',
    'See that the objects are there: `kubectl -n <namespace> get configmap,secret`.',
  ],
  [
    ['configmap "', 'secret "', 'references non-existent', 'configmaps "', 'secrets "'],
    'a config map or a secret is missing or has not the key that is asked for',
    'See that the objects are there: `kubectl -n <namespace> get configmap,secret`.',
  ],
  [
    ['persistentvolumeclaim "', 'PVC', 'unbound'],
    'its claim is not bound or not there',
    'See the claim: `kubectl -n <namespace> describe pvc`.',
  ],
  [
    ['not found in the list of registered CSI drivers', 'driver name'],
    'the CSI driver of the volume is not registered on this node',
    'See the pod of the CSI driver on this node, and `ls /var/lib/kubelet/plugins_registry`.',
  ],
  [
    [
      'not attached according to node status',
      'not yet attached according to node',
      'has not been added to the list of VolumesInUse',
    ],
    'the control plane has not attached it to this node yet, or the Node object does not say so',
    'See what it has attached: `kubectl get volumeattachment | grep <node>`, `kubectl get node <node> -o yaml | grep -A9 -E "volumes(Attached|InUse)"`; and why no more: `kubectl -n kube-system logs -l component=kube-controller-manager --tail=200 | grep -i attach`.',
  ],
  [
    ['attachment is being deleted'],
    'the disk is still being taken from the node that had it before',
    'Wait for it: a node that does not answer keeps its disks for six minutes; see who has it: `kubectl get volumeattachment | grep <volume>`.',
  ],
  [
    ['Multi-Attach', 'already attached', 'already exclusively attached', 'attached to another'],
    'the disk is attached elsewhere',
    'See who holds it: `kubectl get volumeattachment | grep <volume>`.',
  ],
  [
    ['is not attached', 'Could not attach volume'],
    'the disk is not attached to this node',
    'See whether it is to be attached, and what keeps it from that: `kubectl get volumeattachment | grep <volume>`, `kubectl describe volumeattachment <name>`.',
  ],
  [
    [
      'could not resolve',
      'Failed to resolve',
      'Name or service not known',
      'Temporary failure in name resolution',
      'no such host',
    ],
    'the name of the server could not be resolved on this node',
    'Resolve it on the node: `getent hosts <server>`, `cat /etc/resolv.conf`; or give its address instead of its name.',
  ],
  [
    ['an operation with the given Volume ID', 'an operation with the given volume'],
    'the CSI driver still works on an earlier try for the same volume',
    "See what it waits for: the log of the CSI driver's pod on this node, and processes in state D: `ps -eo pid,stat,wchan:30,args | awk '$2 ~ /D/'`.",
  ],
  [
    ['rbd: map failed', 'ceph-fuse', 'mount.ceph', 'exit status 110'],
    'Ceph did not answer or refused',
    'Ask Ceph, `ceph -s`, `ceph osd blocklist ls`, and the kernel of this node: `journalctl -k | grep -iE "libceph|rbd"`; its monitors are on ports 3300 and 6789.',
  ],
  [
    ['No route to host', 'cannot make connection', 'Connection refused', 'connection refused', 'Connection timed out'],
    'the server of the storage cannot be reached from this node',
    'Try it from the node: `nc -vz -w 5 <server> <port>`; look for a firewall, a route or a storage network that is gone.',
  ],
  [[NO_PROCESS], TOO_MANY_PROCESSES[1], TOO_MANY_PROCESSES[2]],
  [
    // umount(8) speaks the language of its node: `target is busy`, `Target is busy`, `目标忙`.
    ['directory not empty', 'device or resource busy', /\b[Tt]arget is busy/, 'device is busy', '目标忙'],
    'something on this node still uses it, or left files in its folder',
    'See who still uses it: `grep <volume> /proc/*/mountinfo`, and what is left in the folder that the text names; take it away by hand only when nothing is mounted there: `findmnt <path>`.',
  ],
  [
    // mount(8) of a share: there is no superblock that could be bad.
    [/bad superblock on (?:\/\/|[\w.-]{1,253}:\/|\[[\da-fA-F:.]{2,45}\]:\/)/, /unknown filesystem type/],
    'this node has no program, or no module of the kernel, that mounts such a file system',
    'Install what mounts it: `mount.nfs` comes with nfs-common (Debian, Ubuntu) or nfs-utils (Red Hat), `mount.cifs` with cifs-utils, `mount.glusterfs` with glusterfs-client; see which there are: `ls /sbin/mount.*`, `cat /proc/filesystems`.',
  ],
  [
    ['wrong fs type', 'bad superblock', "'fsck' found errors", 'fsck found errors', 'Structure needs cleaning'],
    'the file system on the disk is damaged, or not the one that is expected',
    'See what is on it, `lsblk -f`, and check it while nothing has it mounted: `fsck -n <device>`, or `xfs_repair -n <device>`; keep a copy before you repair it.',
  ],
  [
    [/stale (?:NFS )?file handle/, 'ransport endpoint is not connected'],
    'what is mounted is gone: its server was started anew or its folder removed, or the program behind it ended (FUSE, Gluster, Ceph)',
    'See which mounts no longer answer: `mount | grep <volume>`, `timeout 5 stat -f <mount point>`; take them down by `umount -l <mount point>`, and start the pod anew so that it is mounted again.',
  ],
  [
    [/\b(?:UnmountVolume|UnmountDevice|TearDown)\b.{0,1000}?(?:nfs|NFS)/s],
    'the mount of a file server (NFS) could not be taken down',
    'See whether the server answers: `timeout 5 stat -f <mount point>`; a mount whose server is gone for good goes by `umount -f -l <mount point>`.',
  ],
  [
    ['nfs', 'mount.nfs', 'NFS'],
    'a file server (NFS) did not give the mount',
    'Test the server: `showmount -e <server>`, `timeout 10 mount -t nfs <server>:<path> /mnt`, and that nfs-common or nfs-utils is installed.',
  ],
  [
    [/\b[Uu]nmount failed: exit status/],
    'the command that unmounts it failed',
    'Try the same umount by hand, as long as nothing uses it; its output stands in the lines of the log.',
  ],
  [
    ['exit status 32', 'mount failed'],
    'the command `mount` failed',
    'Try the same mount by hand; its output stands in the lines of the log.',
  ],
  [
    ['hostPath type check failed'],
    'the path on the host is not what the pod says',
    'See the path on this node with `ls -ld <path>`.',
  ],
  [
    ['permission denied', 'access denied', 'Permission denied'],
    'access was denied',
    'Check the permissions of the export, the share or the cloud role.',
  ],
  [
    ['DeadlineExceeded', 'deadline exceeded', 'timed out', 'timeout expired'],
    'no answer came in time',
    'See what the attempts before it say, and whether the volume is attached: `kubectl -n <namespace> describe pod <pod>`, `kubectl get volumeattachment`; look for mounts that hang: `mount | grep -E " type (nfs|nfs4|cifs|ceph|fuse)"`.',
  ],
];
/** Only these tell nothing by themselves in the first moments of a pod. */
const OF_START = [
  'not registered',
  'failed to sync configmap cache',
  'failed to sync secret cache',
  'configmap "kube-root-ca.crt" not found',
  // pkg/volume/util/operationexecutor: the node's status has to name a volume before it is looked for, and is tried again half a second later.
  'has not been added to the list of VolumesInUse',
];
/** A volume is tried again after 500 ms, 1 s, 2 s, 4 s …: by then it has failed five times. */
const LASTING = seconds(15);
/** What the operation executor says of a volume that is to go (pkg/volume/util/operationexecutor/operation_generator.go). */
const TAKEN_DOWN =
  /\b(?:UnmountVolume|UnmountDevice|UnmapVolume|UnmapDevice|TearDown|TearDownAt|DetachVolume|error cleaning subPath mounts)\b/;

/** What is said where the kubelet only looked whether something is mounted (pkg/kubelet/kubelet_volumes.go, kubelet_getters.go). */
const LOOKED = /^(?:l?stat \/|fail to check mount point |error checking if path )/;

/** What a failed operation says of itself (pkg/volume/util/nestedpendingoperations): which it was and when it is tried again stand before its error. */
const OF_OPERATION = /^Operation for .{0,2000}? \(durationBeforeRetry [\w.]{1,30}\)\. Error: "?/s;

const OPERATION = 'Operation for ';

/** The error alone: what stands before it names the volume and its kind, which is no reason. Nothing of a line that was cut before it. */
function errorOf(text: string): string {
  const error = text.replace(OF_OPERATION, '');
  return error.startsWith(OPERATION) || OPERATION.startsWith(error.replace(CUT_MARK, '')) ? '' : error;
}

function saidText(meaning: string | undefined, error: string): string {
  const text = error.replaceAll('\\"', '"').replace(/[\s"]{1,9}$/, '');
  if (text === '') return '';
  return `${meaning === undefined ? 'The text' : `As the text says, ${meaning}`}: "${bothEnds(text, 300)}". `;
}

/** What the title says of why, and of how many pods, where it is not said of all of them. */
function whyText(reason: Reason | undefined, fitting: number, count: number): string {
  if (reason === undefined) return '';
  const [what] = reason[1].split(/: |, because /);
  return `: ${what ?? ''}${fitting === count ? '' : ` (${fitting} of ${number(count, 'pod')})`}`;
}

function isOfStart(pod: TroubledPod): boolean {
  const text = pod.text.replaceAll('\\"', '"');
  return OF_START.some((words) => text.includes(words)) && spread(pod) < LASTING;
}

export const volumesFailing: Cause = {
  id: 'volumes-failing',
  find(view) {
    const pods = troubledPods(view, 'volume').filter((pod) => !isOfStart(pod));
    const stretch = stretchOf(pods);
    if (stretch === undefined) return [];
    const count = linesOf(pods);
    // The worker of a pod says only after two minutes that it waits: the first lines are those of the volumes.
    const said = pods.map(({ pod, lines: ofAll }) => ({ pod, count: ofAll }));
    const lines = linesOf(said);
    // One volume has two names, that of its claim's volume and that in the pod: named once.
    const volumes = together(pods.map(({ subjects, awaited }) => (subjects.size > 0 ? subjects : awaited)));
    const worst = pods[0];
    const longest = pods.reduce((most, pod) => Math.max(most, spread(pod)), 0);
    const reason = mostNamed(
      REASONS,
      pods.map(({ text, count }) => ({ text: errorOf(text), count })),
    );
    const fitting = reason === undefined ? [] : pods.filter(({ text }) => reasonOf(REASONS, errorOf(text)) === reason);
    const [quoted = worst] = fitting;
    const waited = pods.some(({ text }) => text.includes('unmounted volumes=') || text.includes('waiting for volumes'));
    // Cut before their errors, lines of operations do not tell a mount from an unmount.
    const whole = pods.filter(({ text }) => errorOf(text) !== '');
    const isCut = whole.length === 0;
    const leaving = !isCut && whole.every(({ text }) => TAKEN_DOWN.test(text) || LOOKED.test(text));
    const isLook = pods.every(({ text }) => LOOKED.test(text));
    const failed = isCut ? 'mounted or unmounted' : isLook ? 'looked at' : leaving ? 'unmounted' : 'mounted';
    const known = pods.some(({ pod }) => pod !== 'unknown pod');
    return [
      makeFinding('volumes-failing', {
        weight: 'pods',
        confidence:
          (worst?.count ?? 0) >= 3 && longest >= seconds(120)
            ? 'high'
            : waited || (count >= 3 && longest >= LASTING)
              ? 'medium'
              : 'low',
        title: `${volumes.length > 0 ? `Volume${volumes.length > 1 ? 's' : ''} ${namesText(volumes)}` : 'Volumes'} could not be ${failed}${whyText(
          reason,
          fitting.length,
          pods.length,
        )}`,
        explanation:
          `${amountText(view, lines, stretch.first, stretch.last, 'say')} that volumes ${known ? `of ${plural(pods.length, 'pod')} ` : ''}could not be ${isCut ? 'mounted or unmounted (the lines are cut before the error)' : isLook ? 'looked at' : leaving ? 'taken down' : 'attached or mounted'}${known ? `: ${podsText(said)}` : ''}. ` +
          `${saidText(reason?.[1], errorOf(quoted?.text ?? ''))}${isCut ? 'A pod that starts stays in ContainerCreating for it, one that is to go in Terminating' : leaving ? 'A pod that is to go stays in Terminating until its volumes are down, and a disk stays on this node, so that a pod on another node cannot have it' : 'A pod waits about two minutes for its volumes, is given up and tried again, and stays in ContainerCreating for so long'}; other pods are not hurt unless the storage hangs.`,
        nextSteps: namedSteps(
          [
            ...(reason === undefined ? [] : [reason[2]]),
            EVENTS_OF_POD,
            ...(leaving && reason?.[2].includes('/proc/*/mountinfo') !== true
              ? ['See who still uses it on the node: `grep <volume> /proc/*/mountinfo`, `fuser -vm <path>`.']
              : []),
            'See what is attached and mounted: `kubectl get volumeattachment`, `mount | grep kubelet`, `lsblk`.',
          ],
          { pod: worst?.pod, volume: volumes[0]?.name },
        ),
        timedBy: [stretch.first, stretch.last],
        evidence: firstAndLast(pods.slice(0, 4)),
      }),
    ];
  },
};
