/**
 * serial-inspection-slow: very many pods changed at once, and PLEG looks at them one after another; each call is quick, all together take minutes.
 * Sign: as inspect-calls-slow, with the events of 40 pods or more in one pass. Medium.
 */
import { type Cause, makeFinding, overEpisodes } from '../../cause.ts';
import { runtimeJournal } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { isFirstPass, manyPods } from '../../signs/inspectionPace.ts';
import { skipEvidence } from '../../view.ts';

export const serialInspectionSlow: Cause = {
  id: 'serial-inspection-slow',
  find(view) {
    const episodes = view.episodes.filter(
      (episode) => episode.verdict.kind === 'inspect-calls-slow' && !isFirstPass(episode) && manyPods(view, episode),
    );
    const worst = episodes[0];
    if (worst === undefined) return [];
    return [
      makeFinding('serial-inspection-slow', {
        weight: 'cause',
        confidence: 'medium',
        title: 'Too many pods changed at once for one pass',
        explanation: `No call failed, but very many pods changed together and PLEG looks at them strictly one after another. Each look is short; all of them together took longer than three minutes.${overEpisodes(episodes)}`,
        nextSteps: [
          'Count pods and containers: `crictl pods | wc -l`, `crictl ps -a | wc -l`.',
          'Find what starts and ends so many pods together (cron jobs on the minute, a rollout, a drain of another node): `kubectl get events -A --sort-by=.lastTimestamp`.',
          'Let fewer pods run on the node (`maxPods`) or spread the changes over time.',
          runtimeJournal(runtimeOf(view, worst.process)),
        ],
        evidence: [...worst.skips.slice(0, 1).map(skipEvidence), ...worst.signs.finished.slice(0, 6)],
        episodes,
      }),
    ];
  },
};
