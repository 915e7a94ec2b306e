/**
 * What the lines of one process say about its inner state, put in order once, so that any moment is found by search: which relist was the last listed one and until when,
 * the loop's stalls and skips, failed inspections and Status calls, and each change of a container with the times at which PLEG reported it and the loop took it.
 */
import { grouped } from '../../kubelet/groups.ts';
import type {
  Episode,
  KubeletProcess,
  LineReference,
  LoopStall,
  PlegEvent,
  ProvenHistory,
  Relist,
} from '../../inference/history.ts';
import { type Naming, namingsOf } from '../../inference/relists/namings.ts';
import { EVENTED_RELIST_THRESHOLD } from '../../kubelet/constants.ts';
import { eventedAt } from '../../inference/streams/eventedAt.ts';
import { livedUntil } from '../../inference/streams/livedUntil.ts';
import { goDurationToMicroseconds } from '../../kubelet/goDuration.ts';
import type { KubeletProfile } from '../../kubelet/profile.ts';
import { DEFAULT_RUNTIME_REQUEST_TIMEOUT } from '../../kubelet/settings.ts';
import { type Duration, type Instant, type TimeBounds, seconds } from '../../kubelet/time.ts';
import type { Stretch } from '../../kubelet/stretches.ts';
import { type ReplayProcess, replayProcesses } from '../loggedSkips.ts';
import { unknownEnds } from '../unknownEnds.ts';
import { type ContainerChange, type TimeSpan, changesOf } from './containerChanges.ts';
import { HistoryIndex } from './historyIndex.ts';
import { lineOf, packLine } from '../../inference/store/lines.ts';
import { type PlacedSkip, insideAt, placedSkips } from './placedSkips.ts';
import { type FailedInspection, type FailedStatus, failuresOf } from './failedCalls.ts';

export interface ProcessFacts {
  /** Its `to` is the end that is proven, which may be later than its last line. */
  readonly process: KubeletProcess;
  /** It ended before its sync loop started. */
  readonly neverStarted: boolean;
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
  /** Where nothing shows whether the state was healthy again after a skip. */
  readonly unknownEnds: readonly Stretch[];
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
  /** Its unhealthy times, by begin. */
  readonly episodes: readonly Episode[];
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
  const episodes = index.episodes(process.id);
  const wakes = new Map(skips.map(({ skip, sleep }) => [packLine(skip), (skip.time + sleep) as Instant]));
  return {
    process,
    neverStarted: index.neverStarted.has(process.id),
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
    unknownEnds: unknownEnds(process, episodes, (skip) => wakes.get(packLine(skip))),
    episodes,
    recoveries: episodes.flatMap(({ end, reasons }) =>
      end === undefined || !reasons.includes('pleg-stale') ? [] : [end],
    ),
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

/** The threshold that holds at a time: the generic PLEG beside an evented one that is in use may be older (pkg/kubelet/pleg/evented.go, 1.26–1.36). */
export function thresholdAt(
  { process, threshold }: Pick<ProcessFacts, 'process' | 'threshold'>,
  time: Instant,
): Duration {
  return eventedAt(process, time) ? EVENTED_RELIST_THRESHOLD : threshold;
}
