/** What all who work on pods in the simulated kubelet share: the scenario, the running kubelet, the containers, and calls that change something. */
import type { KubeletHost } from '../../model/inputs.ts';
import { fromSeconds, type Nanoseconds, plus } from '../../model/nanoseconds.ts';
import { type Activity, waitUntil } from '../../model/scheduler.ts';
import { drawSpan } from './draws.ts';
import { drawOf } from './hash.ts';
import { otherAnswer } from './runtimeAnswers.ts';
import type { LiveContainer, RuntimeContainers } from './runtimeContainers.ts';
import type { ChangingMethod, Scenario, Span } from '../scenario/scenario.ts';
import type { WorkerObservation } from './workerObservation.ts';

export interface PodWorkOptions {
  readonly scenario: Scenario;
  readonly host: KubeletHost;
  readonly runtime: RuntimeContainers;
  /** When the model began, in the scenario's time. */
  readonly origin: Nanoseconds;
  readonly observe: (observation: WorkerObservation) => void;
}

/** How long changes take where the scenario does not say. */
const CHANGES: Readonly<Record<ChangingMethod, Span>> = {
  RunPodSandbox: { from: fromSeconds(0.008), to: fromSeconds(0.06) },
  StartContainer: { from: fromSeconds(0.006), to: fromSeconds(0.05) },
  RemoveContainer: { from: fromSeconds(0.005), to: fromSeconds(0.03) },
};

export class PodWork {
  readonly scenario: Scenario;
  readonly host: KubeletHost;
  readonly runtime: RuntimeContainers;
  readonly origin: Nanoseconds;
  readonly observe: (observation: WorkerObservation) => void;
  #draws = 0;

  constructor({ scenario, host, runtime, origin, observe }: PodWorkOptions) {
    this.scenario = scenario;
    this.host = host;
    this.runtime = runtime;
    this.origin = origin;
    this.observe = observe;
  }

  /** The model's time. */
  now(): Nanoseconds {
    return this.host.scheduler.now();
  }

  /** The scenario's time. */
  time(): Nanoseconds {
    return plus(this.now(), this.origin);
  }

  /** From 0 to below 1; the same scenario draws the same. */
  draw(what: string): number {
    this.#draws += 1;
    return drawOf(this.scenario.seed, `${what} ${this.#draws} ${this.origin}`);
  }

  *wait(time: Nanoseconds): Activity {
    if (time > 0) yield waitUntil(plus(this.now(), time));
  }

  /** A call that changes something: takes its time (or the one that is given), fails or hangs when every call does. Gives the error. */
  *change(method: ChangingMethod, takes?: Span): Activity<string | undefined> {
    return yield* this.changeThatTakes(takes ?? this.scenario.latency.byMethod[method] ?? CHANGES[method], method);
  }

  /** The same with a time of its own. */
  *changeThatTakes(takes: Span, what: string): Activity<string | undefined> {
    this.#draws += 1;
    const name = `${what} ${this.#draws} ${this.origin}`;
    const answer = otherAnswer(this.scenario, this.time(), name);
    yield* this.wait(
      plus(answer.after, answer.error === undefined ? drawSpan(takes, this.scenario.seed, name) : (0 as Nanoseconds)),
    );
    return answer.error;
  }

  /** A list call of its own; gives the error. */
  *list(method: 'ListPodSandbox' | 'ListContainers'): Activity<string | undefined> {
    this.#draws += 1;
    const { after, error } = otherAnswer(this.scenario, this.time(), `${method} ${this.#draws} ${this.origin}`, method);
    yield* this.wait(after);
    return error;
  }

  *remove(container: LiveContainer): Activity {
    this.observe({ kind: 'container-removing', at: this.now(), id: container.id });
    if ((yield* this.change('RemoveContainer')) === undefined) this.runtime.remove(container, this.time());
  }
}
