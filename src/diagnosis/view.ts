/**
 * What all causes look at: the reconstruction, its facts by process and kind, and per episode the stretch of the log that bears on it with the
 * signs found there. Built once in linear time; a cause only reads it.
 */
import { isOfPleg } from '../kubelet/skipReason.ts';
import { appendTo } from '../kubelet/groups.ts';
import type {
  Constraint,
  Episode,
  KubeletProcess,
  LineReference,
  LogGap,
  ProvenHistory,
  Skip,
} from '../inference/history.ts';
import { lookupsOf } from '../inference/lookups.ts';
import { HISTORY_BOUNDS, type HistoryBounds } from '../inference/store/folded.ts';
import { type HistoryQueries, queriesOf } from '../inference/queries.ts';
import { RELIST_THRESHOLD } from '../kubelet/constants.ts';
import { type Duration, type Instant, seconds } from '../kubelet/time.ts';
import { goesOn } from '../kubelet/stopCheck.ts';
import type { Reconstruction } from '../replay/reconstruction.ts';
import { type EpisodeSigns, readSigns } from './signs/episodeSigns.ts';
import { type FactIndex, indexFacts } from './factIndex.ts';
import type { EvidenceLine } from './finding.ts';
import { shorten } from './words/factText.ts';
import { type Searched, searchedFor } from './signs/searchedLog.ts';
import { type ClockJump, jumpedBy, jumpsBetween } from './signs/clockJumps.ts';
import { setBackAfter } from './signs/clockSetBack.ts';
import { likelyBegin, likelyEndOf } from './answer/likelyTimes.ts';
import { ownNeighbours } from './signs/ownNeighbours.ts';
import type { Fact } from '../messages/fact.ts';
import { requestTimeout } from '../inference/requestTimeout.ts';
import { type Verdict, verdictOf } from './answer/verdicts.ts';

/** Writes a time for people; the edge chooses zone and form. */
export type FormatTime = (time: Instant) => string;

/** How many pods are counted apart for each kind of trouble, and how many images, volumes and containers of one pod. */
export type DiagnosisBounds = Pick<HistoryBounds, 'troubles' | 'subjects'>;

/** One episode with everything that bears on its cause. */
export interface EpisodeView {
  readonly episode: Episode;
  readonly process: KubeletProcess;
  /** Its skips in order of time. */
  readonly skips: readonly Skip[];
  /** From the last listed relist, or shortly before it or the begin, to shortly after the end: errors of calls in here belong to it. */
  readonly from: Instant;
  readonly to: Instant;
  /** Until when the log shows it where it shows no end of it: up to the last skip where lines are missing after that, up to the end of the process where lines tell it, else to its last line. */
  readonly seenTo: Instant;
  /** Likely length of the unhealthy state; until `seenTo` when no end is known. */
  readonly length: Duration;
  /** The best single time for the end; absent where the log shows none. */
  readonly likelyEnd?: Instant;
  /** Jumps of the wall clock between its skips. */
  readonly jumps: readonly ClockJump[];
  /** The clock was set back right after what shows it last: a part of what came after may be this one, too. */
  readonly setBack?: LogGap;
  /** How long the loop was silent between the begin and its first skip; `undefined` without a skip. */
  readonly firstSkipDelay?: Duration;
  readonly signs: EpisodeSigns;
  /** Which calls failed it. */
  readonly verdict: Verdict;
}

export interface DiagnosisView {
  readonly reconstruction: Reconstruction;
  readonly history: ProvenHistory;
  readonly facts: FactIndex;
  readonly processes: ReadonlyMap<string, KubeletProcess>;
  /** Real episodes, longest first. */
  readonly episodes: readonly EpisodeView[];
  /** The normal skips of starts. */
  readonly startups: readonly EpisodeView[];
  readonly formatTime: FormatTime;
  /** By what its lines were picked before it was saved, if they were. */
  readonly searched?: Searched;
  /** Questions about events and pods. */
  readonly queries: HistoryQueries;
  readonly bounds: DiagnosisBounds;
  /** Of a log of several nodes, as far as they are looked at one by one: the view of one as if its log were alone. */
  readonly ofNode?: (node: string) => DiagnosisView;
  /** What the rules said of a quantity. */
  constraints(quantity: string): readonly Constraint[];
}

const NEVER = 0 as Instant;

/** Builds the view. */
export function viewOf(
  reconstruction: Reconstruction,
  formatTime: FormatTime,
  stopCheck = goesOn,
  bounds: DiagnosisBounds = HISTORY_BOUNDS,
): DiagnosisView {
  const { history } = reconstruction;
  const facts = indexFacts(queriesOf(history).passingFacts, withinSpan(history.span?.from));
  const processes = new Map(history.processes.map((process) => [process.id, process]));
  const skips = skipsByEpisode(history);
  const searched = searchedFor(history, facts);
  const isOwn = ownNeighbours(history);
  const views: EpisodeView[] = [];
  // When Status was answered again after an unhealthy time of a kubelet for which it was not: what failed before says nothing of the next one.
  const answeredAt = new Map<string, Instant>();
  for (const episode of history.episodes) {
    stopCheck();
    const process = processes.get(episode.process);
    if (process === undefined) continue;
    views.push(
      episodeView(
        reconstruction,
        episode,
        process,
        skips.get(episode.id) ?? [],
        answeredAt.get(process.id) ?? NEVER,
        facts,
        searched,
        (at) => isOwn(at, process.node),
      ),
    );
    if (episode.end !== undefined && episode.reasons.includes('runtime-down'))
      answeredAt.set(process.id, episode.end.min);
  }
  const isStart = (view: EpisodeView): boolean => view.episode.startup;
  const byLength = (a: EpisodeView, b: EpisodeView): number =>
    b.length - a.length || a.episode.begin.min - b.episode.begin.min;
  return {
    reconstruction,
    history,
    facts,
    processes,
    episodes: views.filter((view) => !isStart(view)).sort(byLength),
    startups: views.filter(isStart).sort((a, b) => a.episode.begin.min - b.episode.begin.min),
    formatTime,
    ...(searched === undefined ? {} : { searched }),
    queries: queriesOf(history),
    bounds,
    constraints: (quantity) => lookupsOf(history).constraintsOf(quantity),
  };
}

/** A line without a time before all that have one stands with the first of them. */
function withinSpan(from: Instant | undefined): (fact: Fact) => Fact {
  return (fact) =>
    from !== undefined && fact.timeUnknown === true && fact.time < from ? { ...fact, time: from } : fact;
}

/** A skip as a line of evidence. */
export function skipEvidence(skip: Skip): EvidenceLine {
  return {
    source: skip.source,
    line: skip.line,
    text: shorten(`Skipping pod synchronization: ${skip.reasons.map((reason) => reason.text).join(', ')}`),
  };
}

/** A line that an episode rests on, with a text of ours. */
export function lineEvidence(at: LineReference, text: string): EvidenceLine {
  return { source: at.source, line: at.line, text: shorten(text) };
}

/** One skip with the words of a start, and nothing before it in the log: what it looks like is a normal start, though it may be the last of a longer one, or one of many for a runtime that never says how it is. */
export function isLoneStart({ episode, process, skips }: Pick<EpisodeView, 'episode' | 'process' | 'skips'>): boolean {
  if (skips.length !== 1 || !episode.beginsBeforeLog || process.startedInLog) return false;
  return episode.reasons.includes('pleg-never')
    ? episode.cutStart === true
    : episode.reasons.includes('runtime-status-unknown') && episode.endedBy === 'end-of-log';
}

/** Skips before the first that the log has can be among lines that the journal left out, or are shown to be missing. */
function losesFirst(history: ProvenHistory, { begin, firstSkipLost }: Episode, first: Skip): boolean {
  return (
    firstSkipLost === true ||
    lookupsOf(history)
      .holesBetween(begin.max, first.time)
      .some(({ why }) => why === 'suppressed')
  );
}

function skipsByEpisode(history: ProvenHistory): ReadonlyMap<string, readonly Skip[]> {
  const map = new Map<string, Skip[]>();
  for (const skip of history.skips) {
    if (skip.episode === undefined) continue;
    appendTo(map, skip.episode, skip);
  }
  return map;
}

/** Its length, and what that comes from. */
export function lengthOf(
  reconstruction: Reconstruction,
  episode: Episode,
  process: KubeletProcess,
  skips: readonly Skip[],
): Pick<EpisodeView, 'jumps' | 'seenTo' | 'length' | 'likelyEnd'> {
  const jumps = jumpsBetween(skips, reconstruction.history);
  const seenTo =
    episode.endedBy === 'gap'
      ? (skips.at(-1)?.time ?? episode.seenUntil ?? process.to)
      : episode.endedBy === 'restart'
        ? (process.ending?.at.min ?? process.to)
        : process.to;
  const likely = likelyEndOf(reconstruction, episode, process);
  return {
    jumps,
    seenTo,
    length: Math.max(0, (likely ?? seenTo) - likelyBegin(episode) - jumpedBy(jumps)) as Duration,
    ...(likely === undefined ? {} : { likelyEnd: likely }),
  };
}

function episodeView(
  reconstruction: Reconstruction,
  episode: Episode,
  process: KubeletProcess,
  skips: readonly Skip[],
  answeredAt: Instant,
  facts: FactIndex,
  searched: Searched | undefined,
  isOwn: (at: LineReference) => boolean,
): EpisodeView {
  const ofPleg = isOfPleg(episode.reasons);
  // Where PLEG was well, only the answers of Status count: the last good one is 30 s older than the begin.
  const lastRelist = ofPleg
    ? (episode.lastRelist?.min ?? ((episode.begin.min - RELIST_THRESHOLD) as Instant))
    : ((episode.begin.min - seconds(45)) as Instant);
  const end = episode.end?.max ?? process.to;
  // Where lines of hours are missing before those of this kubelet, the begin has no bound worth the name, but the relist that the skips name has.
  const answered = !ofPleg && answeredAt < episode.begin.max ? answeredAt : NEVER;
  const from = Math.max(Math.min(lastRelist, episode.begin.min), lastRelist - RELIST_THRESHOLD, answered) as Instant;
  const to = Math.min(end + seconds(15), Math.max(process.to, end)) as Instant;
  const first = skips[0];
  const isFirstLost = first !== undefined && losesFirst(reconstruction.history, episode, first);
  const setBack = setBackAfter(reconstruction.history, episode, skips);
  const length = lengthOf(reconstruction, episode, process, skips);
  const view = {
    episode,
    process,
    skips,
    from,
    to,
    ...length,
    ...(setBack === undefined ? {} : { setBack }),
    ...(first === undefined || isFirstLost
      ? {}
      : {
          firstSkipDelay: Math.max(0, first.time - Math.max(episode.begin.max, process.loopStarted ?? 0)) as Duration,
        }),
    signs: readSigns(
      {
        episode,
        process: process.id,
        skips,
        jumps: length.jumps,
        from,
        to,
        statusFrom: Math.max(episode.begin.min - seconds(60), answered) as Instant,
        inspectFrom: (from - requestTimeout(process) - seconds(10)) as Instant,
        isOwn,
      },
      facts,
    ),
  };
  return { ...view, verdict: verdictOf(view, searched) };
}
