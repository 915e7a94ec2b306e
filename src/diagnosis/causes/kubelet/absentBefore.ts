/** No kubelet ran before the first one of a log: systemd tells how the one before ended, of which the log has no line. */
import { LEASE_GRACE_FROM_1_32 } from '../../../kubelet/constants.ts';
import { duration } from '../../../kubelet/time.ts';
import { isKubeletUnit } from '../../../inference/streams/processes.ts';
import type { KubeletProcess } from '../../../inference/history.ts';
import { lookupsOf } from '../../../inference/lookups.ts';
import type { NeighbourFact } from '../../../messages/fact.ts';
import { AT_THAT_TIME } from '../../tools/atThatTime.ts';
import { makeFinding, type RankedFinding } from '../../cause.ts';
import { durationText } from '../../words/durationText.ts';
import { shorten } from '../../words/factText.ts';
import { UNHEARD } from '../../words/absenceText.ts';
import { type DiagnosisView, lineEvidence } from '../../view.ts';

/** A finding where that lasted for longer than a lease may be late, and the start that systemd tells next is that of the first kubelet. */
export function absentBefore(view: DiagnosisView): readonly RankedFinding[] {
  const { nodes, processes, sources } = view.history;
  const [next] = processes;
  if (next?.startedInLog !== true || nodes.length > 1 || sources.some(({ sections }) => sections === true)) return [];
  let gone: NeighbourFact | undefined;
  let started: NeighbourFact | undefined;
  for (const fact of view.facts.of(undefined, 'neighbour')) {
    const { what, end, time, unit, text, source } = fact;
    if (time > next.from || source !== next.first.source || !isKubeletUnit(unit, text)) continue;
    if (what === 'unit-started') started = fact;
    else if (what === 'unit-given-up' || (end !== undefined && end.sign !== 'stopping')) {
      // What a unit says behind its end is of the same one, until it is started again.
      if (gone === undefined || started !== undefined || what === 'unit-given-up') gone = fact;
      started = undefined;
    }
  }
  if (gone === undefined || started === undefined) return [];
  const length = started.time - gone.time;
  if (length < LEASE_GRACE_FROM_1_32 || next.from - started.time > LEASE_GRACE_FROM_1_32) return [];
  if (lookupsOf(view.history).holesBetween(gone.time, next.from).length > 0 || joined(view, next)) return [];
  const gaveUp = gone.what === 'unit-given-up';
  return [
    makeFinding('kubelet-restart', {
      weight: view.episodes.length === 0 ? 'cause' : 'circumstance',
      confidence: 'high',
      title: `No kubelet ran for ${durationText(duration(length))} before the first one of this log`,
      explanation: `${gaveUp ? 'systemd had given up starting it' : 'systemd tells that the one before was gone'} at ${view.formatTime(gone.time)}: "${shorten(gone.text, 140)}". The next one was started at ${view.formatTime(started.time)}. ${UNHEARD} Of the one before no line is in this log.`,
      nextSteps: [`Read what it said last: \`journalctl -u kubelet ${AT_THAT_TIME} | tail -100\`.`],
      timedBy: [gone, started],
      evidence: [gone, started, lineEvidence(next.first, 'First line of the kubelet')],
    }),
  ];
}

/** It made the Node object itself: before that there was no node to be NotReady (pkg/kubelet/kubelet_node_status.go tryRegisterWithAPIServer says so where it was there already). */
function joined(view: DiagnosisView, { id }: KubeletProcess): boolean {
  const rows = view.facts.of(id, 'node-event').map(({ message }) => message);
  return (
    rows.some((row) => row.startsWith('node.registered.')) && !rows.some((row) => row.startsWith('node.previously.'))
  );
}
