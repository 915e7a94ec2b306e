/**
 * exited-containers-after-restart: the first relist of a new kubelet inspects every container that exists, so a thousand leftovers keep it busy for minutes.
 * Sign: an episode without any failed call whose last listed relist is the first of its process (within ten seconds of the loop's start). Medium.
 */
import { type Cause, makeFinding, plural } from '../../cause.ts';
import { isFirstPass } from '../../signs/inspectionPace.ts';
import { skipEvidence } from '../../view.ts';

export const exitedContainersAfterRestart: Cause = {
  id: 'exited-containers-after-restart',
  find(view) {
    const episodes = view.episodes.filter(isFirstPass);
    const worst = episodes[0];
    if (worst === undefined) return [];
    return [
      makeFinding('exited-containers-after-restart', {
        weight: 'cause',
        confidence: 'medium',
        title: 'The first pass after the restart had to look at too many containers',
        explanation: `PLEG became unhealthy three minutes after the kubelet started, without any failed call. A new kubelet knows no container, so its first pass looks at every one that exists, exited ones included, one after another${worst.signs.finished.length > 0 ? ` (${plural(worst.signs.finished.length, 'finished container')} reported)` : ''}. It heals when that pass is over.`,
        nextSteps: [
          'Count exited containers: `crictl ps -a --state Exited -q | wc -l` (docker: `docker ps -aq -f status=exited | wc -l`).',
          'Remove them: `crictl ps -a --state Exited -q | xargs -r -n 50 crictl rm` (docker: `docker container prune`).',
          'Find what leaves them behind: containers in a crash loop, sandboxes whose network cannot be removed.',
        ],
        evidence: [...worst.skips.slice(0, 1).map(skipEvidence), ...worst.signs.finished.slice(0, 5)],
        episodes,
      }),
    ];
  },
};
