/** What an unhealthy time did to the containers of its node: how many ran, and which exited in it unnoticed. Containers only; sandboxes are never counted. */
import { oncePer, onceFor } from '../../kubelet/oncePer.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import { type Finished, ExitLines, lastOf, nameOf } from './exitLines.ts';
import { ExitTimes } from './exitTimes.ts';
import { AT_ONCE } from './exitsOverRestart.ts';
import type { Episode, KubeletProcess, LineReference, PlegEvent, ProvenHistory } from '../history.ts';
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

/** What is asked of a process with each event. */
interface ProcessRun extends Pick<KubeletProcess, 'evented'> {
  readonly node: string;
  readonly running: RunningContainers;
}

/** An episode while events pass: what ran when it began, and what became of that. */
interface OpenImpact {
  readonly episode: Episode;
  readonly node: string;
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
  const open = history.episodes
    .filter((episode) => !episode.startup && Number.isFinite(episode.begin.max))
    .sort((a, b) => a.begin.max - b.begin.max);
  if (open.length === 0) return new Map();
  const collector = new ImpactCollector(history);
  let next = 0;
  for (const event of collector.queries.passingEvents()) {
    for (let episode = open[next]; episode !== undefined && event.time > episode.begin.max; episode = open[next]) {
      collector.begin(episode);
      next += 1;
    }
    if (next === open.length && collector.isDone(event.time)) break;
    collector.take(event);
  }
  for (; next < open.length; next += 1) collector.begin(open[next] as Episode);
  return collector.impacts();
}

/** Follows the containers of all nodes, event by event, and what each episode did to them. */
class ImpactCollector {
  readonly queries: HistoryQueries;
  readonly #history: ProvenHistory;
  readonly #lines: ExitLines;
  readonly #times: ExitTimes;
  /** When the machine booted. */
  readonly #boots: Instant[] = [];
  /** PLEG's own lines in order of time, and how many of them are taken. */
  readonly #finished: readonly Finished[];
  #taken = 0;
  readonly #containers = new Map<string, SeenContainer>();
  readonly #nodes = new Map<string, RunningContainers>();
  readonly #runs = new Map<string, ProcessRun>();
  /** Names of pods that events know by uid: lines of failed inspections may tell the name alone. */
  readonly #named = new Map<string, PodReference>();
  /** Of each episode; once all events that bear on it have passed, how many containers there were is all that is kept of them. */
  readonly #impacts = new Map<string, OpenImpact | EpisodeImpact>();
  #active: OpenImpact[] = [];

  constructor(history: ProvenHistory) {
    this.#history = history;
    this.queries = queriesOf(history);
    this.#lines = new ExitLines(this.queries);
    this.#times = new ExitTimes(history, this.#lines);
    for (const { fact } of this.queries.passingFacts((kind) => kind === 'boot' || kind === 'neighbour'))
      if (fact.kind === 'boot' || (fact.kind === 'neighbour' && fact.what === 'boot')) this.#boots.push(fact.time);
    this.#finished = [...this.#lines.finished.values()].sort((a, b) => a.time - b.time);
  }

  begin(episode: Episode): void {
    this.#takeFinished(episode.begin.max);
    const { node, running } = this.#runOf(episode.process);
    const seen = new Set<SeenContainer>();
    const certain = new Set<SeenContainer>();
    // What nothing else is reported of ran on, where the loop went on to report.
    const recovered = episode.endedBy === 'recovered' || episode.resumed !== undefined;
    running.forEach((container, pod) => {
      if (this.#endedWithMachine(container, episode.process)) return;
      seen.add(container);
      // What only an earlier kubelet reported may have exited while none was there.
      if (recovered && container.by === episode.process && !this.#isFailing(pod, episode)) certain.add(container);
    });
    const impact = { episode, node, seen, running: certain, kept: new Set(certain), exited: [] };
    this.#impacts.set(episode.id, impact);
    this.#active.push(impact);
  }

  /** Whether the machine booted since a container was reported, before the process that asks: it ended then, and no kubelet was there to tell. */
  #endedWithMachine({ by }: SeenContainer, asking: string): boolean {
    if (by === undefined || by === asking || this.#boots.length === 0) return false;
    const lookups = lookupsOf(this.#history);
    const from = lookups.process(by)?.to ?? 0;
    const to = lookups.process(asking)?.from ?? 0;
    return this.#boots.some((time) => time >= from && time <= to);
  }

  /** Whether PLEG could not inspect a pod, by its key, since the last listing before an episode. */
  #isFailing(pod: string, episode: Episode): boolean {
    const named = this.#named.get(pod);
    return this.#lines.isFailing([pod, named === undefined ? undefined : nameOf(named)], episode);
  }

  take(event: PlegEvent): void {
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
    const run = this.#runOf(process);
    const key = keyOf(pod);
    if (pod.name !== undefined) this.#named.set(key, pod);
    run.running.started(key, container, time, eventedAt(run, time));
    container.by = process;
    // It is reported again: it ran all the time.
    for (const { node, seen, running, kept } of this.#active)
      if (node === run.node && seen.has(container)) for (const set of [running, kept]) set.add(container);
  }

  #died(event: PlegEvent, container: SeenContainer): void {
    const { process, pod, time } = event;
    const { id, finished } = container;
    if (!container.isDead) {
      container.isDead = true;
      const { node, running } = this.#runOf(process);
      const kind = running.died(keyOf(pod), container, time);
      if ((finished === undefined || finished.time > time) && kind === 'container' && this.#active.length > 0)
        this.#exited(node, { id, process, pod, time }, container, this.#times.ofEvent(event, id, container.by));
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
      if (!container.isDead)
        this.#exited(this.#runOf(next.process).node, next, container, this.#times.ofLine(next, before, container.by));
    }
  }

  #exited(
    node: string,
    exit: Pick<Finished, 'id' | 'process' | 'pod' | 'time'> & Partial<Finished>,
    container: SeenContainer,
    bounds: TimeBounds | undefined,
  ): void {
    const { id, process, pod, time: reported } = exit;
    for (const { episode, node: own, running, kept, seen, exited } of this.#active) {
      if (own !== node || reported < episode.begin.min) continue;
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
    const known = this.queries.containerOf(id);
    return {
      id,
      pod: nameOf(pod) ?? nameOf(known?.pod ?? {}) ?? pod.uid ?? '',
      container: known?.name ?? id.slice(0, SHORT_ID),
      exited,
      wasSeen,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(at === undefined || eventedAt(this.#runOf(process), time) ? {} : { noticed: time, noticedAt: at }),
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

  /** Nothing that comes later belongs to an episode. */
  isDone(time: Instant): boolean {
    return this.#active.every((impact) => isPast(impact, time));
  }

  impacts(): ReadonlyMap<string, EpisodeImpact> {
    this.#takeFinished(Number.POSITIVE_INFINITY as Instant);
    return new Map(
      [...this.#impacts].map(([id, impact]) => [id, 'containersSeen' in impact ? impact : summaryOf(impact)]),
    );
  }

  #runOf(id: string): ProcessRun {
    return onceFor(this.#runs, id, () => {
      const { node = '', evented } = lookupsOf(this.#history).process(id) ?? {};
      const running = onceFor(this.#nodes, node, () => new RunningContainers());
      return { node, running, ...(evented === undefined ? {} : { evented }) };
    });
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
