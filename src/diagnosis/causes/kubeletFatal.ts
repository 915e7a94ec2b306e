/**
 * kubelet-fatal: the kubelet ended itself, and none of the other findings says why. Sign: an F line, `command failed` or `failed to run Kubelet` with other words; medium where only
 * systemd tells that it ended with an error. High with its words.
 */
import type { KubeletExitFact } from '../../messages/fact.ts';
import { type Cause, makeFinding } from '../cause.ts';
import { exitsOf, exitsText, fatalExits } from '../exits.ts';
import { evidenceOf } from '../factText.ts';
import { lineEvidence } from '../view.ts';

export const kubeletFatal: Cause = {
  id: 'kubelet-fatal',
  find(view) {
    const exits: readonly KubeletExitFact[] = exitsOf(view, 'other');
    const told = fatalExits(view).length > 0;
    const endings = told ? [] : view.history.processes.filter(({ ending }) => ending?.how === 'exited' && ending.code !== undefined && ending.code !== 0);
    if (exits.length + endings.length === 0) return [];
    const code = endings.at(-1)?.ending?.code;
    return [
      makeFinding('kubelet-fatal', {
        weight: 'cause',
        confidence: exits.length > 0 ? 'high' : 'medium',
        title: exits.length > 0 ? 'The kubelet ended itself with an error' : `The kubelet ended with status ${code ?? 'of an error'}`,
        explanation: `${exitsText(view, exits)}${exits.length > 0 ? 'systemd (or who else looks after it) starts it again; while it cannot start, the node is NotReady, and running pods go on.' : 'Only systemd tells so; the line in which it said why is not in this log.'}`,
        nextSteps: ['Read its last lines before it ended: `journalctl -u kubelet -n 100 --no-pager`.', 'See how often it was started: `systemctl show kubelet -p NRestarts`.', 'Start it by hand to see all of its words: `systemctl stop kubelet`, then the command of `systemctl cat kubelet`.'],
        evidence: [...exits.map(evidenceOf), ...endings.map(({ ending, last }) => lineEvidence(ending?.evidence[0] ?? last, 'The kubelet ended with an error'))],
      }),
    ];
  },
};
