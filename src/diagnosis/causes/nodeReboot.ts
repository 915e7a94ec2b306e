/** node-reboot: the machine itself was started anew inside the log. Sign: a boot mark of the journal or the kernel's first line. High. */
import type { Fact } from '../../messages/fact.ts';
import { type Cause, makeFinding, times } from '../cause.ts';
import { evidenceOf } from '../words/factText.ts';

export const nodeReboot: Cause = {
  id: 'node-reboot',
  find(view) {
    const firstEnd = view.history.processes.reduce(
      (first, process) => Math.min(first, process.to),
      Number.POSITIVE_INFINITY,
    );
    const later = <Item extends Fact>(facts: readonly Item[]): readonly Item[] =>
      facts.filter((fact) => firstEnd <= fact.time);
    const marks = later(view.facts.all('boot'));
    const kernels = later(view.facts.all('neighbour').filter((fact) => fact.what === 'boot'));
    // The journal's mark and the kernel's first line tell of the same boot.
    const boots = marks.length >= kernels.length ? marks : kernels;
    if (boots.length === 0) return [];
    return [
      makeFinding('node-reboot', {
        weight: 'circumstance',
        confidence: 'high',
        title: 'The node was rebooted',
        explanation: `The machine booted ${times(boots.length)} inside this log. All containers ended with it and were started anew; what hung in the kernel before is gone.`,
        nextSteps: ['See how the boot before ended: `last -x reboot shutdown | head`, `journalctl -b -1 -n 50`.'],
        evidence: [...marks, ...kernels].map(evidenceOf),
        episodes: [],
      }),
    ];
  },
};
