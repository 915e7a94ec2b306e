/** Finds what an analysis holds for a line: built once per analysis, asked for every hover. */
import { appendTo } from '../../kubelet/groups.ts';
import type {
  AttributedFact,
  ContainerHistory,
  ContainerStateInterval,
  Episode,
  KubeletProcess,
  LineReference,
  LoopStall,
  PlegEvent,
  PodHistory,
  Relist,
  Skip,
} from '../../inference/history.ts';
import { withShownPods } from '../../inference/containers/shownPods.ts';
import { lookupsOf } from '../../inference/lookups.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { Analysis } from '../analysis.ts';
import { packLine } from '../../inference/store/lines.ts';

/** A state of a container that a line helped to prove. */
interface ProvenState {
  readonly container: ContainerHistory;
  readonly state: ContainerStateInterval;
}

/** Where a skip stands among those of its episode. */
export interface SkipPosition {
  readonly skip: Skip;
  readonly episode?: Episode;
  /** 1-based within the episode. */
  readonly number: number;
  readonly of: number;
  readonly next?: Skip;
  readonly unexplained: boolean;
}

/** Lookups by line (source and line) and by process and time. */
export interface InsightIndex {
  readonly analysis: Analysis;
  skip(at: LineReference): SkipPosition | undefined;
  facts(at: LineReference): readonly AttributedFact[];
  plegEvent(at: LineReference): PlegEvent | undefined;
  /** The first logged ContainerDied of a container at or after a time. */
  deathOfContainer(containerId: string, from: Instant): PlegEvent | undefined;
  relists(at: LineReference): readonly Relist[];
  stalls(at: LineReference): readonly LoopStall[];
  states(at: LineReference): readonly ProvenState[];
  episode(id: string): Episode | undefined;
  /** The episode of a process that holds a time (counting its widest bounds). */
  episodeAt(process: string, time: Instant): Episode | undefined;
  process(id: string): KubeletProcess | undefined;
}

/** Builds the lookups; takes time linear in the analysis. */
export function buildInsightIndex(analysis: Analysis): InsightIndex {
  const { check } = analysis.reconstruction;
  const history = withShownPods(analysis.reconstruction.history);
  const unexplained = new Set(check.unexplainedSkips.map(packLine));
  const episodes = new Map(history.episodes.map((episode) => [episode.id, episode]));
  const processes = new Map(history.processes.map((process) => [process.id, process]));
  const skips = skipPositions(history.skips, episodes, unexplained);
  const facts = byLine(history.facts, ({ fact }) => [fact]);
  const events = new Map(history.plegEvents.map((event) => [packLine(event), event]));
  const deaths = new Map<string, PlegEvent[]>();
  for (const event of history.plegEvents)
    if (event.type === 'ContainerDied' && event.containerId !== undefined) appendTo(deaths, event.containerId, event);
  const relists = byLine(history.relists, (relist) => relist.evidence);
  const stalls = byLine(history.stalls, (stall) => stall.evidence);
  const states = byLine(statesOf(history.pods), ({ state }) => state.evidence);
  return {
    analysis,
    skip: (at) => skips.get(packLine(at)),
    facts: (at) => facts.get(packLine(at)) ?? [],
    plegEvent: (at) => events.get(packLine(at)),
    deathOfContainer: (containerId, from) => deaths.get(containerId)?.find((event) => event.time >= from),
    relists: (at) => relists.get(packLine(at)) ?? [],
    stalls: (at) => stalls.get(packLine(at)) ?? [],
    states: (at) => states.get(packLine(at)) ?? [],
    episode: (id) => episodes.get(id),
    episodeAt: (process, time) =>
      lookupsOf(history)
        .episodesOf(process)
        .find((episode) => time >= episode.begin.min && (episode.end === undefined || time <= episode.end.max)),
    process: (id) => processes.get(id),
  };
}

function byLine<Item>(items: readonly Item[], linesOf: (item: Item) => readonly LineReference[]): Map<number, Item[]> {
  const map = new Map<number, Item[]>();
  for (const item of items) for (const at of linesOf(item)) appendTo(map, packLine(at), item);
  return map;
}

function statesOf(pods: readonly PodHistory[]): ProvenState[] {
  return pods.flatMap(({ containers }) =>
    containers.flatMap((container) => container.states.map((state) => ({ container, state }))),
  );
}

function skipPositions(
  skips: readonly Skip[],
  episodes: ReadonlyMap<string, Episode>,
  unexplained: ReadonlySet<number>,
): Map<number, SkipPosition> {
  const byEpisode = new Map<string, Skip[]>();
  for (const skip of skips) appendTo(byEpisode, skip.episode ?? `none:${skip.process}`, skip);
  const positions = new Map<number, SkipPosition>();
  for (const [id, members] of byEpisode) {
    const episode = episodes.get(id);
    members.forEach((skip, index) => {
      const next = members[index + 1];
      positions.set(packLine(skip), {
        skip,
        ...(episode === undefined ? {} : { episode }),
        number: index + 1,
        of: members.length,
        ...(next === undefined ? {} : { next }),
        unexplained: unexplained.has(packLine(skip)),
      });
    });
  }
  return positions;
}
