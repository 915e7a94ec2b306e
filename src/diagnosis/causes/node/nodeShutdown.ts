/**
 * node-shutdown: the machine was told to power off or reboot, and the kubelet made the node NotReady before it stopped the pods. Signs: the shutdown manager's own lines, a NotReady with its words, or what logind says, or systemd of a pod that it starts no more. High.
 * Source: pkg/kubelet/nodeshutdown/nodeshutdown_manager_linux.go (1.20 to 1.36). Who asked for it is said where sudo tells of a command just before.
 */
import { type Cause, makeFinding, times } from '../../cause.ts';
import { type Instant, seconds } from '../../../kubelet/time.ts';
import { AT_THAT_TIME } from '../../tools/atThatTime.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { goesDown } from '../../signs/podErrorParts.ts';
import { troubledPods } from '../../signs/podTroubles.ts';
import { askedText } from '../../signs/stopAsked.ts';
import { shorten } from '../../words/factText.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';
import { isOfShutdown } from '../../../messages/shutdownLines.ts';

/** Why a node is NotReady meanwhile. `nodeShutdownManager`'s `ShutdownStatus`. */
const WORDS = 'node is shutting down';

/** The lines of one shutdown, from its announcement to the last pod: the time that pods are given is seldom more. */
export const ONE_SHUTDOWN = seconds(15 * 60);

export const nodeShutdown: Cause = {
  id: 'node-shutdown',
  find(view) {
    const announced = view.facts.all('kubelet-exit').filter(isOfShutdown);
    const reports = view.history.nodeReady.filter(({ ready, text }) => !ready && text?.includes(WORDS) === true);
    const said =
      view.history.nodes.length > 1
        ? []
        : [
            ...view.facts.fitting('neighbour', ({ what }) => what === 'power-off'),
            ...troubledPods(view, 'down').map(({ first, text }) => ({ ...first, text: goesDown(text) ?? text })),
          ];
    const all = [...announced, ...reports, ...said].sort((a, b) => a.time - b.time);
    const [first] = all;
    if (first === undefined) return [];
    const last = all.at(-1) ?? first;
    const asked = askedFor(view, first.time);
    const back = view.history.processes.find(({ from, startedInLog }) => startedInLog && from > last.time);
    const count = all.filter(({ time }, at) => at === 0 || time - (all[at - 1]?.time ?? 0) > ONE_SHUTDOWN).length;
    return [
      makeFinding('node-shutdown', {
        weight: view.episodes.length === 0 ? 'cause' : 'circumstance',
        confidence: 'high',
        title:
          count === 1
            ? `The node was shut down${back === undefined ? '' : ' and started again'}`
            : `The node was shut down ${times(count)}`,
        explanation: `${
          announced.length + reports.length === 0
            ? saidText(view, said)
            : `At ${view.formatTime(first.time)} systemd told the kubelet that the machine powers off or reboots. The kubelet then reports the node as NotReady ("node is shutting down") and stops the pods in order, those that are critical last. That is no fault of the kubelet or of PLEG.`
        }${askedText(asked)}`,
        nextSteps: [
          `See who or what shut it down: \`journalctl ${AT_THAT_TIME} -u systemd-logind\`, \`journalctl ${AT_THAT_TIME} | grep -E "sudo|COMMAND=|shutdown|unattended-upgrade"\`.`,
          'In a cloud look at its events: scale-in, maintenance, spot instances that were taken back.',
          'See when it was off: `last -x shutdown reboot | head`.',
        ],
        timedBy: [first, back === undefined ? last : { time: back.from }],
        evidence: [
          ...(asked === undefined ? [] : [asked]),
          ...said.slice(0, 3),
          ...announced,
          ...reports.map((report) => lineEvidence(report, 'Node became not ready')),
        ],
      }),
    ];
  },
};

/** Somebody who gave a command is told of at once, or when services that hold the machine up are done. */
const ANSWERED_WITHIN = seconds(60);

/** The command that took the only machine of the log down, where somebody gave it through sudo. */
function askedFor(view: DiagnosisView, down: Instant): NeighbourFact | undefined {
  if (view.history.nodes.length > 1) return undefined;
  return view.facts
    .fitting('neighbour', ({ what }) => what === 'power-off-asked')
    .findLast(({ time }) => time <= down + seconds(1) && down - time < ANSWERED_WITHIN);
}

/** logind's own words or systemd's, where the kubelet says nothing of it. */
function saidText(view: DiagnosisView, said: readonly { readonly time: Instant; readonly text: string }[]): string {
  const [first] = said;
  if (first === undefined) return '';
  const byKey = said.some(({ text }) => text.startsWith('Power key pressed'));
  return `At ${view.formatTime(first.time)} the system says that the machine goes down: "${shorten(said.at(-1)?.text ?? '', 100)}". ${byKey ? 'The power key was pressed, as a cloud or hypervisor does to switch a machine off. ' : ''}The kubelet and the pods end with it, and the node is NotReady until it has booted again. That is no fault of the kubelet or of PLEG.`;
}
