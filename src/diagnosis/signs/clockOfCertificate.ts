/**
 * Whether a certificate of the API server was out of its time only by the clock of this node: the time service set that clock behind the last such error, and by so much that the certificate
 * is in its time. The error has both times: `current time 2026-01-10T14:00:06Z is before 2026-02-01T00:00:00Z` (crypto/x509/verify.go).
 */
import { type Duration, milliseconds } from '../../kubelet/time.ts';
import type { DiagnosisView } from '../view.ts';
import type { ApiStretch } from './apiTrouble.ts';
import { type ClockSet, clockSetsOf } from './clockSets.ts';
import { otherMachineOf } from './otherMachine.ts';
import { ownNeighbours } from './ownNeighbours.ts';

const TIMES = /current time (\S{1,40}) is (before|after) (\S{1,40})/;

/** By which line of the time service of the same machine, and by how much; `undefined` where none does, or the certificate is out of its time by the new clock, too. */
export function clockSetBehind(
  view: DiagnosisView,
  { process, last: { source, line, error } }: ApiStretch,
): Required<ClockSet> | undefined {
  const [, now = '', side, limit = ''] = TIMES.exec(error.text) ?? [];
  const early = (milliseconds(Date.parse(limit)) - milliseconds(Date.parse(now))) as Duration;
  const isOwn = ownNeighbours(view.history);
  for (const { fact, by } of clockSetsOf(view))
    if (
      by !== undefined &&
      fact.source === source &&
      fact.line > line &&
      otherMachineOf(view, fact) === undefined &&
      (process === undefined || isOwn(fact, process.node)) &&
      (side === 'before' ? by >= early : by <= early)
    )
      return { fact, by };
  return undefined;
}
