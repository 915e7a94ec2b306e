/**
 * kernel-hung-task: the kernel reports processes that wait for minutes (`task … blocked for more than 120 seconds`) or a locked-up CPU.
 * Sign: such a line within an episode or in the five minutes before. High when it names runtime or shim and stands before the begin; low far from any episode.
 */
import { type Cause, makeFinding } from '../cause.ts';
import { KERNEL_LOG, PROCESSES_IN_D_STATE } from '../tools/commands.ts';
import { evidenceOf } from '../words/factText.ts';
import { nearLines } from '../signs/neighbours.ts';

export const kernelHungTask: Cause = {
  id: 'kernel-hung-task',
  find(view) {
    const near = nearLines(view, ['kernel-hung-task', 'soft-lockup']);
    if (near === undefined) return [];
    return [
      makeFinding('kernel-hung-task', {
        weight: near.episodes.length > 0 ? 'cause' : 'note',
        confidence: near.confidence,
        title: 'The kernel reports tasks that hang',
        explanation:
          near.episodes.length > 0
            ? 'The kernel says that processes waited for minutes without being scheduled or served. A runtime, shim or runc in that state cannot answer, and it cannot be killed either: the cause lies below the runtime, in the kernel, a disk or a network file system.'
            : view.history.nodes.length > 1
              ? 'The kernel of a node reports hanging tasks, but no unhealthy time of that node is near.'
              : 'The kernel reports hanging tasks, but at a time when PLEG was healthy.',
        nextSteps: [
          PROCESSES_IN_D_STATE,
          'Show where they wait: `cat /proc/<pid>/stack`, or `echo w > /proc/sysrq-trigger` and `journalctl -k`.',
          KERNEL_LOG,
          'Compare kernel versions of good and bad nodes: `uname -r`. Processes that stay in state D need a reboot.',
        ],
        evidence: near.facts.map(evidenceOf),
        episodes: near.episodes,
      }),
    ];
  },
};
