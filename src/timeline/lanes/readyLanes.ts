/** Whether the node was Ready: as its kubelet reported it, and as the control plane counted it while no kubelet ran. */
import { countLeading } from '../../kubelet/ordered.ts';
import { grouped } from '../../kubelet/groups.ts';
import type { LineReference, NodeReadyChange } from '../../inference/history.ts';
import { type Absence, absencesOf, likelyEnd } from '../../inference/episodes/absences.ts';
import { goneForGood } from '../../inference/episodes/goneForGood.ts';
import { LEASE_GRACE } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import { endingText } from '../../diagnosis/words/endingText.ts';
import { LEASE_GRACE_TEXT } from '../../diagnosis/words/leaseText.ts';
import type { TimelineContext } from '../context.ts';
import { likelyOtherwise } from '../likelyReady.ts';
import type { LaneDraft } from '../marks.ts';
import { laneByNode } from './laneByNode.ts';

const NO_REPORT = 'The kubelet is healthy again; that the node is Ready is a line of -v=2 only.';
const NOT_REPORTED = 'The kubelet is unhealthy; no line says what it reported since it was Ready.';

/** Ready and NotReady as the kubelet reported it, from each report to the next. */
export function readyLanes(context: TimelineContext): LaneDraft[] {
  const lanes = laneByNode(context, 'node-ready', 'node Ready');
  const byNode = grouped(
    context.history.nodeReady.toSorted((a, b) => a.time - b.time),
    ({ node }) => node,
  );
  const absences = grouped(
    absencesOf(context.history).toSorted((a, b) => a.from.max - b.from.max),
    ({ node }) => node,
  );
  const unseen = goneForGood(context.history);
  for (const [node, changes] of byNode) {
    const lane = lanes.ofNode(node);
    const absent = absences.get(node) ?? [];
    // After the last line of its own kubelets nothing is known of a node, though others go on.
    const seen = context.history.processes
      .filter((process) => process.node === node)
      .map((process) => context.at(process.to));
    const last = seen.length === 0 ? context.length : Math.max(...seen);
    changes.forEach((change, index) => {
      const start = context.at(change.time);
      const next = changes[index + 1];
      const until = next === undefined ? Math.max(start, last) : context.at(next.time);
      // A node says nothing of itself while no kubelet runs on it: a report holds up to then, whatever comes later.
      const gone: Absence[] = [];
      for (let at = countLeading(absent, ({ from }) => from.max <= change.time); change.ready; at += 1) {
        const absence = absent[at];
        if (absence === undefined || context.at(absence.from.max) >= until) break;
        gone.push(absence);
      }
      const end = gone[0] === undefined ? until : Math.max(start, context.at(likelyEnd(gone[0].ending)));
      for (const { ending, after, to: back } of gone) addAbsence(context, lane, { ending, to: back, at: after.first });
      addReport(context, lane, change, { start, end });
    });
    if (unseen?.process.node === node && changes.at(-1)?.ready === true)
      addAbsence(context, lane, {
        ending: unseen.ending,
        to: unseen.seenUntil,
        at: unseen.ending.evidence[0] ?? unseen.process.last,
      });
  }
  return lanes.all();
}

/** A report up to the next one; of a NotReady whose unhealthy time is over, and of a Ready before one, what is likely since. */
function addReport(
  context: TimelineContext,
  lane: LaneDraft,
  change: NodeReadyChange,
  { start, end }: { readonly start: number; readonly end: number },
): void {
  const { ready, reason, text, source, line } = change;
  const detail = [reason, text].filter((part) => part !== undefined && part !== '').join(': ');
  const addReported = (from: number, to: number): void => {
    context.add(
      lane,
      { start: from, end: to, style: ready ? 'ready' : 'not-ready', level: ready ? 0 : 2, proven: from === start },
      { what: ready ? 'Node Ready' : 'Node NotReady', ...(detail === '' ? {} : { detail }), source, line },
    );
  };
  let from = start;
  for (const other of likelyOtherwise(context.history, change)) {
    const back = context.at(other.from);
    if (back >= end) break;
    const to = other.to === undefined ? end : Math.min(end, context.at(other.to));
    addReported(from, back);
    context.add(
      lane,
      { start: back, end: to, style: ready ? 'not-ready' : 'ready', level: ready ? 1 : 0, proven: false },
      ready
        ? { what: 'Node NotReady, most likely', detail: NOT_REPORTED, source, line }
        : { what: 'Node Ready again, most likely', detail: NO_REPORT, source, line },
    );
    from = to;
  }
  if (from === start || from < end) addReported(from, end);
}

/** As the control plane counts it, by its default: from the time at which a lease is missed until a kubelet runs again, or the log ends. `at`: the line that tells it. */
function addAbsence(
  context: TimelineContext,
  lane: LaneDraft,
  { ending, to, at }: Pick<Absence, 'ending' | 'to'> & { readonly at: LineReference },
): void {
  const start = context.at((likelyEnd(ending) + LEASE_GRACE) as Instant);
  const end = context.at(to);
  if (end <= start) return;
  context.add(
    lane,
    { start, end, style: 'not-ready', level: 1, proven: false },
    {
      what: 'Node counted as NotReady: no kubelet runs',
      detail: `It ${endingText(ending)}. Without a lease for ${LEASE_GRACE_TEXT} the control plane marks the node Unknown.`,
      source: at.source,
      line: at.line,
    },
  );
}
