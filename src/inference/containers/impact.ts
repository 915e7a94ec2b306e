/** What an unhealthy time did to the containers of its node: how many ran, and which exited in it unnoticed. Containers only; sandboxes are never counted. */
import { oncePer } from '../../kubelet/oncePer.ts';
import { RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { PodReference } from '../../messages/fact.ts';
import { type Finished, ExitLines, lastOf, nameOf } from './exitLines.ts';
import { ExitTimes } from './exitTimes.ts';
import { AT_ONCE } from './exitsOverRestart.ts';
import type { Episode, KubeletProcess, LineReference, PlegEvent, ProvenHistory } from '../history.ts';
import { lookupsOf } from '../lookups.ts';
import { type HistoryQueries, queriesOf } from '../queries.ts';
import { RunningContainers } from './runningContainers.ts';
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
  readonly seen: Set<string>;
  readonly running: Set<string>;
  readonly kept: Set<string>;
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
  /** PLEG's own lines in order of time, and how many of them are taken. */
  readonly #finished: readonly Finished[];
  #taken = 0;
  /** Containers of which a line has reported that they ended: a later one repeats it, of a new process or of Evented PLEG. */
  readonly #dead = new Set<string>();
  readonly #nodes = new Map<string, RunningContainers>();
  readonly #runs = new Map<string, ProcessRun>();
  /** Names of pods that events know by uid: lines of failed inspections may tell the name alone. */
  readonly #names = new Map<string, string>();
  /** Which process last reported that a container began. */
  readonly #reportedBy = new Map<string, string>();
  readonly #impacts = new Map<string, OpenImpact>();
  #active: OpenImpact[] = [];

  constructor(history: ProvenHistory) {
    this.#history = history;
    this.queries = queriesOf(history);
    this.#lines = new ExitLines(this.queries);
    this.#times = new ExitTimes(history, this.#lines);
    this.#finished = [...this.#lines.finished.values()].sort((a, b) => a.time - b.time);
  }

  begin(episode: Episode): void {
    this.#takeFinished(episode.begin.max);
    const { node, running } = this.#runOf(episode.process);
    const seen = new Set<string>();
    const certain = new Set<string>();
    // What nothing else is reported of ran on, where the loop went on to report.
    const recovered = episode.endedBy === 'recovered' || episode.resumed !== undefined;
    for (const [pod, id] of running.now()) {
      seen.add(id);
      // What only an earlier kubelet reported may have exited while none was there.
      if (
        recovered &&
        this.#reportedBy.get(id) === episode.process &&
        !this.#lines.isFailing([pod, this.#names.get(pod)], episode)
      )
        certain.add(id);
    }
    const impact = { episode, node, seen, running: certain, kept: new Set(certain), exited: [] };
    this.#impacts.set(episode.id, impact);
    this.#active.push(impact);
  }

  take(event: PlegEvent): void {
    this.#takeFinished((event.time - 1) as Instant);
    const { containerId: id, time, type } = event;
    if (id === undefined) return;
    if (this.#active.some((impact) => isPast(impact, time)))
      this.#active = this.#active.filter((impact) => !isPast(impact, time));
    if (type === 'ContainerStarted') this.#started(event, id);
    else if (type === 'ContainerDied') this.#died(event, id);
  }

  #started({ process, pod, time }: PlegEvent, id: string): void {
    const run = this.#runOf(process);
    const key = keyOf(pod);
    const name = nameOf(pod);
    if (name !== undefined) this.#names.set(key, name);
    run.running.started(key, id, time, eventedAt(run, time));
    this.#reportedBy.set(id, process);
    // It is reported again: it ran all the time.
    for (const impact of this.#active)
      if (impact.node === run.node && impact.seen.has(id)) for (const set of [impact.running, impact.kept]) set.add(id);
  }

  #died(event: PlegEvent, id: string): void {
    const { process, pod, time } = event;
    if (!this.#dead.has(id)) {
      this.#dead.add(id);
      const { node, running } = this.#runOf(process);
      const kind = running.died(keyOf(pod), id, time);
      const finished = this.#lines.finished.get(id);
      if ((finished === undefined || finished.time > time) && kind === 'container' && this.#active.length > 0)
        this.#exited(node, { id, process, pod, time }, this.#times.ofEvent(event, id, this.#reportedBy.get(id)));
    }
    this.#reportedBy.delete(id);
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
      if (this.#active.length > 0 && !this.#dead.has(next.id))
        this.#exited(
          this.#runOf(next.process).node,
          next,
          this.#times.ofLine(next, before, this.#reportedBy.get(next.id)),
        );
    }
  }

  #exited(
    node: string,
    exit: Pick<Finished, 'id' | 'process' | 'pod' | 'time'> & Partial<Finished>,
    bounds: TimeBounds | undefined,
  ): void {
    const { id, process, pod, time: reported } = exit;
    for (const { episode, node: own, running, kept, seen, exited } of this.#active) {
      if (own !== node || reported < episode.begin.min) continue;
      if (bounds === undefined || bounds.min < episode.begin.max) running.delete(id);
      else if (seen.has(id) && !this.#lines.isFailing([pod.uid, nameOf(pod)], episode)) running.add(id);
      if (bounds === undefined || bounds.min < (episode.end?.min ?? lastOf(episode))) kept.delete(id);
      if (
        bounds !== undefined &&
        isInside(episode, bounds) &&
        episode.process === process &&
        !exited.some((one) => one.id === id)
      )
        exited.push(this.#exitOf(exit, bounds, seen.has(id)));
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
      [...this.#impacts].map(([id, { seen, running, kept, exited }]) => [
        id,
        { containersSeen: seen.size, containersRunning: running.size, containersKept: kept.size, exited },
      ]),
    );
  }

  #runOf(id: string): ProcessRun {
    let run = this.#runs.get(id);
    if (run === undefined) {
      const { node = '', evented } = lookupsOf(this.#history).process(id) ?? {};
      let running = this.#nodes.get(node);
      if (running === undefined)
        this.#nodes.set(node, (running = new RunningContainers(this.#lines.containers, this.#lines.sandboxes)));
      this.#runs.set(id, (run = { node, running, ...(evented === undefined ? {} : { evented }) }));
    }
    return run;
  }
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
