/**
 * out-of-memory: the kernel killed processes because memory ran out. Sign: its line near an episode. High when it killed runtime, shim or kubelet
 * before the begin; medium near an episode; low elsewhere (a container over its own limit is an everyday event).
 */
import { AT_THAT_TIME } from '../tools/atThatTime.ts';
import { type Cause, makeFinding } from '../cause.ts';
import { KERNEL_LOG } from '../tools/commands.ts';
import { evidenceOf } from '../words/factText.ts';
import { nearLines } from '../signs/neighbours.ts';

export const outOfMemory: Cause = {
  id: 'out-of-memory',
  find(view) {
    const near = nearLines(view, ['out-of-memory']);
    if (near === undefined) return [];
    return [
      makeFinding('out-of-memory', {
        weight: near.episodes.length > 0 ? 'cause' : 'note',
        confidence: near.confidence,
        title: 'The kernel ran out of memory',
        explanation:
          near.episodes.length > 0
            ? 'The kernel killed processes for lack of memory near this time. A node in that state starves the runtime too; a runc or shim killed in the middle of its work leaves locks that nobody releases.'
            : 'The kernel killed a process for lack of memory, but no unhealthy time of that node is near: most likely one container over its own limit.',
        nextSteps: [
          KERNEL_LOG,
          `See whether a container hit its own limit ("Memory cgroup out of memory") or the whole node did: \`journalctl -k ${AT_THAT_TIME} | grep -i -A3 "out of memory"\`.`,
          'Reserve memory for the system: `systemReserved` and `kubeReserved` in the kubelet configuration; set limits on pods that have none.',
        ],
        evidence: near.facts.map(evidenceOf),
        episodes: near.episodes,
      }),
    ];
  },
};
