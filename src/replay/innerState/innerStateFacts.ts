/**
 * What the lines of one process say about its inner state, put in order once, so that any moment is found by search: which relist was the last listed one and until when,
 * the loop's stalls and skips, failed inspections and Status calls, and each change of a container with the times at which PLEG told it and the loop took it.
 */
import { isOneSleep, lastStep, skipsBetween, sleepAfter } from '../../inference/episodes/backoff.ts';
import type {
  KubeletProcess,
  LineReference,
  LoopStall,
  PlegEvent,
  ProvenHistory,
  Relist,
  Skip,
} from '../../inference/history.ts';
import { type Naming, namingsOf } from '../../inference/relists/namings.ts';
import { EVENTED_RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { EVENT_STREAM } from '../../inference/streams/usesEvented.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { latestBegin } from '../../messages/texts/timedOut.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { InspectFailedFact } from '../../messages/fact.ts';
import { type ReplayProcess, replayProcesses } from '../loggedSkips.ts';
import { runsOf } from '../runs.ts';

/** One skip with its place in the back-off. */
export interface PlacedSkip {
  readonly skip: Skip;
  /** The sleep after it, and its number in the run (0 for the first). */
  readonly sleep: Duration;
  readonly step: number;
  /** In a log that begins inside the run only a spacing tells the sleep; before one did it is the shortest. */
  readonly sleepKnown: boolean;
  readonly index: number;
  /** How many skips of the run there were up to this one, with those that are missing in the log. */
  readonly count: number;
  /** The first skip of the run may be missing: the log begins after it. */
  readonly beganEarlier: boolean;
  /** Last skip of its run. */
  readonly isLast: boolean;
  /** Place in the list of runs. */
  readonly run: number;
}

/** A failed inspection of a pod; several lines of one failure are one entry. */
export interface FailedInspection {
  readonly time: Instant;
  readonly began: Instant;
  readonly uid: string;
  readonly method: 'PodSandboxStatus' | 'ContainerStatus';
  readonly containerId?: string;
  readonly error: string;
  readonly at: LineReference;
}

/** A Status call that failed. */
export interface FailedStatus {
  readonly began: Instant;
  readonly end: Instant;
  readonly error: string;
  readonly at: LineReference;
}

/** A change of a container that PLEG told. */
export interface ContainerChange {
  readonly uid: string;
  readonly id: string;
  readonly kind: 'container' | 'sandbox' | 'unknown';
  readonly state: 'running' | 'exited' | 'removed' | 'unknown';
  readonly exitCode?: number;
  /** When PLEG told it, where its own line says so. */
  readonly told?: Instant;
  readonly toldAt?: LineReference;
  /** The line of the loop that handled it. */
  readonly handled?: PlegEvent;
  /** The time by which it was known. */
  readonly known: Instant;
}

export interface ProcessFacts {
  readonly process: KubeletProcess;
  readonly profile: KubeletProfile;
  readonly threshold: Duration;
  /** A skip's line prints the threshold. */
  readonly thresholdAt?: LineReference;
  readonly callTimeout: Duration;
  readonly begin: Instant;
  readonly skips: readonly PlacedSkip[];
  /** The skip with which a log begins, or begins inside a run of skips: what it says is the first that is known of the loop. */
  readonly inside?: PlacedSkip;
  readonly namings: readonly Naming[];
  readonly relists: readonly Relist[];
  readonly podRelists: readonly Relist[];
  readonly stalls: readonly LoopStall[];
  readonly inspections: readonly FailedInspection[];
  readonly statuses: readonly FailedStatus[];
  /** When the stream of Evented PLEG broke or could not be opened: each time it relists (pkg/kubelet/pleg/evented.go, watchEventsChannel, 1.26–1.36). */
  readonly streamFailures: readonly Instant[];
  /** Ends of its unhealthy times, where lines bound them: until then it had not listed. */
  readonly recoveries: readonly TimeBounds[];
  /** In order of `known`. */
  readonly changes: readonly ContainerChange[];
  /** In the order in which the loop took them. */
  readonly handled: readonly PlegEvent[];
  /** The same by container. */
  readonly handledOf: ReadonlyMap<string, readonly PlegEvent[]>;
  /** Lines that prove that PLEG had listed: `container finished`, in order. */
  readonly finished: readonly { readonly time: Instant; readonly at: LineReference; readonly id: string }[];
  /** The last line that speaks of removing a container (the topology manager forgets it when it has died, the runtime when it is collected). */
  readonly removals: readonly { readonly time: Instant; readonly id: string }[];
}

const ONE_FAILURE = 100_000;
/** A failure of the stream has two lines, one of the call and one of Evented PLEG. */
const ONE_STREAM_FAILURE = 1_000;

/** Facts of all processes, by id. Costs time linear in the history. */
export function processFacts(history: ProvenHistory): ReadonlyMap<string, ProcessFacts> {
  const index = indexOf(history);
  return new Map(replayProcesses(history).map((of) => [of.process.id, factsOf(history, of, index)]));
}

interface HistoryIndex {
  readonly handled: ReadonlyMap<string, readonly PlegEvent[]>;
  readonly handledAt: ReadonlyMap<number, PlegEvent>;
  readonly finished: ReadonlyMap<string, { readonly time: Instant; readonly at: LineReference }>;
  /** Pods that each process speaks of. */
  readonly podsOf: ReadonlyMap<string, ReadonlySet<string>>;
  readonly uidOf: ReadonlyMap<string, string>;
}

function indexOf(history: ProvenHistory): HistoryIndex {
  const handled = new Map<string, PlegEvent[]>();
  const handledAt = new Map<number, PlegEvent>();
  const finished = new Map<string, { time: Instant; at: LineReference }>();
  const podsOf = new Map<string, Set<string>>();
  const uidOf = new Map<string, string>();
  for (const pod of history.pods) if (pod.name !== undefined) uidOf.set(`${pod.namespace ?? ''}/${pod.name}`, pod.uid);
  const speaks = (process: string, uid: string | undefined): void => {
    if (uid === undefined) return;
    let pods = podsOf.get(process);
    if (pods === undefined) podsOf.set(process, (pods = new Set()));
    pods.add(uid);
  };
  for (const event of history.plegEvents) {
    const list = handled.get(event.process);
    if (list === undefined) handled.set(event.process, [event]);
    else list.push(event);
    handledAt.set(placeKey(event), event);
    speaks(event.process, event.pod.uid);
  }
  for (const { fact, process } of history.facts) {
    if (fact.kind !== 'container-finished' || process === undefined || finished.has(fact.containerId)) continue;
    finished.set(fact.containerId, { time: fact.time, at: placeOf(fact) });
    speaks(process, fact.pod.uid ?? uidOf.get(`${fact.pod.namespace ?? ''}/${fact.pod.name ?? ''}`));
  }
  return { handled, handledAt, finished, podsOf, uidOf };
}

function factsOf(history: ProvenHistory, of: ReplayProcess, index: HistoryIndex): ProcessFacts {
  const { process, profile, threshold } = of;
  const timeout = process.settings.get('runtimeRequestTimeout');
  const callTimeout =
    (timeout === undefined ? undefined : goDurationToMicroseconds(timeout.value)) ?? DEFAULT_RUNTIME_REQUEST_TIMEOUT;
  const printed = of.skips.find(({ skip }) =>
    skip.reasons.some((reason) => reason.threshold !== undefined && reason.threshold > 0),
  );
  const mine = <Item extends { readonly process: string }>(items: readonly Item[]): Item[] =>
    items.filter((item) => item.process === process.id);
  const skips = placedSkips(of);
  const handled = index.handled.get(process.id) ?? [];
  const inside = insideAt(process, skips[0], handled);
  const relists = mine(history.relists).filter(({ startOpen }) => startOpen === undefined);
  return {
    process,
    profile,
    threshold,
    callTimeout,
    begin: process.loopStarted ?? process.from,
    ...(printed === undefined ? {} : { thresholdAt: placeOf(printed.skip) }),
    skips,
    ...(inside === undefined ? {} : { inside }),
    namings: namingsOf(history).get(process.id) ?? [],
    relists: relists.filter((relist) => relist.scope === 'all'),
    podRelists: relists.filter((relist) => relist.scope === 'pod'),
    recoveries: mine(history.episodes).flatMap(({ end, reasons }) =>
      end === undefined || !reasons.includes('pleg-stale') ? [] : [end],
    ),
    stalls: mine(history.stalls),
    changes: changesOf(history, process, index),
    handled,
    handledOf: byContainer(handled),
    ...failuresOf(history, process, callTimeout, index),
  };
}

function byContainer(events: readonly PlegEvent[]): ReadonlyMap<string, readonly PlegEvent[]> {
  const containers = new Map<string, PlegEvent[]>();
  for (const event of events) {
    if (event.containerId === undefined) continue;
    const list = containers.get(event.containerId);
    if (list === undefined) containers.set(event.containerId, [event]);
    else list.push(event);
  }
  return containers;
}

function placedSkips(of: ReplayProcess): readonly PlacedSkip[] {
  const schedule = of.profile.backoff;
  const top = lastStep(schedule);
  return runsOf(of).flatMap((run, number) => {
    let step = run.firstStep;
    const inMiddle = number === 0 && !of.process.startedInLog;
    let sleepKnown = !inMiddle || schedule.kind === 'fixed';
    let beganEarlier = inMiddle;
    let count = 1;
    return run.skips.map(({ skip }, index): PlacedSkip => {
      const next = run.skips[index + 1];
      if (!sleepKnown && next !== undefined && isOneSleep(schedule, step, next.time - skip.time)) {
        sleepKnown = true;
        // A spacing of the shortest sleep follows the first skip only.
        beganEarlier = index > 0 || step > 0;
      }
      const placed = {
        skip,
        sleep: sleepAfter(schedule, sleepKnown ? step : 0),
        step,
        sleepKnown,
        index,
        count,
        beganEarlier,
        isLast: next === undefined,
        run: number,
      };
      const gap = next === undefined ? 0 : next.time - skip.time;
      const missing =
        next === undefined || isOneSleep(schedule, step, gap) ? 0 : (skipsBetween(schedule, step, gap) ?? 0);
      count += 1 + missing;
      step = Math.min(step + 1 + missing, top);
      return placed;
    });
  });
}

/** So soon after the log's begin a first skip tells how the loop stood then, wherever in the back-off it is. */
const AT_BEGIN: Duration = seconds(1);

/** The first skip of a log that begins inside its run, if the loop was not seen to work before. */
function insideAt(
  process: KubeletProcess,
  first: PlacedSkip | undefined,
  handled: readonly PlegEvent[],
): PlacedSkip | undefined {
  if (process.startedInLog || first === undefined || (handled[0] !== undefined && handled[0].time < first.skip.time))
    return undefined;
  return (first.beganEarlier && first.sleepKnown) || first.skip.time - process.from < AT_BEGIN ? first : undefined;
}

function failuresOf(
  history: ProvenHistory,
  process: KubeletProcess,
  callTimeout: Duration,
  index: HistoryIndex,
): Pick<ProcessFacts, 'inspections' | 'statuses' | 'streamFailures' | 'finished' | 'removals'> {
  const inspections: FailedInspection[] = [];
  const statuses: FailedStatus[] = [];
  const streamFailures: Instant[] = [];
  const finished: { time: Instant; at: LineReference; id: string }[] = [];
  const removals = new Map<string, Instant>();
  for (const { fact, process: owner } of history.facts) {
    if (owner !== process.id) continue;
    switch (fact.kind) {
      case 'inspect-failed': {
        const uid = fact.pod.uid ?? index.uidOf.get(`${fact.pod.namespace ?? ''}/${fact.pod.name ?? ''}`);
        const last = inspections.at(-1);
        if (last !== undefined && fact.time - last.time < ONE_FAILURE && (uid === undefined || uid === last.uid))
          inspections[inspections.length - 1] = { ...last, ...namesCall(fact) };
        else if (uid !== undefined)
          inspections.push({
            time: fact.time,
            began: latestBegin(fact.time, fact.error, callTimeout),
            uid,
            method: 'PodSandboxStatus',
            ...namesCall(fact),
            error: fact.error.text,
            at: placeOf(fact),
          });
        break;
      }
      case 'runtime-call-failed':
        if (fact.method === EVENT_STREAM && fact.time - (streamFailures.at(-1) ?? 0) > ONE_STREAM_FAILURE)
          streamFailures.push(fact.time);
        if (fact.method === 'Status')
          statuses.push({
            end: fact.time,
            began: latestBegin(fact.time, fact.error, callTimeout),
            error: fact.error.text,
            at: placeOf(fact),
          });
        break;
      case 'status-failed': {
        const last = statuses.at(-1);
        if (last === undefined || fact.time - last.end > ONE_FAILURE)
          statuses.push({
            end: fact.time,
            began: latestBegin(fact.time, fact.error, callTimeout),
            error: fact.error.text,
            at: placeOf(fact),
          });
        break;
      }
      case 'container-finished':
        finished.push({ time: fact.time, at: placeOf(fact), id: fact.containerId });
        break;
      case 'container-named':
        if (fact.what === 'removing' && fact.containerId !== undefined) removals.set(fact.containerId, fact.time);
        break;
      default:
        break;
    }
  }
  return {
    inspections,
    statuses,
    streamFailures,
    finished,
    removals: [...removals].map(([id, time]) => ({ id, time })),
  };
}

function namesCall(fact: InspectFailedFact): Partial<Pick<FailedInspection, 'method' | 'containerId'>> {
  if (fact.containerId !== undefined) return { method: 'ContainerStatus', containerId: fact.containerId };
  return fact.sandboxId === undefined ? {} : { method: 'PodSandboxStatus', containerId: fact.sandboxId };
}

function changesOf(history: ProvenHistory, process: KubeletProcess, index: HistoryIndex): readonly ContainerChange[] {
  const pods = index.podsOf.get(process.id);
  const changes: ContainerChange[] = [];
  if (pods === undefined) return changes;
  for (const pod of history.pods) {
    if (!pods.has(pod.uid)) continue;
    for (const container of pod.containers) {
      for (const state of container.states) {
        const known = state.from.max;
        if (!Number.isFinite(known) || known > process.to) continue;
        const handled = state.evidence
          .map((at) => index.handledAt.get(placeKey(at)))
          .find((event) => event !== undefined && event.process === process.id);
        const finished = state.state === 'exited' ? index.finished.get(container.id) : undefined;
        const told = finished?.time ?? (handled !== undefined && known < handled.time ? known : undefined);
        const toldAt = finished?.at ?? (told === undefined ? undefined : state.evidence[0]);
        changes.push({
          uid: pod.uid,
          id: container.id,
          kind: container.kind,
          state: state.state,
          known,
          ...(state.exitCode === undefined ? {} : { exitCode: state.exitCode }),
          ...(told === undefined ? {} : { told }),
          ...(toldAt === undefined ? {} : { toldAt }),
          ...(handled === undefined ? {} : { handled }),
        });
      }
    }
  }
  return changes.sort((a, b) => a.known - b.known);
}

/** The threshold that holds at a time: the generic PLEG beside an evented one that is in use may be older (pkg/kubelet/pleg/evented.go, 1.26–1.36). */
export function thresholdAt(
  { process: { evented }, threshold }: Pick<ProcessFacts, 'process' | 'threshold'>,
  time: Instant,
): Duration {
  return evented !== undefined && (evented.until === undefined || time < evented.until)
    ? EVENTED_RELIST_THRESHOLD
    : threshold;
}

/** One number for a place in the log. */
export function placeKey(at: LineReference): number {
  return at.source * 4_294_967_296 + at.line;
}

export function placeOf(at: LineReference): LineReference {
  return { source: at.source, line: at.line };
}

/** Index of the first item whose time is after `time`. */
export function firstAfter<Item>(items: readonly Item[], time: number, timeOf: (item: Item) => number): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && timeOf(item) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
