/**
 * kernel-hung-task: the kernel reports processes that wait for minutes (`task … blocked for more than 120 seconds`), a locked-up CPU, a fault of its own, or a network device that it
 * cannot give free.
 * Sign: such a line within an episode or in the five minutes before. High when it names runtime or shim and stands before the begin; far from any episode low, but
 * medium where a CPU was locked up: whatever should run on it stood still meanwhile.
 */
import { type Cause, makeFinding, type RankedFinding } from '../../cause.ts';
import { KERNEL_LOG, PROCESSES_IN_D_STATE } from '../../tools/commands.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { seconds } from '../../../kubelet/time.ts';
import { listText } from '../../answer/paragraph.ts';
import { durationText } from '../../words/durationText.ts';
import { shorten } from '../../words/factText.ts';
import { amountOf } from '../../words/amountText.ts';
import type { DiagnosisView } from '../../view.ts';
import { WHAT_TOOK_IT_DOWN } from './nodeReboot.ts';
import { lockedFor, nearLines } from '../../signs/neighbours.ts';

export const kernelHungTask: Cause = {
  id: 'kernel-hung-task',
  find(view) {
    const fault = kernelFault(view);
    if (fault.length > 0) return fault;
    const near = nearLines(view, ['kernel-hung-task', 'soft-lockup']);
    if (near === undefined) return heldDevice(view);
    const isNear = near.episodes.length > 0;
    const locked = near.facts.filter(({ what }) => what === 'soft-lockup');
    const isLocked = locked.length === near.facts.length;
    return [
      makeFinding('kernel-hung-task', {
        weight: isNear ? 'cause' : locked.length > 0 ? 'circumstance' : 'note',
        confidence: isNear || locked.length === 0 ? near.confidence : 'medium',
        title: isLocked ? 'The kernel reports a processor that is locked up' : 'The kernel reports tasks that hang',
        explanation: isNear
          ? isLocked
            ? `${lockedText(view, locked)} What should run there stood still, the runtime and the kubelet too; the cause lies in the kernel, its drivers, or the host of a virtual machine.`
            : 'The kernel says that processes waited for minutes without being scheduled or served. A runtime, shim or runc in that state cannot answer, and it cannot be killed either: the cause lies below the runtime, in the kernel, a disk or a network file system.'
          : locked.length > 0
            ? `${lockedText(view, locked)} What should run there stood still, so leases and probes can have come late, but no unhealthy time of that node is near.`
            : view.history.nodes.length > 1
              ? `The kernel of a node reports hanging tasks${tasksText(near.facts)}, but no unhealthy time of that node is near.`
              : `The kernel reports hanging tasks${tasksText(near.facts)}, but no unhealthy time is near.`,
        nextSteps: [
          PROCESSES_IN_D_STATE,
          'Show where they wait: `cat /proc/<pid>/stack`, or `echo w > /proc/sysrq-trigger` and `journalctl -k`.',
          KERNEL_LOG,
          'Compare kernel versions of good and bad nodes: `uname -r`. Processes that stay in state D need a reboot.',
        ],
        timedBy: near.facts,
        evidence: near.facts,
        episodes: near.episodes,
      }),
    ];
  },
};

const PANIC = 'Kernel panic - not syncing';

/** A fault of the kernel itself (an oops) comes first: processes that hang afterwards mostly wait for what it left locked. */
function kernelFault(view: DiagnosisView): readonly RankedFinding[] {
  const near = nearLines(view, ['kernel-fault']);
  const panics = near?.facts.filter(({ text }) => text.includes(PANIC)) ?? [];
  const first = panics[0] ?? near?.facts[0];
  if (near === undefined || first === undefined) return [];
  const isNear = near.episodes.length > 0;
  return [
    makeFinding('kernel-hung-task', {
      weight: isNear || panics.length > 0 ? 'cause' : 'circumstance',
      confidence: near.early || panics.length > 0 ? 'high' : 'medium',
      title: panics.length > 0 ? 'The kernel panicked, so the machine went down' : 'The kernel met a fault of its own',
      explanation: `${amountOf(view, near.facts, 'say')} so: "${shorten(first.text, 140)}". ${panics.length > 0 ? 'With a panic the machine stands still, or starts anew by itself (`kernel.panic`).' : 'The process that ran then is ended, but the locks that it held stay locked: whoever needs one of them waits and cannot be killed, until the node is started anew.'}${isNear || panics.length > 0 ? '' : ' No unhealthy time of a node is near.'}`,
      nextSteps: [
        'Save the kernel log of that time, which a reboot may lose: `journalctl -k > kernel.log`; its lines `RIP:` (`pc :` on arm64) and `Call Trace:` name the function and the module at fault.',
        ...(panics.length > 0 ? [WHAT_TOOK_IT_DOWN] : [PROCESSES_IN_D_STATE]),
        `${panics.length > 0 ? 'Compare' : 'Drain the node and reboot it; then compare'} kernel versions of good and bad nodes (\`uname -r\`), and look the function up in the issues of the distribution. After a fault in memory, test that.`,
      ],
      timedBy: near.facts,
      evidence: near.facts,
      episodes: near.episodes,
    }),
  ];
}

/** The kernel says so of any container that goes while a connection of it is left: what lasts no longer than this is no fault. */
const HELD_FOR_LONG = seconds(30);

/** A network namespace that does not go: it holds the lock that new ones need (net/core/net_namespace.c: `net_mutex`, which 4.17 replaced). */
function heldDevice(view: DiagnosisView): readonly RankedFinding[] {
  const near = nearLines(view, ['netdevice-held']);
  const [first, last] = [near?.facts[0], near?.facts.at(-1)];
  if (near === undefined || first === undefined || last === undefined || last.time - first.time < HELD_FOR_LONG)
    return [];
  const isNear = near.episodes.length > 0;
  return [
    makeFinding('kernel-hung-task', {
      weight: isNear ? 'cause' : 'circumstance',
      confidence: isNear ? 'medium' : 'low',
      title: 'The kernel cannot take down the network of a container that is gone',
      explanation: `${amountOf(view, near.facts, 'say')} that it waits for a network device which something still holds ("${shorten(last.text, 120)}"). Before Linux 4.17 the kernel keeps a lock meanwhile that each new network namespace needs, so no container can be started, and calls to the runtime wait for those that are.`,
      nextSteps: [
        'See whether a new network namespace can be made: `timeout 5 unshare -n true; echo $?` (124: it hangs).',
        'Only a reboot frees it. It is a fault of the kernel (a reference that is not given back): compare versions of good and bad nodes, `uname -r`, and take a newer one.',
        PROCESSES_IN_D_STATE,
      ],
      timedBy: near.facts,
      evidence: near.facts,
      episodes: near.episodes,
    }),
  ];
}

const TASK = /\btask ([\w./@-]{1,40})(?::\d{1,8})? blocked /;
const MOST_TASKS = 3;

/** ` (apache2 and kworker/u4:2)`: the programs that hang, each once. */
function tasksText(facts: readonly NeighbourFact[]): string {
  const names = [...new Set(facts.flatMap(({ text }) => TASK.exec(text)?.[1] ?? []))];
  const told = listText(names.length > MOST_TASKS ? [...names.slice(0, MOST_TASKS), 'others'] : names);
  return told === '' ? '' : ` (${told})`;
}

/** How often, when, and for how long at the most, where the lines say it. */
function lockedText(view: DiagnosisView, facts: readonly NeighbourFact[]): string {
  const longest = lockedFor(facts);
  const rate = amountOf(view, facts);
  return `${rate} ${facts.length === 1 ? 'says' : 'say'} that a processor did nothing but one piece of kernel code${longest > 0 ? `, for ${durationText(longest)}${facts.length > 1 ? ' at the longest' : ''}` : ''}.`;
}
