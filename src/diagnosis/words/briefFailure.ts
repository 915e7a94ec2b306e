/**
 * Listings that failed in a log without an unhealthy time: a few pasted lines, or a trouble shorter than the three minutes after which PLEG counts as unhealthy.
 * Nobody was unhealthy for it, but it must not be passed over: often it is all that somebody saved.
 */
import type { KubeletProcess } from '../../inference/history.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import { makeFinding, plural, type RankedFinding } from '../cause.ts';
import type { FailedCall } from '../signs/episodeSigns.ts';
import type { Fact } from '../../messages/fact.ts';
import type { FindingId } from '../finding.ts';
import { STILL } from '../signs/endOfKubelets.ts';
import { failedBy, type ListFailure } from '../signs/listingBlame.ts';
import { classifyRuntimeError, isListMethod } from '../signs/runtimeErrors.ts';
import type { DiagnosisView } from '../view.ts';

/** From this many lines on it is no passing disturbance. */
const SEVERAL = 3;
/** The log ends with it when so little of the kubelet follows. */
const AT_THE_END = seconds(10);

export interface BriefFailure {
  readonly calls: readonly FailedCall[];
  /** Nothing of the same kubelet, or of the next one of its node, follows that could show an end. */
  readonly goesOn: boolean;
  /** Those of each other process. */
  readonly others: readonly (readonly FailedCall[])[];
}

/** The listings that failed in a way, where no time of the log is unhealthy; of the last process that goes on with it, else of the one with most of them. */
export function briefFailure(view: DiagnosisView, failure: ListFailure): BriefFailure | undefined {
  if (view.episodes.length > 0) return undefined;
  let most: Omit<BriefFailure, 'others'> | undefined;
  const all: (readonly FailedCall[])[] = [];
  for (const process of view.history.processes) {
    const failed: FailedCall[] = [
      ...view.facts.of(process.id, 'runtime-call-failed').filter((fact) => isListMethod(fact.method)),
      ...view.facts.of(process.id, 'relist-failed'),
    ].map((fact) => ({ fact, error: classifyRuntimeError(fact.error) }));
    const calls = failedBy(failed, failure).toSorted((a, b) => a.fact.time - b.fact.time);
    const last = calls.at(-1)?.fact.time;
    if (last === undefined) continue;
    all.push(calls);
    const goesOn = process.to - last < AT_THE_END && !isFollowed(view, process) && !listedAfter(view, process, last);
    if (goesOn || (most?.goesOn !== true && calls.length > (most?.calls.length ?? 0))) most = { calls, goesOn };
  }
  return most && { ...most, others: all.filter((calls) => calls !== most.calls) };
}

/** An event of PLEG comes from a listing that was answered. */
function listedAfter({ queries }: DiagnosisView, { id, to }: KubeletProcess, last: Instant): boolean {
  return queries.eventsBetween(id, (last + 1) as Instant, to).length > 0;
}

/** Whether another kubelet of the node went on after it: for long enough to say the same, had there been reason to, or so that the runtime is seen to answer it. */
function isFollowed({ history }: DiagnosisView, { node, id, to }: KubeletProcess): boolean {
  return history.processes.some(
    (later) =>
      later.node === node &&
      later.id !== id &&
      later.from >= to &&
      (later.to - later.from >= AT_THE_END ||
        history.episodes.some(({ process, endedBy }) => process === later.id && endedBy === 'recovered')),
  );
}

/** ` (at 09:03:20.100)`, or ` (from 09:03:20.100 to 09:03:24.102)`. */
function whenText(view: DiagnosisView, calls: readonly FailedCall[]): string {
  const [from, to] = [calls[0], calls.at(-1)].map((call) =>
    call === undefined || view.history.span === undefined ? undefined : view.formatTime(call.fact.time),
  );
  return from === undefined || to === undefined ? '' : from === to ? ` (at ${from})` : ` (from ${from} to ${to})`;
}

/** A finding for it, with lines of others that say why (`because`): medium where it came several times or the log ends with it, else low. No more, because nothing was unhealthy for it. */
export function briefFinding(
  view: DiagnosisView,
  id: FindingId,
  { calls, goesOn, others }: BriefFailure,
  title: string,
  meaning: string,
  nextSteps: readonly string[],
  because: readonly Fact[] = [],
): RankedFinding {
  const last = calls.at(-1);
  const before = others.flat();
  const so =
    before.length === 0
      ? ''
      : ` So ${before.length === 1 ? 'does' : 'do'} ${plural(before.length, 'line')} of ${plural(others.length, 'other kubelet')}${whenText(view, before)}.`;
  const isAtEnd = last === undefined || (view.history.span?.to ?? last.fact.time) - last.fact.time < STILL;
  const howItWentOn = !goesOn
    ? 'It did not last long enough to count'
    : `${isAtEnd ? 'The log ends with it' : 'That kubelet has no lines after it'}, so how it went on is not known`;
  return makeFinding(id, {
    weight: 'cause',
    confidence: goesOn || calls.length >= SEVERAL ? 'medium' : 'low',
    title,
    explanation: `${plural(calls.length, 'line')}${whenText(view, calls)} ${calls.length === 1 ? 'shows' : 'show'} this.${so} ${meaning} ${howItWentOn}: PLEG is called unhealthy three minutes after its last good relist, the runtime 30s after its last good Status.`,
    nextSteps,
    timedBy: calls.map(({ fact }) => fact),
    evidence: [...because, ...calls.map(({ fact }) => fact)],
  });
}
