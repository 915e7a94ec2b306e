/** Whether the last kubelet of a node got past what ended earlier ones at their start, though the log has little of it: notes often show its first lines alone. */
import { mostBy } from '../../kubelet/most.ts';
import type { KubeletProcess } from '../../inference/history.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { FactKind } from '../../messages/fact.ts';
import type { DiagnosisView } from '../view.ts';

/** What only a kubelet says whose start went well. */
const AT_WORK: readonly FactKind[] = ['sync-loop-started', 'node-event', 'pod-sync-error', 'skip', 'network-not-ready'];

/** It says what only a kubelet says whose start went well. */
export function isAtWork(view: DiagnosisView, { id, loopStarted }: KubeletProcess): boolean {
  return loopStarted !== undefined || AT_WORK.some((kind) => view.facts.of(id, kind).length > 0);
}

/** That a later kubelet was at work, and since when. */
export function atWorkText(view: DiagnosisView, { from }: KubeletProcess): string {
  return ` A later kubelet got over that: it was at work from ${view.formatTime(from)} on.`;
}

/**
 * The same of the last kubelet of a node that began after a trouble; empty where none was at work, or of several nodes. `isOfFlags`: the trouble may be one of flags and files,
 * which a kubelet that tells its version is past.
 */
export function gotOverText(view: DiagnosisView, after: Instant, isOfFlags: boolean): string {
  const { processes, nodes } = view.history;
  // Excerpts in notes need not stand in the order of time.
  const last = mostBy(processes, ({ from }) => from);
  // Last words of Go have no header, and a stamp that may be cut to the second: what was written within it can be of the one that ended.
  if (last === undefined || nodes.length !== 1 || last.from - after < seconds(1)) return '';
  const gotOver =
    isAtWork(view, last) ||
    view.facts.of(last.id, 'api-error').some(({ call }) => call !== 'credentials') ||
    (isOfFlags && saysVersionFirst(view, last.id, after));
  return gotOver ? atWorkText(view, last) : '';
}

/** The version is told once flags and files are read (cmd/kubelet/app/server.go, Run): whoever ended without telling it ended for these. */
function saysVersionFirst(view: DiagnosisView, last: string, after: Instant): boolean {
  const told = view.facts.all('kubelet-version');
  return told.every(({ time }) => time > after) && view.facts.of(last, 'kubelet-version').length > 0;
}
