import { EVENTED_RELIST_THRESHOLD, RELIST_PERIOD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import { eventedAt, lastHealthyBefore, notThereBefore, type ProcessEvidence } from '../evidence.ts';
import type { Relist } from '../history.ts';
import { callOf } from '../relists/inspectionCall.ts';
import { BEFORE_ALL, distinctLines, lineOf } from '../store/lines.ts';
import { isSamePod, ONE_FAILURE } from '../relists/ownInspections.ts';
import { ranIntoTimeout } from '../../messages/texts/timedOut.ts';
import { lastFailedUpTo, lastNamedUpTo, nextFailed, nextNamed, type RelistBook } from '../relists/bookedRelists.ts';
import { type Group, type HungCall, RelistWindow } from '../relists/relistWindow.ts';
import { STAMP_NOISE, TIMEOUT_LEAD } from './margins.ts';
import { leastWait } from '../relists/knownTimeout.ts';
import type { RuleText } from '../rule.ts';

export const hungInspection: RuleText = {
  id: 'hung-inspection',
  title: 'An inspection that timed out began one time-out before its line',
  reason:
    'PLEG inspects changed pods one after another. A call that hangs (PodSandboxStatus, ContainerStatus) fails after runtimeRequestTimeout, and only then a line names the pod. So the call began two minutes before the line, its relist had listed before that, and it was not over before the line. ' +
    'Failures whose calls follow one another without the pause of a second belong to one relist: up to 1.31 a failing pod is inspected twice in a relist, and several hung pods add up. ' +
    'Time alone parts no two failures, because other pods can have been inspected slowly between them. Of different relists they are where a pod failed more often than a relist inspects it (twice, once from 1.32 on), ' +
    'where a failed or a named relist or a line of a relist’s start lies between, or where a healthy check shows that the relist of the second was younger than the threshold. Of failures that can be of one relist only the first’s is told.',
  condition:
    'The error is DeadlineExceeded, in the words of the kubelet’s own client. That the call ran for the whole time-out is taken only where the failure before it stands one time-out away (and the pause of a second); else it began somewhere before its line. From 1.24 PLEG’s own line (“PLEG: Write status” with an error) must be among them, because others ask for a pod’s status too. In 1.36 the first failure of a pod can belong to a relist of that pod alone, so nothing is told of it; the next ones are of relists of all pods where a second of pause or a third failure in a row shows it. To a relist that a skip names belong only calls that were under way at the last line that names it.',
  source: 'pkg/kubelet/pleg/generic.go, updateCache, 1.8–1.36; runs with one, two and three hung pods',
};

/** A call that began this soon after the one before ended is of the same relist: the next one would begin a second later. */
const SAME_RELIST = 900_000;
/** Calls that hang one after another begin this soon after the one before, so nothing but the pause lies between them. */
const AGAIN_WITHIN = 1_500_000;

/**
 * Relists that hung in the inspection of pods and that no skip names. Of failures that can be of one relist as well as of two, one relist is taken: that of
 * the first.
 */
export function hungInspectionsOf(process: ProcessEvidence, book: RelistBook): readonly Relist[] {
  const groups = groupsOf(process, callsOf(process));
  const relists: Relist[] = [];
  const pauseAfter = (end: Instant): number => (hasPause(process, end) ? RELIST_PERIOD : 0);
  const window = new RelistWindow(process);
  /** Index of the group whose relist is the last one known. */
  let lastGroup = -1;
  let open: { relist: Relist; endMax: number } | undefined;
  const close = (nextStart: number | undefined): void => {
    if (open === undefined) return;
    const { relist, endMax } = open;
    const pause = pauseAfter(relist.start.max);
    const max = Math.min(endMax, nextStart ?? Number.POSITIVE_INFINITY) - pause;
    const min = relist.end?.min ?? relist.start.max;
    const { end: _, ...rest } = relist;
    relists.push(
      Number.isFinite(max)
        ? { ...rest, end: { min, max: Math.max(min + STAMP_NOISE, max) as Instant }, outcome: 'ok' }
        : { ...rest, seenUntil: min },
    );
    open = undefined;
  };
  for (const [index, group] of groups.entries()) {
    const notBefore = startedAfter(process, book, group);
    const before = window.lastOfAnother(groups, index, notBefore);
    if (lastGroup >= 0 && before < lastGroup) continue;
    lastGroup = index;
    close(group.callStart + TIMEOUT_LEAD);
    const [first] = group.calls;
    if (first === undefined || (process.podRelists && !isOfAll(process, groups, index))) continue;
    const last = groups[before];
    const low = Math.max(notBefore, last === undefined ? BEFORE_ALL : last.end + pauseAfter(last.end) - STAMP_NOISE);
    const max = Math.min(first.time, group.callStart + TIMEOUT_LEAD) as Instant;
    const min = Math.min(max, low);
    if (min === BEFORE_ALL) continue;
    // A named start inside the bounds can be this relist, which the list has already.
    const named = lastNamedUpTo(book, max);
    if (named !== undefined && named.start >= min - STAMP_NOISE) continue;
    const start = { min: min as Instant, max };
    const call = first.call;
    open = {
      relist: {
        process: process.id,
        scope: 'all',
        start,
        listed: start,
        phase: 'inspecting',
        ...(call === undefined ? {} : { call }),
        pod: first.pod,
        ...(first.pod.uid === undefined ? {} : { podUid: first.pod.uid }),
        end: { min: (group.end - STAMP_NOISE) as Instant, max: group.end },
        outcome: 'unknown',
        evidence: distinctLines(group.calls.flatMap((one) => one.lines)).slice(0, 12),
      },
      endMax: Math.min(
        nextNamed(book, group.end)?.start ?? Number.POSITIVE_INFINITY,
        nextFailed(book, group.end)?.startMax ?? Number.POSITIVE_INFINITY,
      ),
    };
  }
  close(undefined);
  return relists;
}

/**
 * Before this time the relist of these calls did not begin: it listed after a failed or a named relist, and at a healthy check the last listed relist, which
 * is this one or an earlier one, was younger than the threshold.
 */
function startedAfter(process: ProcessEvidence, book: RelistBook, { callStart, end }: Group): number {
  const healthy = lastHealthyBefore(process, end);
  const logged = process.ledger.relistStarts.lastBefore((callStart + TIMEOUT_LEAD) as Instant);
  return Math.max(
    notThereBefore(process),
    (lastFailedUpTo(book, callStart)?.end ?? BEFORE_ALL) - STAMP_NOISE,
    (lastNamedUpTo(book, callStart)?.start ?? BEFORE_ALL) - STAMP_NOISE,
    (logged?.time ?? BEFORE_ALL) - STAMP_NOISE,
    healthy === undefined
      ? BEFORE_ALL
      : healthy.min - (eventedAt(process, healthy.min) ? EVENTED_RELIST_THRESHOLD : RELIST_THRESHOLD),
  );
}

/**
 * In 1.36 the relist of a single pod fails like that of all. It is asked for by a pod's worker that succeeded, so a pod whose inspection fails again and again
 * has at most one more, which was asked for before and follows the failed relist at once. After a pause of a second it is the relist of all.
 */
function isOfAll(process: ProcessEvidence, groups: readonly Group[], index: number): boolean {
  const group = groups[index];
  const before = groups[index - 1];
  const pod = group?.calls[0]?.pod;
  if (group === undefined || before === undefined || pod === undefined) return false;
  let times = 0;
  for (let at = index; at > 0 && times < 2; at -= 1) {
    const [earlier, later] = [groups[at - 1], groups[at]];
    if (
      earlier === undefined ||
      later === undefined ||
      later.end - leastWait(process.callTimeout, 'inspect', later.end) - earlier.end > AGAIN_WITHIN
    )
      break;
    if (earlier.calls.some((call) => isSamePod(call.pod, pod))) times += 1;
  }
  return times === 2 || (times === 1 && group.end - process.callTimeout.max - before.end >= SAME_RELIST);
}

function callsOf(process: ProcessEvidence): readonly HungCall[] {
  const calls: (HungCall & { pod: PodReference })[] = [];
  for (const fact of process.inspectFailures) {
    if (!ranIntoTimeout(fact.error)) continue;
    const last = calls.at(-1);
    if (last !== undefined && fact.time - last.time < ONE_FAILURE && isSamePod(last.pod, fact.pod)) {
      last.lines.push(lineOf(fact));
      last.pod = { ...last.pod, ...fact.pod };
    } else {
      calls.push({ time: fact.time, pod: fact.pod, call: callOf(process, fact), lines: [lineOf(fact)] });
    }
  }
  return calls;
}

/** Whether a second lies between a relist and the next one. In 1.36 the relist of a single pod follows another one at once, and Evented PLEG forces relists. */
function hasPause(process: ProcessEvidence, end: Instant): boolean {
  return !process.podRelists && !eventedAt(process, end);
}

function groupsOf(process: ProcessEvidence, calls: readonly HungCall[]): readonly Group[] {
  const groups: { calls: HungCall[]; callStart: Instant; end: Instant }[] = [];
  for (const call of calls) {
    const callStart = (call.time - leastWait(process.callTimeout, 'inspect', call.time)) as Instant;
    const last = groups.at(-1);
    if (last !== undefined && hasPause(process, last.end) && callStart - last.end < SAME_RELIST) {
      last.calls.push(call);
      last.end = call.time;
    } else {
      groups.push({ calls: [call], callStart, end: call.time });
    }
  }
  return groups;
}
