/** What to look at after a kubelet process ended. */
import { SIGKILL } from '../../kubelet/signals.ts';
import type { ProcessEnding } from '../../inference/history.ts';
import { KERNEL_LOG, SAVE_STACKS } from './commands.ts';
import { AT_THAT_TIME, WHY_IT_ENDED } from './atThatTime.ts';

/** A command, or a unit that it requires and that stopped or failed. */
export const WHAT_STOPPED_IT = `See who or what stopped it: \`journalctl ${AT_THAT_TIME} | grep -E "sudo|COMMAND=|systemctl|Stopp"\`.`;

/** signal(7): the kernel ends so whoever needs a part of a file that it cannot read, such as one of its own program. */
const SIGBUS = 7;

/** One step for each way in which one ended, `undefined` where no line says how; who restarted it is asked only there. `isAskerKnown`: lines tell who had them stopped. */
export function stepsAfterEnds(
  endings: readonly (Pick<ProcessEnding, 'how' | 'signal'> | undefined)[],
  isAskerKnown = false,
): readonly string[] {
  const steps: string[] = [];
  if (endings.includes(undefined))
    steps.push(
      `See who restarted it: \`journalctl -u kubelet ${AT_THAT_TIME} | grep -E "Stopping|Stopped|Main process exited|Started|watchdog"\`.`,
    );
  if (endings.some((ending) => ending?.how === 'out-of-memory'))
    steps.push(`See what took the memory: \`journalctl ${AT_THAT_TIME} | grep -EiA30 "out of memory|oomd"\`.`);
  if (endings.some((ending) => ending?.how === 'stopped' && ending.signal === SIGKILL))
    steps.push(`It did not end when it was told to, so it hung. ${SAVE_STACKS}`);
  if (!isAskerKnown && endings.some((ending) => ending?.how === 'stopped')) steps.push(WHAT_STOPPED_IT);
  const killed = endings.filter((ending) => ending?.how === 'killed');
  if (killed.some((ending) => ending?.signal !== SIGBUS))
    steps.push(
      `See what killed it: \`journalctl ${AT_THAT_TIME} | grep -iE "oom|kill"\`, and \`ausearch -k kill\` where auditd watches it.`,
    );
  if (killed.some((ending) => ending?.signal === SIGBUS)) steps.push(KERNEL_LOG);
  if (endings.some((ending) => ending?.how === 'exited' || ending?.how === 'fatal' || ending?.how === 'panic'))
    steps.push(WHY_IT_ENDED);
  if (endings.some((ending) => ending?.how === 'reboot'))
    steps.push('See why the node rebooted: `last -x reboot shutdown | head`, `journalctl --list-boots`.');
  if (endings.some((ending) => ending?.how === 'watchdog'))
    steps.push('See what held up its sync loop before the watchdog ended it: that is the trouble, not the watchdog.');
  if (endings.some((ending) => ending?.how === 'health-monitor'))
    steps.push(
      `See what the health monitor got for an answer, \`journalctl ${AT_THAT_TIME} | grep -i "health-monitor"\`, and what held the kubelet up before it: that is the trouble, not the monitor.`,
    );
  return steps;
}
