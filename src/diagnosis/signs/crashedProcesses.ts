/** Kubelet processes that nobody asked to end. */
import { lookupsOf } from '../../inference/lookups.ts';
import type { EndingHow, KubeletProcess, LineReference } from '../../inference/history.ts';
import { between, type Duration, seconds } from '../../kubelet/time.ts';
import type { KubeletExitFact } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';
import { packLine } from '../../inference/store/lines.ts';

export const SHORT_RUN = seconds(120);
/** A kubelet that lived so long got over its start. */
const SETTLED = seconds(60);
/** Whoever ended so did not end for what another one said. */
const ENDED_FROM_OUTSIDE: ReadonlySet<EndingHow> = new Set([
  'killed',
  'out-of-memory',
  'watchdog',
  'health-monitor',
  'panic',
]);

/** The processes of a node that ended by themselves or were killed, in order of their begin; where no line tells how, a short one is the sign. */
export function crashedProcesses(view: DiagnosisView, node: string): readonly KubeletProcess[] {
  return lookupsOf(view.history)
    .processesOf(node)
    .filter((process) => crashed(view, process));
}

function crashed(view: DiagnosisView, process: KubeletProcess): boolean {
  const { ending, endedBy, startedInLog } = process;
  if (ending !== undefined)
    return ending.how !== 'stopped' && ending.how !== 'reboot' && !(ending.how === 'exited' && ending.code === 0);
  return (
    endedBy !== 'end-of-log' &&
    startedInLog &&
    (ranFor(process) <= SHORT_RUN || view.facts.of(process.id, 'kubelet-exit').some((fact) => fact.fatal))
  );
}

/** How long a process lived at the least: a quiet one goes on after its last line until others tell that it ended. */
export function ranFor({ from, to, ending }: KubeletProcess): Duration {
  return between(from, ending === undefined || ending.at.min < to ? to : ending.at.min);
}

/** It got over its start, and works on when the log ends, or until somebody stopped it. */
export function isSettled(process: KubeletProcess): boolean {
  const how = process.ending?.how;
  return ranFor(process) > SETTLED && (process.endedBy === 'end-of-log' || how === 'stopped' || how === 'reboot');
}

/** Its start is in the log, and it ended within two minutes. */
export function wasShort(process: KubeletProcess): boolean {
  return process.startedInLog && ranFor(process) <= SHORT_RUN;
}

/** A dump of all goroutines that a signal from outside asked for, as systemd's watchdog does (SIGABRT, SIGQUIT): it says nothing of why. */
export function isAskedFor({ by }: Pick<KubeletExitFact, 'by'>): boolean {
  return by === 'signal';
}

/** Most of them ended otherwise, as lines tell: what so few said at their end is not why the kubelet keeps ending. `exits`: of how many lines say how they ended. */
export function mostEndedOtherwise(view: DiagnosisView, exits: readonly LineReference[]): boolean {
  if (exits.length === 0) return false;
  const places = new Set(exits.map(packLine));
  const others = view.history.nodes
    .flatMap(({ id }) => crashedProcesses(view, id))
    .filter(({ id, ending }) => {
      const own = view.facts.of(id, 'kubelet-exit').filter((fact) => fact.fatal && !isAskedFor(fact));
      return own.length > 0
        ? own.every((exit) => !places.has(packLine(exit)))
        : ending !== undefined && ENDED_FROM_OUTSIDE.has(ending.how);
    });
  return others.length > 2 * exits.length;
}
