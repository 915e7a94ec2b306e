/** The last relist that worked, in words, and what failed after it. */
import { RELIST_THRESHOLD } from '../kubelet/constants.ts';
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import type { Skip } from '../inference/history.ts';
import { times } from './cause.ts';
import { durationText } from './durationText.ts';
import { lengthBounds, subjectOf } from './episodeText.ts';
import { type FailedCall, ofClass } from './episodeSigns.ts';
import { shorten } from './factText.ts';
import { boundsText, type Paragraph } from './paragraph.ts';
import { requestTimeout, requestTimeoutText } from './requestTimeout.ts';
import { answeredWithError } from './verdicts.ts';
import type { DiagnosisView, EpisodeView } from './view.ts';

/** Says which relist was the last that worked, what became of the next, and when the threshold passed; of an unhealthy time that no reason of PLEG names, what failed. */
export function describeLastRelist(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const { signs, verdict, process } = episode;
  const last = episode.episode.lastRelist;
  const named = episode.skips.find((skip) => skip.lastRelist !== undefined);
  const timeout = requestTimeoutText(process);
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
  const passed = passedAt === undefined ? '' : thresholdWords(view, episode, passedAt, threshold);
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

/** When the threshold passed, as the end of a sentence. */
function thresholdWords({ formatTime }: DiagnosisView, episode: EpisodeView, passedAt: Instant, threshold: Duration): string {
  const allowed = durationText(threshold);
  if (gaveUp(episode, passedAt)) return `, and PLEG was unhealthy once Evented PLEG gave up: from then on only ${allowed} are allowed, not ten minutes, and these had passed`;
  const isLater = passedAt > episode.episode.begin.max + seconds(1);
  return `, so ${isLater ? 'PLEG passed its' : 'the'} threshold of ${allowed} ${isLater ? 'only' : 'passed'} at ${formatTime(passedAt)}${orEarlier(episode, passedAt) ? ' (or earlier, if that very listing took longer: no line here rules it out)' : ''}`;
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
function orEarlier({ episode: { begin, beginOpen } }: EpisodeView, passedAt: Instant): boolean {
  return Math.abs(begin.max - passedAt) < seconds(1) && (beginOpen === true || begin.max - begin.min > seconds(2));
}

/** Ends of relists where they are logged, else the list calls themselves; one per second at most. */
function givenUp(calls: readonly FailedCall[]): readonly FailedCall[] {
  const relists = calls.filter((call) => call.fact.kind === 'relist-failed');
  const list = relists.length > 0 ? relists : calls;
  return list.filter((call, at) => at === 0 || call.fact.time - (list[at - 1]?.fact.time ?? 0) > seconds(1));
}

/** What failed where no reason names PLEG. */
function otherReason(episode: EpisodeView, paragraph: Paragraph): void {
  const { reasons } = episode.episode;
  if (reasons.includes('runtime-down') || reasons.includes('runtime-status-unknown')) {
    const { process } = episode;
    // `runtime-status-unknown` is said until the first good answer (pkg/kubelet/runtime.go, 1.14), wherever the log begins.
    const never = reasons.includes('runtime-status-unknown') && !reasons.includes('runtime-down');
    const sinceStart = never || (process.startedInLog && episode.episode.begin.min <= (process.loopStarted ?? process.from));
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
