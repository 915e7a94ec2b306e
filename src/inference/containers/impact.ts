/** What an unhealthy time did to the containers of its node: how many ran, and which exited in it unnoticed. Containers only; sandboxes are never counted. */
import { oncePer } from '../../kubelet/oncePer.ts';
import { appendTo } from '../../kubelet/groups.ts';
import { EVENTED_RELIST_THRESHOLD, RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { InspectFailedFact, PodReference } from '../../messages/fact.ts';
import { exitBounds, exitBoundsAfter, exitBoundsOfWaiting, type ListingsAround, ONE_RELIST } from './exitBounds.ts';
import { AT_ONCE, sinceEarlierKubelet } from './exitsOverRestart.ts';
import { BEFORE_ALL } from '../store/lines.ts';
import type { Episode, LineReference, PlegEvent, ProvenHistory } from '../history.ts';
import { lookupsOf } from '../lookups.ts';
import { namingsOf } from '../relists/namings.ts';
import { type HistoryQueries, queriesOf } from '../queries.ts';
import { requestTimeout } from '../requestTimeout.ts';
import { RunningContainers } from './runningContainers.ts';

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

/** PLEG's own line of an exit. */
interface Finished {
  readonly id: string;
  readonly process: string;
  readonly pod: PodReference;
  readonly time: Instant;
  readonly at: LineReference;
  readonly exitCode?: number;
}

type ExitDraft = { -readonly [Key in keyof ContainerExit]: ContainerExit[Key] };

/** What is asked of a process with each event. */
interface ProcessRun {
  readonly node: string;
  readonly running: RunningContainers;
  isEvented(time: Instant): boolean;
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

class ImpactCollector {
  readonly queries: HistoryQueries;
  readonly #history: ProvenHistory;
  readonly #finished = new Map<string, Finished>();
  /** The same in order of time, and how many of them are taken. */
  readonly #inOrder: readonly Finished[];
  #taken = 0;
  /** When the last exits of a pod were reported, and when those that another relist reported before. */
  readonly #reportedOf = new Map<string, { readonly last: Instant; readonly before?: Instant }>();
  /** Ids that lines show to be no sandboxes. */
  readonly #containers = new Set<string>();
  readonly #sandboxes = new Set<string>();
  /** Pods that PLEG could not inspect: what it had found of them is not reported. */
  readonly #failing = new Map<string, { readonly from: Instant; to: Instant }>();
  /** When calls to the runtime failed, by process. */
  readonly #failedCalls = new Map<string, Instant[]>();
  /** Containers of which a line has reported that they ended: a later one repeats it, of a new process or of Evented PLEG. */
  readonly #dead = new Set<string>();
  readonly #nodes = new Map<string, RunningContainers>();
  readonly #runs = new Map<string, ProcessRun>();
  /** Names of pods that events know by uid: lines of failed inspections may tell the name alone. */
  readonly #names = new Map<string, string>();
  /** Which process last reported that a container began. */
  readonly #reportedBy = new Map<string, string>();
  readonly #around = new Map<string, ListingsAround>();
  readonly #impacts = new Map<string, OpenImpact>();
  #active: OpenImpact[] = [];

  constructor(history: ProvenHistory) {
    this.#history = history;
    this.queries = queriesOf(history);
    for (const { fact, process } of this.queries.passingFacts(
      (kind) => kind === 'container-finished' || kind === 'inspect-failed' || kind === 'runtime-call-failed',
    )) {
      if (fact.kind === 'inspect-failed') this.#failed(fact);
      if (fact.kind === 'runtime-call-failed' && process !== undefined) this.#callFailed(process, fact.time);
      if (fact.kind !== 'container-finished' || process === undefined || this.#finished.has(fact.containerId)) continue;
      this.#finished.set(fact.containerId, {
        id: fact.containerId,
        process,
        pod: fact.pod,
        time: fact.time,
        at: { source: fact.source, line: fact.line },
        ...(fact.exitCode === undefined ? {} : { exitCode: fact.exitCode }),
      });
    }
    this.#inOrder = [...this.#finished.values()].sort((a, b) => a.time - b.time);
    for (const id of this.#finished.size > 0 ? this.#finished.keys() : this.#removed()) this.#containers.add(id);
  }

  /** The kubelet takes containers out of its resource managers one by one, never sandboxes (kuberuntime_gc.go, removeContainer; 1.17 and later): where PLEG itself writes nothing, that tells them apart. */
  *#removed(): Generator<string, void, undefined> {
    for (const { fact } of this.queries.passingFacts((kind) => kind === 'container-named')) {
      if (fact.kind === 'container-named' && fact.what === 'removing' && fact.containerId !== undefined)
        yield fact.containerId;
    }
  }

  #callFailed(process: string, time: Instant): void {
    appendTo(this.#failedCalls, process, time);
  }

  #failed({ pod, sandboxId, time }: InspectFailedFact): void {
    if (sandboxId !== undefined) this.#sandboxes.add(sandboxId);
    for (const key of [pod.uid, nameOf(pod)]) {
      if (key === undefined) continue;
      const known = this.#failing.get(key);
      if (known === undefined) this.#failing.set(key, { from: time, to: time });
      else known.to = time;
    }
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
        !this.#isFailing(pod, episode) &&
        !this.#isFailing(this.#names.get(pod) ?? '', episode)
      )
        certain.add(id);
    }
    const impact = { episode, node, seen, running: certain, kept: new Set(certain), exited: [] };
    this.#impacts.set(episode.id, impact);
    this.#active.push(impact);
  }

  #isFailing(pod: string, episode: Episode): boolean {
    const failing = this.#failing.get(pod);
    return (
      failing !== undefined &&
      failing.from <= lastOf(episode) &&
      failing.to >= (episode.lastRelist?.min ?? episode.begin.min - RELIST_THRESHOLD)
    );
  }

  take(event: PlegEvent): void {
    this.#takeFinished((event.time - 1) as Instant);
    const { containerId: id, process, time, type, pod } = event;
    if (id === undefined) return;
    if (this.#active.some((impact) => isPast(impact, time)))
      this.#active = this.#active.filter((impact) => !isPast(impact, time));
    const { node, running, isEvented } = this.#runOf(process);
    const key = pod.uid ?? nameOf(pod) ?? '';
    if (type === 'ContainerStarted') {
      const name = nameOf(pod);
      if (name !== undefined) this.#names.set(key, name);
      running.started(key, id, time, isEvented(time));
      this.#reportedBy.set(id, process);
      // It is reported again: it ran all the time.
      for (const impact of this.#active)
        if (impact.node === node && impact.seen.has(id)) for (const set of [impact.running, impact.kept]) set.add(id);
      return;
    }
    if (type !== 'ContainerDied') return;
    if (this.#dead.has(id)) {
      this.#reportedBy.delete(id);
      this.#handled(event, id);
      return;
    }
    this.#dead.add(id);
    const kind = running.died(key, id, time);
    const finished = this.#finished.get(id);
    if (finished !== undefined && finished.time <= time) this.#handled(event, id);
    else if (kind === 'container' && this.#active.length > 0)
      this.#died(node, { id, process, pod, time }, this.#sinceEarlier(event, id, this.#boundsOfEvent(event)));
    this.#reportedBy.delete(id);
    if (finished === undefined || finished.time > time) this.#handled(event, id);
  }

  /** Exits that PLEG's own lines tell up to a time; their events may come late, or never where the channel was full. */
  #takeFinished(until: Instant): void {
    for (
      let next = this.#inOrder[this.#taken];
      next !== undefined && next.time <= until;
      next = this.#inOrder[this.#taken]
    ) {
      this.#taken += 1;
      const before = this.#reportedBefore(next);
      if (this.#active.length > 0 && !this.#dead.has(next.id))
        this.#died(
          this.#runOf(next.process).node,
          next,
          this.#sinceEarlier(next, next.id, exitBoundsAfter(this.#aroundOf(next.process), next.time, before)),
        );
    }
  }

  /** When a relist before the one that tells this exit reported another one of the pod. */
  #reportedBefore({ process, pod, time }: Finished): Instant | undefined {
    const key = `${process} ${pod.uid ?? nameOf(pod) ?? ''}`;
    const reported = this.#reportedOf.get(key);
    const before = reported === undefined || time - reported.last < ONE_RELIST ? reported?.before : reported.last;
    this.#reportedOf.set(key, { last: time, ...(before === undefined ? {} : { before }) });
    return before;
  }

  #died(
    node: string,
    exit: Pick<Finished, 'id' | 'process' | 'pod' | 'time'> & Partial<Finished>,
    bounds: TimeBounds | undefined,
  ): void {
    const { id, process, pod, time: reported, at, exitCode } = exit;
    for (const { episode, node: own, running, kept, seen, exited } of this.#active) {
      if (own !== node || reported < episode.begin.min) continue;
      if (bounds === undefined || bounds.min < episode.begin.max) running.delete(id);
      else if (seen.has(id) && !this.#isFailing(pod.uid ?? '', episode) && !this.#isFailing(nameOf(pod) ?? '', episode))
        running.add(id);
      if (bounds === undefined || bounds.min < (episode.end?.min ?? lastOf(episode))) kept.delete(id);
      if (
        bounds === undefined ||
        !isInside(episode, bounds) ||
        episode.process !== process ||
        exited.some((one) => one.id === id)
      )
        continue;
      const known = this.queries.containerOf(id);
      exited.push({
        id,
        pod: nameOf(pod) ?? nameOf(known?.pod ?? {}) ?? pod.uid ?? '',
        container: known?.name ?? id.slice(0, SHORT_ID),
        exited: bounds,
        wasSeen: seen.has(id),
        ...(exitCode === undefined ? {} : { exitCode }),
        ...(at === undefined || this.#runOf(process).isEvented(reported) ? {} : { noticed: reported, noticedAt: at }),
      });
    }
  }

  #handled(event: PlegEvent, id: string): void {
    for (const { exited } of this.#active) {
      const exit = exited.find((one) => one.id === id);
      if (exit === undefined || exit.handled !== undefined) continue;
      exit.handled = event.time;
      exit.handledAt = { source: event.source, line: event.line };
    }
  }

  /** Of an exit that only its event tells. */
  #boundsOfEvent(event: PlegEvent): TimeBounds | undefined {
    const around = this.#aroundOf(event.process);
    const process = lookupsOf(this.#history).process(event.process);
    const waited = around.episodes.find(
      (episode) => event.time >= episode.begin.min && event.time <= (episode.resumed?.max ?? lastOf(episode)) + AT_ONCE,
    );
    if (waited === undefined) return exitBounds(around, event.time);
    return exitBoundsOfWaiting(
      around,
      waited,
      event.time,
      process?.startedInLog === true ? (process.loopStarted ?? process.from) : undefined,
    );
  }

  /** The same for a container that only an earlier kubelet of the node reported. */
  #sinceEarlier(
    { process, time }: Pick<Finished, 'process' | 'time'>,
    id: string,
    bounds: TimeBounds | undefined,
  ): TimeBounds | undefined {
    const earlier = this.#reportedBy.get(id);
    if (earlier === undefined || earlier === process || (bounds !== undefined && bounds.min > BEFORE_ALL))
      return bounds;
    const before = lookupsOf(this.#history).process(earlier);
    return (
      sinceEarlierKubelet(
        this.#aroundOf(process),
        this.#aroundOf(earlier),
        time,
        before === undefined || this.#finished.has(id) ? undefined : requestTimeout(before),
      ) ?? bounds
    );
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
        this.#nodes.set(node, (running = new RunningContainers(this.#containers, this.#sandboxes)));
      const isEvented = (time: Instant): boolean =>
        evented !== undefined && (evented.until === undefined || time < evented.until);
      this.#runs.set(id, (run = { node, running, isEvented }));
    }
    return run;
  }

  #aroundOf(process: string): ListingsAround {
    let around = this.#around.get(process);
    if (around === undefined) {
      around = {
        namings: namingsOf(this.#history).get(process) ?? [],
        relists: this.#history.relists
          .filter((relist) => relist.process === process && relist.scope === 'all')
          .sort((a, b) => a.start.max - b.start.max),
        episodes: lookupsOf(this.#history)
          .episodesOf(process)
          .filter(({ startup }) => !startup),
        failedCalls: this.#failedCalls.get(process)?.sort((a, b) => a - b) ?? [],
        threshold:
          lookupsOf(this.#history).process(process)?.evented === undefined
            ? RELIST_THRESHOLD
            : EVENTED_RELIST_THRESHOLD,
        isEvented: this.#runOf(process).isEvented,
      };
      this.#around.set(process, around);
    }
    return around;
  }
}

function nameOf({ namespace, name }: Pick<PodReference, 'namespace' | 'name'>): string | undefined {
  return name === undefined ? undefined : `${namespace ?? ''}/${name}`;
}

/** What is reported at this time no longer belongs to the episode. */
function isPast({ episode }: OpenImpact, time: Instant): boolean {
  return time > lastOf(episode) + REPORTED_WITHIN;
}

/** When the loop worked again, at the latest; the end of what is known of an episode. */
function lastOf({ resumed, end, begin }: Pick<Episode, 'resumed' | 'end' | 'begin'>): Instant {
  return resumed?.max ?? end?.max ?? begin.max;
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
