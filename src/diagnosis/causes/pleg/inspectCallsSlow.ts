/**
 * inspect-calls-slow: the passes of PLEG are long, but nothing fails and the listing is quick: the time goes into looking at changed pods, one by one.
 * Sign: no error line; the first skip comes at once when the threshold is passed (a slow listing would have blocked the loop); the runtime is healthy again as
 * soon as the next pass has listed. Medium; high when the even spacing of finished containers shows the cost of one pod.
 */
import { type Cause, makeFinding, overEpisodes } from '../../cause.ts';
import { KERNEL_LOG, PROCESSES_IN_D_STATE, runtimeJournal } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { durationText } from '../../words/durationText.ts';
import { seconds } from '../../../kubelet/time.ts';
import { inspectionPace, isFirstPass, manyPods } from '../../signs/inspectionPace.ts';
import { skipEvidence } from '../../view.ts';

export const inspectCallsSlow: Cause = {
  id: 'inspect-calls-slow',
  find(view) {
    const episodes = view.episodes.filter(
      (episode) => episode.verdict.kind === 'inspect-calls-slow' && !isFirstPass(episode) && !manyPods(view, episode),
    );
    const worst = episodes[0];
    if (worst === undefined) return [];
    const runtime = runtimeOf(view, worst.process);
    const paces = episodes.map((episode) => inspectionPace(view, episode)).filter((pace) => pace !== undefined);
    const pace = paces.sort((a, b) => b.facts.length - a.facts.length)[0];
    const isPaceKnown = pace !== undefined && pace.each >= seconds(2);
    return [
      makeFinding('inspect-calls-slow', {
        weight: 'cause',
        confidence: isPaceKnown ? 'high' : worst.verdict.confidence,
        title: 'Inspecting changed pods took too long',
        explanation:
          'No listing and no inspection failed, and listing was quick, but PLEG was busy for minutes with looking at changed pods, one after another, before it could list again. ' +
          (isPaceKnown
            ? `Its lines came ${durationText(pace.each)} apart, one pod at a time: that is what one pod costs. `
            : '') +
          `At the default verbosity no line says that such a pass is slow; it follows from what is missing.${overEpisodes(episodes)}`,
        nextSteps: [
          'Time the call for some pods: `for p in $(crictl pods -q | head -20); do /usr/bin/time -f "%es $p" crictl --timeout 60s inspectp $p > /dev/null; done`.',
          'Look at load and disks while it is slow: `uptime`, `iostat -x 1 5`, `cat /proc/pressure/io`.',
          runtimeJournal(runtime),
          PROCESSES_IN_D_STATE,
          KERNEL_LOG,
        ],
        evidence: [...worst.skips.slice(0, 1).map(skipEvidence), ...(pace?.facts ?? []).slice(0, 6)],
        episodes,
      }),
    ];
  },
};
