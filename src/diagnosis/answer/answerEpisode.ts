/** One unhealthy time in words: when and how long, the last relist that worked, why the first skip came late, what the node reported, the cause, the pods. */
import { onNode } from '../words/endingText.ts';
import type { LineReference } from '../../inference/history.ts';
import type { OtherErrorFact } from '../../messages/fact.ts';
import { isCutFrom } from '../../messages/recognise/cutMessage.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { isPartNotStarted } from '../../kubelet/skipReasonPhrases.ts';
import { type Duration, seconds } from '../../kubelet/time.ts';
import { saySilence } from './answerAbsence.ts';
import { afterTheEnd, endOfProcess, endUnknown } from './answerEnd.ts';
import { sayRecovered } from './answerRecovery.ts';
import { describeLastRelist } from './answerRelist.ts';
import { ownReason } from './answerStatus.ts';
import { jumpedBy } from '../signs/clockJumps.ts';
import { causeOf } from '../causeOf.ts';
import type { RankedFinding } from '../cause.ts';
import { durationText } from '../words/durationText.ts';
import { shorten } from '../words/factText.ts';
import type { Finding } from '../finding.ts';
import {
  beginText,
  boundLine,
  isUndated,
  lengthText,
  readyBeforeEnd,
  subjectOf,
  whichOf,
} from '../words/episodeText.ts';
import { boundsText, lowerFirst, type Paragraph } from './paragraph.ts';
import { beganWithStatus, stoodStill } from './verdicts.ts';
import { ofClass } from '../signs/episodeSigns.ts';
import { failedBy } from '../signs/listingBlame.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** The first paragraph for one episode: the node, what, how long, whether it is over. */
export function episodeInShort(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  if (isUndated(view, episode)) withoutTimes(episode, paragraph);
  else opening(view, episode, paragraph, false);
}

/** The story of one episode; of several it says first which one it is. */
export function describeEpisode(
  view: DiagnosisView,
  episode: EpisodeView,
  oneOfSeveral: boolean,
  paragraph: Paragraph,
): void {
  if (isUndated(view, episode)) {
    if (oneOfSeveral) withoutTimes(episode, paragraph);
    return;
  }
  if (oneOfSeveral) opening(view, episode, paragraph, true);
  if (episode.episode.endedBy === 'restart') afterTheEnd(view, episode, paragraph);
  clockJumps(episode, paragraph);
  if (episode.episode.silent !== undefined) saySilence(view, paragraph, episode.process);
  describeLastRelist(view, episode, paragraph);
  evented(view, episode, paragraph);
  nodeReports(view, episode, paragraph);
  firstSkip(view, episode, paragraph);
}

/** Lines pasted without their stamps: only what they say themselves is known, and that is a length. */
function withoutTimes(episode: EpisodeView, paragraph: Paragraph): void {
  paragraph
    .sentence('without-times')
    .strong(`${subjectOf(episode).long} when these lines were written`, episode.episode.firstSkip)
    .say('. They carry no times, so it cannot be said when it began, or whether it is over.');
  const longest = episode.skips
    .flatMap((skip) =>
      skip.reasons.flatMap((reason) =>
        reason.elapsed === undefined
          ? []
          : [{ skip, elapsed: reason.elapsed, threshold: reason.threshold ?? RELIST_THRESHOLD }],
      ),
    )
    .sort((a, b) => b.elapsed - a.elapsed)[0];
  if (longest === undefined) return;
  paragraph
    .sentence('last-relist')
    .say("The last relist that worked (PLEG's pass over all containers, every second) had begun ")
    .cite(durationText(longest.elapsed), longest.skip);
  paragraph.say(` before, and ${durationText(longest.threshold)} are allowed.`);
}

function opening(view: DiagnosisView, of: EpisodeView, paragraph: Paragraph, oneOfSeveral: boolean): void {
  const { episode, process } = of;
  const { formatTime } = view;
  const subject = subjectOf(of);
  const which = whichOf(view, of);
  const isFirst = paragraph.isEmpty && !oneOfSeveral;
  if (oneOfSeveral) paragraph.sentence('which-episode').strong(`${which === 'one' ? 'One' : `The ${which}`} of them: `);
  paragraph.clause(episode.beginsBeforeLog ? 'began-before' : 'episode-length');
  const long = isFirst ? subject.long : lowerFirst(subject.long);
  const node = onNode(view.history, process);
  const begin = boundLine(view, of, 'begin');
  if (episode.beginsBeforeLog) {
    // Of a log with several processes it is known only where the lines of this one begin.
    const from = process.from - (view.history.span?.from ?? process.from);
    const where = from > seconds(5) ? ' when the lines of this kubelet begin' : ' when this log begins';
    paragraph.strong(`${alreadyText(long)}${node}${where}`, episode.firstSkip ?? begin);
    if (episode.begin.max - episode.begin.min < seconds(2))
      paragraph.strong(`, since ${beginText(episode, formatTime)}`, begin);
  } else {
    paragraph.strong(`${long}${node} for ${lengthText(of)}, from ${beginText(episode, formatTime)}`, begin);
  }
  if (episode.end !== undefined && episode.endedBy === 'recovered') {
    paragraph.strong(
      `${episode.beginsBeforeLog ? ', until' : ' until'} ${boundsText(episode.end, formatTime)}.`,
      boundLine(view, of, 'end'),
    );
    // Of several the first paragraph says how the log ends, which may be in another one.
    if (!oneOfSeveral) sayRecovered(view, of, paragraph);
  } else if (episode.endedBy === 'restart') {
    endOfProcess(view, of, paragraph);
  } else if (episode.endedBy === 'gap') {
    endUnknown(view, of, paragraph);
  } else if (readyBeforeEnd(view, of) !== undefined) {
    paragraph
      .strong('.')
      .sentence('recovered')
      .strong('The log ends as it recovers: the node was already reported Ready again.', readyBeforeEnd(view, of));
  } else {
    const cutBefore = view.history.span !== undefined && view.history.span.to - process.to > seconds(5);
    paragraph
      .strong('.')
      .sentence('goes-on')
      .strong(
        `It had not recovered ${cutBefore ? 'at the last line of this kubelet, ' : 'when the log ends at '}${formatTime(process.to)}.`,
        process.last,
      );
  }
}

/** `PLEG was already unhealthy`, `the kubelet already counted the container runtime as down`. */
function alreadyText(subject: string): string {
  return subject.includes(' was ')
    ? subject.replace(' was ', ' was already ')
    : subject.replace(/ (counted|got|said|had) /, ' already $1 ');
}

/** The times do not give the length then, so it must be said. */
function clockJumps({ jumps }: EpisodeView, paragraph: Paragraph): void {
  const by = jumpedBy(jumps);
  if (Math.abs(by) < seconds(1)) return;
  const words = `${durationText(Math.abs(by) as Duration)} ${by > 0 ? 'forward' : 'back'}`;
  paragraph
    .sentence('clock-jump')
    .say('Meanwhile the clock of the node jumped ')
    .cite(words, jumps[0]?.at)
    .say('; the length is the time that really passed, by the "last seen active" of the skips.');
}

/** Evented PLEG lists seldom, and its threshold is another one: a reader has to know when it was in use. */
function evented({ formatTime, facts }: DiagnosisView, { process }: EpisodeView, paragraph: Paragraph): void {
  if (process.evented === undefined) return;
  const { until } = process.evented;
  const fellBack = until !== undefined && facts.between(process.id, 'evented', until, until)[0]?.what === 'fall-back';
  // Without the line of the fall-back, which is written at -v=4, it can have given up unseen.
  paragraph
    .sentence('evented')
    .say(
      fellBack
        ? `Evented PLEG was in use until ${formatTime(until)}, when it gave up; since then PLEG lists every second.`
        : `Evented PLEG is turned on for this kubelet${until === undefined ? '' : `; by ${formatTime(until)} it had given up`}.`,
    );
}

function nodeReports(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const changes = view.history.nodeReady.filter(
    (change) =>
      change.process === episode.process.id &&
      change.time >= episode.episode.begin.min &&
      change.time <= episode.to + seconds(60),
  );
  // One before it surely had begun can be of the episode before.
  const downs = changes.filter((change) => !change.ready);
  const down = downs.find(({ time }) => time >= episode.episode.begin.max) ?? downs[0];
  const up = changes.find(
    (change) =>
      change.ready &&
      (down === undefined || change.time > down.time) &&
      change.time >= (episode.episode.end?.min ?? episode.episode.begin.max),
  );
  if (down === undefined && up === undefined) return;
  paragraph.sentence('node-reports').say('The node was reported ');
  if (down !== undefined) paragraph.say('NotReady at ').cite(formatTime(down.time), down);
  if (up !== undefined)
    paragraph
      .say(`${down === undefined ? '' : ' and '}Ready${down === undefined ? ' again' : ''} at `)
      .cite(formatTime(up.time), up);
  paragraph.say('.');
}

function firstSkip(view: DiagnosisView, episode: EpisodeView, paragraph: Paragraph): void {
  const { formatTime } = view;
  const first = episode.skips[0];
  const slow = episode.signs.housekeepingSlow.filter(
    (fact) => fact.took >= seconds(10) && (first === undefined || fact.time <= first.time + seconds(1)),
  );
  const longest = slow.reduce((most, fact) => Math.max(most, fact.took), 0) as Duration;
  const worst = slow.find((fact) => fact.took === longest);
  if (first === undefined) {
    paragraph.sentence('no-skip').say('No "Skipping pod synchronization" line');
    const { list, inspect, status } = episode.signs;
    if (worst === undefined)
      paragraph.say(
        ` belongs to it; the condition of the node${list.length + inspect.length + status.length > 0 ? ' and the errors of calls prove' : ' proves'} it all the same.`,
      );
    else
      paragraph
        .say(' was written, because the sync loop, the part that skips, was itself blocked for ')
        .cite(durationText(longest), worst)
        .say(' by housekeeping, which lists pods too.');
    return;
  }
  if (episode.episode.beginsBeforeLog || episode.firstSkipDelay === undefined || episode.firstSkipDelay < seconds(5))
    return;
  // The loop makes no turn before the first relist and Status were answered: its first skip came at once, in lines that are missing.
  if (first.reasons.some(({ kind }) => kind === 'pleg-never' || kind === 'runtime-status-unknown')) return;
  paragraph
    .sentence('first-skip')
    .say(
      `${episode.skips.length === 1 ? 'The only' : `The first of ${episode.skips.length}`} "Skipping pod synchronization" line${episode.skips.length === 1 ? '' : 's'} came only at `,
    )
    .cite(formatTime(first.time), first);
  if (worst === undefined)
    paragraph.say(
      stoodStill(episode, view.searched)
        ? ', and no line says that a call failed or that housekeeping took long: the kubelet, or the whole machine, stood still until then.'
        : ', most likely because the sync loop was itself waiting for the runtime in its housekeeping, which lists pods too.',
    );
  else
    paragraph
      .say(', because the sync loop was itself blocked for ')
      .cite(durationText(longest), worst)
      .say(' by housekeeping, which makes the same call.');
}

/** A call beside those of PLEG that the runtime did not answer at that time; a command in a container and a pull take as long as they take. */
function unanswered({ signs }: EpisodeView): (LineReference & { readonly text: string }) | undefined {
  const [asked] = signs.askedInVain;
  if (asked !== undefined) return asked;
  const call = ofClass(signs.other, 'timed-out')
    .map(({ fact }) => fact)
    .find((fact) => fact.kind === 'runtime-call-failed' && !NOT_OF_THE_RUNTIME.has(fact.method));
  return call?.kind === 'runtime-call-failed' ? { ...call, text: `${call.method}: ${call.error.text}` } : undefined;
}

const NOT_OF_THE_RUNTIME: ReadonlySet<string> = new Set(['ExecSync', 'Exec', 'Attach', 'PortForward', 'PullImage']);

/** From 1.36 on PLEG says of all pods or of one that it could not retrieve them; a screen can cut the line before it says of which. */
const FAILED_LISTINGS = ['pleg.unable-retrieve-pods.s', 'pleg.unable-retrieve-pods.u', 'pleg.unable-retrieve-pod.s'];

function cutListing({ facts }: DiagnosisView, { process, from, to }: EpisodeView): OtherErrorFact | undefined {
  return facts
    .of(process.id, 'other-error')
    .find(({ text, time }) => time >= from && time <= to && isCutFrom(FAILED_LISTINGS, text));
}

/** The likely cause of an episode; of several unhealthy times `whose` says of which. */
export function sayCause(
  view: DiagnosisView,
  episode: EpisodeView,
  causes: readonly RankedFinding[],
  paragraph: Paragraph,
  whose = '',
): Finding | undefined {
  const top = causeOf(view, episode, causes);
  const own = ownReason(episode);
  if (own !== undefined)
    paragraph
      .sentence('given-reason')
      .say('The kubelet gives this reason: ')
      .cite(`"${shorten(own.text, 200)}"`, own)
      .say('.');
  if (top === undefined && own !== undefined) {
    if (isPartNotStarted(own.text))
      paragraph.say(
        ' A part of the kubelet did not start. One of up to 1.7 does not end over that, but skips until it is started again: mend what it names, then `systemctl restart kubelet`.',
      );
    return undefined;
  }
  paragraph.sentence('cause');
  if (top === undefined) {
    const vain = unanswered(episode);
    const { list, inspect } = episode.signs;
    const cut = failedBy([...list, ...inspect], 'unnamed')[0]?.fact ?? cutListing(view, episode);
    if (vain === undefined && cut !== undefined)
      paragraph
        .say('The log does not show why: ')
        .cite('a call of PLEG failed', cut)
        .say(', and its line ends before it says how.');
    else if (vain === undefined)
      paragraph.say(
        causes.some(({ episodes }) => episodes.length > 0)
          ? 'The log does not show why each time.'
          : 'The log does not show why: it has no failed call of PLEG, and no line of the kernel, the runtime or systemd explains it.',
      );
    else
      paragraph
        .say(
          'The log does not show which call of PLEG failed, but others got no answer at that time, so the runtime is where to look: ',
        )
        .cite(`"${shorten(vain.text, 200)}"`, vain)
        .say('.');
    return undefined;
  }
  paragraph.strong(`Likely cause${whose} (${top.confidence} confidence): `);
  const before = beganWithStatus(episode)
    ? causes.find(
        ({ finding, episodes }) =>
          finding.id === 'runtime-status-failing' && finding.id !== top.id && episodes.includes(episode),
      )?.finding
    : undefined;
  if (before !== undefined) paragraph.say('first ').cite(lowerFirst(before.title), before.evidence[0]).say('; then ');
  paragraph.cite(lowerFirst(top.title), top.evidence[0]).say('.');
  return top;
}
