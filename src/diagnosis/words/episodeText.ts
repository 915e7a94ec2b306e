/** An episode in a few words: what was unhealthy, and for how long. */
import type { SkipReasonKind } from '../../kubelet/skipReason.ts';
import { between, type Duration } from '../../kubelet/time.ts';
import { jumpedBy } from '../signs/clockJumps.ts';
import { lastSeen, setBackOver } from '../signs/clockSetBack.ts';
import { durationRangeText, durationText, estimateText, shortEstimateText, UNKNOWN_TIME } from './durationText.ts';
import type { Episode, LineReference, NodeReadyChange, Skip } from '../../inference/history.ts';
import { endingText } from './endingText.ts';
import { boundsText, whenText } from '../answer/paragraph.ts';
import type { DiagnosisView, EpisodeView, FormatTime } from '../view.ts';

const A_SECOND = 1_000_000;

const RUNTIME_AND_PLEG = 'The container runtime was considered down and PLEG unhealthy';

/** No line of its kubelet carries a time, whatever others of the log do: it ends before them all, and nothing can be said of when. */
export function isUndated({ history: { span } }: DiagnosisView, { process }: EpisodeView): boolean {
  return span === undefined || process.isUndated === true;
}

/** What an unhealthy time is named by. */
type Named = Pick<EpisodeView, 'episode' | 'skips'> & {
  readonly signs: Pick<EpisodeView['signs'], 'listedAfterStart'>;
};

/** What was unhealthy, as the subject of a sentence. */
export function subjectOf(episode: Named): {
  readonly long: string;
  readonly short: string;
  readonly pleg: boolean;
} {
  const { reasons } = episode.episode;
  const has = (kind: (typeof reasons)[number]): boolean =>
    reasons.includes(kind) && !(kind === 'pleg-never' && episode.signs.listedAfterStart);
  if (has('pleg-stale') && has('runtime-down') && reasons.indexOf('runtime-down') < reasons.indexOf('pleg-stale')) {
    const short = 'Runtime down and PLEG unhealthy';
    if (handOver(episode) !== undefined)
      return {
        long: 'The container runtime was considered down and then PLEG unhealthy',
        short: 'Runtime down, then PLEG unhealthy',
        pleg: true,
      };
    // A line that names both does not say which came first.
    if (
      episode.skips
        .find((skip) => skip.reasons.some(({ kind }) => kind === 'runtime-down'))
        ?.reasons.some(({ kind }) => kind === 'pleg-stale') === true
    ) {
      return { long: RUNTIME_AND_PLEG, short, pleg: true };
    }
    return { long: 'The container runtime was considered down', short: 'Runtime down', pleg: true };
  }
  if (has('pleg-stale') || has('pleg-never'))
    return { long: 'PLEG was unhealthy', short: 'PLEG unhealthy', pleg: true };
  if (saidItselfFirst(episode))
    return { long: 'The container runtime said that it was not ready', short: 'Runtime not ready', pleg: false };
  if (has('runtime-down'))
    return { long: 'The kubelet counted the container runtime as down', short: 'Runtime down', pleg: false };
  if (has('runtime-status-unknown'))
    return {
      long: 'The kubelet got no good answer about the state of the container runtime',
      short: 'Runtime state unknown',
      pleg: false,
    };
  if (has('container-manager'))
    return {
      long: "The kubelet's container manager had not started",
      short: 'Container manager not started',
      pleg: false,
    };
  return { long: 'The kubelet was unhealthy', short: 'Kubelet unhealthy', pleg: false };
}

/** What skips say of the runtime, in whichever order. */
const OF_RUNTIME: ReadonlySet<SkipReasonKind> = new Set([
  'runtime-not-ready',
  'runtime-down',
  'runtime-status-unknown',
]);

/** The runtime said that it was not ready before the kubelet counted it as down: that follows, 30 s after the last good answer. */
export function saidItselfFirst({ episode: { reasons } }: Pick<EpisodeView, 'episode'>): boolean {
  return reasons.find((kind) => OF_RUNTIME.has(kind)) === 'runtime-not-ready';
}

/** The last skip of an episode that names the runtime, and the first of PLEG right after it, where none names both: one reason followed the other, and in between the loop slept. */
export function handOver({
  skips,
}: Pick<EpisodeView, 'skips'>): { readonly last: Skip; readonly next: Skip } | undefined {
  const names = (skip: Skip | undefined, kind: Skip['reasons'][number]['kind']): boolean =>
    skip?.reasons.some((reason) => reason.kind === kind) === true;
  const at = skips.findIndex((skip) => names(skip, 'pleg-stale'));
  const [last, next] = [skips[at - 1], skips[at]];
  return last !== undefined && next !== undefined && names(last, 'runtime-down') && !names(next, 'runtime-down')
    ? { last, next }
    : undefined;
}

/** The subject for episodes of different kinds together; `undefined` when one of them fits all. */
export function subjectOfAll(
  episodes: readonly EpisodeView[],
): { readonly long: string; readonly short: string } | undefined {
  const subjects = episodes.map(subjectOf);
  if (new Set(subjects.map(({ short }) => short)).size < 2) {
    const [first] = subjects;
    return first !== undefined && new Set(subjects.map(({ long }) => long)).size > 1
      ? { long: RUNTIME_AND_PLEG, short: first.short }
      : undefined;
  }
  if (subjects.every(({ pleg, short }) => !pleg && short.startsWith('Runtime')))
    return { long: 'The container runtime was unhealthy', short: 'Runtime unhealthy' };
  const ofRuntime = subjects.every(({ pleg, short }) => pleg || short.startsWith('Runtime'));
  if (!ofRuntime) return { long: 'The kubelet was unhealthy', short: 'Kubelet unhealthy' };
  return { long: 'PLEG or the container runtime was unhealthy', short: 'PLEG or runtime unhealthy' };
}

/** Lengths that differ by no more than the loop's longest sleep are alike: nobody asks which of them was longer. */
const ALIKE = 6 * A_SECOND;

/**
 * Which of several episodes one is that the answer describes: the longest of all where no other can have been longer, the last to begin, (of several nodes) the
 * worst because it goes on, or just one of them where the bounds leave open which was the longest. Of one that goes on only the least length is known.
 */
export function whichOf({ episodes }: DiagnosisView, episode: EpisodeView): 'longest' | 'last' | 'worst' | 'one' {
  const { begin, end, endedBy } = episode.episode;
  const goesOn = end === undefined && endedBy === 'end-of-log';
  const least = goesOn ? episode.process.to - begin.max : Number.POSITIVE_INFINITY;
  if (episode === episodes[0] && episodes.every((other) => other === episode || least + A_SECOND >= other.length)) {
    const shortest = lengthBounds(episode).min;
    if (episodes.every((other) => other === episode || longestOf(other) <= Math.max(shortest + ALIKE, shortest * 1.1)))
      return 'longest';
    if (!goesOn) return 'one';
  }
  return episodes.every((other) => other.episode.begin.min <= episode.episode.begin.min) ? 'last' : 'worst';
}

/** As long as an unhealthy time can have been. Of one whose begin or end nobody saw that is not known, unless its skips say since when, as those of PLEG do. */
function longestOf(episode: EpisodeView): number {
  const { beginOpen, endedBy, lastRelist, reasons } = episode.episode;
  const saysSince = lastRelist !== undefined && reasons.every((kind) => kind === 'pleg-stale');
  const isOpen = (beginOpen === true && !saysSince) || endedBy === 'gap';
  return lengthBounds(episode).max ?? (isOpen ? Number.POSITIVE_INFINITY : episode.length);
}

/** The line that says most about when an episode began or ended: of the rule that gave the bound, else of the episode. */
export function boundLine(view: DiagnosisView, episode: EpisodeView, side: 'begin' | 'end'): LineReference | undefined {
  const bounds = episode.episode[side];
  const quantity = `${episode.episode.id}.${side}`;
  const own = view.constraints(quantity);
  const late =
    own.find((constraint) => constraint.bounds.max === bounds?.max) ??
    own.find((constraint) => constraint.bounds.min === bounds?.min);
  return late?.lines[0] ?? (side === 'begin' ? episode.episode.firstSkip : episode.episode.lastSkip);
}

/** The report that the node is Ready, after the last skip of an episode that the log's end cuts: the state was healthy again, though the loop did not resume in the log. */
export function readyBeforeEnd(
  view: DiagnosisView,
  { episode, process, skips }: EpisodeView,
): NodeReadyChange | undefined {
  if (episode.endedBy !== 'end-of-log' || episode.end !== undefined) return undefined;
  const after = skips.at(-1)?.time ?? episode.begin.max;
  const last = view.history.nodeReady.findLast((change) => change.process === process.id);
  return last?.ready === true && last.time > after ? last : undefined;
}

/** What a length is told from. */
type EpisodeLength = Pick<EpisodeView, 'episode' | 'process' | 'seenTo' | 'jumps' | 'length'>;

/** Length of an unhealthy time: the estimate, and its bounds behind it; `at least` where it has no end. */
export function lengthText(episode: EpisodeView): string {
  return lengthWords(episode, estimateText);
}

/** The same for titles: the estimate alone. */
export function shortLengthText(episode: EpisodeLength): string {
  return lengthWords(episode, shortEstimateText);
}

function lengthWords(episode: EpisodeLength, write: typeof estimateText): string {
  const { min, max } = lengthBounds(episode);
  if (max === undefined) return min < A_SECOND ? UNKNOWN_TIME : `at least ${durationText(min)}`;
  if (isAtMost(min, max)) return `at most ${durationText(max)}`;
  // Of an end that nobody saw the middle of the bounds is no estimate, nor where the clock may have been set by much of it.
  return episode.episode.endedBy === 'gap' || (episode.episode.silent ?? 0) * 4 > max
    ? durationRangeText(min, max)
    : write(episode.length, min, max);
}

/** When an unhealthy time began: its bounds, or the latest moment where nothing bounds it from below. */
export function beginText({ begin, beginOpen }: Episode, formatTime: FormatTime): string {
  return beginOpen === true ? `${formatTime(begin.max)} or earlier` : boundsText(begin, formatTime);
}

/** The clock was set back in the middle of one of them, and its parts stand as two. */
export function mayCountTwice(episodes: readonly EpisodeView[]): boolean {
  return episodes.some(({ setBack }) => setBack !== undefined);
}

/** How long several unhealthy times lasted together, with what is known of their bounds; nothing where one may count twice. */
export function togetherText(episodes: readonly EpisodeView[]): string | undefined {
  if (mayCountTwice(episodes)) return undefined;
  let min = 0;
  let max: number | undefined = 0;
  let likely = 0;
  for (const episode of episodes) {
    const bounds = lengthBounds(episode);
    likely += episode.length;
    min += bounds.min;
    max = max === undefined || bounds.max === undefined ? undefined : max + bounds.max;
  }
  if (max === undefined) return `at least ${durationText(min as Duration)}`;
  if (isAtMost(min, max)) return `at most ${durationText(max as Duration)}`;
  return estimateText(likely as Duration, min as Duration, max as Duration);
}

const NOTHING = 0 as Duration;

/** A moment that is proven, and no more. */
function isAtMost(min: number, max: number): boolean {
  return min < A_SECOND && max > min + A_SECOND;
}

/** The shortest and the longest that an unhealthy time can have lasted; no longest of one that has no end in the log. */
export function lengthBounds({
  episode: { begin, beginOpen, end, endedBy, seenUntil, silent = NOTHING },
  process,
  seenTo,
  jumps,
}: EpisodeLength): {
  readonly min: Duration;
  readonly max?: Duration;
} {
  const by = jumpedBy(jumps);
  if (end === undefined) {
    const min = Math.max(0, (seenUntil ?? seenTo) - begin.max - by - silent) as Duration;
    const gone = endedBy === 'restart' ? process.ending?.at : undefined;
    return gone === undefined || beginOpen === true
      ? { min }
      : { min, max: Math.max(min, gone.max - begin.min - by) as Duration };
  }
  const min = Math.max(0, end.min - begin.max - by - silent) as Duration;
  return beginOpen === true ? { min } : { min, max: Math.max(0, end.max - begin.min - by) as Duration };
}

/** Why the end of an episode is not known that ended with a gap. */
export function lostAfter(view: DiagnosisView, episode: EpisodeView): string {
  const { seenUntil, skips, lastSkip } = episode.episode;
  const last = lastSeen(episode.episode, episode.skips);
  const [, at] = (last === undefined ? undefined : setBackOver(view.history, episode.episode, last))?.evidence ?? [];
  if (at !== undefined)
    return `the times of the log go back ${lastSkip !== undefined && at.line < lastSkip.line ? 'before' : 'after'} it`;
  if (seenUntil !== undefined && skips.observed === 0)
    return `after ${view.formatTime(seenUntil)} nothing in the log shows it (below -v=2 a kubelet does not log its recovery)`;
  const silence = silenceAfter(view, episode);
  const { ending } = episode.process;
  if (silence === undefined && ending !== undefined && !isLost(view, episode))
    return `this kubelet wrote nothing more until it ${endingText(ending)} ${whenText(ending.at, view.formatTime)}`;
  return silence === undefined
    ? 'lines are missing after it'
    : `no line of this kubelet follows for ${durationText(silence)}, unlike anywhere else, as if lines were missing`;
}

/** Lines of the process were lost, as the journal says. */
function isLost({ history }: DiagnosisView, { episode, process }: EpisodeView): boolean {
  return history.gaps.some(
    ({ why, from }) =>
      (why === 'gap' || why === 'suppressed') &&
      from >= episode.begin.min &&
      from <= (process.ending?.at.max ?? process.to),
  );
}

/** How long no line follows an episode that ended with a gap, if it is that. */
function silenceAfter({ history }: DiagnosisView, { episode, skips }: EpisodeView): Duration | undefined {
  const last = skips.at(-1)?.time;
  const hole =
    last === undefined || episode.endedBy !== 'gap'
      ? undefined
      : history.gaps.find(({ why, from }) => why === 'gap' && from >= last && from - last < 10 * A_SECOND);
  return hole === undefined ? undefined : between(hole.from, hole.to);
}
