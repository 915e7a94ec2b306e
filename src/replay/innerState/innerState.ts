/**
 * The inner state of each kubelet process at any moment: the embedded kubelet runs over the stretch around the moment with inputs fitted to the proven points, and is looked
 * into. Nothing is computed before the first question; a stretch that was run once is kept for the next one.
 */
import { oncePer } from '../../kubelet/oncePer.ts';
import { firstAfter, lowerBound } from '../../kubelet/ordered.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { livedUntil } from '../../inference/streams/livedUntil.ts';
import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import { type Instant, seconds } from '../../kubelet/time.ts';
import type { OpenKubelet } from '../../model/inputs.ts';
import type { KubeletState } from '../../model/kubeletState.ts';
import { fromDuration, nanoseconds, type Nanoseconds } from '../../model/nanoseconds.ts';
import type { Observation } from '../../model/observation.ts';
import { openKubelet } from '../../model/runKubelet.ts';
import type { NotFollowed } from './followedPods.ts';
import { ChannelHistory, type ModelEvent } from './innerStateEvents.ts';
import { type FactsOfProcess, type ProcessFacts, processFacts } from './innerStateFacts.ts';
import { type Stretch, type StretchInputs, stretchInputs } from './innerStateInputs.ts';
import { type Plan, planOf } from './innerStatePlan.ts';
import { ModelClock } from './innerStateRuntime.ts';
import { stretchAt, zonesOf } from './innerStateStretch.ts';

export type { PlegPod } from '../../model/plegPod.ts';

/** A relist of the model. */
export interface ModelRelist {
  readonly scope: 'all' | 'pod';
  readonly podUid?: string;
  readonly start: Instant;
  listed?: Instant;
  end?: Instant;
  failed: boolean;
  /** Pods that it inspected, in order. */
  readonly inspected: {
    readonly uid: string;
    readonly began: Instant;
    readonly end: Instant;
    readonly error?: string;
  }[];
  /** Events that it sent. */
  sent: number;
}

/** A time in which model and log contradict each other: nothing that the model says there is believed. */
export interface Contradiction {
  readonly from: Instant;
  readonly to: Instant;
  readonly why: string;
}

/** A run of the model over one stretch. */
export interface StretchRun {
  readonly stretch: Stretch;
  readonly channel: ChannelHistory;
  readonly relists: readonly ModelRelist[];
  readonly skips: readonly Instant[];
  readonly syncs: readonly Instant[];
  /** Times in which housekeeping held the loop up for longer than it should take; an end that is not reached is missing. */
  readonly blocked: readonly { readonly from: Instant; readonly to?: Instant }[];
  readonly stateChanges: readonly {
    readonly time: Instant;
    readonly uid: string;
    readonly id: string;
    readonly from: string;
    readonly to: string;
  }[];
  readonly contradictions: readonly Contradiction[];
  /** Pods and containers of the log that are too many for the model. */
  readonly notFollowed: NotFollowed;
}

/** One answer: the model's state, and what is needed to judge it. */
export interface InnerState {
  readonly time: Instant;
  readonly facts: ProcessFacts;
  readonly plan: Plan;
  readonly run: StretchRun;
  readonly model: KubeletState;
  /** A time of the model as time of the log. */
  readonly real: (time: Nanoseconds) => Instant;
}

export interface InnerStates {
  /** Facts of the process that runs at a time: the named one, else the one that holds the time, else the nearest. */
  factsAt(time: Instant, process?: string): ProcessFacts | undefined;
  /** The same, as much of them as a moment takes: of a process with very many events those around the time. */
  factsAround(time: Instant, process?: string): ProcessFacts | undefined;
  /** The inner state of a process; the time is brought into its span. Without pods, which most of the work goes into, the model's records and cache are empty. */
  at(facts: ProcessFacts, time: Instant, withPods?: boolean, stopCheck?: StopCheck): InnerState;
  planOf(facts: ProcessFacts): Plan;
  /** Times in which something is under way that a healthy kubelet would not carry along, in order. */
  zonesOf(facts: ProcessFacts): readonly { readonly from: Instant; readonly to: Instant }[];
  /** The model's runs that cover a time of a process, one after another. */
  runsOver(facts: ProcessFacts, from: Instant, to: Instant, stopCheck?: StopCheck): Iterable<StretchRun>;
}

/** A skip of the log and one of the model are the same within this. */
const SAME_SKIP = 350_000;
/** Housekeeping that takes longer is logged as an error (kubelet.go, housekeepingWarningDuration, 1.22–1.36). */
const LONG_HOUSEKEEPING = 1_000_000;
/** Runs that are kept of one process, and of all together: with its inputs a run takes up to a megabyte, and a log can have thousands of processes. */
const MOST_RUNS_OF_PROCESS = 8;
const MOST_RUNS = 24;
/** Runs that together cover a time step on by this. */
const NEXT_RUN = 1_000_000;

/** The inner states of a history: charts, lanes and moments look into the same runs. */
export const innerStatesOf = oncePer(createInnerStates);

function createInnerStates(history: ProvenHistory): InnerStates {
  let all: ReturnType<typeof processFacts> | undefined;
  const runs = new KeptRuns();
  const statesOf = oncePer((facts: ProcessFacts) => new ProcessStates(history, facts, runs));
  const factsOfProcessAt = (time: Instant, process: string | undefined): FactsOfProcess | undefined => {
    all ??= processFacts(history);
    const named = process === undefined ? undefined : all.get(process);
    if (named !== undefined) return named;
    let best: string | undefined;
    let distance = Number.POSITIVE_INFINITY;
    for (const process of history.processes) {
      const away = Math.max(0, process.from - time, time - livedUntil(process));
      if (away < distance) [best, distance] = [process.id, away];
    }
    return best === undefined ? undefined : all.get(best);
  };
  return {
    factsAt: (time, process) => factsOfProcessAt(time, process)?.facts,
    factsAround: (time, process) => factsOfProcessAt(time, process)?.around(time),
    at: (facts, time, withPods = true, stopCheck = goesOn) => statesOf(facts).at(time, withPods, stopCheck),
    planOf: (facts) => statesOf(facts).plan,
    zonesOf: (facts) => statesOf(facts).zones,
    runsOver: (facts, from, to, stopCheck = goesOn) => statesOf(facts).runsOver(from, to, stopCheck),
  };
}

/** A stretch that was run. `open`: a kubelet that runs over it once more, up to the moment that was asked for last. */
interface KeptRun {
  readonly of: ProcessStates;
  readonly run: StretchRun;
  readonly inputs: StretchInputs;
  open?: OpenKubelet | undefined;
}

/** What was run last, of all processes. */
class KeptRuns {
  #runs: readonly KeptRun[] = [];

  find(fits: (kept: KeptRun) => boolean): KeptRun | undefined {
    return this.#runs.find(fits);
  }

  keep(kept: KeptRun): void {
    let ofProcess = 0;
    this.#runs = [kept, ...this.#runs]
      .filter(({ of }) => of !== kept.of || (ofProcess += 1) <= MOST_RUNS_OF_PROCESS)
      .slice(0, MOST_RUNS);
  }
}

/** One process: its plan, and the stretches that were run. */
class ProcessStates {
  readonly #facts: ProcessFacts;
  readonly #plan: Plan;
  readonly #zones: ReturnType<typeof zonesOf>;
  readonly #complete: boolean;
  readonly #runs: KeptRuns;

  constructor(history: ProvenHistory, facts: ProcessFacts, runs: KeptRuns) {
    this.#facts = facts;
    this.#runs = runs;
    this.#plan = planOf(facts);
    this.#zones = zonesOf(facts, this.#plan, history.episodes);
    this.#complete = !history.gaps.some((gap) => gap.why === 'suppressed' || gap.why === 'gap');
  }

  get plan(): Plan {
    return this.#plan;
  }

  get zones(): ReturnType<typeof zonesOf> {
    return this.#zones;
  }

  *runsOver(from: Instant, to: Instant, stopCheck: StopCheck): Generator<StretchRun, void, undefined> {
    for (let time = from; ;) {
      const { run } = this.#runAt(time, stopCheck).kept;
      yield run;
      if (run.stretch.to >= to || run.stretch.to <= time) return;
      time = (run.stretch.to + NEXT_RUN) as Instant;
    }
  }

  at(asked: Instant, withPods: boolean, stopCheck: StopCheck): InnerState {
    const { process, begin } = this.#facts;
    const time = Math.min(Math.max(asked, Math.min(begin, process.to)), process.to) as Instant;
    const { kept, seen } = this.#runAt(time, stopCheck, withPods);
    const clock = new ModelClock(kept.inputs.origin);
    const state = (): KubeletState => {
      const wanted = clock.model(time);
      if (kept.open === undefined || kept.open.now() > wanted) kept.open = open(kept.inputs);
      advance(kept.open, wanted, stopCheck);
      return kept.open.inspect(withPods);
    };
    return {
      time,
      facts: this.#facts,
      plan: this.#plan,
      run: kept.run,
      model: seen ?? state(),
      real: (at) => clock.real(at),
    };
  }

  /** A run that covers a time; `seen`: what a new one saw then, with or without pods, if that was asked for. */
  #runAt(
    time: Instant,
    stopCheck: StopCheck,
    withPods?: boolean,
  ): { readonly kept: KeptRun; readonly seen?: KubeletState | undefined } {
    const known = this.#runs.find(
      ({ of, run }) =>
        of === this &&
        run.stretch.from <= time &&
        time <= run.stretch.to &&
        (time - run.stretch.from > 20_000_000 || run.stretch.from <= this.#facts.begin),
    );
    if (known !== undefined) return { kept: known };
    const stretch = stretchAt(this.#facts, this.#zones, time);
    const inputs = stretchInputs(this.#facts, this.#plan, stretch);
    const look = withPods === undefined ? undefined : { time, withPods };
    const { run, seen } = runStretch(this.#facts, this.#plan, stretch, inputs, this.#complete, stopCheck, look);
    const kept: KeptRun = { of: this, run, inputs };
    this.#runs.keep(kept);
    return { kept, seen };
  }
}

function open(inputs: StretchInputs, observe?: (observation: Observation) => void): OpenKubelet {
  const kubelet = openKubelet(inputs.inputs, { ...inputs.options, ...(observe === undefined ? {} : { observe }) });
  inputs.attach(kubelet);
  return kubelet;
}

/** So much of the model's time is run between two looks whether somebody waits for it. */
const STEP = fromDuration(seconds(60));

/** Runs the model up to a time; given up in the middle it can be run on from there. */
function advance(kubelet: OpenKubelet, until: Nanoseconds, stopCheck: StopCheck): void {
  for (let now = kubelet.now() + STEP; now < until; now += STEP) {
    stopCheck();
    kubelet.advance(nanoseconds(now));
  }
  stopCheck();
  kubelet.advance(until);
}

/** Runs over a stretch, and looks into the kubelet on the way, if asked to: the first question costs one run. */
function runStretch(
  facts: ProcessFacts,
  plan: Plan,
  stretch: Stretch,
  inputs: StretchInputs,
  complete: boolean,
  stopCheck: StopCheck,
  look?: { readonly time: Instant; readonly withPods: boolean },
): { readonly run: StretchRun; readonly seen: KubeletState | undefined } {
  const clock = new ModelClock(inputs.origin);
  const sent: (ModelEvent & { taken?: Instant })[] = [];
  let taken = 0;
  const relists: ModelRelist[] = [];
  const skips: Instant[] = [];
  const syncs: Instant[] = [];
  const stateChanges: { time: Instant; uid: string; id: string; from: string; to: string }[] = [];
  const blocked: { from: Instant; to?: Instant }[] = [];
  let housekeeping: Instant | undefined;
  let relist: ModelRelist | undefined;
  const kubelet = open(inputs, (observation) => {
    const time = clock.real(observation.at);
    switch (observation.kind) {
      case 'event-sent':
        sent.push({
          type: observation.event.type,
          uid: observation.event.podUid,
          sent: time,
          ...(observation.event.data === undefined ? {} : { id: observation.event.data }),
        });
        if (relist !== undefined) relist.sent += 1;
        break;
      case 'event-consumed': {
        const event = sent[taken];
        if (event !== undefined) event.taken = time;
        taken += 1;
        break;
      }
      case 'relist-started':
        relist = {
          scope: observation.scope,
          start: time,
          failed: false,
          inspected: [],
          sent: 0,
          ...(observation.podUid === undefined ? {} : { podUid: observation.podUid }),
        };
        relists.push(relist);
        break;
      case 'relist-listed':
        if (relist !== undefined) relist.listed = time;
        break;
      case 'relist-failed':
      case 'relist-ended':
        if (relist !== undefined) {
          relist.end = time;
          relist.failed = observation.kind === 'relist-failed';
        }
        relist = undefined;
        break;
      case 'pod-inspected':
        relist?.inspected.push({
          uid: observation.podUid,
          began: clock.real(observation.began),
          end: time,
          ...(observation.error === undefined ? {} : { error: observation.error }),
        });
        break;
      case 'container-state-changed':
        stateChanges.push({
          time,
          uid: observation.podUid,
          id: observation.id,
          from: observation.from,
          to: observation.to,
        });
        break;
      case 'skipped':
        skips.push(time);
        break;
      case 'housekeeping-started':
        housekeeping = time;
        break;
      case 'housekeeping-ended':
        if (housekeeping !== undefined && time - housekeeping > LONG_HOUSEKEEPING)
          blocked.push({ from: housekeeping, to: time });
        housekeeping = undefined;
        break;
      case 'runtime-synced':
        syncs.push(time);
        break;
      default:
        break;
    }
  });
  let seen: KubeletState | undefined;
  if (look !== undefined) {
    advance(kubelet, clock.model(look.time), stopCheck);
    seen = kubelet.inspect(look.withPods);
  }
  advance(kubelet, clock.model(stretch.to), stopCheck);
  if (housekeeping !== undefined && stretch.to - housekeeping > LONG_HOUSEKEEPING) blocked.push({ from: housekeeping });
  const told = new Map(facts.finished.map(({ id, time }) => [id, time] as const));
  const handled = facts.handled.slice(
    firstAfter(facts.handled, stretch.from - 1, (event) => event.time),
    firstAfter(facts.handled, stretch.to + 600_000_000, (event) => event.time),
  );
  const run: StretchRun = {
    stretch,
    relists,
    skips,
    syncs,
    blocked,
    stateChanges,
    channel: new ChannelHistory(sent, handled, told, plan.busy, stretch.from),
    contradictions: contradictionsOf(facts, stretch, skips, complete),
    notFollowed: inputs.notFollowed,
  };
  return { run, seen };
}

/** Where model and log differ in their skips. From the last point at which they agreed to the next one nothing the model says is believed. */
function contradictionsOf(
  facts: ProcessFacts,
  stretch: Stretch,
  model: readonly Instant[],
  complete: boolean,
): readonly Contradiction[] {
  const log = facts.skips.map(({ skip }) => skip.time).filter((time) => time >= stretch.from && time <= stretch.to);
  const inside = model.filter((time) => time >= stretch.from);
  const wrong: { time: Instant; why: string }[] = [];
  for (const time of log)
    if (!isNear(inside, time)) wrong.push({ time, why: 'the log has a skip that the embedded kubelet does not print' });
  if (complete)
    for (const time of inside)
      if (!isNear(log, time)) wrong.push({ time, why: 'the embedded kubelet skips where the log has no skip' });
  const agreed = log.filter((time) => isNear(inside, time));
  return wrong.map(({ time, why }) => {
    const before = agreed.findLast((one) => one < time);
    const after = agreed.find((one) => one > time);
    return {
      from: Math.max(before ?? stretch.from, time - 10_000_000) as Instant,
      to: Math.min(after ?? stretch.to, time + 10_000_000) as Instant,
      why,
    };
  });
}

function isNear(times: readonly Instant[], time: Instant): boolean {
  const found = times[lowerBound(times, time - SAME_SKIP)];
  return found !== undefined && found <= time + SAME_SKIP;
}
