/** What an unhealthy time did to the containers of its node: how many ran, and which exited in it unnoticed. Containers only; sandboxes are never counted. */
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { grouped } from '../../kubelet/groups.ts';
import { oncePer } from '../../kubelet/oncePer.ts';
import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import { type Finished, ExitLines, lastOf, nameOf } from './exitLines.ts';
import { ExitTimes } from './exitTimes.ts';
import { AT_ONCE } from './exitsOverRestart.ts';
import type { Episode, LineReference, PlegEvent, ProvenHistory } from '../history.ts';
import { lookupsOf } from '../lookups.ts';
import { type HistoryQueries, queriesOf } from '../queries.ts';
import { RunningContainers, type SeenContainer } from './runningContainers.ts';
import { detached } from '../store/intern.ts';
import { eventedAt } from '../streams/eventedAt.ts';

/** A container that exited inside an unhealthy time. */
export interface ContainerExit {
  readonly id: string;
  /** `namespace/name` where known, else the uid. */
  readonly pod: string;
  /** Its name; where no line tells it, the first 13 digits of its id, as `crictl ps` shows them. */
  readonly container: string;
  readonly exitCode?: number;
  /** Events showed it running when the unhealthy time began. */
  readonly wasSeen: boolean;
  /** When it exited: after the last listing in which it ran, before PLEG reported it. */
  readonly exited: TimeBounds;
  /** PLEG's own line (`container finished`, 1.22 and later): it was noticed then. Evented PLEG had it from the runtime before, without a line. */
  readonly noticed?: Instant;
  readonly noticedAt?: LineReference;
  /** The loop took its event then; missing where it was lost or the log ends before. */
  readonly handled?: Instant;
  readonly handledAt?: LineReference;
}

export interface EpisodeImpact {
  /** How many containers events showed running when it began. */
  readonly containersSeen: number;
  /** How many of these certainly ran when it began: what exited may have done so before, and after the end of a log nothing is certain. */
  readonly containersRunning: number;
  /** How many of these certainly ran on until it was over. */
  readonly containersKept: number;
  readonly exited: readonly ContainerExit[];
}

/** The impact of each episode that is no start-up, by its id. One pass over the events of a history, when somebody asks first. */
export const impactsOf = oncePer(collect);

type ExitDraft = { -readonly [Key in keyof ContainerExit]: ContainerExit[Key] };

/** An episode while events pass: what ran when it began, and what became of that. */
interface OpenImpact {
  readonly episode: Episode;
  readonly seen: Set<SeenContainer>;
  readonly running: Set<SeenContainer>;
  readonly kept: Set<SeenContainer>;
  readonly exited: ExitDraft[];
}

/** A pod's inspection can keep PLEG from reporting an exit for so long. */
const REPORTED_WITHIN: Duration = seconds(1800);
const SLACK: Duration = seconds(0.5);
const SHORT_ID = 13;

function collect(history: ProvenHistory): ReadonlyMap<string, EpisodeImpact> {
  const lookups = lookupsOf(history);
  const nodeOf = (process: string): string => lookups.process(process)?.node ?? '';
  const open = history.episodes
    .filter((episode) => !episode.startup && Number.isFinite(episode.begin.max))
    .sort((a, b) => a.begin.max - b.begin.max);
  if (open.length === 0) return new Map();
  const queries = queriesOf(history);
  const lines = new ExitLines(queries);
  const times = new ExitTimes(history, lines);
  const finished = grouped(
    [...lines.finished.values()].sort((a, b) => a.time - b.time),
    ({ process }) => nodeOf(process),
  );
  // One node's lines can stand behind another's of later times.
  const collectors = new Map(
    [...grouped(open, ({ process }) => nodeOf(process))].map(([node, episodes]) => [
      node,
      new ImpactCollector(history, lines, times, finished.get(node) ?? [], episodes),
    ]),
  );
  const awaiting = new Set(collectors.values());
  for (const event of queries.passingEvents()) {
    const collector = collectors.get(nodeOf(event.process));
    if (collector?.pass(event) === false && awaiting.delete(collector) && awaiting.size === 0) break;
  }
  return new Map([...collectors.values()].flatMap((collector) => [...collector.impacts()]));
}

/** Follows the containers of a node, event by event, and what each episode did to them. */
class ImpactCollector {
  readonly #queries: HistoryQueries;
  readonly #history: ProvenHistory;
  readonly #lines: ExitLines;
  readonly #times: ExitTimes;
  /** The node's episodes in the order in which they begin, and how many of them have begun. */
  readonly #episodes: readonly Episode[];
  #begun = 0;
  /** PLEG's own lines in order of time, and how many of them are taken. */
  readonly #finished: readonly Finished[];
  #taken = 0;
  readonly #containers = new Map<string, SeenContainer>();
  readonly #running = new RunningContainers();
  /** Names of pods that events know by uid: lines of failed inspections may tell the name alone. */
  readonly #named = new Map<string, PodReference>();
  /** Of each episode; once all events that bear on it have passed, how many containers there were is all that is kept of them. */
  readonly #impacts = new Map<string, OpenImpact | EpisodeImpact>();
  #active: OpenImpact[] = [];

  constructor(
    history: ProvenHistory,
    lines: ExitLines,
    times: ExitTimes,
    finished: readonly Finished[],
    episodes: readonly Episode[],
  ) {
    this.#history = history;
    this.#queries = queriesOf(history);
    this.#lines = lines;
    this.#times = times;
    this.#finished = finished;
    this.#episodes = episodes;
  }

  /** Takes the next event of the node. `false`: neither this one nor a later one belongs to an episode. */
  pass(event: PlegEvent): boolean {
    this.#beginBefore(event.time);
    if (this.#begun === this.#episodes.length && this.#active.every((impact) => isPast(impact, event.time)))
      return false;
    this.#take(event);
    return true;
  }

  #beginBefore(time: number): void {
    for (
      let episode = this.#episodes[this.#begun];
      episode !== undefined && time > episode.begin.max;
      episode = this.#episodes[this.#begun]
    ) {
      this.#begin(episode);
      this.#begun += 1;
    }
  }

  #begin(episode: Episode): void {
    this.#takeFinished(episode.begin.max);
    const seen = new Set<SeenContainer>();
    const certain = new Set<SeenContainer>();
    // What nothing else is reported of ran on, where the loop went on to report.
    const recovered = episode.endedBy === 'recovered' || episode.resumed !== undefined;
    this.#running.forEach((container, pod) => {
      if (this.#endedWithMachine(container, episode.process)) return;
      seen.add(container);
      // What only an earlier kubelet reported may have exited while none was there.
      if (recovered && container.by === episode.process && !this.#isFailing(pod, episode)) certain.add(container);
    });
    const impact = { episode, seen, running: certain, kept: new Set(certain), exited: [] };
    this.#impacts.set(episode.id, impact);
    this.#active.push(impact);
  }

  /** Whether the machine booted since a container was reported, before the process that asks: it ended then, and no kubelet was there to tell. */
  #endedWithMachine({ by }: SeenContainer, asking: string): boolean {
    if (by === undefined || by === asking || this.#lines.boots.length === 0) return false;
    const lookups = lookupsOf(this.#history);
    const from = lookups.process(by)?.to ?? 0;
    const to = lookups.process(asking)?.from ?? 0;
    return this.#lines.boots.some((time) => time >= from && time <= to);
  }

  /** Whether PLEG could not inspect a pod, by its key, since the last listing before an episode. */
  #isFailing(pod: string, episode: Episode): boolean {
    const named = this.#named.get(pod);
    return this.#lines.isFailing([pod, named === undefined ? undefined : nameOf(named)], episode);
  }

  #take(event: PlegEvent): void {
    this.#takeFinished((event.time - 1) as Instant);
    const { containerId: id, time, type } = event;
    if (id === undefined) return;
    if (this.#active.some((impact) => isPast(impact, time))) this.#close(time);
    if (type === 'ContainerStarted') this.#started(event, this.#containerOf(id));
    else if (type === 'ContainerDied') this.#died(event, this.#containerOf(id));
  }

  /** Nothing that is reported at this time or later belongs to some of the episodes. */
  #close(time: Instant): void {
    for (const impact of this.#active)
      if (isPast(impact, time)) this.#impacts.set(impact.episode.id, summaryOf(impact));
    this.#active = this.#active.filter((impact) => !isPast(impact, time));
  }

  #containerOf(id: string): SeenContainer {
    let container = this.#containers.get(id);
    if (container === undefined) {
      // A copy: the ids of events are cut from the text of many.
      const own = detached(id);
      const { containers, sandboxes, finished } = this.#lines;
      container = {
        id: own,
        isContainer: containers.has(id),
        isSandbox: sandboxes.has(id),
        finished: finished.get(id),
        pod: undefined,
        by: undefined,
        isDead: false,
      };
      this.#containers.set(own, container);
    }
    return container;
  }

  #started({ process, pod, time }: PlegEvent, container: SeenContainer): void {
    const key = keyOf(pod);
    if (pod.name !== undefined) this.#named.set(key, pod);
    this.#running.started(key, container, time, this.#isEventedAt(process, time));
    container.by = process;
    // It is reported again: it ran all the time.
    for (const { seen, running, kept } of this.#active)
      if (seen.has(container)) for (const set of [running, kept]) set.add(container);
  }

  #died(event: PlegEvent, container: SeenContainer): void {
    const { process, pod, time } = event;
    const { id, finished } = container;
    if (!container.isDead) {
      container.isDead = true;
      const kind = this.#running.died(keyOf(pod), container, time);
      if ((finished === undefined || finished.time > time) && kind === 'container' && this.#active.length > 0)
        this.#exited({ id, process, pod, time }, container, this.#times.ofEvent(event, id, container.by));
    }
    container.by = undefined;
    this.#handled(event, id);
  }

  /** Exits that PLEG's own lines tell up to a time; their events may come late, or never where the channel was full. */
  #takeFinished(until: Instant): void {
    for (
      let next = this.#finished[this.#taken];
      next !== undefined && next.time <= until;
      next = this.#finished[this.#taken]
    ) {
      this.#taken += 1;
      const before = this.#times.noteReported(next);
      if (this.#active.length === 0) continue;
      const container = this.#containerOf(next.id);
      if (!container.isDead) this.#exited(next, container, this.#times.ofLine(next, before, container.by));
    }
  }

  #exited(
    exit: Pick<Finished, 'id' | 'process' | 'pod' | 'time'> & Partial<Finished>,
    container: SeenContainer,
    bounds: TimeBounds | undefined,
  ): void {
    const { id, process, pod, time: reported } = exit;
    for (const { episode, running, kept, seen, exited } of this.#active) {
      if (reported < episode.begin.min) continue;
      if (bounds === undefined || bounds.min < episode.begin.max) running.delete(container);
      else if (seen.has(container) && !this.#lines.isFailing([pod.uid, nameOf(pod)], episode)) running.add(container);
      if (bounds === undefined || bounds.min < (episode.end?.min ?? lastOf(episode))) kept.delete(container);
      if (
        bounds !== undefined &&
        isInside(episode, bounds) &&
        episode.process === process &&
        // Where lines are missing, it may have begun in them, after all was over.
        (episode.endedBy !== 'gap' || seen.has(container)) &&
        !exited.some((one) => one.id === id)
      )
        exited.push(this.#exitOf(exit, bounds, seen.has(container)));
    }
  }

  #exitOf(
    { id, process, pod, time, at, exitCode }: Pick<Finished, 'id' | 'process' | 'pod' | 'time'> & Partial<Finished>,
    exited: TimeBounds,
    wasSeen: boolean,
  ): ExitDraft {
    const known = this.#queries.containerOf(id);
    return {
      id,
      pod: nameOf(pod) ?? nameOf(known?.pod ?? {}) ?? pod.uid ?? '',
      container: known?.name ?? id.slice(0, SHORT_ID),
      exited,
      wasSeen,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(at === undefined || this.#isEventedAt(process, time) ? {} : { noticed: time, noticedAt: at }),
    };
  }

  #handled(event: PlegEvent, id: string): void {
    for (const { exited } of this.#active) {
      const exit = exited.find((one) => one.id === id);
      if (exit === undefined || exit.handled !== undefined) continue;
      exit.handled = event.time;
      exit.handledAt = { source: event.source, line: event.line };
    }
  }

  impacts(): ReadonlyMap<string, EpisodeImpact> {
    this.#beginBefore(Number.POSITIVE_INFINITY);
    this.#takeFinished(Number.POSITIVE_INFINITY as Instant);
    return new Map(
      [...this.#impacts].map(([id, impact]) => [id, 'containersSeen' in impact ? impact : summaryOf(impact)]),
    );
  }

  #isEventedAt(process: string, time: Instant): boolean {
    const run = lookupsOf(this.#history).process(process);
    return run !== undefined && eventedAt(run, time);
  }
}

function summaryOf({ seen, running, kept, exited }: OpenImpact): EpisodeImpact {
  return { containersSeen: seen.size, containersRunning: running.size, containersKept: kept.size, exited };
}

/** By what events know a pod. */
function keyOf(pod: PodReference): string {
  return pod.uid ?? nameOf(pod) ?? '';
}

/** What is reported at this time no longer belongs to the episode. */
function isPast({ episode }: OpenImpact, time: Instant): boolean {
  return time > lastOf(episode) + REPORTED_WITHIN;
}

/** It exited after the last listing before the episode (of a healthy PLEG: see `exitBounds`) and before the loop worked again. What a worker stopped after that is not of it. */
function isInside(episode: Episode, { min, max }: TimeBounds): boolean {
  const from = (episode.lastRelist?.min ?? episode.begin.min - 2 * RELIST_THRESHOLD) - SLACK;
  return (
    min >= from &&
    max >= episode.begin.min &&
    max <= (episode.resumed?.max ?? episode.end?.max ?? Number.POSITIVE_INFINITY) + AT_ONCE
  );
}
