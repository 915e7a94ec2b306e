/**
 * disk-io: a disk or file system fails or is full. Sign: I/O or file system errors of the kernel, `no space left on device`, near an episode.
 * High before the begin and naming the runtime's storage; medium near one; low elsewhere.
 */
import { type Cause, makeFinding } from '../cause.ts';
import { KERNEL_LOG } from '../commands.ts';
import { evidenceOf } from '../factText.ts';
import { nearLines } from '../neighbours.ts';

export const diskIo: Cause = {
  id: 'disk-io',
  find(view) {
    const near = nearLines(view, ['io-error', 'filesystem-error', 'disk-full']);
    if (near === undefined) return [];
    const full = near.facts.some((fact) => fact.what === 'disk-full');
    return [
      makeFinding('disk-io', {
        weight: near.episodes.length > 0 ? 'cause' : 'note',
        confidence: near.early && near.facts.some((fact) => fact.what !== 'disk-full') ? 'high' : near.confidence,
        title: full ? 'A disk was full' : 'A disk or file system failed',
        explanation: `${full ? 'Writes failed for lack of space.' : 'The kernel reports errors of a disk or file system.'} ${near.episodes.length > 0 ? 'The runtime keeps the state of every container on disk; it cannot answer while that disk fails or waits.' : 'PLEG was healthy then.'}`,
        nextSteps: [full ? 'Find what fills it: `df -h; df -i; du -xsh /var/lib/* | sort -h | tail`.' : 'Check the disk: `smartctl -a /dev/<disk>`, `dmesg -T | grep -iE "I/O error|ext4|xfs"`.', 'See which disk waits: `iostat -x 1 5`.', KERNEL_LOG],
        evidence: near.facts.map(evidenceOf),
        episodes: near.episodes,
      }),
    ];
  },
};
