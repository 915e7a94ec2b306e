/**
 * runtime-status-failing: the runtime's Status call fails, hangs or says RuntimeReady=false, while listing works. Sign: skips without any PLEG reason.
 * High with an error or a RuntimeReady=false line; medium when only `container runtime is down` stands there (a hanging Status logs nothing until its time-out).
 */
import { endedByRestart } from '../signs/runtimeStop.ts';
import { type Cause, highest, makeFinding, overEpisodes, plural } from '../cause.ts';
import { restartRuntime, runtimeJournal, runtimeOf, tryStatus } from '../tools/commands.ts';
import { beganWithStatus } from '../answer/verdicts.ts';
import { evidenceOf } from '../words/factText.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { lengthBounds } from '../words/episodeText.ts';
import { lineEvidence, skipEvidence } from '../view.ts';

export const runtimeStatusFailing: Cause = {
  id: 'runtime-status-failing',
  find(view) {
    const episodes = view.episodes.filter(
      (episode) => episode.verdict.kind === 'runtime-status-failing' || beganWithStatus(episode),
    );
    const worst = episodes[0];
    if (worst === undefined) return [];
    const failed = episodes.flatMap((episode) => episode.signs.status);
    const notReady = episodes.flatMap((episode) => episode.signs.runtimeNotReady);
    const listed =
      !episodes.some(beganWithStatus) &&
      episodes.some((episode) => episode.signs.listedAfterStart || lengthBounds(episode).min >= RELIST_THRESHOLD);
    const reported = view.history.nodeReady.filter(
      (change) =>
        !change.ready &&
        change.process === worst.process.id &&
        change.time >= worst.episode.begin.min &&
        change.time <= worst.to,
    );
    const runtime = runtimeOf(view, worst.process);
    return [
      makeFinding('runtime-status-failing', {
        weight: 'cause',
        confidence: highest(
          episodes.map((episode) => (beganWithStatus(episode) ? 'high' : episode.verdict.confidence)),
        ),
        title:
          notReady.length > 0 && failed.length === 0
            ? 'The container runtime said that it is not ready'
            : failed.length > 0 || view.searched !== undefined
              ? "The container runtime's Status call failed"
              : "The container runtime's Status call was not answered in time",
        explanation:
          `The kubelet asks the runtime for its state every five seconds. ${failed.length > 0 ? `This failed (${plural(failed.length, 'line')}). ` : notReady.length > 0 ? '' : view.searched !== undefined ? 'How it failed is not in this log. ' : 'No line says that this failed, so the answer most likely came late or not at all: a call that hangs is logged only when it is given up. '}` +
          `${notReady.length > 0 ? 'The runtime answered RuntimeReady=false. ' : ''}30 s after the last good answer the kubelet counts the runtime as down. ${listed ? 'PLEG itself was not affected: listing pods kept working.' : episodes.some(beganWithStatus) ? 'It began with this; listing failed only later.' : 'No reason names PLEG, but PLEG would say so only three minutes after its last good relist.'}${endedByRestart(view, episodes)}${overEpisodes(episodes)}`,
        nextSteps: [tryStatus(runtime), runtimeJournal(runtime), restartRuntime(runtime)],
        evidence: [
          ...failed.slice(0, 3).map((call) => evidenceOf(call.fact)),
          ...notReady.slice(0, 2).map(evidenceOf),
          ...worst.skips.slice(0, 1).map(skipEvidence),
          ...reported.slice(0, 1).map((change) => lineEvidence(change, `Node became not ready: ${change.text ?? ''}`)),
        ],
        episodes,
      }),
    ];
  },
};
