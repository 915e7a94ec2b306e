/** Several unhealthy times in one log: how many, how long together, and whether they repeat. */
import { grouped } from '../../kubelet/groups.ts';
import type { Duration } from '../../kubelet/time.ts';
import { foldedOf } from '../../inference/store/folded.ts';
import { plural, type RankedFinding } from '../cause.ts';
import { causeOf } from '../causeOf.ts';
import { durationRangeText, durationText, estimateText, shortEstimateText } from '../words/durationText.ts';
import { jumpedBy } from '../signs/clockJumps.ts';
import { likelyBegin } from './likelyTimes.ts';
import { beginText, boundLine, subjectOf, subjectOfAll, togetherText } from '../words/episodeText.ts';
import { endOfProcess, endUnknown } from './answerEnd.ts';
import { sayRecovered } from './answerRecovery.ts';
import type { Answer } from '../finding.ts';
import { howOften } from '../words/foldedText.ts';
import { boundsText, lowerFirst, type Paragraph } from './paragraph.ts';
import type { DiagnosisView, EpisodeView } from '../view.ts';

/** The first paragraph over all episodes: how many or how long, and whether it is over. `state`: how it stands at the end of the log. */
export function severalInShort(view: DiagnosisView, paragraph: Paragraph, state: Answer['state']): void {
  const inOrder = inOrderOf(view);
  const first = inOrder[0];
  const last = inOrder.at(-1);
  if (first === undefined || last === undefined) return;
  const { formatTime } = view;
  const subject = (subjectOfAll(inOrder) ?? subjectOf(view.episodes[0] ?? first)).long;
  const long = paragraph.isEmpty ? subject : lowerFirst(subject);
  const nodes = new Set(inOrder.map((episode) => episode.process.node)).size;
  if (nodes === 1 && isOneTrouble(inOrder)) {
    const restarts = plural(inOrder.length - 1, 'restart');
    paragraph
      .clause('one-trouble')
      .strong(
        `${long} ${wholeLength(inOrder)}from ${beginText(first.episode, formatTime)}`,
        boundLine(view, first, 'begin'),
      )
      .strong(` through ${restarts} of the kubelet`, inOrder[1]?.process.first);
    if (last.episode.endedBy === 'restart') endOfProcess(view, last, paragraph);
    else if (last.episode.endedBy === 'gap') endUnknown(view, last, paragraph);
    else if (last.episode.end === undefined)
      paragraph.clause('goes-on').strong(', and had not recovered when the log ends.', last.process.last);
    else {
      paragraph.strong(` until ${boundsText(last.episode.end, formatTime)}.`, boundLine(view, last, 'end'));
      sayRecovered(view, last, paragraph);
    }
    return;
  }
  const processes = new Set(inOrder.map((episode) => episode.process.id)).size;
  // Nodes may be unhealthy at the same time: a sum over them would be no time at all.
  const together = nodes > 1 || foldedOf(view.history, 'episodes') !== undefined ? undefined : togetherText(inOrder);
  paragraph
    .clause('count')
    .strong(
      `${long} ${howOften(view)}${together === undefined ? '' : `, ${together} in total`}`,
      boundLine(view, first, 'begin'),
    );
  paragraph.say(
    nodes > 1
      ? ` on ${nodes} nodes`
      : processes > 1
        ? `, over ${plural(processes, 'kubelet process', 'kubelet processes')}`
        : '',
  );
  paragraph.say(', the first from ').cite(beginText(first.episode, formatTime), boundLine(view, first, 'begin'));
  paragraph
    .say(', the last from ')
    .cite(beginText(last.episode, formatTime), boundLine(view, last, 'begin'))
    .say('.');
  if (state === 'recovered') sayRecovered(view, last, paragraph);
  else if (state === 'unhealthy-at-end')
    paragraph.sentence('goes-on').strong('It had not recovered at the end of the log.', last.process.last);
  else paragraph.sentence('end-unknown').say('Whether it has recovered is not known.');
}

/** What is to be said over all of them: rhythm, causes that differ, one trouble in several processes. */
export function describeSeveral(view: DiagnosisView, causes: readonly RankedFinding[], paragraph: Paragraph): void {
  const inOrder = inOrderOf(view);
  const [first] = inOrder;
  if (first === undefined) return;
  if (new Set(inOrder.map((episode) => episode.process.node)).size === 1 && isOneTrouble(inOrder)) {
    paragraph
      .sentence('one-trouble')
      .say(
        `One trouble, cut into ${inOrder.length} unhealthy times of one process each: after a restart the kubelet no longer knows ${subjectOf(first).pleg ? 'when its last good relist was' : 'when the runtime last answered well'}.`,
      );
    return;
  }
  const rhythm = rhythmOf(inOrder);
  if (rhythm !== undefined)
    paragraph
      .sentence('rhythm')
      .say(
        `They repeat: every ${durationText(rhythm.period)}, unhealthy for ${lengthsText(rhythm.lengths)} each time.${inOrder.every(({ verdict }) => verdict.kind === 'inspect-calls-hang') ? " Such a rhythm comes from the kubelet's own time-outs and means that one and the same call hangs again and again." : ''}`,
      );
  differentCauses(view, inOrder, causes, paragraph);
  sayOfSetBack(inOrder, paragraph);
}

/** From the begin of the first to the end of the last of one trouble. */
function wholeLength(inOrder: readonly EpisodeView[]): string {
  const text = lengthFrom(inOrder, estimateText);
  return text === undefined ? '' : `for ${text}, `;
}

function lengthFrom(inOrder: readonly EpisodeView[], write: typeof estimateText): string | undefined {
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const { begin, beginOpen } = first.episode;
  const jumped = jumpedBy(inOrder.flatMap(({ jumps }) => jumps));
  const silent = inOrder.reduce((sum, { episode }) => sum + (episode.silent ?? 0), 0);
  const end = last.episode.end ?? (last.episode.endedBy === 'restart' ? last.process.ending?.at : undefined);
  const likely = last.likelyEnd;
  if (beginOpen === true || end === undefined || likely === undefined) return undefined;
  return write(
    (likely - likelyBegin(first.episode) - jumped) as Duration,
    (end.min - begin.max - jumped - silent) as Duration,
    (end.max - begin.min - jumped) as Duration,
  );
}

/** For the title, where all unhealthy times of a node are one trouble that restarts of the kubelet cut: `about 3m7s through 1 restart`; `undefined` elsewhere. */
export function throughRestarts(view: DiagnosisView): string | undefined {
  const inOrder = inOrderOf(view);
  const [first, last] = [inOrder[0], inOrder.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  if (new Set(inOrder.map(({ process }) => process.node)).size > 1 || !isOneTrouble(inOrder)) return undefined;
  const length = lengthFrom(inOrder, shortEstimateText);
  return length === undefined ? undefined : `${length} through ${plural(inOrder.length - 1, 'restart')}`;
}

function inOrderOf(view: DiagnosisView): readonly EpisodeView[] {
  // Where nothing bounds a begin from below, its earliest time is that of the log.
  return [...view.episodes].sort((a, b) => likelyBegin(a.episode) - likelyBegin(b.episode));
}

/** Stamps before and after do not compare then, so one unhealthy time can look like two, the later part before the earlier. */
function sayOfSetBack(inOrder: readonly EpisodeView[], paragraph: Paragraph): void {
  const step = inOrder.find(({ setBack }) => setBack !== undefined)?.setBack;
  if (step !== undefined)
    paragraph
      .sentence('set-back')
      .say('The times of the log ')
      .cite('go back', step.evidence[1])
      .say(
        ' in the middle of one of them, so it may be counted twice, and the order of the times is not that of what happened.',
      );
}

/** Names each cause with its unhealthy times, where they have not all the same. */
function differentCauses(
  view: DiagnosisView,
  inOrder: readonly EpisodeView[],
  causes: readonly RankedFinding[],
  paragraph: Paragraph,
): void {
  const groups = grouped(inOrder, (episode) => causeOf(view, episode, causes));
  if (groups.size < 2) return;
  // Nodes can have had the same one at several times.
  const differ = new Set([...groups.keys()].map((cause) => cause?.id)).size > 1;
  let said = 0;
  for (const [cause, [first, ...more]] of groups) {
    if (first === undefined) continue;
    if (said === 0) paragraph.sentence('causes-differ');
    paragraph.say(
      `${said > 0 ? '; ' : differ ? 'Their causes differ: ' : 'Their causes: '}${more.length === 0 ? 'for the one from ' : `for ${more.length + 1} of them, the first from `}`,
    );
    paragraph.cite(beginText(first.episode, view.formatTime), boundLine(view, first, 'begin')).say(': ');
    if (cause === undefined) paragraph.say('the log does not show why');
    else paragraph.cite(lowerFirst(cause.title), cause.evidence[0]).say(` (${cause.confidence} confidence)`);
    said += 1;
  }
  paragraph.say('.');
}

/** Each but the last was cut by the end of its process, and the next process was unhealthy from its start. */
function isOneTrouble(inOrder: readonly EpisodeView[]): boolean {
  return inOrder.every((episode, at) => {
    const next = inOrder[at + 1];
    return (
      next === undefined ||
      (episode.episode.endedBy === 'restart' &&
        next.episode.reasons.includes('pleg-never') &&
        next.episode.begin.max <= (next.process.loopStarted ?? next.process.from) + 1_000_000)
    );
  });
}

/** Lengths that differ by less are written as one. */
const SAME_LENGTH = 0.05;

/** A rhythm: three begins or more at even distances (10 %) with lengths alike (20 %), in one process. */
function rhythmOf(
  inOrder: readonly EpisodeView[],
): { readonly period: Duration; readonly lengths: readonly Duration[] } | undefined {
  const process = inOrder[0]?.process.id;
  if (inOrder.length < 3 || inOrder.some((episode) => episode.process.id !== process)) return undefined;
  const begins = inOrder.map(({ episode }) => likelyBegin(episode));
  const gaps = begins.slice(1).map((begin, at) => begin - (begins[at] ?? 0));
  // The last one may be cut by the end of the log.
  const lengths = inOrder
    .filter(({ episode }, at) => at < inOrder.length - 1 || episode.end !== undefined)
    .map((episode) => episode.length);
  const period = median(gaps);
  const length = median(lengths);
  if (
    gaps.some((gap) => Math.abs(gap - period) > period * 0.1) ||
    lengths.some((one) => Math.abs(one - length) > length * 0.2)
  )
    return undefined;
  return { period: period as Duration, lengths };
}

/** One length where all are much the same, else the shortest and the longest. */
function lengthsText(lengths: readonly Duration[]): string {
  const [min, max] = [Math.min(...lengths) as Duration, Math.max(...lengths) as Duration];
  return max - min <= SAME_LENGTH * max
    ? `about ${durationText(median(lengths) as Duration)}`
    : durationRangeText(min, max);
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}
