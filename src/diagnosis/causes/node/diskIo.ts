/**
 * disk-io: a disk or file system fails or is full. Sign: I/O or file system errors of the kernel, `no space left on device`, near an episode.
 * Where the kernel made a file system read-only: high, wherever it stands. Or the last words of a kubelet that could not read or write its own files: high. High before the begin and naming the runtime's storage; medium near one, for errors again and again, or for those of a file system; low elsewhere.
 */
import { type Cause, makeFinding, type RankedFinding } from '../../cause.ts';
import type { KubeletExitFact } from '../../../messages/fact.ts';
import { KERNEL_LOG } from '../../tools/commands.ts';
import { exitsOf, exitsText } from '../../signs/exits.ts';
import { bothEnds, shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import { type NearLines, nearLines } from '../../signs/neighbours.ts';
import { seconds } from '../../../kubelet/time.ts';
import type { DiagnosisView } from '../../view.ts';

/** The rows of the kernel by which a file system is out of service. */
const READ_ONLY: ReadonlySet<string> = new Set([
  'kernel.ext4-readonly',
  'kernel.btrfs-readonly',
  'kernel.xfs-shutdown',
]);

/** The row by which XFS says that it waits for memory: nothing is damaged. */
const WAITS_FOR_MEMORY = 'kernel.xfs-deadlock';

const FULL_STEP = 'Find what fills it: `df -h; df -i; du -xsh /var/lib/* | sort -h | tail`.';
/** The row of the device mapper: file systems on a pool that is full still show room. */
const THIN_POOL = 'storage.thin-pool';
const POOL_STEP = 'See how full the thin pool is: `lvs -a`, `dmsetup status --target thin-pool`.';

/** So often and for so long is no single sector. */
const AGAIN = 3;
const LASTING = seconds(10);

const WORN_CARD =
  'It is a card or soldered flash (mmcblk), which wears out: replace it, or move the data of the runtime to another disk.';

/** Block devices over the network: drivers/block/rbd.c, drivers/block/nbd.c, drivers/block/drbd. */
const OF_NETWORK = /\b(?:rbd|nbd|drbd)\d+\b/;

const NETWORK_DEVICE =
  'It is a device over the network, the volume of a pod most likely: look at the cluster that serves it (for rbd: `ceph -s`, `ceph osd tree`) and at the network to it, and on the node at `dmesg -T | grep -iE "rbd|libceph|nbd"`.';

export const diskIo: Cause = {
  id: 'disk-io',
  find(view) {
    const exits = exitsOf(view, 'disk');
    if (exits.length > 0) return [ofExit(view, exits)];
    const near = nearLines(view, ['io-error', 'filesystem-error', 'disk-full']);
    if (near === undefined) return [];
    const gone = near.facts.find(({ message }) => READ_ONLY.has(message));
    const full = gone === undefined && near.facts.some((fact) => fact.what === 'disk-full');
    const isLasting = isOfFileSystem(near) || comesAgain(near);
    return [
      makeFinding('disk-io', {
        weight: near.episodes.length > 0 || gone !== undefined ? 'cause' : isLasting ? 'circumstance' : 'note',
        confidence:
          gone !== undefined || (near.early && near.facts.some((fact) => fact.what !== 'disk-full'))
            ? 'high'
            : isLasting
              ? 'medium'
              : near.confidence,
        title:
          gone === undefined
            ? full
              ? 'A disk was full'
              : isOfController(near)
                ? 'The disks behind a controller did not answer it'
                : 'A disk or file system failed'
            : 'A file system failed, and the kernel lets nothing be written to it any more',
        timedBy: near.facts,
        explanation: `${full ? 'Writes failed for lack of space.' : gone === undefined ? saidText(view, near) : `${view.history.span === undefined ? 'The kernel' : `At ${view.formatTime(gone.time)} the kernel`} says "${shorten(gone.text, 120)}"; what needs to write there fails from then on, until the file system is repaired or the node is replaced.`} ${near.episodes.length > 0 ? 'The runtime keeps the state of every container on disk; it cannot answer while that disk fails or waits.' : gone === undefined ? 'No unhealthy time is near.' : 'No unhealthy time is near: listing containers needs no write, starting them does.'}`,
        nextSteps: [
          full
            ? near.facts.every(({ what, message }) => what !== 'disk-full' || message === THIN_POOL)
              ? POOL_STEP
              : FULL_STEP
            : near.facts.some(({ text }) => text.includes('mmcblk'))
              ? WORN_CARD
              : near.facts.every(({ text }) => OF_NETWORK.test(text))
                ? NETWORK_DEVICE
                : `Check the disk: \`smartctl -a /dev/${diskOf(near) ?? '<disk>'}\`, \`dmesg -T | grep -iE "I/O error|ext4|xfs"\`.`,
          'See which disk waits: `iostat -x 1 5`.',
          KERNEL_LOG,
        ],
        evidence: near.facts,
        episodes: near.episodes,
      }),
    ];
  },
};

/** What a controller says of disks that do not answer it, and of commands that it gives up for that. */
const OF_CONTROLLER = ['kernel.controller-waits', 'kernel.controller-reset'];
const GIVEN_UP = ['kernel.task-abort', 'kernel.task-abort-called'];

function isOfController({ facts }: NearLines): boolean {
  return (
    facts.some(({ message }) => OF_CONTROLLER.includes(message)) &&
    facts.every(({ message }) => OF_CONTROLLER.includes(message) || GIVEN_UP.includes(message))
  );
}

/** A disk without the number of its partition, as the kernel names it. */
const DISK = /\b(?:(?:s|v|xv|h)d[a-z]{1,2}(?![a-z])|nvme\d{1,3}n\d{1,3})/;

/** The disk, where all lines that name one name the same. */
function diskOf({ facts }: NearLines): string | undefined {
  const names = new Set(facts.flatMap(({ text }) => DISK.exec(text)?.[0] ?? []));
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

/** A file system that finds errors in itself is damaged, and the next one can take it out of service: no single sector that could not be read. */
function isOfFileSystem({ facts }: NearLines): boolean {
  return facts.some(({ what, message }) => what === 'filesystem-error' && message !== WAITS_FOR_MEMORY);
}

function comesAgain({ facts, confidence }: NearLines): boolean {
  const errors = facts.filter(({ what }) => what === 'io-error');
  return (
    confidence === 'low' && errors.length >= AGAIN && (errors.at(-1)?.time ?? 0) - (errors[0]?.time ?? 0) >= LASTING
  );
}

/** The words of the kernel, the last of them: an error that goes on says most at its end. */
function saidText(view: DiagnosisView, { facts }: NearLines): string {
  const last = facts.at(-1);
  return last === undefined
    ? 'The kernel reports errors of a disk or file system.'
    : `The kernel reports errors of a disk or file system in ${amountOf(view, facts)}${facts.length === 1 ? '' : ', the last'}: "${bothEnds(last.text, 160)}".`;
}

/** The kubelet itself could not read or write. */
function ofExit(view: DiagnosisView, exits: readonly KubeletExitFact[]): RankedFinding {
  const full = exits.some(({ text }) => /no space left/i.test(text));
  return makeFinding('disk-io', {
    weight: 'cause',
    confidence: 'high',
    title: full ? 'A disk is full, so the kubelet ends' : 'A disk or file system fails, so the kubelet ends',
    explanation: `${exitsText(view, exits)}${full ? 'It could not write its own files.' : 'It could not read or write its own files: an I/O error of the disk, or a file system that the kernel has made read-only.'} Containers on the same disk are in danger, too.`,
    nextSteps: [
      full
        ? FULL_STEP
        : 'Check the disk: `smartctl -a /dev/<disk>`, `dmesg -T | grep -iE "I/O error|ext4|xfs"`, `grep " ro," /proc/mounts`.',
      KERNEL_LOG,
    ],
    evidence: exits,
  });
}
