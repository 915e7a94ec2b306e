/**
 * runtime-unresponsive: no call to the runtime answers, Status included. Sign: time-outs of list calls together with time-outs of Status or with
 * `container runtime is down`. High with time-out lines of both kinds, medium when one kind is inferred.
 */
import { endedByRestart } from '../../signs/runtimeStop.ts';
import { type Cause, highest, makeFinding, overEpisodes, plural } from '../../cause.ts';
import {
  KERNEL_LOG,
  PROCESSES_IN_D_STATE,
  restartRuntime,
  runtimeJournal,
  runtimeStacks,
  tryStatus,
} from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { ofClass } from '../../signs/episodeSigns.ts';
import { skipEvidence } from '../../view.ts';

const IN_TURN =
  'The kubelet then says "container runtime is down" 30 s after the last good Status, and PLEG follows three minutes after its last listing.';
/** Two loops of the kubelet wait for it. */
const FIRST_CHECK_OPEN =
  'Since this kubelet started, its first check of the runtime has not come to an end ("container runtime status check may not have completed yet"), and PLEG has listed nothing since the time that the skips name.';

export const runtimeUnresponsive: Cause = {
  id: 'runtime-unresponsive',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'runtime-unresponsive');
    const worst = episodes[0];
    if (worst === undefined) return [];
    const runtime = runtimeOf(view, worst.process);
    const late = episodes.flatMap((episode) => [
      ...ofClass(episode.signs.list, 'timed-out').slice(0, 3),
      ...ofClass(episode.signs.status, 'timed-out').slice(0, 3),
      ...ofClass(episode.signs.other, 'timed-out').slice(0, 2),
    ]);
    const down = worst.skips.find((skip) => skip.reasons.some((reason) => reason.kind === 'runtime-down'));
    const firstCheckOpen = down === undefined && worst.signs.skipsWith.statusUnknown > 0;
    const shown = down ?? (firstCheckOpen ? worst.skips.at(-1) : undefined);
    return [
      makeFinding('runtime-unresponsive', {
        weight: 'cause',
        confidence: highest(episodes.map((episode) => episode.verdict.confidence)),
        title: 'The container runtime answered no call at all',
        explanation:
          `Listing pods and asking the runtime for its own state both got no answer${late.length > 0 ? ` (${plural(late.length, 'time-out line')})` : ''}. ` +
          `${firstCheckOpen ? FIRST_CHECK_OPEN : IN_TURN} A runtime process that hangs or a node without CPU, memory or disk time looks like this; a stopped runtime would refuse the connection instead.${endedByRestart(view, episodes)}${overEpisodes(episodes)}`,
        nextSteps: [
          tryStatus(runtime),
          'Look at load and memory: `uptime`, `free -m`, `cat /proc/pressure/{cpu,io,memory}`.',
          PROCESSES_IN_D_STATE,
          runtimeJournal(runtime),
          KERNEL_LOG,
          runtimeStacks(runtime),
          restartRuntime(runtime),
        ],
        evidence: [...late.map((call) => call.fact), ...(shown === undefined ? [] : [skipEvidence(shown)])],
        episodes,
      }),
    ];
  },
};
