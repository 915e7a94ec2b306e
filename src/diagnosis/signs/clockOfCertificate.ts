/**
 * Whether a certificate of the API server was out of its time only by the clock of this node: the time service set that clock behind the last such error, and by so much that the certificate
 * is in its time. The error has both times: `current time 2026-01-10T14:00:06Z is before 2026-02-01T00:00:00Z` (crypto/x509/verify.go).
 */
import { type Duration, milliseconds, seconds } from '../../kubelet/time.ts';
import type { DiagnosisView } from '../view.ts';
import type { ApiStretch } from './apiTrouble.ts';
import { type ClockSet, clockSetsOf } from './clockSets.ts';
import { otherMachineOf } from './otherMachine.ts';
import { ownNeighbours } from './ownNeighbours.ts';

/** To what time the clock was set: `Mon 2026-03-10 10:00:20.123456 UTC`; by the letters of another zone nobody can tell how far that is from UTC. */
const SET_TO = /\b(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d{1,9})? UTC\b/;
/** The time service tells of its first time however little the clock was wrong. */
const FAR = seconds(3600);

const TIMES = /current time (\S{1,40}) is (before|after) (\S{1,40})/;

/** By which line of the time service of the same machine, and by how much; `undefined` where none does, or the certificate is out of its time by the new clock, too. */
export function clockSetBehind(
  view: DiagnosisView,
  { process, last: { source, line, error } }: ApiStretch,
): Required<ClockSet> | undefined {
  const [, now = '', side, limit = ''] = TIMES.exec(error.text) ?? [];
  const before = milliseconds(Date.parse(now));
  const early = (milliseconds(Date.parse(limit)) - before) as Duration;
  const isOwn = ownNeighbours(view.history);
  for (const { fact, by } of [...clockSetsOf(view), ...firstSetsOf(view, before)])
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

/** Where the clock was set to the first time of a server, and by how much, as far as the error tells the time `before` that; not where that is less than an hour. */
function firstSetsOf({ facts }: DiagnosisView, before: Duration): readonly Required<ClockSet>[] {
  return facts
    .fitting('neighbour', ({ what }) => what === 'clock-first-set')
    .flatMap((fact) => {
      const [, day, clock] = SET_TO.exec(fact.text) ?? [];
      const by = (milliseconds(Date.parse(`${day}T${clock}Z`)) - before) as Duration;
      return Math.abs(by) >= FAR ? [{ fact, by }] : [];
    });
}
