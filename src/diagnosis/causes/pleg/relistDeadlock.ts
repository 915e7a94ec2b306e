/**
 * relist-deadlock: up to 1.13 PLEG waits for room in its full event channel while the sync loop, which alone empties it, skips because PLEG is not healthy.
 * Sign: the last relist never ends, though no listing or inspection fails in it and Status is answered for longer than two list calls can take; no recovery but
 * by a restart. Either the loop skipped already when that relist began, so that nobody read the channel, or it goes on for more than 15 minutes.
 * High below 1.14, low when the version is unknown. Source: kubernetes issue 72482, mended in 1.14 by PR 72709.
 */
import { type Cause, highest, makeFinding } from '../../cause.ts';
import { durationText } from '../../words/durationText.ts';
import { PLEG_CHANNEL_CAPACITY } from '../../../kubelet/constants.ts';
import type { Duration } from '../../../kubelet/time.ts';
import { type DiagnosisView, type EpisodeView, skipEvidence } from '../../view.ts';

export const relistDeadlock: Cause = {
  id: 'relist-deadlock',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'relist-deadlock');
    const worst = episodes[0];
    if (worst === undefined) return [];
    const elapsed = (worst.episode.longestElapsed ?? 0) as Duration;
    const named = worst.skips.findLast((skip) => skip.lastRelist !== undefined)?.lastRelist;
    const naming = worst.skips.filter((skip) => skip.lastRelist !== undefined && skip.lastRelist === named);
    const unread = worst.skips.filter((skip) => named !== undefined && skip.time < named).slice(0, 1);
    const containers = containersOf(view, worst);
    return [
      makeFinding('relist-deadlock', {
        weight: 'cause',
        confidence: highest(episodes.map((episode) => episode.verdict.confidence)),
        title: 'PLEG and the sync loop waited for each other',
        explanation:
          `The time since the last relist grew to ${durationText(elapsed)} without a failed listing or inspection. In kubelets before 1.14 PLEG can wait forever for room in its event channel (${PLEG_CHANNEL_CAPACITY} events) while the sync loop refuses to read it because PLEG is unhealthy. ` +
          `${unread.length > 0 ? 'Here the loop was already skipping when that relist began, so nobody read the channel. ' : ''}${containers >= PLEG_CHANNEL_CAPACITY / 2 ? `The log shows ${containers} containers of this node, enough to fill it. ` : ''}It begins when very many pods change at once and never ends by itself.`,
        nextSteps: [
          'Restart the kubelet: `systemctl restart kubelet`. This ends it; running containers are not touched.',
          'Upgrade to 1.14 or newer, where events are dropped instead.',
          'See whether a mass creation or deletion of pods came just before the begin.',
        ],
        evidence: [...unread, ...naming.slice(0, 1), ...worst.skips.slice(-1)].map(skipEvidence),
        episodes,
      }),
    ];
  },
};

/** Containers that the process's events name. */
function containersOf(view: DiagnosisView, { process }: EpisodeView): number {
  return new Set(view.queries.eventsBetween(process.id, process.from, process.to).map((event) => event.containerId))
    .size;
}
