/**
 * kubelet-crash-loop: the kubelet ends and is started again, over and over. Sign: three processes or more of one node that ended without being told to stop, or that lived less than two minutes
 * each. High where lines tell how they ended, medium without.
 */
import type { KubeletProcess } from '../../inference/history.ts';
import { WHY_IT_ENDED } from '../tools/atThatTime.ts';
import { type Cause, makeFinding, plural } from '../cause.ts';
import { crashedLives, isAskedFor, wasShort } from '../signs/crashedLives.ts';
import { endingText } from '../words/endingText.ts';
import { evidenceOf, shorten } from '../words/factText.ts';
import { furtherText, timesOrMore } from '../words/foldedText.ts';
import { listText } from '../answer/paragraph.ts';
import { lineEvidence } from '../view.ts';

const ENOUGH = 3;

export const kubeletCrashLoop: Cause = {
  id: 'kubelet-crash-loop',
  find(view) {
    return view.history.nodes.flatMap((node) => {
      const lives = crashedLives(view, node.id);
      if (lives.length < ENOUGH) return [];
      const exits = lives.flatMap((process) =>
        view.facts.of(process.id, 'kubelet-exit').filter((fact) => fact.fatal && !isAskedFor(fact)),
      );
      const last = exits.at(-1);
      const isKnown = lives.some(({ ending }) => ending !== undefined) || exits.length > 0;
      return [
        makeFinding('kubelet-crash-loop', {
          weight: 'cause',
          confidence: isKnown ? 'high' : 'medium',
          title: `The kubelet ended ${timesOrMore(view.history, 'processes', lives.length)}`,
          explanation: `${plural(lives.length, 'kubelet process', 'kubelet processes')} of this node ended without being told to${howText(lives)}${shortText(lives)}.${last === undefined ? '' : ` The last one to say why said: "${shorten(last.text.split('\n')[0] ?? '', 160)}".`}${view.startups.length > 0 ? ' Each start writes its own start-up skips; they are a consequence.' : ''}${furtherText(view, 'processes')}`,
          nextSteps: [
            WHY_IT_ENDED,
            'See how often systemd started it: `systemctl show kubelet -p NRestarts`.',
            'After a change of its configuration: compare `/var/lib/kubelet/config.yaml` and `/var/lib/kubelet/kubeadm-flags.env` with a good node.',
          ],
          evidence:
            exits.length > 0
              ? exits.map(evidenceOf)
              : lives.map((process) =>
                  lineEvidence(
                    process.ending?.evidence[0] ?? process.last,
                    process.ending === undefined
                      ? 'Last line of a short-lived kubelet'
                      : `This kubelet ${endingText(process.ending)}`,
                  ),
                ),
          episodes: [],
        }),
      ];
    });
  },
};

/** `: 2 ended with exit code 1, 1 was killed by SIGKILL`. */
function howText(lives: readonly KubeletProcess[]): string {
  const counts = new Map<string, number>();
  for (const { ending } of lives)
    if (ending !== undefined) counts.set(endingText(ending), (counts.get(endingText(ending)) ?? 0) + 1);
  return counts.size === 0
    ? ''
    : `: ${listText([...counts].map(([text, count]) => `${count} ${count === 1 ? text : text.replace(/^was /, 'were ')}`))}`;
}

/** How many of them lived no longer than two minutes, of those whose start is known. */
function shortText(lives: readonly KubeletProcess[]): string {
  const short = lives.filter(wasShort).length;
  if (short === 0) return '';
  return `; ${short === lives.length ? 'all of them' : `${short} of them`} within two minutes of ${short === 1 ? 'its' : 'their'} start`;
}
