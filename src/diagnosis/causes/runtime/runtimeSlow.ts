/**
 * runtime-slow: the runtime answers every call, but late: Status too late for the 30 s that the kubelet waits for a good one, listings so late that housekeeping,
 * which lists too, takes ten seconds and more. Sign: `container runtime is down` without a failed Status, beside slow housekeeping that came back.
 * A node without disk, CPU or memory time looks like this. Medium: no line names the slow Status.
 */
import { LOOK_AT_LOAD } from '../../tools/commonSteps.ts';
import { type Duration, seconds } from '../../../kubelet/time.ts';
import { type Cause, makeFinding, overEpisodes, times } from '../../cause.ts';
import { KERNEL_LOG, PROCESSES_IN_D_STATE, runtimeJournal, tryListing, tryStatus } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { durationText } from '../../words/durationText.ts';
import { isSlowAltogether } from '../../signs/slowRuntime.ts';
import { lineEvidence, skipEvidence } from '../../view.ts';

export const runtimeSlow: Cause = {
  id: 'runtime-slow',
  find(view) {
    const episodes = view.episodes.filter((episode) => isSlowAltogether(view, episode));
    const worst = episodes[0];
    if (worst === undefined) return [];
    const runtime = runtimeOf(view, worst.process);
    const slow = [...new Set(episodes.flatMap((episode) => episode.signs.housekeepingSlow))].filter(
      (fact) => fact.took >= seconds(10),
    );
    const longest = slow.reduce((most, fact) => Math.max(most, fact.took), 0) as Duration;
    const down = episodes.flatMap((episode) =>
      episode.skips.filter((skip) => skip.reasons.some(({ kind }) => kind === 'runtime-down')).slice(0, 1),
    );
    const reported = view.history.nodeReady.filter(
      (change) =>
        !change.ready &&
        episodes.some(
          (episode) =>
            change.process === episode.process.id &&
            change.time >= episode.episode.begin.min &&
            change.time <= episode.to,
        ),
    );
    return [
      makeFinding('runtime-slow', {
        weight: 'cause',
        confidence: 'medium',
        title: 'The container runtime answered its calls late',
        explanation:
          `No call failed, but for more than 30 s the kubelet had no good answer about the state of the runtime, and its housekeeping, which lists pods, took up to ${durationText(longest)} (ten seconds or more ${times(slow.length)}). ` +
          `So the runtime answered, but late, whatever it was asked: most often a node without disk, CPU or memory time, not a fault of one pod.${overEpisodes(episodes)}`,
        nextSteps: [
          LOOK_AT_LOAD,
          tryListing(runtime),
          tryStatus(runtime),
          PROCESSES_IN_D_STATE,
          KERNEL_LOG,
          runtimeJournal(runtime),
        ],
        evidence: [
          ...slow.slice(0, 5),
          ...down.slice(0, 1).map(skipEvidence),
          ...reported.slice(0, 2).map((change) => lineEvidence(change, `Node became not ready: ${change.text ?? ''}`)),
        ],
        episodes,
      }),
    ];
  },
};
