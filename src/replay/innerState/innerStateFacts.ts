/**
 * What the lines of one process say about its inner state, put in order once, so that any moment is found by search: which relist was the last listed one and until when,
 * the loop's stalls and skips, failed inspections and Status calls, and each change of a container with the times at which PLEG reported it and the loop took it.
 */
import { grouped } from '../../kubelet/groups.ts';
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
import { livedUntil } from '../../inference/streams/livedUntil.ts';
import { EVENT_STREAM } from '../../inference/streams/usesEvented.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { latestBegin } from '../../messages/texts/timedOut.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { type Duration, type Instant, seconds, type TimeBounds } from '../../kubelet/time.ts';
import type { InspectFailedFact, RuntimeCallFailedFact, StatusFailedFact } from '../../messages/fact.ts';
import { type ReplayProcess, replayProcesses } from '../loggedSkips.ts';
import { runsOf } from '../runs.ts';
import { changesOf, type ContainerChange, type TimeSpan } from './containerChanges.ts';
import type { InnerStateFact } from '../../messages/factTraits.ts';
import { HistoryIndex } from './historyIndex.ts';
import { lineOf } from '../../inference/store/lines.ts';

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
interface FailedInspection {
  readonly time: Instant;
  readonly began: Instant;
  readonly uid: string;
  readonly method: 'PodSandboxStatus' | 'ContainerStatus';
  readonly containerId?: string;
  readonly error: string;
  readonly at: LineReference;
}

/** A Status call that failed. */
interface FailedStatus {
  readonly began: Instant;
  readonly end: Instant;
  readonly error: string;
  readonly at: LineReference;
}

export interface ProcessFacts {
  /** Its `to` is the end that is proven, which may be later than its last line. */
  readonly process: KubeletProcess;
  /** When it wrote its last line. */
  readonly lastLine: Instant;
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
  /** In order of `known`; of `changesWithin`, if that is there, and of each container the last one before it. */
  readonly changes: readonly ContainerChange[];
  readonly changesWithin?: TimeSpan;
  /** In the order in which the loop took them. */
  readonly handled: readonly PlegEvent[];
  /** Those of one container. */
  readonly handledOf: (containerId: string) => readonly PlegEvent[];
  /** Lines that prove that PLEG had listed: `container finished`, in order. */
  readonly finished: readonly { readonly time: Instant; readonly at: LineReference; readonly id: string }[];
  /** The last line that speaks of removing a container (the topology manager forgets it when it has died, the runtime when it is collected). */
  readonly removals: readonly { readonly time: Instant; readonly id: string }[];
}

const ONE_FAILURE = 100_000;
/** A failure of the stream has two lines, one of the call and one of Evented PLEG. */
const ONE_STREAM_FAILURE = 1_000;

/** The facts of a process. */
export interface FactsOfProcess {
  readonly facts: ProcessFacts;
  /** Enough of them for the stretch around a time: of a process with very many events the changes around it alone. */
  around(time: Instant): ProcessFacts;
}

/** A process whose loop took more events than this is looked at a day at a time, unless all of it was put together already. */
const MOST_AT_ONCE = 20_000;
const DAY: Duration = seconds(24 * 3600);
/** What a stretch reaches before and behind a moment (a day, two hours), and some more. */
const REACHES_BEFORE: Duration = seconds(26 * 3600);
const REACHES_BEHIND: Duration = seconds(3 * 3600);

/** The facts of each process by its id, put in order when somebody asks for them. To prepare them costs time linear in the history, those of one process time linear in its own part. */
export function processFacts(history: ProvenHistory): ReadonlyMap<string, FactsOfProcess> {
  const index = new HistoryIndex(history);
  return new Map(replayProcesses(history).map((of) => [of.process.id, new LazyFacts(history, of, index)]));
}

class LazyFacts implements FactsOfProcess {
  readonly #make: () => Unchanging;
  readonly #changes: (of: Unchanging, within?: TimeSpan) => readonly ContainerChange[];
  #unchanging: Unchanging | undefined;
  #facts: ProcessFacts | undefined;
  #day: { readonly number: number; readonly facts: ProcessFacts } | undefined;

  constructor(history: ProvenHistory, of: ReplayProcess, index: HistoryIndex) {
    this.#make = () => factsOf(history, of, index);
    this.#changes = ({ process, handled }, within) => changesOf(process, handled, index, within);
  }

  get facts(): ProcessFacts {
    const unchanging = (this.#unchanging ??= this.#make());
    return (this.#facts ??= { ...unchanging, changes: this.#changes(unchanging) });
  }

  around(time: Instant): ProcessFacts {
    const unchanging = (this.#unchanging ??= this.#make());
    if (this.#facts !== undefined || unchanging.handled.length <= MOST_AT_ONCE) return this.facts;
    const { from, to } = unchanging.process;
    const number = Math.floor(Math.min(Math.max(time, from), to) / DAY);
    if (this.#day?.number !== number) {
      const changesWithin = {
        from: (number * DAY - REACHES_BEFORE) as Instant,
        to: ((number + 1) * DAY + REACHES_BEHIND) as Instant,
      };
      this.#day = {
        number,
        facts: { ...unchanging, changesWithin, changes: this.#changes(unchanging, changesWithin) },
      };
    }
    return this.#day.facts;
  }
}

/** All but the changes of containers. */
type Unchanging = Omit<ProcessFacts, 'changes' | 'changesWithin'>;

function factsOf(history: ProvenHistory, of: ReplayProcess, index: HistoryIndex): Unchanging {
  const { profile, threshold } = of;
  const process = { ...of.process, to: livedUntil(of.process) };
  const timeout = process.settings.get('runtimeRequestTimeout');
  const callTimeout =
    (timeout === undefined ? undefined : goDurationToMicroseconds(timeout.value)) ?? DEFAULT_RUNTIME_REQUEST_TIMEOUT;
  const printed = of.skips.find(({ skip }) =>
    skip.reasons.some((reason) => reason.threshold !== undefined && reason.threshold > 0),
  );
  const skips = placedSkips(of);
  const handled = index.handled(process.id);
  const inside = insideAt(process, skips[0], handled);
  const relists = index.relists(process.id).filter(({ startOpen }) => startOpen === undefined);
  return {
    process,
    lastLine: of.process.to,
    profile,
    threshold,
    callTimeout,
    begin: process.loopStarted ?? process.from,
    ...(printed === undefined ? {} : { thresholdAt: lineOf(printed.skip) }),
    skips,
    ...(inside === undefined ? {} : { inside }),
    namings: namingsOf(history).get(process.id) ?? [],
    relists: relists.filter((relist) => relist.scope === 'all'),
    podRelists: relists.filter((relist) => relist.scope === 'pod'),
    recoveries: index
      .episodes(process.id)
      .flatMap(({ end, reasons }) => (end === undefined || !reasons.includes('pleg-stale') ? [] : [end])),
    stalls: index.stalls(process.id),
    handled,
    handledOf: byContainer(handled),
    ...failuresOf(index.facts(process.id), callTimeout, index),
  };
}

/** Put together by container when somebody asks first. */
function byContainer(events: readonly PlegEvent[]): ProcessFacts['handledOf'] {
  let containers: ReadonlyMap<string, readonly PlegEvent[]> | undefined;
  return (id) => {
    containers ??= grouped(events, ({ containerId = '' }) => containerId);
    return containers.get(id) ?? [];
  };
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
  facts: readonly InnerStateFact[],
  callTimeout: Duration,
  index: HistoryIndex,
): Pick<ProcessFacts, 'inspections' | 'statuses' | 'streamFailures' | 'finished' | 'removals'> {
  const inspections: FailedInspection[] = [];
  const statuses: FailedStatus[] = [];
  const streamFailures: Instant[] = [];
  const finished: { time: Instant; at: LineReference; id: string }[] = [];
  const removals = new Map<string, Instant>();
  for (const fact of facts) {
    switch (fact.kind) {
      case 'inspect-failed': {
        const uid = index.uidOf(fact.pod);
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
            at: lineOf(fact),
          });
        break;
      }
      case 'runtime-call-failed':
        if (fact.method === EVENT_STREAM && fact.time - (streamFailures.at(-1) ?? 0) > ONE_STREAM_FAILURE)
          streamFailures.push(fact.time);
        if (fact.method === 'Status') statuses.push(failedStatus(fact, callTimeout));
        break;
      case 'status-failed': {
        const last = statuses.at(-1);
        if (last === undefined || fact.time - last.end > ONE_FAILURE) statuses.push(failedStatus(fact, callTimeout));
        break;
      }
      case 'container-finished':
        finished.push({ time: fact.time, at: lineOf(fact), id: fact.containerId });
        break;
      case 'container-named':
        if (fact.what === 'removing' && fact.containerId !== undefined) removals.set(fact.containerId, fact.time);
        break;
      default:
        fact satisfies never;
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

function failedStatus(fact: RuntimeCallFailedFact | StatusFailedFact, callTimeout: Duration): FailedStatus {
  return {
    end: fact.time,
    began: latestBegin(fact.time, fact.error, callTimeout),
    error: fact.error.text,
    at: lineOf(fact),
  };
}

function namesCall(fact: InspectFailedFact): Partial<Pick<FailedInspection, 'method' | 'containerId'>> {
  if (fact.containerId !== undefined) return { method: 'ContainerStatus', containerId: fact.containerId };
  return fact.sandboxId === undefined ? {} : { method: 'PodSandboxStatus', containerId: fact.sandboxId };
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
