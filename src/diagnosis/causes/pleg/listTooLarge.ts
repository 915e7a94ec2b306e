/**
 * list-too-large: the answer of a list call exceeds the 16 MiB that the kubelet's gRPC client takes. Sign: ResourceExhausted, `received message larger
 * than max`, in `Unable to retrieve pods` every second. High: the line says it.
 */
import { SECOND_WAY } from '../../tools/commonSteps.ts';
import { briefFailure, briefFinding } from '../../words/briefFailure.ts';
import { type Cause, makeFinding, overEpisodes } from '../../cause.ts';
import { ofClass } from '../../signs/episodeSigns.ts';
import { skipEvidence } from '../../view.ts';

const TITLE = 'The list of pods is too large for one answer';
const STEPS: readonly string[] = [
  `Count them: \`crictl pods --state NotReady -q | wc -l\` and \`crictl ps -a --state Exited -q | wc -l\`.${SECOND_WAY}`,
  'Remove leftover sandboxes: `crictl pods --state NotReady -q | xargs -r -n 20 crictl rmp`.',
  'Find what leaves them behind: often a network plug-in whose DEL fails (`journalctl -u kubelet | grep -i "KillPodSandbox"`).',
];

export const listTooLarge: Cause = {
  id: 'list-too-large',
  find(view) {
    const episodes = view.episodes.filter((episode) => episode.verdict.kind === 'list-too-large');
    const worst = episodes[0];
    const brief = briefFailure(view, 'too-large');
    if (worst === undefined)
      return brief === undefined
        ? []
        : [
            briefFinding(
              view,
              'list-too-large',
              brief,
              TITLE,
              'The runtime answers, but its list is larger than the kubelet accepts in one message; it does not get smaller by itself.',
              STEPS,
            ),
          ];
    const failed = episodes.flatMap((episode) => ofClass(episode.signs.list, 'too-large'));
    const sizes = /\((\d{1,12}) vs\. (\d{1,12})\)/.exec(failed[0]?.fact.error.text ?? '');
    return [
      makeFinding('list-too-large', {
        weight: 'cause',
        confidence: 'high',
        title: TITLE,
        explanation: `The runtime answers, but its list ${sizes === null ? '' : `(${mebibytes(sizes[1])}, the limit is ${mebibytes(sizes[2])}) `}is larger than the kubelet accepts in one message, so no relist can succeed any more. Leftover sandboxes and exited containers pile up until the list is that long; it does not end by itself.${overEpisodes(episodes)}`,
        nextSteps: STEPS,
        evidence: [...failed.slice(0, 4).map((call) => call.fact), ...worst.skips.slice(0, 1).map(skipEvidence)],
        episodes,
      }),
    ];
  },
};

function mebibytes(text: string | undefined): string {
  return `${(Number(text) / 1024 / 1024).toFixed(1)} MiB`;
}
