/** The last words of kubelets that ended themselves, by what they say. */
import type { KubeletProcess } from '../../inference/history.ts';
import { type Duration, seconds } from '../../kubelet/time.ts';
import { oncePer } from '../../kubelet/oncePer.ts';
import { grouped } from '../../kubelet/groups.ts';
import type { Fact, KubeletExitFact, NodeTrouble, NodeTroubleFact, StartupFailedFact } from '../../messages/fact.ts';
import { isRefused, isUnreachable } from '../../messages/texts/errorClass.ts';
import { type ExitCause, exitCause } from '../../messages/texts/exitCause.ts';
import { firstWords } from '../../messages/texts/lastWords.ts';
import { times } from '../cause.ts';
import { isAskedFor } from './crashedProcesses.ts';
import { bothEnds } from '../words/factText.ts';
import type { DiagnosisView } from '../view.ts';

const exitsByCause = oncePer((view: DiagnosisView) => byKind(fatalExits(view), (exit) => causeOfExit(view, exit)));

/** A kubelet gives up on its CSINode after 140 s; some of them it hangs in a call. */
const CSI_ATTEMPTS: Duration = seconds(180);

/** What its last words tell; where they name no more than its CSINode, what the last attempt to write that told. */
function causeOfExit(view: DiagnosisView, { text, time }: KubeletExitFact): ExitCause {
  const cause = exitCause(text);
  if (cause !== 'csi-node') return cause;
  const failure = view.facts
    .fitting('api-error', (fact) => fact.call === 'csi-node' && fact.time <= time && time - fact.time <= CSI_ATTEMPTS)
    .at(-1)?.failure;
  if (failure !== undefined && isUnreachable(failure)) return 'api-unreachable';
  return failure !== undefined && isRefused(failure) ? 'api-refuses' : 'other';
}

/** The fatal exits of a log with such a cause, in order of time. */
export function exitsOf(view: DiagnosisView, cause: ExitCause): readonly KubeletExitFact[] {
  return exitsByCause(view).get(cause) ?? [];
}

/** Lines that say that the kubelet cannot start, with such a cause: an exit follows, though not always in the log. */
export function failedStartsOf(view: DiagnosisView, cause: ExitCause): readonly StartupFailedFact[] {
  return view.facts.all('startup-failed').filter(({ text }) => exitCause(text) === cause);
}

/**
 * Without the dumps that a signal from outside asked for. Last words without a header are the kubelet's only where its envelope says so, or where there is nobody else: other programs of the same capture end, too. A process ends once,
 * though it may say so twice (`Error: …` of cobra, then the F line or `command failed` of its parent): of a known pid the last words count.
 */
export function fatalExits(view: DiagnosisView): readonly KubeletExitFact[] {
  const exits: KubeletExitFact[] = [];
  const ofProcess = new Map<string, number>();
  for (const { fact, process } of view.queries.passingFacts((kind) => kind === 'kubelet-exit')) {
    if (
      fact.kind !== 'kubelet-exit' ||
      !fact.fatal ||
      isAskedFor(fact) ||
      (process === undefined && view.history.processes.length > 0)
    )
      continue;
    const known =
      process !== undefined && view.processes.get(process)?.pid !== undefined ? ofProcess.get(process) : undefined;
    if (known === undefined) {
      if (process !== undefined) ofProcess.set(process, exits.length);
      exits.push(fact);
    } else exits[known] = fact;
  }
  return exits;
}

/** Facts by what they say, those of each in order of time. */
function byKind<Kind, Of extends Fact>(
  facts: readonly Of[],
  kindOf: (fact: Of) => Kind,
): ReadonlyMap<Kind, readonly Of[]> {
  const found = grouped(facts, kindOf);
  for (const list of found.values()) list.sort((a, b) => a.time - b.time);
  return found;
}

const troublesByKind = oncePer((view: DiagnosisView) => byKind(view.facts.all('node-trouble'), ({ what }) => what));

/** The lines of a kind of trouble of the node, in order of time. */
export function nodeTroubles(view: DiagnosisView, what: NodeTrouble): readonly NodeTroubleFact[] {
  return troublesByKind(view).get(what) ?? [];
}

/** The status with which Go ends a program that panics (runtime/panic.go). */
const GO_PANIC = 2;
/** systemd's lines can have the second alone. */
const SOON: Duration = seconds(10);

/** A kubelet was gone within seconds after a line that tells of a panic, with Go's status for one: whoever caught it let it go on to the end. */
export function endedByPanic(view: DiagnosisView, { ending }: KubeletProcess): boolean {
  return (
    ending?.how === 'exited' &&
    ending.code === GO_PANIC &&
    nodeTroubles(view, 'panic').some(({ time }) => Math.abs(ending.at.max - time) <= SOON)
  );
}

/** Whether rke2 ended, and a kubelet with it where there was one: that is a process of its own, whose last words say nothing of it. */
export function areOfRke2(exits: readonly KubeletExitFact[]): boolean {
  return exits.length > 0 && exits.every(({ ofRke2 }) => ofRke2 === true);
}

/** How often the kubelet ended so, and its words: `The kubelet ended 3 times with it, last at 10:00:01.000: "…".` */
export function exitsText(view: DiagnosisView, exits: readonly KubeletExitFact[]): string {
  const last = exits.at(-1);
  if (last === undefined) return '';
  const when =
    view.history.span === undefined || last.timeUnknown === true
      ? ''
      : `${exits.length === 1 ? ' at' : ', last at'} ${view.formatTime(last.time)}`;
  const said = bothEnds(firstWords(last.text), 220);
  return `${areOfRke2(exits) ? 'rke2' : 'The kubelet'} exited${exits.length === 1 ? '' : ` ${times(exits.length)}`}${when}${said === '' ? '; its last line is cut off before it says why' : `: "${said}"`}. `;
}
