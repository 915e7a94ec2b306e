/**
 * Which of the runtime's calls failed an episode, judged once so that the causes exclude each other: the listing, the inspection, Status, all of them,
 * the socket, the size of the answer. The order of the questions is the order of certainty of their lines.
 */
import { outlastsCalls } from '../../inference/rules/neverEnds.ts';
import { type Duration, type Instant, seconds } from '../../kubelet/time.ts';
import { profileFor } from '../../kubelet/profile.ts';
import type { Confidence } from '../finding.ts';
import { type FailedCall, isInspectedWithin, ofClass } from '../signs/episodeSigns.ts';
import { failedBy, type ListFailure, listingBlame } from '../signs/listingBlame.ts';
import { lockedFor } from '../signs/neighbours.ts';
import { classifyRuntimeError } from '../signs/runtimeErrors.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import type { Searched } from '../signs/searchedLog.ts';
import type { EpisodeView as WholeView } from '../view.ts';
import { saidItselfFirst } from '../words/episodeText.ts';
import { PROMPT } from '../../replay/loopSpans.ts';

/** An episode before its verdict. */
type EpisodeView = Omit<WholeView, 'verdict'>;

type VerdictKind =
  | 'list-too-large'
  | 'runtime-unreachable'
  | 'runtime-unresponsive'
  | 'list-calls-hang'
  | 'list-calls-slow'
  | 'list-calls-fail'
  | 'inspect-calls-hang'
  | 'inspect-calls-slow'
  | 'runtime-status-failing'
  | 'runtime-slow'
  | 'relist-deadlock'
  | 'container-manager'
  | 'unknown';

export interface Verdict {
  readonly kind: VerdictKind;
  readonly confidence: Confidence;
}

/** One relist and its pause. */
const MOMENT: Duration = seconds(2);
/** Housekeeping that lists pods takes milliseconds; this long is the listing, not load. */
const SLOW_HOUSEKEEPING: Duration = seconds(10);
/** A relist that lasts longer than any combination of time-outs seen, without an error. */
const DEADLOCK: Duration = seconds(900);

/** Judges one episode. Of a log that was searched for a word only what stands in it counts, not what is missing. */
export function verdictOf(view: EpisodeView, searched?: Searched): Verdict {
  const { signs, process } = view;
  const blame = listingBlame({
    signs,
    from: view.from,
    begin: view.episode.begin.max,
    timeout: requestTimeout(process),
  });
  const listLate = ofClass(signs.list, 'timed-out').length;
  const inspectLate = ofClass(signs.inspect, 'timed-out').length;
  const listRefused = answeredWithError(signs.list).length;
  const statusLate = ofClass(signs.status, 'timed-out').length;
  const stale =
    signs.skipsWith.stale > 0 ||
    view.episode.reasons.includes('pleg-stale') ||
    (view.episode.reasons.includes('pleg-never') && !signs.listedAfterStart);

  if (signs.skipsWith.containerManager > 0 && signs.skipsWith.containerManager >= view.skips.length / 2)
    return { kind: 'container-manager', confidence: 'high' };
  if (blame === 'too-large') return { kind: 'list-too-large', confidence: 'high' };
  if (isUnreachable(view, blame)) return { kind: 'runtime-unreachable', confidence: 'high' };
  if (searched === undefined && isDeadlock(view))
    return { kind: 'relist-deadlock', confidence: process.version === undefined ? 'low' : 'high' };
  if (stale && blame === 'answered')
    return { kind: 'list-calls-fail', confidence: listRefused >= 3 ? 'high' : 'medium' };
  // It was that which began it, whatever got no answer later.
  if (!stale && signs.runtimeNotReady.length > 0 && saidItselfFirst(view))
    return { kind: 'runtime-status-failing', confidence: 'high' };
  if (statusLate > 0 && (listLate > 0 || inspectLate > 0 || stale))
    return { kind: 'runtime-unresponsive', confidence: listLate > 0 || inspectLate > 1 ? 'high' : 'medium' };
  if (listLate > 0 && isDownUnanswered(view) && !isFirstCheckOpen(view))
    return { kind: 'runtime-unresponsive', confidence: 'high' };
  if (listLate > 0) return { kind: 'list-calls-hang', confidence: 'high' };
  if (inspectLate > 0 && stale)
    return { kind: 'inspect-calls-hang', confidence: signs.inspect.every(isInspectedWithin) ? 'medium' : 'high' };
  if (isMissedByOthers(view)) return { kind: 'runtime-unreachable', confidence: 'medium' };
  if (!stale && isOfStatus(view)) {
    if (signs.status.length + signs.runtimeNotReady.length + signs.skipsWith.notReady === 0 && isSlowListing(view))
      return { kind: 'runtime-slow', confidence: 'medium' };
    return {
      kind: 'runtime-status-failing',
      confidence:
        signs.status.length > 0 || signs.runtimeNotReady.length > 0 || signs.skipsWith.notReady > 0 ? 'high' : 'medium',
    };
  }
  if (!stale) return { kind: 'unknown', confidence: 'low' };
  if (waitsForAll(view)) return { kind: 'runtime-unresponsive', confidence: searched === undefined ? 'medium' : 'low' };
  if (searched !== undefined && needsSilence(view)) return { kind: 'unknown', confidence: 'low' };
  if (signs.skipsWith.never > 0 && signs.skipsWith.stale === 0)
    return { kind: signs.skipsWith.down > 0 ? 'runtime-unresponsive' : 'list-calls-hang', confidence: 'medium' };
  return withoutErrors(view, searched);
}

/**
 * Its first check of the runtime is still open while PLEG, which has listed once since that start, is stale: two loops of the kubelet that ask the runtime, each by itself, both wait (pkg/kubelet/runtime.go,
 * `baseRuntimeSync`). No line says that a call failed.
 */
function waitsForAll({ signs, skips }: EpisodeView): boolean {
  return (
    signs.list.length + signs.inspect.length + signs.status.length === 0 &&
    skips.some(
      ({ reasons }) =>
        reasons.some(({ kind }) => kind === 'runtime-status-unknown') &&
        reasons.some(({ kind }) => kind === 'pleg-stale'),
    )
  );
}

/** A skip was cut before its reasons, behind the runtime, or within a reason that begins with PLEG: which others it had cannot be told. */
export function mayNamePleg({ skips }: EpisodeView): boolean {
  return skips.some(
    ({ reasons }) =>
      reasons.length === 0 ||
      reasons.some(({ kind, text, isCut }) => isCut === true || (kind === 'other' && text.startsWith('PLEG'))),
  );
}

/** What could be said of it rests on lines that are not there. A loop that was blocked before its first skip shows in the skips themselves. */
function needsSilence({ signs, episode, firstSkipDelay }: EpisodeView): boolean {
  return (
    signs.skipsWith.down > 0 ||
    signs.skipsWith.stale === 0 ||
    episode.beginsBeforeLog ||
    firstSkipDelay === undefined ||
    firstSkipDelay <= PROMPT
  );
}

/** Calls that the runtime answered with an error of its own: no list came, though nothing hung and nothing was down. */
export function answeredWithError(calls: readonly FailedCall[]): readonly FailedCall[] {
  return calls.filter(({ error }) => error === 'refused' || error === 'not-found');
}

/**
 * Since its start this kubelet has not taken in an answer of Status, and no line says that Status failed. Its first check lists containers too (kubelet.go
 * `updateRuntimeUp` starts the modules that depend on the runtime), so listings that hang keep it open; up to 1.10 its skips say "down" all the while.
 */
function isFirstCheckOpen({ process, episode, signs }: EpisodeView): boolean {
  return (
    process.startedInLog && signs.status.length === 0 && episode.begin.min <= (process.loopStarted ?? process.from)
  );
}

/** The runtime counted as down because it answered Status with an error, before the listings failed that the verdict names: two troubles, one after another, in one unhealthy time. */
export function beganWithStatus({ episode, signs, verdict }: WholeView): boolean {
  const [first] = episode.reasons;
  if (
    (first !== 'runtime-down' && first !== 'runtime-not-ready') ||
    verdict.kind === 'runtime-status-failing' ||
    !episode.reasons.includes('pleg-stale')
  )
    return false;
  const refused = answeredWithError(signs.status)[0];
  const relist = episode.lastRelist;
  return (
    refused !== undefined &&
    refused.fact.time <= episode.begin.max &&
    relist !== undefined &&
    relist.min > episode.begin.max
  );
}

/** The reasons are those of Status. */
function isOfStatus({ signs, episode }: EpisodeView): boolean {
  return (
    signs.skipsWith.down > 0 ||
    signs.skipsWith.notReady > 0 ||
    signs.status.length > 0 ||
    episode.reasons.includes('runtime-down') ||
    signs.listedAfterStart
  );
}

/** The runtime counted as down, and not because Status failed in another way than by silence before that, or was answered: not ready. */
function isDownUnanswered({ signs, skips }: EpisodeView): boolean {
  const down = skips.find((skip) => skip.reasons.some(({ kind }) => kind === 'runtime-down'));
  if (down === undefined || down.reasons.some(({ kind }) => kind === 'runtime-not-ready')) return false;
  return (
    !signs.status.some((call) => call.error !== 'timed-out' && call.fact.time <= down.time) &&
    !signs.runtimeNotReady.some(({ time }) => time <= down.time)
  );
}

/** Housekeeping lists too: it came back, but late. One that took the whole time-out was given up. */
function isSlowListing({ signs, process }: EpisodeView): boolean {
  const timeout = requestTimeout(process);
  return signs.housekeepingSlow.some(
    (fact) => fact.took >= SLOW_HOUSEKEEPING && Math.abs(fact.took - timeout) >= seconds(1),
  );
}

/** Stale without any error: the listing blocks the loop too (housekeeping lists), the inspection does not. One that is cut away is an error, too. */
function withoutErrors(view: EpisodeView, searched: Searched | undefined): Verdict {
  const { signs, process } = view;
  if (failedBy(signs.list, 'unnamed').length > 0) return { kind: 'list-calls-fail', confidence: 'medium' };
  const timeout = requestTimeout(process);
  if (signs.skipsWith.down > 0)
    return { kind: isSlowListing(view) ? 'runtime-slow' : 'runtime-unresponsive', confidence: 'medium' };
  const slowest = signs.housekeepingSlow.reduce((most, fact) => Math.max(most, fact.took), 0);
  if (signs.listPhaseAtLeast >= seconds(30) || slowest >= SLOW_HOUSEKEEPING) {
    const hung =
      signs.listPhaseAtLeast < seconds(30) &&
      signs.housekeepingSlow.some((fact) => Math.abs(fact.took - timeout) < seconds(1));
    return {
      kind: hung ? 'list-calls-hang' : 'list-calls-slow',
      confidence: signs.listPhaseAtLeast >= seconds(30) ? 'high' : 'medium',
    };
  }
  const { firstSkipDelay } = view;
  if (firstSkipDelay === undefined || view.episode.beginsBeforeLog) return { kind: 'unknown', confidence: 'low' };
  // Over at once, or no longer in the log: a loop that had waited for that very listing looks the same as one that was never blocked.
  if (firstSkipDelay <= PROMPT && isMomentary(view)) return { kind: 'unknown', confidence: 'low' };
  // A call of that pass that was given up has its line before the log begins.
  const last = view.episode.lastRelist;
  const isTold = process.startedInLog || last === undefined || process.from <= last.max + timeout;
  // Where no skip tells when it began (its reason is cut), the first one may have come late.
  const isBegun = last !== undefined || signs.skipsWith.stale === 0;
  if (firstSkipDelay <= PROMPT && !(isTold && isBegun && failedBy(signs.inspect, 'unnamed').length === 0))
    return { kind: 'unknown', confidence: 'low' };
  if (firstSkipDelay <= PROMPT)
    return {
      kind: 'inspect-calls-slow',
      confidence: signs.finished.length > 0 || view.episode.end !== undefined ? 'medium' : 'low',
    };
  if (stoodStill(view, searched)) return { kind: 'unknown', confidence: 'low' };
  // Before 1.22 a housekeeping of two minutes has no line, so only the late first skip tells.
  return { kind: 'list-calls-hang', confidence: firstSkipDelay >= timeout / 3 ? 'medium' : 'low' };
}

const LATE = seconds(20);

/**
 * True where the first skip came late, and no call failed and no housekeeping took long before it, which a kubelet of this version would say, or a processor was locked up for as long: nothing
 * held its loop up but that the kubelet itself, or the whole machine, did not run.
 */
export function stoodStill(view: EpisodeView, searched: Searched | undefined): boolean {
  const { process, signs, firstSkipDelay = 0 } = view;
  const oldest = process.version ?? (searched === undefined ? process.versionRange?.min : undefined);
  return (
    ((oldest !== undefined && profileFor(oldest).housekeepingLimit !== undefined) || wasLockedUp(view)) &&
    firstSkipDelay >= LATE &&
    signs.list.length + signs.inspect.length + signs.status.length + signs.housekeepingSlow.length === 0
  );
}

/** The kernel says that a processor did nothing else for as long as the first skip was late. */
export function wasLockedUp({ signs, firstSkipDelay }: EpisodeView): boolean {
  return firstSkipDelay !== undefined && lockedFor(signs.neighbours) >= firstSkipDelay;
}

/** Its first skip came so shortly before its end, or the last skip that the log has, that nothing tells what the loop did before. */
function isMomentary({ episode, skips }: EpisodeView): boolean {
  const [first, last] = [skips[0], skips.at(-1)];
  return first !== undefined && (episode.end?.max ?? last?.time ?? first.time) - first.time <= MOMENT;
}

/** The socket is gone when listing fails without waiting, not while a listing waits; a Status that fails alone is the runtime's own trouble. */
function isUnreachable({ signs }: EpisodeView, blame: ListFailure | undefined): boolean {
  if (blame !== undefined) return blame === 'unreachable';
  return (
    ofClass(signs.status, 'unreachable').length > 0 &&
    signs.list.length === 0 &&
    signs.skipsWith.stale + signs.skipsWith.never > 0 &&
    !signs.housekeepingSlow.some(({ took }) => took >= SLOW_HOUSEKEEPING)
  );
}

/** No line of PLEG's own calls or of Status stands there, but all who asked for something else say that nobody listens on the socket: one that hangs would take the connection. */
function isMissedByOthers({ signs }: EpisodeView): boolean {
  return (
    signs.skipsWith.down + signs.skipsWith.stale > 0 &&
    signs.list.length + signs.inspect.length + signs.status.length === 0 &&
    signs.askedInVain.length > 0 &&
    signs.askedInVain.every(({ text }) => classifyRuntimeError({ text }) === 'unreachable')
  );
}

/**
 * Up to 1.13 a full event channel blocks the relist for ever while the loop, which should empty it, skips. A relist that waits for the runtime leaves an
 * error after one time-out a call; this one leaves none, while Status is answered, and only a restart ends it. Nobody read the channel if the loop
 * skipped already when the relist began; else only a time beyond any slow pass tells.
 */
function isDeadlock({ process, episode, signs, skips }: EpisodeView): boolean {
  const oldest = process.version ?? process.versionRange?.min;
  if ((oldest !== undefined && profileFor(oldest).eventChannel === 'discarding') || episode.endedBy === 'recovered')
    return false;
  const first = skips[0];
  const last = skips.at(-1);
  const relist = last?.lastRelist;
  if (first === undefined || last === undefined || relist === undefined) return false;
  if ([...signs.list, ...signs.inspect].some((call) => call.fact.time >= relist)) return false;
  const down = skips.findLast((skip) => skip.reasons.some((reason) => reason.kind === 'runtime-down'));
  const troubled = Math.max(
    relist,
    signs.status.at(-1)?.fact.time ?? 0,
    signs.other.at(-1)?.fact.time ?? 0,
    down?.time ?? 0,
  );
  if (!outlastsCalls(troubled as Instant, last.time, requestTimeout(process))) return false;
  return first.time < relist || last.time - relist >= DEADLOCK;
}
