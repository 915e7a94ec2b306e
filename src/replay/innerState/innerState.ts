/**
 * The inner state of each kubelet process at any moment: the embedded kubelet runs over the stretch around the moment with inputs fitted to the proven points, and is looked
 * into. Nothing is computed before the first question; a stretch that was run once is kept for the next one.
 */
import { oncePer } from '../../kubelet/oncePer.ts';
import type { ProvenHistory } from '../../inference/history.ts';
import { livedUntil } from '../../inference/streams/livedUntil.ts';
import { goesOn, type StopCheck } from '../../kubelet/stopCheck.ts';
import type { Instant } from '../../kubelet/time.ts';
import type { OpenKubelet } from '../../model/inputs.ts';
import type { KubeletState } from '../../model/kubeletState.ts';
import type { Nanoseconds } from '../../model/nanoseconds.ts';
import { type FactsOfProcess, type ProcessFacts, processFacts } from './innerStateFacts.ts';
import { type StretchInputs, stretchInputs } from './innerStateInputs.ts';
import { type Plan, planOf } from './innerStatePlan.ts';
import { ModelClock } from './modelClock.ts';
import { stretchAt, zonesOf } from './innerStateStretch.ts';
import { LastOf } from './lastOf.ts';
import { advance, open, runStretch, type StretchRun } from './runStretch.ts';

export type { PlegPod } from '../../model/plegPod.ts';

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

/** Runs that are kept of one process, and of all together: with its inputs a run takes up to a megabyte, and a log can have thousands of processes. */
const MOST_RUNS_OF_PROCESS = 8;
const MOST_RUNS = 24;
/** Runs that together cover a time step on by this. */
const NEXT_RUN = 1_000_000;

/** The inner states of a history: charts, lanes and moments look into the same runs. */
export const innerStatesOf = oncePer(createInnerStates);

function createInnerStates(history: ProvenHistory): InnerStates {
  let all: ReturnType<typeof processFacts> | undefined;
  const runs = new LastOf<KeptRun>(MOST_RUNS_OF_PROCESS, MOST_RUNS);
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

/** One process: its plan, and the stretches that were run. */
class ProcessStates {
  readonly #facts: ProcessFacts;
  readonly #plan: Plan;
  readonly #zones: ReturnType<typeof zonesOf>;
  readonly #complete: boolean;
  readonly #runs: LastOf<KeptRun>;

  constructor(history: ProvenHistory, facts: ProcessFacts, runs: LastOf<KeptRun>) {
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
    const { run, seen } = runStretch(
      this.#facts,
      this.#plan,
      inputs,
      { stretch, complete: this.#complete, look },
      stopCheck,
    );
    const kept: KeptRun = { of: this, run, inputs };
    this.#runs.keep(kept);
    return { kept, seen };
  }
}
