import { RELIST_PERIOD } from '../kubelet/constants.ts';
import type { Instant } from '../kubelet/time.ts';
import { isAtLeast } from '../kubelet/version.ts';
import type { InspectFailedFact, PodReference } from '../messages/fact.ts';
import type { ProcessEvidence } from './evidence.ts';
import type { LineReference, Relist } from './history.ts';
import { distinctLines, lineOf } from './lines.ts';
import { lastFailedUpTo, lastNamedUpTo, type RelistBook } from './relistBook.ts';
import { TIMEOUT_LEAD } from './rules/waits.ts';

/** One inspection that timed out, with all lines that tell it. */
interface HungCall {
  readonly time: Instant;
  readonly pod: PodReference;
  readonly call: string;
  readonly lines: LineReference[];
}

/** Hung calls of one relist, in order. */
interface Group {
  readonly calls: HungCall[];
  readonly callStart: Instant;
  readonly end: Instant;
}

/** Lines of one failure stand this near to each other. */
const ONE_FAILURE = 100_000;
/** A call that began this soon after the one before ended is of the same relist: the next one would begin a second later. */
const SAME_RELIST = 900_000;

/** Relists that hung in the inspection of pods and that no skip names. */
export function hungInspectionsOf(process: ProcessEvidence, book: RelistBook): readonly Relist[] {
  const groups = groupsOf(process, callsOf(process));
  const relists: Relist[] = [];
  groups.forEach((group, index) => {
    const before = groups[index - 1];
    const next = groups[index + 1];
    const pause = process.podRelists ? 0 : RELIST_PERIOD;
    const max = (group.callStart + TIMEOUT_LEAD) as Instant;
    let min: number = process.ledger.startedInLog ? process.from : max - 2 * process.callTimeout;
    if (before !== undefined) min = Math.max(min, before.end + pause - 5_000);
    const failed = lastFailedUpTo(book, max);
    if (failed !== undefined) min = Math.max(min, failed.end - 5_000);
    min = Math.min(min, max);
    // A named start inside the bounds is this relist, which the list has already.
    const named = lastNamedUpTo(book, max);
    if (named !== undefined && named.start >= min - 5_000) return;
    const [first] = group.calls;
    if (first === undefined) return;
    const start = { min: min as Instant, max };
    relists.push({
      process: process.id, scope: 'all', start, listed: start, phase: 'inspecting', call: first.call, pod: first.pod, ...(first.pod.uid === undefined ? {} : { podUid: first.pod.uid }),
      ...(next === undefined ? {} : { end: { min: (group.end - 5_000) as Instant, max: Math.max(group.end, next.callStart + TIMEOUT_LEAD - pause) as Instant } }),
      outcome: next === undefined ? 'unknown' : 'ok',
      evidence: distinctLines(group.calls.flatMap((call) => call.lines)).slice(0, 12),
    });
  });
  return relists;
}

function callsOf(process: ProcessEvidence): readonly HungCall[] {
  const needsOwnLine = isAtLeast(process.version, { major: 1, minor: 24 });
  const calls: (HungCall & { own: boolean; call: string; pod: PodReference })[] = [];
  for (const fact of process.inspectFailures) {
    if (fact.error.code !== 'DeadlineExceeded') continue;
    const own = fact.message.startsWith('pleg.');
    const last = calls.at(-1);
    if (last !== undefined && fact.time - last.time < ONE_FAILURE && samePod(last.pod, fact.pod)) {
      last.lines.push(lineOf(fact));
      last.own ||= own;
      last.pod = { ...last.pod, ...fact.pod };
      last.call = callName(fact) ?? last.call;
    } else {
      calls.push({ time: fact.time, pod: fact.pod, call: callName(fact) ?? 'PodSandboxStatus', lines: [lineOf(fact)], own });
    }
  }
  return needsOwnLine ? calls.filter((call) => call.own) : calls;
}

function groupsOf(process: ProcessEvidence, calls: readonly HungCall[]): readonly Group[] {
  const groups: { calls: HungCall[]; callStart: Instant; end: Instant }[] = [];
  for (const call of calls) {
    const callStart = (call.time - process.callTimeout) as Instant;
    const last = groups.at(-1);
    if (last !== undefined && callStart - last.end < SAME_RELIST) {
      last.calls.push(call);
      last.end = call.time;
    } else {
      groups.push({ calls: [call], callStart, end: call.time });
    }
  }
  return groups;
}

function samePod(a: PodReference, b: PodReference): boolean {
  if (a.uid !== undefined && b.uid !== undefined) return a.uid === b.uid;
  return a.name === b.name && (a.namespace === undefined || b.namespace === undefined || a.namespace === b.namespace);
}

function callName(fact: InspectFailedFact): string | undefined {
  if (fact.containerId !== undefined) return 'ContainerStatus';
  return fact.sandboxId === undefined ? undefined : 'PodSandboxStatus';
}
