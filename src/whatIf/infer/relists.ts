/** The relists of a kubelet process as the replay runs them through all proven points, where anything was under way. */
import type { Episode, KubeletProcess } from '../../inference/history.ts';
import type { StopCheck } from '../../kubelet/stopCheck.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { InnerStates } from '../../replay/innerState/innerState.ts';
import type { ModelRelist, StretchRun } from '../../replay/innerState/runStretch.ts';
import type { ProcessFacts } from '../../replay/innerState/innerStateFacts.ts';
import { MOST_OF_PROCESS } from '../../replay/course.ts';

/** What the replay tells of one process. */
export interface ReplayedProcess {
  readonly process: KubeletProcess;
  readonly facts: ProcessFacts;
  /** Relists of all pods, in order of their starts. */
  readonly relists: readonly ModelRelist[];
  /** By then its first relist had listed: the skips of its start say so, which name that as a reason. */
  readonly listedBy?: Instant;
  /** Before then no relist of it had listed, says the trouble with which it began. */
  readonly unlistedUntil?: Instant;
  /** Part of its trouble was too long to be run. */
  readonly isCut: boolean;
}

export function replayed(
  states: InnerStates,
  process: KubeletProcess,
  episodes: readonly Episode[],
  stopCheck: StopCheck,
): ReplayedProcess | undefined {
  const facts = states.factsAt(process.from, process.id);
  if (facts === undefined || facts.process.id !== process.id) return undefined;
  const relists: ModelRelist[] = [];
  let done = Number.NEGATIVE_INFINITY;
  let left: number = MOST_OF_PROCESS;
  let isCut = false;
  for (const zone of states.zonesOf(facts)) {
    if (zone.to <= done) continue;
    const from = Math.max(zone.from, facts.begin, done) as Instant;
    const to = Math.min(zone.to, process.to, from + left) as Instant;
    if (to < Math.min(zone.to, process.to)) isCut = true;
    if (to <= from) continue;
    left -= to - from;
    for (const run of states.runsOver(facts, from, to, stopCheck)) {
      take(run, done, relists);
      done = run.stretch.to;
    }
  }
  const own = episodes.filter((episode) => episode.process === process.id && !episode.startup);
  return {
    process,
    facts,
    relists: relists.map((relist) => withinProof(relist, own, facts.threshold)),
    isCut,
    ...firstListing(process, episodes),
  };
}

/** When the first relist of a process listed, by the episode with which it began. */
function firstListing(
  process: KubeletProcess,
  episodes: readonly Episode[],
): Pick<ReplayedProcess, 'listedBy' | 'unlistedUntil'> {
  const began = episodes.find(
    (one) => one.process === process.id && one.begin.min <= process.from && one.reasons.includes('pleg-never'),
  );
  if (began === undefined || !process.startedInLog) return {};
  if (!began.startup) return { unlistedUntil: began.end?.min ?? process.to };
  return began.end === undefined || began.endedBy !== 'recovered' ? {} : { listedBy: began.end.max };
}

/**
 * While a relist goes on that was listed, PLEG is unhealthy from the threshold on: one that would reach into a time that lines prove healthy ended before it. (The replay shares out long
 * times by few lines, and can be wrong there.)
 */
function withinProof(relist: ModelRelist, episodes: readonly Episode[], threshold: number): ModelRelist {
  const { start, listed, end } = relist;
  const stale = start + threshold;
  if (listed === undefined || (end ?? Number.POSITIVE_INFINITY) <= stale) return relist;
  const episode = episodes.find(
    (one) => one.begin.min <= stale + SLACK && (one.end?.max ?? Number.POSITIVE_INFINITY) >= stale,
  );
  const latest = (episode === undefined ? stale : (episode.end?.max ?? Number.POSITIVE_INFINITY)) as Instant;
  if ((end ?? Number.POSITIVE_INFINITY) <= latest) return relist;
  return {
    ...relist,
    ...(Number.isFinite(latest) ? { end: latest } : {}),
    inspected: relist.inspected.filter((one) => one.end <= latest),
  };
}

/** An episode begins within so much of the moment at which the threshold passes. */
const SLACK = seconds(10);

function take(run: StretchRun, from: number, into: ModelRelist[]): void {
  for (const relist of run.relists)
    if (relist.scope === 'all' && relist.start > from && relist.start >= run.stretch.from) into.push(relist);
}

/** What a relist tells at a time had happened before it listed; where relists follow each other every second, in the second before. */
export function listedBefore(replays: readonly ReplayedProcess[]): (time: number) => number {
  const slow = replays
    .flatMap(({ relists }) => relists)
    .map(({ start, listed, end }) => ({ start, end: end ?? listed ?? start }))
    .filter(({ start, end }) => end - start > seconds(0.5))
    .toSorted((a, b) => a.start - b.start);
  return (time) => {
    const relist = slow.findLast(({ start }) => start <= time);
    return (relist !== undefined && time <= relist.end + seconds(0.1) ? relist.start : time) - BEFORE;
  };
}

/** The simulated relists do not begin at the same fraction of a second as the logged ones. */
const BEFORE = seconds(0.9);
