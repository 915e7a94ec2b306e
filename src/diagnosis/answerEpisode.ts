/** One unhealthy time in words: when and how long, the last relist that worked, why the first skip came late, what the node reported, the cause, the pods. */
import { RELIST_THRESHOLD } from '../kubelet/constants.ts';
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import { afterTheEnd, endOfProcess } from './answerEnd.ts';
import { describePods } from './answerPods.ts';
import { jumpedBy } from './clockJumps.ts';
import { causeOf } from './causeOf.ts';
import { type RankedFinding, times } from './cause.ts';
import type { Skip } from '../inference/history.ts';
import { durationText } from './durationText.ts';
import { boundLine, lengthBounds, lengthText, readyBeforeEnd, subjectOf, whichOf } from './episodeText.ts';
import { type FailedCall, ofClass } from './episodeSigns.ts';
import { shorten } from './factText.ts';
import { boundsText, lowerFirst, Paragraph } from './paragraph.ts';
import { requestTimeout } from './requestTimeout.ts';
import { answeredWithError, beganWithStatus } from './verdicts.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';

/** Describes one episode; `one` of several when the summary stands before it. */
export function describeEpisode(view: DiagnosisView, episode: EpisodeView, causes: readonly RankedFinding[], oneOfSeveral: boolean): Paragraph {
  const paragraph = new Paragraph();
  if (view.history.span === undefined) {
    withoutTimes(episode, paragraph);
  } else {
    opening(view, episode, paragraph, oneOfSeveral);
    clockJumps(episode, paragraph);
    lastRelist(view, episode, paragraph);
    nodeReports(view, episode, paragraph);
    firstSkip(view, episode, paragraph);
  }
  cause(episode, causes, paragraph);
  describePods(view, episode, paragraph);
  return paragraph;
}

/** Lines pasted without their stamps: only what they say themselves is known, and that is a length. */
function withoutTimes(episode: EpisodeView, paragraph: Paragraph): void {
  paragraph.strong(`${subjectOf(episode).long.replace(/,$/, '')} when these lines were written`, episode.episode.firstSkip).say('. They carry no times, so it cannot be said when it began, or whether it is over.');
  const longest = episode.skips.flatMap((skip) => skip.reasons.flatMap((reason) => (reason.elapsed === undefined ? [] : [{ skip, elapsed: reason.elapsed, threshold: reason.threshold ?? RELIST_THRESHOLD }]))).sort((a, b) => b.elapsed - a.elapsed)[0];
  if (longest === undefined) return;
  paragraph.say(' The last relist (the pass over all containers that PLEG makes every second) that could list them had begun ').cite(durationText(longest.elapsed), longest.skip);
  paragraph.say(` before, and ${durationText(longest.threshold)} are allowed.`);
}

/** What failed where no reason names PLEG. */
function otherReason(episode: EpisodeView, paragraph: Paragraph): void {
  const { reasons } = episode.episode;
  if (reasons.includes('runtime-down') || reasons.includes('runtime-status-unknown')) {
    const { process } = episode;
    const sinceStart = process.startedInLog && episode.episode.begin.min <= (process.loopStarted ?? process.from);
    const { listedAfterStart } = episode.signs;
    const pleg = listedAfterStart ? ' After the first moments no reason names PLEG' : ' No reason names PLEG';
    const listing = listedAfterStart || noticesStale(episode) ? ', so listing containers went on; what failed was' : `, which would say so only ${durationText(RELIST_THRESHOLD)} after its last good relist; what had no good answer was`;
    paragraph.say(`${pleg}${listing} the question for the state of the runtime, ${sinceStart ? 'which had no good answer since the start of the kubelet' : 'whose last good answer is 30 s older than the begin'}.`);
    return;
  }
  if (reasons.includes('runtime-not-ready')) {
    paragraph.say(' No reason names PLEG, so listing containers went on; the runtime answered, and said itself that it was not ready.');
    return;
  }
  const first = episode.skips[0];
  const text = first?.reasons[0]?.text;
  if (text !== undefined) paragraph.say(' The kubelet gives this reason: ').cite(`"${shorten(text, 120)}"`, first).say('.');
}

function opening(view: DiagnosisView, of: EpisodeView, paragraph: Paragraph, oneOfSeveral: boolean): void {
  const { episode, process } = of;
  const { formatTime } = view;
  const subject = subjectOf(of);
  const which = whichOf(view, of);
  const long = oneOfSeveral ? `${which === 'one' ? 'One' : `The ${which}`} of them: ${lowerFirst(subject.long)}` : subject.long;
  const node = view.history.nodes.length > 1 ? ` on ${view.history.nodes.find((candidate) => candidate.id === process.node)?.names[0] ?? process.node}` : '';
  const begin = boundLine(view, of, 'begin');
  if (episode.beginsBeforeLog) {
    paragraph.strong(`${long}${node} already when this log begins`, episode.firstSkip ?? begin);
    if (episode.begin.max - episode.begin.min < seconds(2)) paragraph.strong(`, since ${boundsText(episode.begin, formatTime)}`, begin);
  } else {
    paragraph.strong(`${long}${node} for ${lengthText(of)}, from ${boundsText(episode.begin, formatTime)}`, begin);
  }
  if (episode.end !== undefined && episode.endedBy === 'recovered') {
    paragraph.strong(` until ${boundsText(episode.end, formatTime)}. It has recovered.`, boundLine(view, of, 'end'));
  } else if (episode.endedBy === 'restart') {
    endOfProcess(view, of, paragraph);
    afterTheEnd(view, of, paragraph);
  } else if (episode.endedBy === 'gap') {
    paragraph.strong('; lines are missing after it, so its end is not known.', episode.lastSkip);
  } else if (readyBeforeEnd(view, of) !== undefined) {
    paragraph.strong('. The log ends as it recovers: the node was already reported Ready again.', readyBeforeEnd(view, of));
  } else {
    const cutBefore = view.history.span !== undefined && view.history.span.to - process.to > seconds(5);
    paragraph.strong(`. It had not recovered ${cutBefore ? 'at the last line of this kubelet, ' : 'when the log ends at '}${formatTime(process.to)}.`, process.last);
  }
}

/** The times do not give the length then, so it must be said. */
function clockJumps({ jumps }: EpisodeView, paragraph: Paragraph): void {
  const by = jumpedBy(jumps);
  if (Math.abs(by) < seconds(1)) return;
  const words = `${durationText(Math.abs(by) as Duration)} ${by > 0 ? 'forward' : 'back'}`;
  paragraph.say(' Meanwhile the clock of the node jumped ').cite(words, jumps[0]?.at).say('; the length is the time that really passed, by the "last seen active" of the skips.');
}

/** It lasted so long that PLEG would have been unhealthy too, had listing failed as well. */
function noticesStale(episode: EpisodeView): boolean {
  return lengthBounds(episode).min >= RELIST_THRESHOLD;
}

/** The threshold had passed before it counted: Evented PLEG allows more until it gives up. */
function gaveUp({ episode: { begin, beginsBeforeLog } }: EpisodeView, passedAt: Instant): boolean {
  return !beginsBeforeLog && begin.max > passedAt + seconds(1);
}

/** The relist that a skip names began while Evented PLEG was in use: the skip allows ten minutes, or the episode began when three of them had long passed. */
function isOfEvented(episode: EpisodeView, { lastRelist: start, reasons }: Skip): boolean {
  const threshold = reasons.find((reason) => reason.threshold !== undefined)?.threshold ?? RELIST_THRESHOLD;
  return threshold > RELIST_THRESHOLD || (start !== undefined && gaveUp(episode, (start + threshold) as Instant));
}

/** The begin is known to be when the threshold passed at the latest, and no line tells that it was not before. */
function orEarlier({ episode: { begin, beginsBeforeLog } }: EpisodeView, passedAt: Instant): boolean {
  return !beginsBeforeLog && Math.abs(begin.max - passedAt) < seconds(1) && begin.max - begin.min > seconds(2);
}

function lastRelist(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const { signs, verdict, process } = episode;
  const last = episode.episode.lastRelist;
  const named = episode.skips.find((skip) => skip.lastRelist !== undefined);
  const timeout = durationText(requestTimeout(process));
  if (last !== undefined) {
    paragraph.say(` The last relist (the pass over all containers that PLEG makes every ${named !== undefined && isOfEvented(episode, named) ? 'five minutes while Evented PLEG is in use' : 'second'}) that could list them began at `);
    paragraph.cite(boundsText(last, formatTime), named ?? episode.episode.evidence[0]);
  } else if (signs.skipsWith.never > 0 && !signs.listedAfterStart) {
    paragraph.say(' Since its start this kubelet process had not been able to list the containers a single time');
  } else {
    if (!subjectOf(episode).pleg) otherReason(episode, paragraph);
    return;
  }
  const threshold = named?.reasons.find((reason) => reason.threshold !== undefined)?.threshold ?? RELIST_THRESHOLD;
  const passedAt = last === undefined ? undefined : ((last.max + threshold) as Instant);
  const passed = passedAt === undefined ? '' : gaveUp(episode, passedAt) ? `, and PLEG was unhealthy once Evented PLEG gave up: from then on only ${durationText(threshold)} are allowed, not ten minutes, and these had passed` : `, so ${passedAt > episode.episode.begin.max + seconds(1) ? 'PLEG passed its' : 'the'} threshold of ${durationText(threshold)} ${passedAt > episode.episode.begin.max + seconds(1) ? 'only' : 'passed'} at ${formatTime(passedAt)}${orEarlier(episode, passedAt) ? ' (or earlier, if that very listing took longer: no line here rules it out)' : ''}`;
  switch (verdict.kind) {
    case 'list-calls-hang':
    case 'runtime-unresponsive': {
      const late = givenUp(ofClass(signs.list, 'timed-out'));
      const cancelled = ofClass(signs.list, 'cancelled')[0];
      if (late.length === 0 && cancelled !== undefined) paragraph.say('; its list call had no answer yet when the kubelet ended and gave it up, at ').cite(formatTime(cancelled.fact.time), cancelled.fact).say(`${passed}.`);
      else if (late.length === 0) paragraph.say(`; ${last === undefined ? '' : 'after that '}no listing was answered${passed}.`);
      else {
        // The call after the last good relist begins a second or so later; of a log with holes another may be the first that is known.
        const isNext = last === undefined || (late[0]?.fact.time ?? 0) - requestTimeout(process) - last.max < seconds(10);
        paragraph.say(isNext ? `; ${last === undefined ? 'its' : 'the next'} list call got no answer and was given up after ${timeout} at ` : `; after that no listing was answered: one was given up after ${timeout} at `).cite(formatTime(late[0]?.fact.time ?? (0 as Instant)), late[0]?.fact);
        if (late[1] !== undefined) paragraph.say(', again at ').cite(formatTime(late[1].fact.time), late[1].fact);
        if (late.length > 2) paragraph.say(` (${times(late.length)} in all)`);
        paragraph.say(`${passed}.`);
        const gone = ofClass(signs.list, 'unreachable').find((call) => call.fact.time > (late[0]?.fact.time ?? 0));
        if (gone !== undefined) paragraph.say(' From ').cite(formatTime(gone.fact.time), gone.fact).say(' on the connection to the runtime failed: it had ended or was being restarted.');
      }
      return;
    }
    case 'runtime-unreachable': {
      const first = ofClass(signs.list, 'unreachable')[0] ?? ofClass(signs.status, 'unreachable')[0];
      paragraph.say('; then the connection to the runtime failed, first at ').cite(first === undefined ? 'an unknown time' : formatTime(first.fact.time), first?.fact).say(`${passed}.`);
      return;
    }
    case 'list-too-large': {
      const first = ofClass(signs.list, 'too-large')[0];
      paragraph.say('; then the list had become too large for one message, first at ').cite(first === undefined ? 'an unknown time' : formatTime(first.fact.time), first?.fact).say(`${passed}.`);
      return;
    }
    case 'list-calls-fail': {
      const first = answeredWithError(signs.list)[0];
      paragraph.say('; then the runtime answered the list calls with an error, first at ').cite(first === undefined ? 'an unknown time' : formatTime(first.fact.time), first?.fact).say(`${passed}.`);
      return;
    }
    case 'inspect-calls-hang': {
      const first = ofClass(signs.inspect, 'timed-out').find((call) => last === undefined || call.fact.time > last.max);
      paragraph.say('; it was then held up by looking at a pod that did not answer');
      if (first !== undefined) paragraph.say(`, given up after ${timeout} at `).cite(formatTime(first.fact.time), first.fact);
      paragraph.say(`${passed}.`);
      return;
    }
    case 'list-calls-slow':
    case 'runtime-slow':
      paragraph.say(`; the following listings were answered, but each too late${passed}.`);
      return;
    case 'relist-deadlock':
      paragraph.say(`; it never ended, though no call failed in it${passed}.`);
      return;
    case 'inspect-calls-slow':
      paragraph.say(`; that same pass then took long over the changed pods${passed}.`);
      return;
    default:
      paragraph.say(`; none was listed after it for longer than allowed${passed}.`);
  }
}

/** Ends of relists where they are logged, else the list calls themselves; one per second at most. */
function givenUp(calls: readonly FailedCall[]): readonly FailedCall[] {
  const relists = calls.filter((call) => call.fact.kind === 'relist-failed');
  const list = relists.length > 0 ? relists : calls;
  return list.filter((call, at) => at === 0 || call.fact.time - (list[at - 1]?.fact.time ?? 0) > seconds(1));
}

function nodeReports(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const changes = view.history.nodeReady.filter((change) => change.process === episode.process.id && change.time >= episode.episode.begin.min && change.time <= episode.to + seconds(60));
  const down = changes.find((change) => !change.ready);
  const up = changes.find((change) => change.ready && (down === undefined || change.time > down.time) && change.time >= (episode.episode.end?.min ?? episode.episode.begin.max));
  if (down === undefined && up === undefined) return;
  paragraph.say(' The node was reported ');
  if (down !== undefined) paragraph.say('NotReady at ').cite(formatTime(down.time), down);
  if (up !== undefined) paragraph.say(`${down === undefined ? '' : ' and '}Ready${down === undefined ? ' again' : ''} at `).cite(formatTime(up.time), up);
  paragraph.say('.');
}

function firstSkip(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const first = episode.skips[0];
  const slow = episode.signs.housekeepingSlow.filter((fact) => fact.took >= seconds(10) && (first === undefined || fact.time <= first.time + seconds(1)));
  const longest = slow.reduce((most, fact) => Math.max(most, fact.took), 0) as Duration;
  const worst = slow.find((fact) => fact.took === longest);
  if (first === undefined) {
    paragraph.say(' No "Skipping pod synchronization" line');
    const { list, inspect, status } = episode.signs;
    if (worst === undefined) paragraph.say(` of it is in this log; the condition of the node${list.length + inspect.length + status.length > 0 ? ' and the errors of calls prove' : ' proves'} it all the same.`);
    else paragraph.say(' was written, because the sync loop, the part that skips, was itself blocked for ').cite(durationText(longest), worst).say(' by housekeeping, which lists pods too.');
    return;
  }
  if (episode.episode.beginsBeforeLog || episode.firstSkipDelay === undefined || episode.firstSkipDelay < seconds(5)) return;
  paragraph.say(`${episode.skips.length === 1 ? ' The only' : ` The first of ${episode.skips.length}`} "Skipping pod synchronization" line${episode.skips.length === 1 ? '' : 's'} came only at `).cite(formatTime(first.time), first);
  if (worst === undefined) paragraph.say(', most likely because the sync loop was itself waiting for the runtime in its housekeeping, which lists pods too.');
  else paragraph.say(', because the sync loop was itself blocked for ').cite(durationText(longest), worst).say(' by housekeeping, which makes the same call.');
}

function cause(episode: EpisodeView, causes: readonly RankedFinding[], paragraph: Paragraph): void {
  const top = causeOf(episode, causes);
  if (top === undefined) {
    paragraph.say(' The log does not show why: no failed call, no line of a neighbour.');
    return;
  }
  paragraph.say(` Likely cause (${top.confidence} confidence): `);
  const before = beganWithStatus(episode) ? causes.find(({ finding, episodes }) => finding.id === 'runtime-status-failing' && finding !== top && episodes.includes(episode))?.finding : undefined;
  if (before !== undefined) paragraph.say('first ').cite(lowerFirst(before.title), before.evidence[0]).say('; then ');
  paragraph.cite(lowerFirst(top.title), top.evidence[0]).say('.');
}
