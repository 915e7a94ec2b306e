/**
 * storage-hang: storage that no longer answers, mostly a network file system, holds a container or the runtime.
 * Sign: `nfs: server … not responding`, or volume errors that time out, near an episode. High for the kernel's line before the begin, else medium. Without an episode: medium where volumes or
 * calls to the runtime timed out within minutes of the kernel's line, else low.
 */
import { seconds, type Duration, type Instant } from '../../../kubelet/time.ts';
import { type Cause, makeFinding } from '../../cause.ts';
import { PROCESSES_IN_D_STATE } from '../../tools/commands.ts';
import { podText } from '../../words/factText.ts';
import { amountText } from '../../words/amountText.ts';
import { ranOutOfTime } from '../../../messages/texts/timedOut.ts';
import { nearLines } from '../../signs/neighbours.ts';
import { classifyRuntimeError } from '../../signs/runtimeErrors.ts';
import type { Fact, NeighbourFact } from '../../../messages/fact.ts';
import { troubledPods } from '../../signs/podTroubles.ts';
import type { DiagnosisView } from '../../view.ts';

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
    const held = near === undefined || near.episodes.length > 0 ? undefined : heldUp(view, near.facts);
    const episodes =
      near !== undefined && near.episodes.length > 0
        ? near.episodes
        : [...new Set(volumes.map((item) => item.episode))];
    const pods = [...new Set(volumes.map((item) => podText(item.fact.pod)))].slice(0, 3);
    return [
      makeFinding('storage-hang', {
        weight: episodes.length > 0 || held !== undefined ? 'cause' : 'note',
        confidence: near?.early === true ? 'high' : episodes.length > 0 || held !== undefined ? 'medium' : 'low',
        title: near === undefined ? 'Volumes did not answer' : 'A network file system did not answer',
        explanation: `${near === undefined ? `Mounting or unmounting volumes timed out${pods.length > 0 ? ` (${pods.join(', ')})` : ''}.` : `The kernel says that ${serverOf(near.facts)} does not respond.`} A process that touches such a mount waits in the kernel; the runtime then waits for that container, and PLEG waits for the runtime.${heldText(view, held)}`,
        nextSteps: [
          'List network mounts: `mount | grep -E " type (nfs|nfs4|cifs|ceph|fuse)"`; test each with a limit: `timeout 5 stat -f <mount point>`.',
          PROCESSES_IN_D_STATE,
          'Bring the server back, or unmount lazily: `umount -f -l <mount point>`.',
          'Prefer `soft` mounts with a time-out where data loss on error is acceptable.',
        ],
        ...(held === undefined ? {} : { timedBy: [...(near?.facts ?? []), ...held.lines] }),
        evidence: [...(near?.facts ?? []), ...volumes.map((item) => item.fact), ...(held?.lines.slice(0, 4) ?? [])],
        episodes,
      }),
    ];
  },
};

/** The kernel names a server only once until it answers; a pod waits two minutes for its volumes, a call to the runtime as long. */
const WITHIN: Duration = seconds(300);

/** What timed out soon after the kernel said that a file server does not respond. */
interface HeldUp {
  readonly count: number;
  /** The first and the last line of each pod, and the calls, in order of time. */
  readonly lines: readonly Fact[];
}

/** Volumes and pods that could not be served in time, and calls to the runtime; none where the first of them came later. */
function heldUp(view: DiagnosisView, told: readonly NeighbourFact[]): HeldUp | undefined {
  const isSoonAfter = ({ time }: Fact): boolean => told.some((line) => time >= line.time && time <= line.time + WITHIN);
  const pods = [...troubledPods(view, 'volume'), ...troubledPods(view, 'time-out')].filter(
    ({ text, first }) => ranOutOfTime(text) && isSoonAfter(first),
  );
  const calls = view.facts.fitting(
    'runtime-call-failed',
    (fact) => !fact.method.startsWith('Exec') && classifyRuntimeError(fact.error) === 'timed-out' && isSoonAfter(fact),
  );
  if (pods.length + calls.length === 0) return undefined;
  return {
    count: calls.length + pods.reduce((sum, { count }) => sum + count, 0),
    lines: [...pods.flatMap(({ first, last }) => (first === last ? [first] : [first, last])), ...calls].sort(
      (a, b) => a.time - b.time,
    ),
  };
}

function heldText(view: DiagnosisView, held: HeldUp | undefined): string {
  const [first, last] = [held?.lines[0], held?.lines.at(-1)];
  if (held === undefined || first === undefined || last === undefined) return '';
  return ` ${amountText(view, held.count, first, last, 'tell')} of volumes or containers that did not answer in time.`;
}

/** `the file server 10.9.0.4`, where all lines name one. */
function serverOf(facts: readonly NeighbourFact[]): string {
  const servers = new Set(facts.map(({ text }) => /\bserver ([\w.:-]{1,253}) not responding/.exec(text)?.[1]));
  const [only] = servers;
  return servers.size === 1 && only !== undefined ? `the file server ${only}` : 'a file server';
}
