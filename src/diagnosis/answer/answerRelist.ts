/** The last relist that worked, in words, and what failed after it. */
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, milliseconds, seconds } from '../../kubelet/time.ts';
import type { Skip } from '../../inference/history.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import { times } from '../cause.ts';
import { durationText } from '../words/durationText.ts';
import { handOver, subjectOf } from '../words/episodeText.ts';
import { describeOtherReason } from './answerStatus.ts';
import { type FailedCall, isInspectedWithin, ofClass } from '../signs/episodeSigns.ts';
import { boundsText, type Paragraph } from './paragraph.ts';
import { gaveUpAfter } from '../words/requestTimeout.ts';
import { requestTimeout } from '../../inference/requestTimeout.ts';
import { answeredWithError } from './verdicts.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** Says which relist was the last that worked, what became of the next, and when the threshold passed; of an unhealthy time that no reason of PLEG names, what failed. */
export function describeLastRelist(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const { signs } = episode;
  const last = episode.episode.lastRelist;
  const named = episode.skips.find((skip) => skip.lastRelist !== undefined);
  if (last !== undefined) {
    paragraph
      .sentence('last-relist')
      .say(
        `The last relist that worked (PLEG's pass over all containers, every ${named !== undefined && isOfEvented(episode, named) ? 'five minutes while Evented PLEG is in use' : 'second'}) began at `,
      );
    paragraph.cite(boundsText(last, formatTime), named ?? episode.episode.evidence[0]);
  } else if (signs.skipsWith.never > 0 && !signs.listedAfterStart) {
    paragraph
      .sentence('no-relist-yet')
      .say('Since its start this kubelet process had not managed to list the containers a single time');
  } else {
    if (!subjectOf(episode).pleg) describeOtherReason(view, episode, paragraph);
    return;
  }
  paragraph.clause('list-call');
  whatCameNext(view, episode, paragraph);
  const threshold = named?.reasons.find((reason) => reason.threshold !== undefined)?.threshold ?? RELIST_THRESHOLD;
  if (last !== undefined)
    paragraph.clause('threshold').say(thresholdWords(view, episode, (last.max + threshold) as Instant, threshold));
  paragraph.say('.');
  connectionLost(view, episode, paragraph);
}

/** What became of the listing after the last good one, as the middle of a sentence. */
function whatCameNext(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { signs, verdict } = episode;
  const first = (calls: readonly FailedCall[], words: string): void => {
    const [call] = calls;
    paragraph.say(`; ${words}`);
    if (call === undefined) return;
    paragraph
      .say(isFirst(view, episode, call) ? ', first at ' : ', in this log first at ')
      .cite(view.formatTime(call.fact.time), call.fact);
  };
  switch (verdict.kind) {
    case 'list-calls-hang':
    case 'runtime-unresponsive':
      return noAnswer(view, episode, paragraph);
    case 'runtime-unreachable': {
      const calls = ofClass(signs.list, 'unreachable');
      if (signs.list.length + signs.status.length === 0) return noAnswer(view, episode, paragraph);
      return first(
        calls.length > 0 ? calls : ofClass(signs.status, 'unreachable'),
        'then the connection to the runtime failed',
      );
    }
    case 'list-too-large':
      return first(ofClass(signs.list, 'too-large'), 'then the list had become too large for one message');
    case 'list-calls-fail': {
      const answered = answeredWithError(signs.list);
      // Why is cut away.
      if (answered.length === 0) break;
      return first(answered, 'then the runtime answered the list calls with an error');
    }
    case 'inspect-calls-hang':
      return heldUp(view, episode, paragraph);
    case 'list-calls-slow':
    case 'runtime-slow':
      paragraph.say('; listings were answered, but too late');
      return;
    case 'relist-deadlock':
      paragraph.say('; it never ended, though no line says that a call failed in it');
      return;
    case 'inspect-calls-slow':
      paragraph.say('; that same relist then took long to inspect the changed pods');
      return;
    case 'container-manager':
    case 'runtime-status-failing':
    case 'unknown':
  }
  if (episode.episode.lastRelist !== undefined) paragraph.say('; no listing after it came within the time allowed');
}

/** A relist comes a second after the one before; what fails later, with no line before it, may have failed in lines that are missing. */
const NEXT_RELIST = seconds(10);

/** Whether no line is missing in which an earlier call may have failed: neither between the lines nor before the first one. */
function isFirst({ history }: DiagnosisView, { episode, process }: EpisodeView, { fact }: FailedCall): boolean {
  const last = episode.lastRelist?.max ?? process.from;
  const isCut = episode.beginsBeforeLog || (!process.startedInLog && last < process.from);
  return !isCut && fact.time - last < NEXT_RELIST && lookupsOf(history).holesBetween(last, fact.time).length === 0;
}

function noAnswer({ formatTime }: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { signs, process } = episode;
  const last = episode.episode.lastRelist;
  const late = givenUp(ofClass(signs.list, 'timed-out'));
  const cancelled = ofClass(signs.list, 'cancelled')[0];
  const [one, two] = late;
  if (one === undefined && cancelled !== undefined)
    paragraph
      .say('; its list call had no answer yet when the kubelet ended and gave it up, at ')
      .cite(formatTime(cancelled.fact.time), cancelled.fact);
  else if (one === undefined) paragraph.say(`; ${last === undefined ? '' : 'after that '}no listing was answered`);
  else {
    // The call after the last good relist begins a second or so later; of a log with holes another may be the first that is known.
    const isNext = last === undefined || one.fact.time - requestTimeout(process) - last.max < seconds(10);
    const after = gaveUpAfter(process, last?.min, one.fact.time);
    paragraph
      .say(
        isNext
          ? `; ${last === undefined ? 'its' : 'the next'} list call got no answer and was given up${after} at `
          : `; after that no listing was answered: one was given up${after} at `,
      )
      .cite(formatTime(one.fact.time), one.fact);
    if (two !== undefined) paragraph.say(', again at ').cite(formatTime(two.fact.time), two.fact);
    if (late.length > 2) paragraph.say(` (${times(late.length)} in all)`);
  }
}

/** A call that was given up sooner was made before that relist. */
const LEAST_WAIT = seconds(1);

function heldUp({ formatTime }: DiagnosisView, { signs, process, episode }: EpisodeView, paragraph: Paragraph): void {
  const last = episode.lastRelist;
  const first = ofClass(signs.inspect, 'timed-out').find(
    (call) => last === undefined || call.fact.time - last.max > LEAST_WAIT,
  );
  paragraph.say(
    signs.inspect.every(isInspectedWithin)
      ? '; then the inspection of a container, for another call, got no answer'
      : '; it was then held up by the inspection of a pod, which got no answer',
  );
  if (first !== undefined)
    paragraph
      .say(` and was given up${gaveUpAfter(process, last?.min, first.fact.time)} at `)
      .cite(formatTime(first.fact.time), first.fact);
}

/** A runtime that hung and then was gone. */
function connectionLost({ formatTime }: DiagnosisView, { signs, verdict }: EpisodeView, paragraph: Paragraph): void {
  if (verdict.kind !== 'list-calls-hang' && verdict.kind !== 'runtime-unresponsive') return;
  const [late] = givenUp(ofClass(signs.list, 'timed-out'));
  const gone =
    late === undefined ? undefined : ofClass(signs.list, 'unreachable').find((call) => call.fact.time > late.fact.time);
  if (gone !== undefined)
    paragraph
      .sentence('connection-lost')
      .say('From ')
      .cite(formatTime(gone.fact.time), gone.fact)
      .say(' on the connection to the runtime failed: it had ended or was being restarted.');
}

/** When the threshold passed, as the end of a sentence. */
function thresholdWords(
  { formatTime }: DiagnosisView,
  episode: EpisodeView,
  passedAt: Instant,
  threshold: Duration,
): string {
  const allowed = durationText(threshold);
  if (gaveUp(episode, passedAt))
    return `, and PLEG was unhealthy once Evented PLEG gave up: from then on only ${allowed} are allowed, not ten minutes, and these had passed`;
  const isLater = passedAt > episode.episode.begin.max + seconds(1);
  return `, so ${isLater ? 'PLEG passed its' : 'the'} threshold of ${allowed} ${isLater ? 'only' : 'passed'} at ${formatTime(passedAt)}${isLater ? fromThenOn(episode, passedAt) : ''}${orEarlier(episode, passedAt) ? ' (or earlier, if that very listing took longer: no line here rules it out)' : ''}`;
}

/** PLEG after the runtime: beside it, or in its place, with a moment in between in which the kubelet may have been healthy. */
function fromThenOn(episode: EpisodeView, passedAt: Instant): string {
  const { short } = subjectOf(episode);
  if (short === 'Runtime down') return ' and was unhealthy, too, from then on';
  const over = handOver(episode);
  if (over === undefined) return '';
  const pause = passedAt - over.last.time;
  return ` and was unhealthy from then on; the runtime was no longer considered down${pause > milliseconds(100) ? `, so the kubelet may have been healthy for up to ${durationText(pause as Duration)} before it, while its loop slept` : ''}`;
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
