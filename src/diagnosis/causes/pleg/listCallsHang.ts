/**
 * list-calls-hang: the runtime's list calls (ListPodSandbox, ListContainers) do not answer, while its Status call still does.
 * Sign: time-outs of list calls, each two minutes after its start; no time-out of Status, no `container runtime is down`. Without such lines: the loop
 * was blocked from the begin on (its housekeeping lists too). High with time-out lines, medium without.
 */
import { endedByRestart } from '../../signs/runtimeStop.ts';
import { briefFailure, briefFinding } from '../../words/briefFailure.ts';
import { type Cause, highest, makeFinding, overEpisodes, plural } from '../../cause.ts';
import {
  PROCESSES_IN_D_STATE,
  restartRuntime,
  runtimeJournal,
  runtimeStacks,
  tryListing,
  tryStatus,
  WAS_IT_PAUSED,
} from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { ofClass } from '../../signs/episodeSigns.ts';
import { requestTimeoutText } from '../../words/requestTimeout.ts';
import { answeredWithError } from '../../answer/verdicts.ts';
import { type EpisodeView, skipEvidence } from '../../view.ts';

const TITLE = "The container runtime's list calls hung";

export const listCallsHang: Cause = {
  id: 'list-calls-hang',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'list-calls-hang');
    const worst = episodes[0];
    const brief = briefFailure(view, 'timed-out');
    if (worst === undefined && brief !== undefined) {
      const runtime = runtimeOf(view, view.history.processes[0]);
      return [
        briefFinding(
          view,
          'list-calls-hang',
          brief,
          TITLE,
          'The kubelet asks the runtime every second which pods and containers exist; a call without an answer is given up and logged only after its time-out.',
          [
            tryListing(runtime),
            tryStatus(runtime),
            runtimeJournal(runtime),
            PROCESSES_IN_D_STATE,
            runtimeStacks(runtime),
          ],
        ),
      ];
    }
    if (worst === undefined) return [];
    const late = episodes.flatMap((episode) => ofClass(episode.signs.list, 'timed-out'));
    const runtime = runtimeOf(view, worst.process);
    const timeout = requestTimeoutText(worst.process);
    const neverListed = worst.signs.skipsWith.never > 0 && worst.signs.skipsWith.stale === 0;
    return [
      makeFinding('list-calls-hang', {
        weight: 'cause',
        confidence: highest(episodes.map((episode) => episode.verdict.confidence)),
        title: TITLE,
        explanation:
          late.length > 0
            ? `The kubelet asks the runtime every second which pods and containers exist. These list calls got no answer and were given up after ${timeout} (${plural(late.length, 'line')}), ${statusText(episodes)}. Each line is written when a call is given up, so the call began that long before it.${endedByRestart(view, episodes)}${overEpisodes(episodes)}`
            : neverListed
              ? `No line names a failed call, but PLEG has not listed once since this kubelet started. That fits list calls of the runtime that do not answer.${overEpisodes(episodes)}`
              : `No line names a failed call, but the sync loop stood still before its first skip: its housekeeping makes the same list calls and was blocked too. That fits list calls of the runtime that did not answer; a machine that was paused meanwhile looks the same.${overEpisodes(episodes)}`,
        nextSteps: [
          tryListing(runtime),
          tryStatus(runtime),
          runtimeJournal(runtime),
          PROCESSES_IN_D_STATE,
          runtimeStacks(runtime),
          ...(late.length > 0 || neverListed ? [] : [WAS_IT_PAUSED]),
          restartRuntime(runtime),
        ],
        evidence: [
          ...late.map((call) => call.fact),
          ...episodes.flatMap((episode) => episode.signs.housekeepingSlow),
          ...worst.skips.slice(0, 1).map(skipEvidence),
        ],
        episodes,
      }),
    ];
  },
};

/** What the log says of Status: no line of a failure; but whether the kubelet took in an answer is open while its skips still say that the first check is not done. */
function statusText(episodes: readonly EpisodeView[]): string {
  const refused = episodes.flatMap((episode) => answeredWithError(episode.signs.status)).length;
  if (refused > 0) return `and its Status call failed too, with an error of its own (${plural(refused, 'line')})`;
  const unanswered = episodes.every(
    (episode) =>
      episode.episode.reasons.includes('runtime-status-unknown') && !episode.episode.reasons.includes('pleg-stale'),
  );
  return unanswered
    ? 'while no line says that the Status call failed; the first check of the runtime of a new kubelet makes list calls too, and that is why its skips also say that the status check may not have completed'
    : "while the runtime's Status call kept answering, so the runtime itself did not look dead";
}
