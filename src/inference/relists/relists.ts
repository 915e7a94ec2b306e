import { type StopCheck } from '../../kubelet/stopCheck.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import type { InspectFailedFact } from '../../messages/fact.ts';
import { finite } from '../episodes/episodeParts.ts';
import { factsBetween, notThereBefore, type ProcessEvidence } from '../evidence.ts';
import type { Constraint, Relist } from '../history.ts';
import type { FoldedRuns } from '../episodes/foldedRuns.ts';
import { callOf } from './inspectionCall.ts';
import { BEFORE_ALL, distinctLines, lineOf } from '../store/lines.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { type FailedRelist, LISTING_CALLS, type NamedRelist, type RelistBook } from './bookedRelists.ts';
import { hungInspection, hungInspectionsOf } from '../rules/hungInspection.ts';
import { nextRelist, overBy } from '../rules/nextRelist.ts';
import { nodeNotReadyProvesTrouble } from '../rules/nodeCondition.ts';
import { relistFailed } from '../rules/relistFailed.ts';
import { loggedRelistsOf, relistLogged } from '../rules/relistLogged.ts';
import { skipNamesRelist } from '../rules/skipNamesRelist.ts';
import { inspectionLines } from '../rules/slowInspection.ts';
import { STAMP_LAG, STAMP_NOISE, TIMEOUT_LAG } from '../rules/margins.ts';
import { FoldedCount, type HistoryBounds } from '../store/folded.ts';
import { leastWait } from './knownTimeout.ts';

/** An inspection phase this long has a name of its own. */
const SLOW: Duration = seconds(10);

/** The bounds of a process's relists, and what is above them. */
interface LeftOutRelists {
  readonly bounds: Pick<HistoryBounds, 'relists' | 'constraints'>;
  readonly relists: FoldedCount;
  readonly constraints: FoldedCount;
}

export function leavesOut(bounds: LeftOutRelists['bounds']): LeftOutRelists {
  return { bounds, relists: new FoldedCount(), constraints: new FoldedCount() };
}

/** The relists that lines bound, in order of their start, and the rules that bounded them; without those that only skips of folded runs name. `leftOut` counts those above the bounds: a runtime that fails for days gives a failed relist a second. */
export function relistsOf(
  process: ProcessEvidence,
  book: RelistBook,
  folded: FoldedRuns | undefined,
  stopCheck: StopCheck,
  leftOut: LeftOutRelists,
): { readonly relists: readonly Relist[]; readonly constraints: readonly Constraint[] } {
  const relists: Relist[] = [];
  const constraints: Constraint[] = [];
  const add = (relist: Relist, rules: Readonly<Record<'start' | 'listed' | 'end', string>>): void => {
    stopCheck();
    relists.push(relist);
    if (constraints.length >= leftOut.bounds.constraints) {
      leftOut.constraints.add(relist.start.max, relist.end?.max, boundsOf(relist));
      return;
    }
    const id = `relist@${Math.round(relist.start.max)}`;
    for (const what of ['start', 'listed', 'end'] as const) {
      const bounds = relist[what];
      if (bounds !== undefined)
        constraints.push({
          quantity: `${process.id}.${id}.${what}`,
          bounds: what === 'start' && relist.startOpen === true ? { ...bounds, min: BEFORE_ALL } : bounds,
          rule: rules[what],
          lines: relist.evidence,
        });
    }
  };
  for (const named of book.named)
    if (folded?.covers(named.firstNamed, named.lastNamed) !== true)
      add(namedRelistOf(process, book, named), {
        start: named.byCondition ? nodeNotReadyProvesTrouble.id : skipNamesRelist.id,
        listed: skipNamesRelist.id,
        end: nextRelist.id,
      });
  for (const failed of book.failed) {
    add(
      {
        process: process.id,
        scope: failed.fact.scope,
        ...failedStart(process, failed),
        end: { min: (failed.end - STAMP_NOISE) as Instant, max: failed.end },
        outcome: 'list-failed',
        ...(ranIntoTimeout(failed.fact.error) || failed.end - failed.startMax > 1_000_000
          ? { phase: 'listing' as const }
          : {}),
        ...(failed.call === undefined ? {} : { call: failed.call }),
        ...(failed.fact.scope === 'pod'
          ? { pod: failed.pod, ...(failed.pod.uid === undefined ? {} : { podUid: failed.pod.uid }) }
          : {}),
        evidence: distinctLines(failed.lines),
      },
      {
        start: failed.startRule,
        listed: relistFailed.id,
        end: relistFailed.id,
      },
    );
  }
  for (const hung of hungInspectionsOf(process, book))
    add(hung, { start: hungInspection.id, listed: hungInspection.id, end: hungInspection.id });
  const logged = loggedRelistsOf(process, book, leftOut.bounds.relists);
  if (logged.leftOut > 0) leftOut.relists.add(logged.last, process.to, logged.leftOut);
  for (const relist of logged.relists)
    add(relist, { start: relistLogged.id, listed: relistLogged.id, end: relistLogged.id });
  relists.sort((a, b) => a.start.max - b.start.max);
  return { relists, constraints };
}

/** A relist of one pod begins whenever the worker is free, so only its calls bound it: two, each within its time-out. */
function failedStart(process: ProcessEvidence, failed: FailedRelist): Pick<Relist, 'start' | 'startOpen'> {
  const max = failed.startMax;
  const min =
    failed.fact.scope === 'all'
      ? failed.startMin
      : Math.max(notThereBefore(process), failed.end - LISTING_CALLS * process.callTimeout.max - TIMEOUT_LAG);
  const bounds = { min: Math.min(max, min) as Instant, max };
  return { start: finite(bounds, process.from, max), ...(bounds.min === BEFORE_ALL ? { startOpen: true } : {}) };
}

function namedRelistOf(process: ProcessEvidence, book: RelistBook, named: NamedRelist): Relist {
  const start = { min: (named.start - STAMP_LAG) as Instant, max: named.start };
  const listedMin = Math.max(start.min, named.notListedAt ?? start.min) as Instant;
  let endMax = overBy(process, book, named);
  const inspections = factsBetween(
    process.inspectFailures,
    named.start,
    Math.min(endMax ?? named.lastNamed, named.lastNamed + 300_000_000) as Instant,
  );
  const written = inspectionLines(process, named);
  const lastWritten = written?.last;
  // A call that was under way while this relist was still the last listed one is its own; a later one can be the next relist's, or (1.36) a pod's.
  const lastOwn = process.podRelists
    ? undefined
    : inspections.findLast((fact) => callBegan(process, fact) <= named.lastNamed);
  const listedMax = Math.min(
    named.firstNamed,
    endMax ?? named.firstNamed,
    inspections[0]?.time ?? named.firstNamed,
    written?.first.time ?? named.firstNamed,
  ) as Instant;
  const culprit = inspections.find((fact) => callBegan(process, fact) <= named.lastNamed);
  if (endMax !== undefined && endMax < listedMin) endMax = undefined;
  const hung = (endMax ?? named.lastNamed) - named.start > 30_000_000;
  const timedOut = culprit !== undefined && ranIntoTimeout(culprit.error);
  const listing = listedMin - named.start;
  const writing = written === undefined ? 0 : written.last.time - written.first.time;
  const failing = culprit === undefined || lastOwn === undefined ? 0 : lastOwn.time - callBegan(process, culprit);
  const inspecting = Math.max(writing, failing);
  const inInspection = (timedOut || inspecting > SLOW) && !(listing > SLOW && listing > inspecting);
  const phase = inInspection ? 'inspecting' : hung && listing > SLOW ? 'listing' : hung ? 'unknown' : undefined;
  const call = culprit === undefined ? undefined : callOf(process, culprit);
  return {
    process: process.id,
    scope: 'all',
    start,
    listed: { min: listedMin, max: Math.max(listedMin, listedMax) as Instant },
    ...(endMax === undefined
      ? {}
      : {
          end: {
            min: Math.max(
              listedMin,
              Math.min(endMax, Math.max(lastOwn?.time ?? listedMin, lastWritten?.time ?? listedMin)),
            ) as Instant,
            max: Math.max(endMax, listedMin) as Instant,
          },
        }),
    ...(phase === undefined ? {} : { phase }),
    ...(culprit === undefined
      ? {}
      : {
          pod: culprit.pod,
          ...(culprit.pod.uid === undefined ? {} : { podUid: culprit.pod.uid }),
          ...(call === undefined ? {} : { call }),
        }),
    outcome: endMax === undefined ? 'unknown' : 'ok',
    evidence: distinctLines([
      ...named.lines,
      ...inspections.slice(0, 6).map(lineOf),
      ...(written !== undefined && writing > SLOW ? [written.last.at] : []),
    ]),
  };
}

/** When a failed inspection began, at the latest. */
function callBegan(process: ProcessEvidence, { error, time }: InspectFailedFact): number {
  return ranIntoTimeout(error) ? time - leastWait(process.callTimeout, 'inspect', time) : time;
}

function boundsOf({ listed, end }: Relist): number {
  return 1 + Number(listed !== undefined) + Number(end !== undefined);
}
