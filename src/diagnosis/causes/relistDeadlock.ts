/**
 * relist-deadlock: up to 1.13 PLEG waits for room in its full event channel while the sync loop, which alone empties it, skips because PLEG is not healthy.
 * Sign: one and the same last relist for more than 15 minutes, not one error of a call, no recovery but by a restart. High below 1.14, low when the version is unknown.
 * Source: kubernetes issue 72482, mended in 1.14 by PR 72709.
 */
import { type Cause, highest, makeFinding } from '../cause.ts';
import { durationText } from '../durationText.ts';
import type { Duration } from '../../kubelet/time.ts';
import { skipEvidence } from '../view.ts';

export const relistDeadlock: Cause = {
  id: 'relist-deadlock',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'relist-deadlock');
    const worst = episodes[0];
    if (worst === undefined) return [];
    const elapsed = (worst.episode.longestElapsed ?? 0) as Duration;
    return [
      makeFinding('relist-deadlock', {
        weight: 'cause',
        confidence: highest(episodes.map((episode) => episode.verdict.confidence)),
        title: 'PLEG and the sync loop waited for each other',
        explanation: `The time since the last relist grew to ${durationText(elapsed)} without a single failed runtime call. In kubelets before 1.14 PLEG can wait for ever for room in its event channel (1000 events) while the sync loop refuses to read it because PLEG is unhealthy. It begins when very many pods change at once and never ends by itself.`,
        nextSteps: ['Restart the kubelet: `systemctl restart kubelet`. This ends it; running containers are not touched.', 'Upgrade to 1.14 or newer, where events are dropped instead.', 'See whether a mass creation or deletion of pods came just before the begin.'],
        evidence: [...worst.skips.slice(0, 1), ...worst.skips.slice(-1)].map(skipEvidence),
        episodes,
      }),
    ];
  },
};
