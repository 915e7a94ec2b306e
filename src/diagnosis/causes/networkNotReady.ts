/**
 * network-not-ready: the runtime says NetworkReady=false, so the node is NotReady although PLEG and runtime are well. From 1.8 this causes no skip.
 * Sign: its lines, for longer than the first minute of a start (then it is normal until the plug-in has come). High.
 */
import { seconds } from '../../kubelet/time.ts';
import { type Cause, makeFinding, plural } from '../cause.ts';
import { evidenceOf } from '../factText.ts';

const NORMAL_AFTER_START = seconds(60);

export const networkNotReady: Cause = {
  id: 'network-not-ready',
  find(view) {
    const facts = view.facts.all('network-not-ready');
    const conditions = view.facts.all('node-condition').filter((fact) => !fact.ready && (fact.text ?? '').includes('NetworkReady=false'));
    if (facts.length + conditions.length === 0) return [];
    const starts = view.history.processes.filter((process) => process.startedInLog).map((process) => process.loopStarted ?? process.from);
    const late = facts.filter((fact) => !starts.some((start) => fact.time >= start - seconds(5) && fact.time <= start + NORMAL_AFTER_START));
    const lateConditions = conditions.filter((fact) => !starts.some((start) => fact.time >= start - seconds(5) && fact.time <= start + NORMAL_AFTER_START));
    const serious = late.length > 0 || lateConditions.length > 0;
    return [
      makeFinding('network-not-ready', {
        weight: serious ? 'cause' : 'note',
        confidence: serious ? 'high' : 'low',
        title: serious ? "The node's network was not ready" : "The node's network became ready only after the start",
        explanation: `The runtime reported NetworkReady=false (${plural(facts.length + conditions.length, 'line')}). The node is NotReady for it and new pods wait, but it is not an error of PLEG: the sync loop does not skip for it.${serious ? '' : ' In the first minute after a start this is normal, until the network plug-in has written its configuration.'}`,
        nextSteps: ["See whether a network configuration exists: `ls -l /etc/cni/net.d` (empty: the plug-in's pod has not run on this node).", "Look at the plug-in's pods: `kubectl -n kube-system get pods -o wide | grep <node>`.", 'Ask the runtime: `crictl --timeout 20s info | grep -A5 NetworkReady`.'],
        evidence: [...(serious ? late : facts).slice(0, 4).map(evidenceOf), ...(serious ? lateConditions : conditions).slice(0, 2).map(evidenceOf)],
        episodes: [],
      }),
    ];
  },
};
