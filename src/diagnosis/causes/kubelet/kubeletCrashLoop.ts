/**
 * kubelet-crash-loop: the kubelet ends and is started again, over and over. Sign: three processes or more of one node that ended without being told to stop, or that lived less than two minutes
 * each; or, in a piece that shows fewer, systemd's own count of restarts. High where lines tell how they ended, medium without.
 */
import type { KubeletProcess } from '../../../inference/history.ts';
import { seconds } from '../../../kubelet/time.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { WHY_IT_ENDED } from '../../tools/atThatTime.ts';
import { stepsAfterEnds } from '../../tools/endingSteps.ts';
import { isKubeletName } from '../../../kubelet/writers.ts';
import { type Cause, makeFinding, plural, type RankedFinding } from '../../cause.ts';
import { crashedProcesses, isAskedFor, wasShort } from '../../signs/crashedProcesses.ts';
import { fatalExits } from '../../signs/exits.ts';
import { outOfTimeText } from '../../signs/unitFailure.ts';
import { lastRestart, linesOfRestarts } from '../../signs/unitRestarts.ts';
import { endingText } from '../../words/endingText.ts';
import { shorten } from '../../words/factText.ts';
import { furtherProcesses, timesOrMore } from '../../words/foldedText.ts';
import { listText } from '../../answer/paragraph.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';

const ENOUGH = 3;

export const kubeletCrashLoop: Cause = {
  id: 'kubelet-crash-loop',
  ofOneNode: 'The kubelet ended again and again',
  find(view) {
    const loops = view.history.nodes.flatMap((node) => {
      const processes = crashedProcesses(view, node.id);
      if (processes.length < ENOUGH) return [];
      const exits = processes.flatMap((process) =>
        view.facts.of(process.id, 'kubelet-exit').filter((fact) => fact.fatal && !isAskedFor(fact)),
      );
      const last = exits.at(-1);
      const isKnown = processes.some(({ ending }) => ending !== undefined) || exits.length > 0;
      return [
        makeFinding('kubelet-crash-loop', {
          weight: 'cause',
          confidence: isKnown ? 'high' : 'medium',
          title: `The kubelet ended ${timesOrMore(view.history, 'processes', processes.length)}`,
          explanation: `${plural(processes.length, 'kubelet process', 'kubelet processes')} of this node ended without being told to${howText(processes)}${shortText(processes)}.${outOfTimeText(view)}${last === undefined ? '' : ` The last one to say why said: "${shorten(last.text.split('\n')[0] ?? '', 160)}".`}${view.startups.length > 0 ? ' Each start writes its own start-up skips; they are a consequence.' : ''}${furtherProcesses(view)}${counterText(view, processes.length)}`,
          nextSteps: [
            WHY_IT_ENDED,
            'See how often systemd started it: `systemctl show kubelet -p NRestarts`.',
            'After a change of its configuration: compare `/var/lib/kubelet/config.yaml` and `/var/lib/kubelet/kubeadm-flags.env` with a good node.',
          ],
          evidence:
            exits.length > 0
              ? exits
              : processes.map((process) =>
                  lineEvidence(
                    process.ending?.evidence[0] ?? process.last,
                    process.ending === undefined
                      ? 'Last line of a short-lived kubelet'
                      : `This kubelet ${endingText(process.ending)}`,
                  ),
                ),
        }),
      ];
    });
    return loops.length > 0 ? loops : asSystemdCounts(view);
  },
};

/** So long a process after a restart says that it stays up now. */
const STAYED = seconds(120);

/** What came before the log began, where systemd has counted it. */
function counterText(view: DiagnosisView, processes: number): string {
  const { count } = lastRestart(view);
  return count > processes && view.history.nodes.length === 1
    ? ` By systemd's own count it was started again ${count} times.`
    : '';
}

/** A short piece shows one process or none, but systemd counts them all. */
function asSystemdCounts(view: DiagnosisView): readonly RankedFinding[] {
  const restartLines = linesOfRestarts(view);
  const { last, count } = lastRestart(view);
  const span = view.history.span;
  const ended = endsOf(view);
  if (last === undefined || !(count >= ENOUGH) || (span !== undefined && span.to - last.time > STAYED)) return [];
  return [
    makeFinding('kubelet-crash-loop', {
      weight: 'cause',
      confidence: 'medium',
      title: `The kubelet does not stay up: systemd has started it again ${count} times`,
      explanation: `systemd says so at ${view.formatTime(last.time)}: "${shorten(last.text, 140)}". It counts from when the unit was started by hand or the machine booted. ${fatalExits(view).length > 0 ? '' : whyText(ended)}While it is down the node is NotReady; running pods keep running.`,
      nextSteps: [
        ...(ended.length > 0 && ended.every(isKill)
          ? stepsAfterEnds([{ how: ended.some(isMonitor) ? 'health-monitor' : 'killed' }])
          : [
              'Read why it ends: `journalctl -u kubelet --no-pager | grep -E "F[0-9]{4} |command failed|failed to run Kubelet|panic:" | tail`.',
            ]),
        'See how often systemd started it: `systemctl show kubelet -p NRestarts`.',
        'After a change of its configuration: compare `/var/lib/kubelet/config.yaml` and `/var/lib/kubelet/kubeadm-flags.env` with a good node.',
      ],
      evidence: [...restartLines.slice(0, 2), last, ...ended.slice(-2)],
    }),
  ];
}

/** What systemd and others say of the ends of kubelets of which no line of their own is in the log. */
function endsOf(view: DiagnosisView): readonly NeighbourFact[] {
  return view.facts.fitting(
    'neighbour',
    (fact): fact is NeighbourFact =>
      (isMonitor(fact) || fact.end?.sign === 'killed' || fact.end?.sign === 'exited') && isKubeletName(fact.unit ?? ''),
  );
}

function isMonitor({ what }: NeighbourFact): boolean {
  return what === 'health-monitor';
}

function isKill(fact: NeighbourFact): boolean {
  return isMonitor(fact) || fact.end?.sign === 'killed';
}

/** Its own words tell why it exits; what kills it does not ask it. */
function whyText(ended: readonly NeighbourFact[]): string {
  const last = ended.findLast(isMonitor) ?? ended.at(-1);
  if (last === undefined || !ended.every(isKill))
    return 'Why the kubelet ends is not in these lines; its last words before an end say so. ';
  return `It does not end by itself, but is killed${isMonitor(last) ? " by the node's health monitor because it did not answer" : ''}: "${shorten(last.text, 100)}". `;
}

/** `: 2 ended with exit code 1, 1 was killed by SIGKILL`, or `: each ended with exit code 1`. */
function howText(processes: readonly KubeletProcess[]): string {
  const counts = new Map<string, number>();
  for (const { ending } of processes)
    // That they ended has been said.
    if (ending !== undefined && (ending.how !== 'exited' || ending.code !== undefined))
      counts.set(endingText(ending), (counts.get(endingText(ending)) ?? 0) + 1);
  const [[text, count] = ['', 0]] = counts;
  if (count === processes.length) return `: each ${text}`;
  return counts.size === 0
    ? ''
    : `: ${listText([...counts].map(([text, count]) => `${count} ${count === 1 ? text : text.replace(/^was /, 'were ')}`))}`;
}

/** How many of them lived no longer than two minutes, of those whose start is known. */
function shortText(processes: readonly KubeletProcess[]): string {
  const short = processes.filter(wasShort).length;
  if (short === 0) return '';
  return `; ${short === processes.length ? 'all of them' : `${short} of them`} within two minutes of ${short === 1 ? 'its' : 'their'} start`;
}
