/**
 * list-calls-slow: the list calls answer, but late. Sign: no error, yet a relist whose list phase is proven long (a skip still named the relist before it),
 * or housekeeping of ten seconds and more, which lists too. High when a skip proves it, else medium.
 */
import { LOOK_AT_LOAD } from '../../tools/commonSteps.ts';
import { type Cause, highest, makeFinding, overEpisodes } from '../../cause.ts';
import { KERNEL_LOG, PROCESSES_IN_D_STATE, runtimeJournal, tryListing } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { durationText } from '../../words/durationText.ts';
import { type Duration, seconds } from '../../../kubelet/time.ts';
import { isSlowAltogether } from '../../signs/slowRuntime.ts';
import { skipEvidence } from '../../view.ts';

export const listCallsSlow: Cause = {
  id: 'list-calls-slow',
  find(view) {
    const episodes = view.episodes.filter(
      (episode) => episode.verdict.kind === 'list-calls-slow' && !isSlowAltogether(view, episode),
    );
    const worst = episodes[0];
    if (worst === undefined) return [];
    const runtime = runtimeOf(view, worst.process);
    const proven = Math.max(...episodes.map((episode) => episode.signs.listPhaseAtLeast)) as Duration;
    const slow = view.facts.of(worst.process.id, 'housekeeping-slow').filter((fact) => fact.took >= seconds(5));
    const slowest = slow.reduce((most, fact) => Math.max(most, fact.took), 0) as Duration;
    const changes = worst.skips.filter((skip, at) => {
      const before = worst.skips[at - 1]?.lastRelist;
      return skip.lastRelist !== undefined && before !== undefined && skip.lastRelist - before >= seconds(1);
    });
    return [
      makeFinding('list-calls-slow', {
        weight: 'cause',
        confidence: highest(episodes.map((episode) => episode.verdict.confidence)),
        title: "The container runtime's list calls were slow",
        explanation:
          `The runtime answered the question which pods and containers exist, but late${proven >= seconds(30) ? `: listing alone took at least ${durationText(proven)}` : ''}. PLEG is healthy only if its last successful listing began less than three minutes ago, so listings of minutes make the node NotReady again and again although no call fails.` +
          `${slowest > 0 ? ` The housekeeping of the sync loop makes the same calls and took up to ${durationText(slowest)}.` : ''}${overEpisodes(episodes)}`,
        nextSteps: [
          tryListing(runtime),
          'Count what is listed: `crictl --timeout 60s pods | wc -l` and `crictl --timeout 60s ps -a | wc -l`; thousands of exited containers or sandboxes make every listing slow.',
          LOOK_AT_LOAD,
          runtimeJournal(runtime),
          PROCESSES_IN_D_STATE,
          KERNEL_LOG,
        ],
        evidence: [...changes.map(skipEvidence), ...slow.slice(-4), ...worst.skips.slice(0, 1).map(skipEvidence)],
        episodes,
      }),
    ];
  },
};
