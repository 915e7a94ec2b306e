/**
 * kubelet-crash-loop: the kubelet ends and is started again, over and over. Sign: three exits or more of one node, or three processes that lived less than two
 * minutes each. High with exit lines, medium without.
 */
import { seconds } from '../../kubelet/time.ts';
import { type Cause, makeFinding, plural } from '../cause.ts';
import { evidenceOf, shorten } from '../factText.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { lineEvidence } from '../view.ts';

const SHORT_LIFE = seconds(120);
const ENOUGH = 3;

export const kubeletCrashLoop: Cause = {
  id: 'kubelet-crash-loop',
  find(view) {
    const found = [];
    for (const node of view.history.nodes) {
      const processes = lookupsOf(view.history).livesOf(node.id);
      const exits = processes.flatMap((process) => view.facts.of(process.id, 'kubelet-exit').filter((fact) => fact.fatal));
      const crashed = new Set(processes.filter((process) => process.endedBy !== 'end-of-log' && process.startedInLog && (process.to - process.from <= SHORT_LIFE || view.facts.of(process.id, 'kubelet-exit').some((fact) => fact.fatal))).map((process) => process.id));
      if (crashed.size < ENOUGH) continue;
      const lives = processes.filter((process) => crashed.has(process.id));
      const text = exits.at(-1)?.text;
      found.push(
        makeFinding('kubelet-crash-loop', {
          weight: 'cause',
          confidence: exits.length > 0 ? 'high' : 'medium',
          title: `The kubelet ended ${crashed.size} times`,
          explanation: `${plural(crashed.size, 'kubelet process', 'kubelet processes')} of this node ended, most of them shortly after their start${text === undefined ? '' : `; the last one said: ${shorten(text, 160)}`}.${view.startups.length > 0 ? ' Each start writes its own start-up skips; they are a consequence.' : ''}`,
          nextSteps: ['Read why it ended: `journalctl -u kubelet | grep -E "^.*(F[0-9]{4}|command failed|panic)" | tail`.', 'See how often systemd started it: `systemctl show kubelet -p NRestarts`.', 'After a change of its configuration: compare `/var/lib/kubelet/config.yaml` and `/var/lib/kubelet/kubeadm-flags.env` with a good node.'],
          evidence: exits.length > 0 ? exits.map(evidenceOf) : lives.map((process) => lineEvidence(process.last, 'Last line of a short-lived kubelet')),
          episodes: [],
        }),
      );
    }
    return found;
  },
};
