/**
 * list-calls-fail: the runtime answers the list calls (ListPodSandbox, ListContainers), but with an error of its own. A relist without a list stamps no time
 * (generic.go `Relist`: `updateRelistTime` comes after `GetPods` has succeeded), so PLEG grows stale though every call is answered at once.
 * Sign: `Unable to retrieve pods` about every second, with a text that is neither a time-out nor a lost connection nor a limit of the size.
 * High when three relists in a row say it.
 */
import { briefFailure, briefFinding } from '../../words/briefFailure.ts';
import { type Cause, highest, makeFinding, overEpisodes, plural } from '../../cause.ts';
import { KERNEL_LOG, restartRuntime, runtimeJournal, tryListing } from '../../tools/commands.ts';
import { runtimeOf } from '../../tools/runtimeName.ts';
import { saveLogCommand } from '../../tools/nodeTools.ts';
import { shorten } from '../../words/factText.ts';
import { answeredWithError } from '../../answer/verdicts.ts';
import { CRI_PLUGIN, LACKS_INTERFACE } from '../../words/runtimeWords.ts';
import { skipEvidence } from '../../view.ts';

const TITLE = 'The container runtime answered its list calls with an error';
/** gRPC of a runtime without CRI, or without this version of it. */
const NO_CRI = 'unknown service runtime.';
const CUT_TITLE = 'List calls of the container runtime failed, and why is cut away';
const CUT_MEANING =
  'The kubelet asked the runtime which pods and containers exist and got no list; the line ends before it says whether that was an error or no answer in time.';

export const listCallsFail: Cause = {
  id: 'list-calls-fail',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'list-calls-fail');
    const worst = episodes[0];
    const brief = briefFailure(view, 'answered');
    if (worst === undefined && brief !== undefined) {
      const runtime = runtimeOf(view, view.history.processes[0]);
      const said = brief.calls[0]?.fact.error.text ?? '';
      const lacks = said.includes(NO_CRI);
      return [
        briefFinding(
          view,
          'list-calls-fail',
          brief,
          TITLE,
          `The runtime answered when the kubelet asked which pods and containers exist, but with an error: "${shorten(said, 160)}".${lacks ? ` ${LACKS_INTERFACE}` : ''}`,
          [lacks ? CRI_PLUGIN : tryListing(runtime), runtimeJournal(runtime), KERNEL_LOG],
        ),
      ];
    }
    const unnamed = brief === undefined ? briefFailure(view, 'unnamed') : undefined;
    if (worst === undefined && unnamed !== undefined) {
      const runtime = runtimeOf(view, view.history.processes[0]);
      return [
        briefFinding(view, 'list-calls-fail', unnamed, CUT_TITLE, CUT_MEANING, [
          `See the whole line: \`${saveLogCommand(view, '')}\` cuts none, as \`systemctl status\` and a terminal do.`,
          tryListing(runtime),
          runtimeJournal(runtime),
        ]),
      ];
    }
    if (worst === undefined) return [];
    const answered = episodes.flatMap((episode) => answeredWithError(episode.signs.list));
    const isCut = answered.length === 0;
    const failed = isCut ? worst.signs.list : answered;
    const relists = failed.filter((call) => call.fact.kind === 'relist-failed');
    const status = episodes.flatMap((episode) => answeredWithError(episode.signs.status));
    const runtime = runtimeOf(view, worst.process);
    const said = failed[0]?.fact.error.text ?? '';
    const lacks = said.includes(NO_CRI);
    return [
      makeFinding('list-calls-fail', {
        weight: 'cause',
        confidence: highest(episodes.map((episode) => episode.verdict.confidence)),
        title: isCut ? CUT_TITLE : TITLE,
        explanation: isCut
          ? CUT_MEANING
          : `The runtime answered when the kubelet asked which pods and containers exist, but with an error: "${shorten(said, 160)}"${relists.length > 1 ? ` (${plural(relists.length, 'failed relist')})` : ''}. ` +
            'PLEG asks again every second, and a relist without a list does not count: so the last one that worked grew older than is allowed. ' +
            `${status.length > 0 ? 'The question for its own state failed too. ' : ''}${lacks ? LACKS_INTERFACE : 'The text says what is wrong inside the runtime: its database, its storage, or a container that it cannot read.'}${overEpisodes(episodes)}`,
        nextSteps: [
          lacks ? CRI_PLUGIN : tryListing(runtime),
          `${runtimeJournal(runtime)} Look for the same text.`,
          'See if the disks of the runtime are full or read-only: `df -h /var/lib /run`, `df -i /var/lib`, `mount | grep -w ro`.',
          KERNEL_LOG,
          restartRuntime(runtime),
        ],
        evidence: [
          ...failed.slice(0, 4).map((call) => call.fact),
          ...status.slice(0, 2).map((call) => call.fact),
          ...worst.skips.slice(0, 1).map(skipEvidence),
        ],
        episodes,
      }),
    ];
  },
};
