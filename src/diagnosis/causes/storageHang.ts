/**
 * storage-hang: storage that no longer answers, mostly a network file system, holds a container or the runtime.
 * Sign: `nfs: server … not responding`, or volume errors that time out, near an episode. High for the kernel's line before the begin, else medium; low without episode.
 */
import { seconds } from '../../kubelet/time.ts';
import type { Instant } from '../../kubelet/time.ts';
import { type Cause, makeFinding } from '../cause.ts';
import { PROCESSES_IN_D_STATE } from '../tools/commands.ts';
import { evidenceOf, podText } from '../words/factText.ts';
import { nearLines } from '../signs/neighbours.ts';
import { classifyRuntimeError } from '../signs/runtimeErrors.ts';

export const storageHang: Cause = {
  id: 'storage-hang',
  find(view) {
    const near = nearLines(view, ['nfs']);
    const volumes = view.episodes.flatMap((episode) =>
      view.facts
        .between(episode.process.id, 'volume-failed', (episode.from - seconds(300)) as Instant, episode.to)
        .filter((fact) => classifyRuntimeError(fact.error) === 'timed-out')
        .map((fact) => ({ episode, fact })),
    );
    if (near === undefined && volumes.length === 0) return [];
    const episodes =
      near !== undefined && near.episodes.length > 0
        ? near.episodes
        : [...new Set(volumes.map((item) => item.episode))];
    const pods = [...new Set(volumes.map((item) => podText(item.fact.pod)))].slice(0, 3);
    return [
      makeFinding('storage-hang', {
        weight: episodes.length > 0 ? 'cause' : 'note',
        confidence: near?.early === true ? 'high' : episodes.length > 0 ? 'medium' : 'low',
        title: near === undefined ? 'Volumes did not answer' : 'A network file system did not answer',
        explanation: `${near === undefined ? `Mounting or unmounting volumes timed out${pods.length > 0 ? ` (${pods.join(', ')})` : ''}.` : 'The kernel says that a file server does not respond.'} A process that touches such a mount waits in the kernel; the runtime then waits for that container, and PLEG waits for the runtime.`,
        nextSteps: [
          'List network mounts: `mount | grep -E " type (nfs|nfs4|cifs|ceph|fuse)"`; test each with a limit: `timeout 5 stat -f <mount point>`.',
          PROCESSES_IN_D_STATE,
          'Bring the server back, or unmount lazily: `umount -f -l <mount point>`.',
          'Prefer `soft` mounts with a time-out where data loss on error is acceptable.',
        ],
        evidence: [...(near?.facts ?? []).map(evidenceOf), ...volumes.map((item) => evidenceOf(item.fact))],
        episodes,
      }),
    ];
  },
};
