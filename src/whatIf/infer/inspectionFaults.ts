/** When the inspections of pods hung or took long, by the relists of the replay. */
import { appendTo } from '../../kubelet/groups.ts';
import type { LineReference } from '../../inference/history.ts';
import { RELIST_PERIOD } from '../../kubelet/constants.ts';
import { seconds } from '../../kubelet/time.ts';
import { type Drafted, inferred } from '../scenarioFile.ts';
import type { FaultDraft } from './faultDraft.ts';
import type { ReplayedProcess } from './relists.ts';

/** An inspection below this is an ordinary one. */
const SLOW = seconds(0.3);
/** What PLEG inspects had changed before: so long before, the simulated relist of each second sees it. */
export const CHANGED_BEFORE = seconds(0.9);
const METHODS = ['PodSandboxStatus', 'ContainerStatus'] as const;

/** A pod whose inspections gave no answer. */
export interface HungPod {
  readonly uid: string;
  /** The start of the relist in which it hung first: what it inspects had changed before. */
  readonly from: number;
  /** When it answered again; `undefined`: not in this log. */
  readonly to: number | undefined;
  readonly lines: readonly LineReference[];
}

type Failure = ReplayedProcess['facts']['inspections'][number];

/** Pods whose inspections ran into the time-out, each from its first one to its release: by the lines of the failures. */
export function hungPods({ facts, relists }: ReplayedProcess): readonly HungPod[] {
  const byUid = new Map<string, Failure[]>();
  for (const failure of facts.inspections) {
    if (failure.time - failure.began < SLOW) continue;
    appendTo(byUid, failure.uid, failure);
  }
  const eventTimes = new Map<string, number[]>();
  for (const { pod, time } of facts.handled)
    if (pod.uid !== undefined && byUid.has(pod.uid)) appendTo(eventTimes, pod.uid, time);
  return [...byUid].flatMap(([uid, failures]) =>
    hangs(failures, eventTimes.get(uid) ?? []).map((hang) =>
      hungPod(uid, hang, { facts, relists }, eventTimes.get(uid) ?? []),
    ),
  );
}

/** Failures of one pod without an event of it in between are one hang. */
function hangs(failures: readonly Failure[], eventTimes: readonly number[]): readonly (readonly Failure[])[] {
  const found: Failure[][] = [];
  for (const failure of failures) {
    const last = found.at(-1)?.at(-1);
    if (last === undefined || eventTimes.some((time) => time > last.time && time < failure.began))
      found.push([failure]);
    else found.at(-1)?.push(failure);
  }
  return found;
}

function hungPod(
  uid: string,
  hang: readonly Failure[],
  { facts, relists }: Pick<ReplayedProcess, 'facts' | 'relists'>,
  eventTimes: readonly number[],
): HungPod {
  const began = hang[0]?.began ?? facts.begin;
  const last = hang.at(-1)?.time ?? began;
  const relist = relists.findLast(
    ({ start, end, listed }) => start <= began + SAME && (end ?? listed ?? start) > began,
  );
  return {
    uid,
    from: Math.min(began, relist?.start ?? began),
    to: answeredBy(last, eventTimes, facts),
    lines: hang.map(({ at }) => at),
  };
}

/** Replay and log tell of the same relist within this. */
const SAME = seconds(1.5);

/**
 * When a pod answered at the latest that hung up to a time: a line reports it; or no inspection fails any more, and an event is logged sooner than the next call could have timed
 * out. (A relist that hangs anew tells events at its begin, a second behind the last failure.)
 */
function answeredBy(
  hungUntil: number,
  own: readonly number[],
  { finished, handled, callTimeout, inspections, process }: ReplayedProcess['facts'],
): number | undefined {
  const lastFailure = Math.max(hungUntil, ...inspections.map(({ time }) => time));
  const [from, to] = [lastFailure + seconds(1.8), lastFailure + callTimeout - seconds(0.2)];
  const answers = [
    ...own.filter((time) => time > hungUntil),
    ...[...finished, ...handled].map(({ time }) => time).filter((time) => time > from && time < to),
  ];
  if (answers.length > 0) return answers.reduce((a, b) => Math.min(a, b));
  // Without events (below -v=2) only that no call fails any more tells it: some time before the next one would have.
  return process.to > lastFailure + callTimeout + seconds(5) ? lastFailure + callTimeout / 2 : undefined;
}

/** The hang of a pod as a fault. */
export function hangOf(pod: HungPod, name: string, logEnd: number): Drafted<FaultDraft> {
  return inferred(
    { from: pod.from - CHANGED_BEFORE, to: pod.to ?? logEnd, effect: 'hang', methods: METHODS, pods: [name] },
    pod.to === undefined ? 'its inspection gave no answer up to the end of the log' : 'its inspection gave no answer',
    pod.lines,
  );
}

/** Relists in which one pod after another took long to be inspected, without a failure. `names`: of the pods in the scenario, by their uids in the log. */
export function slowInspections(
  { facts, relists }: ReplayedProcess,
  hung: readonly HungPod[],
  names: ReadonlyMap<string, string>,
): readonly Drafted<FaultDraft>[] {
  return relists.flatMap((relist, index) => {
    const slow = relist.inspected.filter(
      ({ uid, began, end, error }) =>
        error === undefined &&
        end - began > SLOW &&
        !hung.some((pod) => pod.uid === uid && pod.from <= end && (pod.to ?? end) >= end),
    );
    const [first, last] = [slow[0], slow.at(-1)];
    if (first === undefined || last === undefined) return [];
    const lines = facts.handled
      .filter(({ time }) => time >= first.began && time <= last.end + seconds(1))
      .map(({ source, line }) => ({ source, line }));
    const pods = slow.flatMap(({ uid }) => names.get(uid) ?? []);
    if (pods.length === 0) return [];
    // Where the next relist begins late, others took long too, of which no line tells.
    const next = relists[index + 1]?.start;
    const relistEnd = relist.inspected.at(-1)?.end ?? last.end;
    const until =
      next !== undefined && relistEnd === last.end && next - last.end > HELD_UP ? next - RELIST_PERIOD : last.end;
    const begin = Math.min(relist.start - CHANGED_BEFORE, first.began);
    const isLong = until > last.end || slow.length === 1;
    const lastPod = pods.at(-1);
    return [
      ...(isLong && lastPod !== undefined
        ? piecesBelow(slow.length === 1 ? begin : last.began - SLOW, until, facts.callTimeout).map(({ from, to }) =>
            inferred(
              { from, to, effect: 'hang' as const, methods: METHODS, pods: [lastPod] },
              until > last.end
                ? 'this relist went on for so long; which pods beside this one took the time no line tells'
                : 'the inspection of this pod took so long',
              lines,
            ),
          )
        : []),
      ...(slow.length === 1
        ? []
        : [
            inferred(
              {
                from: begin,
                to: last.end - seconds(0.01),
                effect: 'takes' as const,
                takes: (last.end - Math.min(relist.listed ?? first.began, first.began)) / slow.length,
                methods: ['PodSandboxStatus'],
                pods,
              },
              `the inspections of ${slow.length} pods took so long, one after another, as the spacing of the events shows`,
              lines,
            ),
          ]),
    ];
  });
}

/** A wait in pieces of which none runs into the time-out. */
function piecesBelow(
  from: number,
  to: number,
  timeout: number,
): readonly { readonly from: number; readonly to: number }[] {
  const count = Math.max(1, Math.ceil((to - from) / (timeout * SURE)));
  return Array.from({ length: count }, (_, index) => ({
    from: from + ((to - from) * index) / count,
    to: from + ((to - from) * (index + 1)) / count,
  }));
}

/** Between two relists there is a second; more than this was held up by the first. */
const HELD_UP = seconds(3);
/** A call of so much of the time-out is certain not to run into it. */
const SURE = 0.95;
