/**
 * kubelet-restart: a new kubelet process began on a node while the log goes on. Sign: a second process of the node, started in the log. High.
 */
import { type Cause, makeFinding } from '../cause.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { type DiagnosisView, lineEvidence } from '../view.ts';

export const kubeletRestart: Cause = {
  id: 'kubelet-restart',
  find(view) {
    const restarts = view.history.processes.filter((process) => process.startedInLog && lookupsOf(view.history).lifeBefore(process) !== undefined);
    if (restarts.length === 0) return [];
    const unhealthyToTheEnd = endedUnhealthy(view);
    const cut = restarts.filter((process) => unhealthyToTheEnd.has(lookupsOf(view.history).lifeBefore(process)));
    return [
      makeFinding('kubelet-restart', {
        weight: 'circumstance',
        confidence: 'high',
        title: `The kubelet was restarted${restarts.length > 1 ? ` ${restarts.length} times` : ''}`,
        explanation: `${restarts.length === 1 ? 'A new kubelet process took the place of an earlier one.' : `${restarts.length} new kubelet processes took the place of earlier ones.`}${cut.length > 0 ? ` ${restarts.length === 1 ? 'It' : cut.length === restarts.length ? (cut.length === 2 ? 'Both' : 'All') : cut.length === 1 ? 'One' : cut.length} came in the middle of an unhealthy time: ${restarts.length === 1 || cut.length === 1 ? 'the' : 'a'} new process does not know when the last good relist was and says "pleg has yet to be successful" for as long as the trouble goes on, even if the runtime answers its Status call.` : ' Pods keep running over a restart of the kubelet; it begins with one to three normal skips.'}`,
        nextSteps: ['See who restarted it: `journalctl -u kubelet | grep -E "Stopping|Stopped|Main process exited|Started|watchdog"`.', ...(cut.length > 0 ? ['A restart of the kubelet does not help against a runtime that hangs; look at the runtime.'] : [])],
        evidence: restarts.map((process) => lineEvidence(process.first, `First line of kubelet process ${process.pid ?? process.id}`)),
        episodes: [],
      }),
    ];
  },
};

/** The processes that were unhealthy until their end. A deadlock of PLEG alone is over with its process. */
function endedUnhealthy({ episodes }: DiagnosisView): ReadonlySet<KubeletProcess | undefined> {
  return new Set(episodes.filter(({ episode, verdict }) => episode.endedBy === 'restart' && verdict.kind !== 'relist-deadlock').map(({ process }) => process));
}
